/** Random cases in which some latents have a value for each level of a category, made of cases in which they have one. */
import type { TypedLayout } from '../compiler/check/typed-layout.ts';
import type { Selection } from '../compiler/choose/alternatives.ts';
import { interpret, type Point } from '../compiler/interpret/interpret.ts';
import type { Data } from '../compiler/interpret/scope.ts';
import { AS_IT_IS } from '../compiler/interpret/transform.ts';
import { lexer } from '../grammar/tokens.ts';
import { readLayout } from './interpret/read-layout.ts';
import { FARTHEST_VALUE, type RandomCase, standardsAt } from './random-layout.ts';

export interface IndexedCase {
  readonly text: string;
  readonly layout: TypedLayout;
  readonly selection: Selection;
  readonly data: Data;
  /** One number a value of a draw, and the same place on the layout's own scale. */
  readonly unconstrained: readonly number[];
  readonly values: Point;
  /** What the numbers of `unconstrained` belong to. */
  readonly names: readonly string[];
}

const CATEGORY = 'person_1';

/** Levels that sum to zero, which the density pulls to a place that does not. */
const SUMMING = `param apart_1 ~ half_normal(1)
param around_1[${CATEGORY}] ~ normal(0, apart_1) sum to zero
factor[${CATEGORY}] -(around_1[${CATEGORY}] - 0.4) ^ 2
`;

/**
 * Indexes the latents that `isChosen` chooses, and all whose priors read one of them, by a category with as many levels as the
 * case has points, which rows have in turn, as far as there are rows. Each level is where one of the points is. Statistics in the priors of
 * some of them are made statistics by levels: in parameters, and in bounds. Some cases get levels that sum to zero besides.
 */
export function indexed(
  { text, selection, layout, data, points }: RandomCase,
  isChosen: (latent: number) => boolean,
): IndexedCase {
  const chosen = new Set(layout.latents.filter((_, index) => isChosen(index)).map(({ name }) => name));
  const meanings = meaningsIn(text);
  for (let before = -1; before !== chosen.size; ) {
    before = chosen.size;
    for (const { name, prior } of layout.latents) {
      const read = readBy(name, meanings);
      // Those declared together have one prior and one index.
      const together = layout.latents.filter((other) => other.prior === prior).map((other) => other.name);
      if ([...read, ...together].some((other) => chosen.has(other))) chosen.add(name);
    }
  }
  const levels = Math.min(points.length, data.rows);
  const withCategory: Data = {
    rows: data.rows,
    columns: {
      ...data.columns,
      [CATEGORY]: Float64Array.from({ length: data.rows }, (_, row) => row % levels),
    },
  };
  const byLevel = new Set(
    layout.latents.flatMap(({ name }, index) => (chosen.has(name) && isChosen(index + 1) ? [name] : [])),
  );
  // A level of one row has no sd.
  const statistics = data.rows >= 2 * levels ? 'mean|min|max|sd' : 'mean|min|max';
  const reports = [...meanings.keys()].filter(
    (name) => /^r\d$/.test(name) && [...readBy(name, meanings)].some((read) => chosen.has(read)),
  );
  const written = write(text, new Set([...chosen, ...reports]))
    .split('\n')
    .map((line) =>
      namesIn(line).some((name) => byLevel.has(name))
        ? line.replace(RegExp(`\\b(${statistics})\\((\\w+)\\)`, 'g'), (whole, statistic, of) =>
            // A level may have no row in which an outcome is there.
            Array.from(data.columns[of] ?? []).some(Number.isNaN)
              ? whole
              : `${statistic}(${of}, by = ${CATEGORY})`,
          )
        : line,
    )
    .join('\n')
    .concat(chosen.size > 0 && isChosen(layout.latents.length) ? SUMMING : '');
  const places = points.slice(0, levels);
  const ofEach = layout.latents.map(({ name }, index) =>
    (chosen.has(name) ? places : places.slice(0, 1)).map((point) => ({
      unconstrained: point.unconstrained[index]!,
      name: chosen.has(name) ? `${name}[…]` : name,
    })),
  );
  const indexedLayout = readLayout(written, selection);
  if (indexedLayout.latents.length > layout.latents.length) {
    ofEach.push([{ unconstrained: -0.3, name: 'apart_1' }]);
    ofEach.push(places.map((_, level) => ({ unconstrained: Math.cos(2 * level), name: 'around_1[…]' })));
  }
  const unconstrained = ofEach.flat().map((each) => each.unconstrained);
  const standards = standardsAt(layout, interpret(layout, data));
  const farthest = indexedLayout.latents.flatMap(({ type }, index) => {
    const { centre, spread } = standards[index] ?? AS_IT_IS;
    return ofEach[index]!.map(() =>
      type.kind === 'probability' ? (FARTHEST_VALUE - centre) / spread : Number.POSITIVE_INFINITY,
    );
  });
  const moderate = unconstrained.map((u, index) => Math.min(u, farthest[index]!));
  return {
    text: written,
    layout: indexedLayout,
    selection,
    data: withCategory,
    unconstrained,
    values: interpret(indexedLayout, withCategory).constrain(moderate),
    names: ofEach.flat().map(({ name }) => name),
  };
}

const DECLARATION =
  /^(?:capability|bias|propensity|robustness|param|let|report) ([\w, [\]]+?)(?: ?:[^~]*)? ?[~=] (.*)$/;

/** The names that a line declares, without their index. */
function namesIn(line: string): string[] {
  const [, names = ''] = DECLARATION.exec(line) ?? [];
  return names.split(',').map((name) => name.replace(/\[.*/, '').trim());
}

/** What each latent or let reads by its declaration, which is one line: of a choice all alternatives. */
function meaningsIn(text: string): ReadonlyMap<string, readonly string[]> {
  const meanings = new Map<string, readonly string[]>();
  for (const line of text.split('\n')) {
    const [, , value = ''] = DECLARATION.exec(line) ?? [];
    for (const name of namesIn(line)) meanings.set(name, value.match(/[A-Za-z_]\w*/g) ?? []);
  }
  return meanings;
}

/** The names that one reads, through others as well. */
function readBy(name: string, meanings: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const read = new Set<string>();
  const pending = [name];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const each of meanings.get(next) ?? []) {
      if (read.has(each)) continue;
      read.add(each);
      pending.push(each);
    }
  }
  return read;
}

/** The text with the category declared and in brackets behind each of the names. */
function write(text: string, names: ReadonlySet<string>): string {
  const { tokens } = lexer.tokenize(text);
  let written = '';
  let end = 0;
  for (const { image, startOffset } of tokens) {
    written += text.slice(end, startOffset) + image;
    if (names.has(image)) written += `[${CATEGORY}]`;
    end = startOffset + image.length;
  }
  const [first, ...others] = (written + text.slice(end)).split('\n');
  return [first, ...(names.size > 0 ? [`category ${CATEGORY}`] : []), ...others].join('\n');
}
