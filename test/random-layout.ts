/** Random layouts with matching data and points, for properties that hold of every layout. */
import fc from 'fast-check';
import { check } from '../compiler/check/check.ts';
import { isNonCentredByItself } from '../compiler/check/parametrisation.ts';
import type { TypedLayout } from '../compiler/check/typed-layout.ts';
import type { Selection } from '../compiler/choose/alternatives.ts';
import { transformName } from '../compiler/families/priors.ts';
import { type Interpretation, interpret } from '../compiler/interpret/interpret.ts';
import type { Data } from '../compiler/interpret/scope.ts';
import { standardsOf } from '../compiler/interpret/standardise.ts';
import { AS_IT_IS, type Standard } from '../compiler/interpret/transform.ts';
import { parse } from '../grammar/parse.ts';
import { CHOICES, Choices, fractionsOf, SEEDS } from './random-layout/choices.ts';
import { type RandomText, randomText } from './random-layout/random-text.ts';
import { MAX_ROWS, MIN_ROWS } from './random-layout/real-expression.ts';

/** One place in the support of the priors, told in two ways. */
export interface RandomPoint {
  /** One number a latent in the order of declaration; a probability latent may be within 1e-17 of 0 or of 1. */
  readonly unconstrained: readonly number[];
  /**
   * On the layout's own scale, strictly inside the support. It is the same place, but that a probability is at least
   * 1e-14 away from 1, so that 1 − p has digits left.
   */
  readonly values: Readonly<Record<string, number>>;
}

export interface RandomCase {
  readonly text: string;
  /** What the parser and the checker make of the text. */
  readonly layout: TypedLayout;
  /** The alternatives that are taken, by the names of the choices. */
  readonly selection: Selection;
  /** 3 to 60 rows; `success` is mixed, all 0 or all 1, and half of the layouts observe up to three others besides. */
  readonly data: Data;
  readonly points: readonly RandomPoint[];
}

/** Φ(7.6) is 1 − 1.5e-14. */
export const FARTHEST_VALUE = 7.6;

function dataOf({ demands, outcomes }: RandomText, rowSeeds: readonly number[]): Data {
  const outcomeCount = outcomes.size;
  const columns: Record<string, Float64Array> = {};
  demands
    .flatMap((demand) => demand.names.map((name) => ({ name, at: demand.valueAt })))
    .forEach(({ name, at }, index) => {
      columns[name] = Float64Array.from(rowSeeds, (seed) => at(fractionsOf(seed)(outcomeCount + index)));
    });
  [...outcomes].forEach(([name, at], index) => {
    columns[name] = Float64Array.from(rowSeeds, (seed, row) =>
      at(fractionsOf(seed)(index), (column) => columns[column]![row]!),
    );
  });
  return { rows: rowSeeds.length, columns };
}

/** Throws, with the text and what is wrong, when the compiler does not accept it: one of the two is mistaken. */
function accepted(text: string, selection: Selection): TypedLayout {
  const source = { name: 'random.ml', text };
  const parsed = parse(source);
  const checked = parsed.layout === null ? null : check(parsed.layout, source, selection);
  const errors = [...parsed.diagnostics, ...(checked?.diagnostics ?? [])].filter(
    ({ severity }) => severity === 'error',
  );
  if (!checked?.layout || errors.length > 0) {
    const messages = errors.map(({ span, message }) => `${message} (${text.slice(span.start, span.end)})`);
    throw new Error(`A random layout is not accepted.\n${messages.join('\n')}\n\n${text}`);
  }
  return checked.layout;
}

function caseOf(
  tape: readonly number[],
  rowSeeds: readonly number[],
  pointSeeds: readonly number[],
): RandomCase {
  const random = randomText(new Choices(tape));
  const layout = accepted(random.text, random.selection);
  const data = dataOf(random, rowSeeds);
  const interpretation = interpret(layout, data);
  const unconstrainedAt = new Map(
    random.latents.flatMap((latent) => latent.names.map((name) => [name, latent.unconstrainedAt])),
  );
  const standards = standardsAt(layout, interpretation);
  const points = pointSeeds.map((seed): RandomPoint => {
    const fractions = fractionsOf(seed);
    const unconstrained = layout.latents.map(({ name }, index) => {
      const { centre, spread } = standards[index]!;
      return (unconstrainedAt.get(name)!(fractions(index)) - centre) / spread;
    });
    return pointAt(layout, interpretation, unconstrained);
  });
  return { text: random.text, selection: random.selection, layout, data, points };
}

/** What each latent, which has one level, is standardised by; of a positive one whose scale only the data know, by what it has at 0. */
export function standardsAt(layout: TypedLayout, { constrain }: Interpretation): readonly Standard[] {
  const known = standardsOf(layout, isNonCentredByItself);
  const middle = constrain(layout.latents.map(() => 0));
  return layout.latents.map((latent) => {
    const standard = known.get(latent.name);
    if (standard !== undefined) return standard;
    const isScaled = transformName(latent.prior, isNonCentredByItself(latent)) === 'positive';
    return isScaled ? { centre: Math.log(middle[latent.name] as number), spread: 1 } : AS_IT_IS;
  });
}

/** The point at a place on the unconstrained scale: its values depend on the data where bounds of priors are statistics. */
export function pointAt(
  layout: TypedLayout,
  interpretation: Interpretation,
  unconstrained: readonly number[],
): RandomPoint {
  const standards = standardsAt(layout, interpretation);
  const moderate = unconstrained.map((u, index) => {
    const { centre, spread } = standards[index]!;
    return layout.latents[index]!.type.kind === 'probability'
      ? Math.min(u, (FARTHEST_VALUE - centre) / spread)
      : u;
  });
  return { unconstrained, values: interpretation.constrain(moderate) as Record<string, number> };
}

/** Numbers below a limit, as many as allowed: all lengths and all numbers are alike. */
function numbers(limit: number, minLength: number, maxLength: number): fc.Arbitrary<number[]> {
  return fc.noBias(fc.array(fc.nat(limit - 1), { minLength, maxLength, size: 'max' }));
}

/**
 * Random valid layouts, as text that goes through the real parser and checker, each with data and one to three points.
 *
 * Expressions are made from the wanted type and unit down, and carry intervals, from which steepnesses follow: every value
 * stays finite, an argument of a logistic within ±600, and the log density is finite at every point, though
 * probabilities come as near to 0 and 1 as e^−600. Demands of 0 under `log_margin`, flags in `and` and statistics of
 * constant outcomes make exact 0s and 1s inside, never at the top. Shrinking goes towards few rows and short expressions.
 */
export const arbitraryCase: fc.Arbitrary<RandomCase> = fc
  .tuple(numbers(CHOICES, 0, 400), numbers(SEEDS, MIN_ROWS, MAX_ROWS), numbers(SEEDS, 1, 3))
  .map(([choices, rowSeeds, pointSeeds]) => caseOf(choices, rowSeeds, pointSeeds));
