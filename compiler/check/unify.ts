/** Rules that require values to share a unit, or a value to have a given unit. */
import type { Note } from '../../grammar/diagnostic.ts';
import { quote } from '../../grammar/quote.ts';
import {
  adopt,
  asReal,
  type Checked,
  type CheckedReal,
  converted,
  describe,
  inUnit,
  originNotes,
  type Rules,
} from './checked.ts';
import type { Unit } from './typed-layout.ts';
import { dimensionless, inBaseUnits, isDimensionless, powerUnit, sameUnit, unitText } from './units.ts';

/**
 * The values as reals in one unit: that of the first value that has one, or base units where several units of one
 * dimension meet. Bare numbers take it. If a value has another dimension, each such value is reported and the result is
 * null. `who` is what requires this, such as `` `+` ``.
 */
export function inOneUnit(
  who: string,
  values: readonly Checked[],
  rules: Rules,
): { unit: Unit; values: CheckedReal[] } | null {
  const reals = values.map(asReal);
  const standard = reals.find(({ bare }) => !bare);
  if (standard === undefined)
    return { unit: dimensionless, values: reals.map((value) => adopt(value, dimensionless)) };
  const { unit } = standard;
  const others = reals.filter((value) => !value.bare && !sameUnit(value.unit, unit));
  if (!areClear(who, reals, standard, rules)) return null;
  if (others.length === 0) return { unit, values: reals.map((value) => adopt(value, unit)) };
  const base = inBaseUnits(unit, rules.conversions).unit;
  const same = reals.map((value) => converted(adopt(value, base), base, rules));
  for (const [i, other] of reals.entries()) {
    if (same[i] !== undefined) continue;
    const notes: Note[] = [
      { span: standard.expression.span, message: `this is ${inUnit(unit)}` },
      ...withoutRepeats([...originNotes(standard), ...originNotes(other)], standard, other),
    ];
    rules.log.error(
      'unit-mismatch',
      other.expression.span,
      `${who} needs values in one unit, but this is ${inUnit(other.unit)} and the other ${inUnit(unit)}.`,
      remedy(other.unit, unit),
      notes,
    );
  }
  const sound = same.flatMap((value) => value ?? []);
  return sound.length < same.length ? null : { unit: base, values: sound };
}

/**
 * Whether it is clear in which unit each bare number is; reported where it is not. Beside values in several units of
 * one dimension it could be in any of them, and beside percentages 1 could be 1 percent or the whole. 0 is 0 in all.
 */
function areClear(
  who: string,
  reals: readonly CheckedReal[],
  { expression: { span }, unit }: CheckedReal,
  { log, conversions }: Rules,
): boolean {
  const base = inBaseUnits(unit, conversions);
  const others = reals.filter((value) => !value.bare && !sameUnit(value.unit, unit));
  if (others.some((other) => !sameUnit(inBaseUnits(other.unit, conversions).unit, base.unit))) return true;
  const other = others[0]?.unit ?? (isDimensionless(base.unit) && !isDimensionless(unit) ? {} : null);
  if (other === null) return true;
  const unclear = reals.filter(({ bare, constant }) => bare && constant !== 0);
  for (const { expression, constant } of unclear) {
    const texts = [unit, other].map((each) => quote(quantityText(Number(constant), each)));
    log.error(
      'unclear-unit',
      expression.span,
      `This number of ${who} stands beside a value ${inUnit(unit)}, and could be ${inUnit(unit)} or ${inUnit(other)}.`,
      isDimensionless(other)
        ? `Write ${texts[0]}, or ${quote(quantityText(Number(constant) / base.factor, unit))} if it is without a unit.`
        : `Write ${texts.join(' or ')}.`,
      [{ span, message: `this is ${inUnit(unit)}` }],
    );
  }
  return unclear.length === 0;
}

/** 1 of a unit as a divisor is written: `1 s`, `(m / s)`. */
export function unitInside(unit: Unit): string {
  const text = unitText(unit);
  return text.includes(' ') ? `(${text})` : `1 ${text}`;
}

/** `4 s`, `4 * (m / s)`. */
function quantityText(value: number, unit: Unit): string {
  const text = unitText(unit);
  return text === '' ? `${value}` : text.includes(' ') ? `${value} * (${text})` : `${value} ${text}`;
}

/** Drops repeated notes, and notes at places that are already underlined. */
function withoutRepeats(notes: readonly Note[], ...shown: readonly Checked[]): Note[] {
  return notes.filter(
    ({ span }, i) =>
      notes.findIndex((note) => note.span.start === span.start) === i &&
      shown.every(
        ({ expression }) => expression.span.start !== span.start || expression.span.end !== span.end,
      ),
  );
}

/**
 * The value as a real in the unit; a bare number takes it. If it has another unit, that is reported and the result is
 * null. `wanted` says what requires the unit, such as `` `steepness` ``, and `notes` where that unit comes from; `instead`
 * is what to write where the usual remedy says too little.
 */
export function inUnitOf(
  unit: Unit,
  wanted: string,
  value: Checked,
  notes: readonly Note[],
  rules: Rules,
  instead: ((unit: Unit) => string) | null = null,
): CheckedReal | null {
  const real = adopt(asReal(value), unit);
  const same = converted(real, unit, rules);
  if (same !== undefined) return same;
  rules.log.error(
    'unit-mismatch',
    real.expression.span,
    `${wanted} should be ${inUnit(unit)}, but this is ${describe(value)}.`,
    sameUnit(real.unit, powerUnit(unit, -1))
      ? 'This has the inverse unit: where it is `x`, write `1 / x`.'
      : (instead ?? remedy)(real.unit, unit),
    withoutRepeats([...notes, ...originNotes(value)], value),
  );
  return null;
}

function remedy(found: Unit, wanted: Unit): string {
  if (isDimensionless(wanted)) return 'Divide by a scale in the same unit, such as a number with that unit.';
  if (isDimensionless(found)) {
    return `Multiply by a scale, or give the number its unit, so that it is ${inUnit(wanted)}.`;
  }
  return `Multiply or divide by something that makes it ${inUnit(wanted)}, or correct the declaration.`;
}
