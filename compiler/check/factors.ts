/**
 * What a prediction needs besides the means of outcomes: the shares of classes, and conjunctions, the factors of a product of
 * probabilities, so that it can say which factor lowers it most.
 */
import { outcomeParts } from '../families/outcomes.ts';
import { layoutOfMain } from './row-tables.ts';
import type { LatentClass, Let, TypedExpression, TypedLayout } from './typed-layout.ts';

/** The lets and factors in terms of which a prediction can be explained. */
export interface Derivations {
  /** Every `let`, then every factor of a conjunction that has no name of its own, then the shares of the states of classes. */
  readonly derived: readonly Derivation[];
  /** For each observation the factors of its probability, seen through mixtures; null if it is no conjunction. */
  readonly factorsOfOutcomes: readonly (readonly number[] | null)[];
  /** The index of the share of each state of a class. */
  readonly sharesOf: ReadonlyMap<LatentClass, readonly number[]>;
}

export interface Derivation {
  readonly value: TypedExpression;
  /** Null for a factor without a name. */
  readonly declared: Let | null;
  /** Indices of the derivations whose product it is; null if it is no conjunction. */
  readonly factors: readonly number[] | null;
}

/** Finds the conjunctions of a layout's lets and outcomes: those of the main table, whose outcomes come first. */
export function derivationsOf(whole: TypedLayout): Derivations {
  const layout = layoutOfMain(whole);
  const lets = layout.lets.filter(({ isHidden }) => !isHidden);
  const places = new Map(lets.map(({ name }, index) => [name, index]));
  const values = new Map(lets.map(({ name, value }) => [name, value]));
  const unnamed: TypedExpression[] = [];

  /** The index of a factor among the derivations. A factor that is written twice has two indices. */
  const placeOf = (factor: TypedExpression): number => {
    const named = factor.kind === 'let' ? places.get(factor.name) : undefined;
    if (named !== undefined) return named;
    const known = unnamed.indexOf(factor);
    return lets.length + (known < 0 ? unnamed.push(factor) - 1 : known);
  };
  const placesOf = (value: TypedExpression) => conjuncts(value)?.map(placeOf) ?? null;

  /** Memoised: a chain of lets may be read 2ⁿ times. */
  const found = new Map<string, TypedExpression | null>();
  /** The conjunction behind a probability, seen through lets and mixtures. */
  const conjunctionIn = (value: TypedExpression): TypedExpression | null => {
    if (value.kind === 'let') {
      const known = found.get(value.name);
      if (known !== undefined) return known;
      const inside = conjunctionIn(values.get(value.name)!);
      found.set(value.name, inside);
      return inside;
    }
    if (value.kind !== 'call') return null;
    if (value.function === 'and') return value;
    if (value.function !== 'mix') return null;
    const [weight, first, second] = value.arguments as [TypedExpression, TypedExpression, TypedExpression];
    return conjunctionIn(first) ?? conjunctionIn(weight) ?? conjunctionIn(second);
  };

  const factorsOfLets = lets.map(({ value }) => placesOf(value));
  const factorsOfOutcomes = layout.observations.map((observation) => {
    const chance = outcomeParts<TypedExpression>(observation).find(({ type }) => type.kind === 'probability');
    const conjunction = chance === undefined ? null : conjunctionIn(chance);
    return conjunction === null ? null : placesOf(conjunction);
  });
  const shares = layout.classes.flatMap(({ states }) => states.map(({ share }) => share));
  let next = lets.length + unnamed.length;
  const sharesOf = new Map(layout.classes.map((each) => [each, each.states.map(() => next++)] as const));
  return {
    derived: [
      ...lets.map((declared, index) => ({
        value: declared.value,
        declared,
        factors: factorsOfLets[index]!,
      })),
      ...[...unnamed, ...shares].map((value) => ({ value, declared: null, factors: null })),
    ],
    factorsOfOutcomes,
    sharesOf,
  };
}

/**
 * The factors of a product of probabilities: three for `a and b and c`, `all(a, b, c)` and `a * b * c`; null for any
 * other expression.
 */
function conjuncts(value: TypedExpression): readonly TypedExpression[] | null {
  if (value.kind !== 'call' || value.function !== 'and') return null;
  return value.arguments.flatMap((factor) => conjuncts(factor) ?? [factor]);
}
