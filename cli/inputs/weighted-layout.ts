/** `--weight` and `--count`: a layout in which each outcome has the weight or the count that the command names. */

import type { Source } from '../../grammar/source.ts';
import { badUsage } from '../failure.ts';

/** The column by which rows count, and how: `count` if a row stands for so many equal ones. */
export interface WeightColumn {
  readonly kind: 'weight' | 'count';
  readonly column: string;
}

/** The same with the option that named it: whole weights are counts. */
export interface AskedWeight extends WeightColumn {
  readonly option: '--weight' | '--count';
}

/** The demand that is added for the column; `ROW_WEIGHT=COLUMN` binds it. */
export const ROW_WEIGHT = 'rowWeight';

/**
 * The layout's text with a weight behind each outcome, and the demand that it reads. Errors in the text are left to
 * those who check it.
 *
 * @throws Failure (usage) for a layout that has weights of its own, or the name of the demand
 */
export async function withWeight(source: Source, { kind, option }: AskedWeight): Promise<Source> {
  const { parse } = await import('../../grammar/parse.ts');
  const { layout } = parse(source);
  const observed =
    layout?.declarations.flatMap((each) =>
      each.kind === 'observe' && each.table === undefined ? [each] : [],
    ) ?? [];
  const own = observed.find(({ weight }) => weight !== null);
  if (own !== undefined) {
    throw badUsage(
      `\`${option}\` does not go with ${source.name}, in which \`${own.outcome.text}\` has a \`${own.weight!.kind}\` of its own.`,
      'Leave the option out, or take it out of the layout.',
    );
  }
  if (new RegExp(`\\b${ROW_WEIGHT}\\b`).test(source.text)) {
    throw badUsage(
      `\`${option}\` would add a demand \`${ROW_WEIGHT}\`, and ${source.name} has that name.`,
      `Give it another name there, or write \`${kind} COLUMN\` behind the distributions of the layout.`,
    );
  }
  let { text } = source;
  for (const { span } of [...observed].sort((a, b) => b.span.start - a.span.start)) {
    text = `${text.slice(0, span.end)} ${kind} ${ROW_WEIGHT}${text.slice(span.end)}`;
  }
  const [type, meaning] =
    kind === 'count'
      ? [': count', 'How many equal rows a row stands for.']
      : ['in [0, inf]', 'How much a row counts.'];
  return { ...source, text: `${text.trimEnd()}\n\n/// ${meaning}\ndemand ${ROW_WEIGHT} ${type}\n` };
}
