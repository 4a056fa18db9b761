/** Finds the calls of `band` in a layout that have a latent between two demands. */

import { sourceOf } from '../../../compiler/layout-input.ts';
import { expressionsOfDistribution } from '../../../grammar/distributions.ts';
import { parse } from '../../../grammar/parse.ts';
import type { CallSyntax, ExpressionSyntax } from '../../../grammar/syntax.ts';
import type { Parameter } from '../../../host/parameters.ts';
import type { FitBasis } from '../../../host/posterior.ts';
import type { Manifest, ManifestColumn } from '../../../module/manifest.ts';

export interface FoundBand {
  readonly parameter: Parameter;
  /** The demands that bound it. */
  readonly lower: ManifestColumn;
  readonly upper: ManifestColumn;
  readonly slope: number;
}

type Arguments = ReadonlyMap<string, ExpressionSyntax>;

/**
 * Each band once, in the order of the text. Bands whose bounds or slope are computed expressions are left out, and so are
 * those in several units, which no single axis shows.
 */
export function findBands({ layoutText, manifest, parameters }: FitBasis): FoundBand[] {
  if (layoutText === undefined) return [];
  const { choices = {} } = manifest;
  const { layout } = parse(sourceOf(layoutText));
  const found = new Map<string, FoundBand>();
  const consider = (call: Arguments) => {
    const [theta, lower, upper] = ['theta', 'lower', 'upper'].map((name) => nameOf(call.get(name)));
    const parameter = parameters.find(({ name }) => name === theta);
    const slope = slopeOf(call.get('slope'), parameter?.latent.unit);
    const [from, to] = [lower, upper].map((name) =>
      manifest.columns.find((column) => column.name === name && column.role === 'demand'),
    );
    if (parameter === undefined || from === undefined || to === undefined || slope === null) return;
    const { unit, isProbability } = parameter.latent;
    if (!isProbability && (from.unit !== unit || to.unit !== unit)) return;
    found.set(JSON.stringify([theta, lower, upper, slope]), { parameter, lower: from, upper: to, slope });
  };
  for (const declaration of layout?.declarations ?? []) {
    const expressions = declaration.kind === 'let' ? [declaration.value] : [];
    const read =
      declaration.kind === 'observe' ? expressionsOfDistribution(declaration.distribution) : expressions;
    for (const call of read.flatMap((each) => callsIn(each, choices))) {
      if (call.callee.text === 'band') consider(argumentsOf(call.arguments));
    }
  }
  return [...found.values()];
}

/** The calls in an expression, outer ones first, within the chosen alternatives. */
function callsIn(expression: ExpressionSyntax, choices: NonNullable<Manifest['choices']>): CallSyntax[] {
  const within = (inner: readonly ExpressionSyntax[]) => inner.flatMap((each) => callsIn(each, choices));
  switch (expression.kind) {
    case 'unary':
      return within([expression.operand]);
    case 'binary':
      return within([expression.left, expression.right]);
    case 'over':
      return within([expression.body]);
    case 'choose': {
      const { name, alternatives } = expression;
      const taken = alternatives.find((each) => each.name.text === choices[name.text]) ?? alternatives[0]!;
      return within([taken.value]);
    }
    case 'call':
      return [expression, ...within(expression.arguments.map(({ value }) => value))];
    default:
      return [];
  }
}

/** The arguments by the parameter names of `band`. */
function argumentsOf(
  given: readonly { name: { text: string } | null; value: ExpressionSyntax }[],
): Arguments {
  const names = ['theta', 'lower', 'upper', 'slope'];
  return new Map(given.map(({ name, value }, place) => [name?.text ?? names[place] ?? '', value]));
}

function nameOf(expression: ExpressionSyntax | undefined): string | null {
  if (expression?.kind !== 'reference' || expression.index !== null) return null;
  return expression.name.text;
}

/**
 * Defaults to 1, as in the prelude; null if it is neither a number nor a ratio of numbers such as `1 / 2 m`, or is told in
 * another unit than that of the band.
 */
function slopeOf(expression: ExpressionSyntax | undefined, unit = ''): number | null {
  if (expression === undefined) return 1;
  if (expression.kind === 'number') return expression.value;
  if (expression.kind !== 'binary' || expression.operator !== '/') return null;
  const [above, below] = [expression.left, expression.right];
  if (above.kind !== 'number' || below.kind !== 'number') return null;
  const isOther = above.unit !== null || (below.unit !== null && below.unit.text !== unit);
  return isOther && !unit.includes(' ') ? null : above.value / below.value;
}
