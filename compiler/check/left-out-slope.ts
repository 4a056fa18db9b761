/**
 * Warns when the slope of a margin or a band of quantities with a unit is left out. The slope is then 1 per unit, so
 * that the same data in minutes and in seconds give two different models.
 */
import { quote } from '../../grammar/quote.ts';
import { inWords } from '../../grammar/remedy.ts';
import type { CallSyntax } from '../../grammar/syntax.ts';
import type { Checked, Rules } from './checked.ts';
import type { Unit } from './typed-layout.ts';
import { inBaseUnits, isDimensionless, sameUnit, unitText } from './units.ts';

/**
 * The parameter that is the slope, by link. The slope of `log_margin` has no unit, and no other built-in link has a
 * default with a unit.
 */
const SLOPES: Readonly<Record<string, string>> = {
  margin: 'steepness',
  band: 'slope',
  _band_from: 'slope',
  _band_to: 'slope',
};

/**
 * @param name of the prelude link that is called
 * @param args in the order of its parameters; defaults have the span of the call
 */
export function warnOfLeftOutSlope(
  name: string,
  call: CallSyntax,
  args: readonly Checked[],
  { log, conversions }: Rules,
): void {
  const slope = SLOPES[name];
  if (slope === undefined || args.at(-1)?.expression.span !== call.span) return;
  const [first, ...others] = args.map(unitOf).filter((each) => !isDimensionless(each));
  if (first === undefined) return;
  // Where several units of one dimension meet, the values are compared in base units.
  const isMixed = others.some((other) => !sameUnit(other, first));
  const unit = isMixed ? inBaseUnits(first, conversions).unit : first;
  log.warning(
    'left-out-slope',
    call.span,
    `The ${slope} of this ${quote(call.callee.text)} is left out, so it is 1 per ${perUnit(unit)}: the same data in another unit would give another model.`,
    inWords(
      `Write it out, such as \`${callWith(call, slope, unit)}\`, or with a latent in place of the 1.`,
      { start: call.span.end - 1, end: call.span.end - 1 },
      `, ${slope} = ${impliedSlope(unit)}`,
    ),
  );
}

function unitOf({ expression: { type } }: Checked): Unit {
  return type.kind === 'real' ? type.unit : {};
}

function perUnit(unit: Unit): string {
  const text = unitText(unit);
  return text.includes(' ') ? `(${text})` : text;
}

/** The call with the implied slope written out. If an argument is more than a name, only the slope is shown. */
function callWith({ callee, arguments: args }: CallSyntax, slope: string, unit: Unit): string {
  const names = args.map(({ name, value }) =>
    name === null && value.kind === 'reference' && value.index === null ? value.name.text : null,
  );
  const shown = names.includes(null) ? '…' : names.join(', ');
  return `${callee.text}(${shown}, ${slope} = ${impliedSlope(unit)})`;
}

function impliedSlope(unit: Unit): string {
  const [[base, exponent] = ['', 0], ...others] = Object.entries(unit);
  // A bare number takes the required unit.
  return others.length === 0 && exponent === 1 ? `1 / 1 ${base}` : '1';
}
