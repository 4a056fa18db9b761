/** Random demands: their declarations, and the values their columns take. */
import type { Unit } from '../../compiler/check/typed-layout.ts';
import type { Choices } from './choices.ts';
import { BINDS, type Real } from './term.ts';
import { DIMENSIONLESS, unitText } from './unit.ts';

/** A declaration of one or several columns of the same kind. */
export interface DemandDeclaration {
  readonly names: readonly string[];
  readonly isFlag: boolean;
  /** What stands after the names: `: px in [0, 20]`. */
  readonly annotation: string;
  /** What an expression may mention, for each name; none for a flag. */
  readonly reals: readonly Real[];
  /** A column's value, for a fraction in [0, 1). */
  valueAt(fraction: number): number;
}

function declaration(
  names: readonly string[],
  annotation: string,
  unit: Unit,
  interval: { readonly lo: number; readonly hi: number; readonly leastPositive?: number },
  valueAt: (fraction: number) => number,
): DemandDeclaration {
  const reals = names.map(
    (text): Real => ({ text, binds: BINDS.atom, readsRow: true, readsLatent: false, unit, ...interval }),
  );
  return { names, isFlag: false, annotation, reals, valueAt };
}

/** One of the values, each as likely. */
function among(values: readonly number[]): (fraction: number) => number {
  return (fraction) => values[Math.floor(fraction * values.length)]!;
}

/** A declaration of columns with these names, in one of the given units. */
export function demandDeclaration(
  names: readonly string[],
  units: readonly [Unit, ...Unit[]],
  choices: Choices,
): DemandDeclaration {
  const kind = choices.pick(['repeated', 'flag', 'continuous', 'set', 'count', 'from zero', 'any']);
  if (kind === 'flag') {
    return { names, isFlag: true, annotation: ': flag', reals: [], valueAt: among([0, 1]) };
  }
  if (kind === 'count') {
    const hi = choices.whole(2, 12);
    const interval = { lo: 0, hi, leastPositive: 1 };
    const annotation = choices.sometimes(0.3) ? ': count' : `: count in [0, ${hi}]`;
    return declaration(names, annotation, DIMENSIONLESS, interval, (f) => Math.floor(f * (hi + 1)));
  }

  const unit = choices.pick([DIMENSIONLESS, ...units]);
  const unitPart = unitText(unit) === '1' && choices.sometimes(0.8) ? '' : `: ${unitText(unit)}`;
  if (kind === 'set') {
    const values = choices.pick<number[]>([
      [-1, 0, 1],
      [0.5, 2, 8],
      [1, 2, 3, 4, 5],
    ]);
    const annotation = `${unitPart} in {${values.join(', ')}}`;
    return declaration(names, annotation, unit, { lo: values[0]!, hi: values.at(-1)! }, among(values));
  }
  const lo = kind === 'from zero' ? 0 : choices.pick([1, 0.4, -5, 20]);
  const hi = lo + choices.pick([4, 1, 11, 56]);
  switch (kind) {
    case 'any':
      return declaration(names, unitPart, unit, { lo, hi }, (f) => lo + f * (hi - lo));
    case 'from zero': {
      const leastPositive = hi / 100;
      const valueAt = (f: number) => (f < 0.2 ? 0 : leastPositive + (f - 0.2) * hi);
      return declaration(names, `${unitPart} in [0, inf]`, unit, { lo, hi, leastPositive }, valueAt);
    }
    case 'continuous':
      return declaration(names, `${unitPart} in [${lo}, ${hi}]`, unit, { lo, hi }, (f) => lo + f * (hi - lo));
    case 'repeated': {
      const steps = choices.whole(1, 5);
      const valueAt = (f: number) => lo + (Math.floor(f * (steps + 1)) / steps) * (hi - lo);
      return declaration(names, `${unitPart} in [${lo}, ${hi}]`, unit, { lo, hi }, valueAt);
    }
  }
}
