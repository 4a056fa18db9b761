/** What the layout says that its units are: `unit minute = 60 s`. */
import type { DiagnosticLog } from '../../grammar/diagnostic.ts';
import { quote } from '../../grammar/quote.ts';
import type { ConversionSyntax, Name } from '../../grammar/syntax.ts';
import { writtenUnit } from './annotations.ts';
import { reportCircle, topologicalOrder } from './cycles.ts';
import type { Names } from './names.ts';
import type { Conversion } from './typed-layout.ts';
import { type Conversions, dimensionless, inBaseUnits } from './units.ts';

interface Declared {
  readonly name: Name;
  readonly conversion: ConversionSyntax;
}

/**
 * The conversions, and the names with those units as broken whose conversions have a mistake, which is reported:
 * nothing more is said about their uses.
 */
export function gatherConversions(
  declared: Names,
  log: DiagnosticLog,
): { readonly names: Names; readonly conversions: Conversions } {
  const written = new Map<string, Declared>();
  for (const [text, meaning] of declared) {
    if (meaning.kind === 'unit' && meaning.conversion !== null)
      written.set(text, { name: meaning.name, conversion: meaning.conversion });
  }
  const reads = [...written].map(
    ([text, { conversion }]) => [text, conversion.unit?.factors.map(({ base }) => base.text) ?? []] as const,
  );
  const { order, cycles } = topologicalOrder(new Map(reads));
  for (const cycle of cycles) {
    const [only] = cycle.length === 1 ? cycle : [];
    reportCircle(
      cycle.map((text) => written.get(text)!),
      ({ name }) => `The unit ${quote(name.text)} is converted to itself`,
      only === undefined
        ? 'Leave the conversion of one of them out, so that it is a base unit in which the others are written.'
        : `Name another unit behind the number, or write ${quote(`unit ${only}`)} for a base unit.`,
      log,
    );
  }
  const names = new Map(declared);
  const conversions = new Map<string, Conversion>();
  const onCycle = new Set(cycles.flat());
  for (const text of order) {
    const unit = written.get(text)!;
    const conversion = onCycle.has(text) ? null : conversionOf(unit, names, conversions, log);
    if (conversion === null) names.set(text, { kind: 'broken', name: unit.name });
    else conversions.set(text, conversion);
  }
  return { names, conversions };
}

/** The conversion to base units; null after a mistake, which is reported. */
function conversionOf(
  { name, conversion: { value, unit, span } }: Declared,
  names: Names,
  conversions: Conversions,
  log: DiagnosticLog,
): Conversion | null {
  const written = unit === null ? dimensionless : writtenUnit(unit, [], names, log);
  if (value <= 0) {
    log.error(
      'conversion-factor',
      span,
      `${quote(name.text)} cannot be ${value} of another unit.`,
      'Write a number above 0.',
    );
    return null;
  }
  if (written === null) return null;
  const whole = inBaseUnits(written, conversions);
  const factor = value * whole.factor;
  if (Number.isFinite(factor) && factor > 0) return { factor, unit: whole.unit };
  log.error(
    'conversion-factor',
    span,
    `${quote(name.text)} is too ${factor > 1 ? 'large' : 'small'} a number of base units for a double.`,
    'Write it in a unit of nearer size, which has no conversion itself.',
  );
  return null;
}
