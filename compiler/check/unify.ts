/** Rules that require values to share a unit, or a value to have a given unit. */
import type { DiagnosticLog, Note } from '../../grammar/diagnostic.ts';
import { adopt, asReal, type Checked, type CheckedReal, describe, inUnit, originNotes } from './checked.ts';
import type { Unit } from './typed-layout.ts';
import { dimensionless, isDimensionless, powerUnit, sameUnit } from './units.ts';

/**
 * The values as reals in one unit: that of the first value that has one. Bare numbers take it. If a value has another
 * unit, each such value is reported and the result is null. `who` is what requires this, such as `` `+` ``.
 */
export function inOneUnit(
  who: string,
  values: readonly Checked[],
  log: DiagnosticLog,
): { unit: Unit; values: CheckedReal[] } | null {
  const reals = values.map(asReal);
  const standard = reals.find(({ bare }) => !bare);
  if (standard === undefined)
    return { unit: dimensionless, values: reals.map((value) => adopt(value, dimensionless)) };
  const { unit } = standard;
  const others = reals.filter((value) => !value.bare && !sameUnit(value.unit, unit));
  for (const other of others) {
    const notes: Note[] = [
      { span: standard.expression.span, message: `this is ${inUnit(unit)}` },
      ...withoutRepeats([...originNotes(standard), ...originNotes(other)], standard, other),
    ];
    log.error(
      'unit-mismatch',
      other.expression.span,
      `${who} needs values in one unit, but this is ${inUnit(other.unit)} and the other ${inUnit(unit)}.`,
      remedy(other.unit, unit),
      notes,
    );
  }
  return others.length > 0 ? null : { unit, values: reals.map((value) => adopt(value, unit)) };
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
 * null. `wanted` says what requires the unit, such as `` `steepness` ``, and `notes` where that unit comes from.
 */
export function inUnitOf(
  unit: Unit,
  wanted: string,
  value: Checked,
  notes: readonly Note[],
  log: DiagnosticLog,
): CheckedReal | null {
  const real = adopt(asReal(value), unit);
  if (sameUnit(real.unit, unit)) return real;
  log.error(
    'unit-mismatch',
    real.expression.span,
    `${wanted} should be ${inUnit(unit)}, but this is ${describe(value)}.`,
    sameUnit(real.unit, powerUnit(unit, -1))
      ? 'This has the inverse unit: where it is `x`, write `1 / x`.'
      : remedy(real.unit, unit),
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
