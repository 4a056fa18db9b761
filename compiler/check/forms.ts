/** Distributions that are written with other parameters than the standard ones: `lognormal(median = 20 s, spread = 1)`. */
import { quote } from '../../grammar/quote.ts';
import type { Span } from '../../grammar/source.ts';
import type { CallSyntax } from '../../grammar/syntax.ts';
import type { FormArithmetic, OtherForm } from '../families/other-form.ts';
import { adopt, asReal, type Checked, call, checkedNumber, realType } from './checked.ts';
import type { NamedSignature, Signature } from './functions.ts';
import { checkParameter, type Owner } from './parameters.ts';
import type { Scope } from './scope.ts';
import { dimensionless, divideUnits, isDimensionless, multiplyUnits } from './units.ts';

/** The form in which a call is written: the other form if an argument has a name that only this form has. */
export function writtenForm(
  { arguments: given }: CallSyntax,
  standard: readonly string[],
  form: OtherForm | undefined,
): OtherForm | null {
  if (form === undefined) return null;
  const isOfForm = (name: string) => Object.hasOwn(form.parameters, name) && !standard.includes(name);
  return given.some(({ name }) => name !== null && isOfForm(name.text)) ? form : null;
}

/**
 * The signature of the other form. A parameter may be given by its place only if the standard form has the same parameter
 * there: the 20 of `lognormal(20, spread = 1)` could be the first parameter of either form.
 */
export function signatureOfForm({ parameters }: OtherForm, standard: readonly string[]): NamedSignature {
  return {
    parameters: Object.keys(parameters).map((name, index) =>
      standard[index] === name ? { name } : { name, byName: true },
    ),
  };
}

/** Whether a call mixes the names of both forms, which is reported. */
export function mixesForms(
  { callee, arguments: given }: CallSyntax,
  standard: readonly string[],
  form: OtherForm,
  written: Signature,
  { log }: Scope,
): boolean {
  const mixed = given.find(
    ({ name }) => name !== null && standard.includes(name.text) && !Object.hasOwn(form.parameters, name.text),
  );
  if (mixed === undefined || !('parameters' in written)) return false;
  const names = written.parameters.map(({ name }) => `${name} = …`).join(', ');
  log.error(
    'mixed-forms',
    mixed.span,
    `${quote(callee.text)} is written with ${list(standard)} or with ${list(Object.keys(form.parameters))}, and this mixes both.`,
    `Write ${quote(`${callee.text}(${standard.join(', ')})`)} or ${quote(`${callee.text}(${names})`)}.`,
  );
  return true;
}

/** The standard parameters that follow from those of the other form; null after a mistake, which is reported. */
export function standardParameters(
  form: OtherForm,
  values: readonly Checked[],
  owner: Owner,
  span: Span,
  scope: Scope,
): Readonly<Record<string, Checked>> | null {
  const given = Object.entries(form.parameters).map(
    ([name, kind], index) => [name, checkParameter(name, kind, values[index]!, owner, scope)] as const,
  );
  const sound = given.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  if (sound.length < given.length) return null;
  const parameters = form.standard<Checked | null>(Object.fromEntries(sound), arithmetic(span, scope));
  const made = Object.entries<Checked | null>(parameters);
  return made.every((entry): entry is [string, Checked] => entry[1] !== null)
    ? Object.fromEntries(made)
    : null;
}

/** A null value has been reported as a constant that is not finite. */
function arithmetic(span: Span, { log }: Scope): FormArithmetic<Checked | null> {
  const plain = (x: Checked) => adopt(asReal(x), dimensionless);
  const one = checkedNumber(1, dimensionless, false, span);
  return {
    one,
    times(a, b) {
      if (a === null || b === null) return null;
      const [x, y] = [plain(a), plain(b)];
      return call('multiply', realType(multiplyUnits(x.unit, y.unit)), [x, y], span, log);
    },
    over(a, b) {
      if (a === null || b === null) return null;
      const [x, y] = [plain(a), plain(b)];
      return call('divide', realType(divideUnits(x.unit, y.unit)), [x, y], span, log);
    },
    logOf(quantity) {
      if (quantity === null) return null;
      const { unit, ...x } = asReal(quantity);
      const unitOne = checkedNumber(1, unit, false, span);
      const number = isDimensionless(unit)
        ? x
        : call('divide', realType(dimensionless), [x, unitOne], span, log);
      return number && call('log', realType(dimensionless), [number], span, log);
    },
    complement: (p) => p && call('not', { kind: 'probability' }, [p], span, log),
  };
}

function list(names: readonly string[]): string {
  const quoted = names.map(quote);
  return quoted.length === 1 ? quoted[0]! : `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`;
}
