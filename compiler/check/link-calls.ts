/**
 * Calls of links. The body is checked again for each call, with the arguments in place of the parameters, so that it
 * has the units and types of the call. Its value then replaces the call.
 */
import { type Diagnostic, DiagnosticLog, type Note } from '../../grammar/diagnostic.ts';
import { MAX_DEPTH } from '../../grammar/limits.ts';
import { quote } from '../../grammar/quote.ts';
import type { Span } from '../../grammar/source.ts';
import type { ArgumentSyntax, CallSyntax, ExpressionSyntax, LinkDeclaration } from '../../grammar/syntax.ts';
import { bindArguments } from './bind-arguments.ts';
import { type Checked, readingsOf } from './checked.ts';
import { keepContract } from './contracts.ts';
import { signatureOf } from './functions.ts';
import { warnOfLeftOutSlope } from './left-out-slope.ts';
import { prelude } from './prelude.ts';
import type { Scope } from './scope.ts';
import type { TypedExpression } from './typed-layout.ts';

/** Maximum depth of nested calls of links. */
const MAX_CALLS = 100;
/** Maximum size of an expanded call, in numbers, names and functions; also the maximum number of calls in a layout. */
const MAX_SIZE = 100_000;
/** Maximum number of nested calls shown with a mistake in a body. */
const MAX_NOTES = 4;

/** A call of a link that the layout declares. */
export function checkLinkCall(declaration: LinkDeclaration, call: CallSyntax, scope: Scope): Checked | null {
  const args = checkArguments(declaration, call, null, scope);
  if (args === null || !scope.links.has(declaration.name.text)) return null;
  return writeOut(declaration, declaration.body, args, call.span, false, scope);
}

/** A call of a prelude link. The body gets the span of the call, so that mistakes are shown there. */
export function checkPreludeCall(name: string, call: CallSyntax, scope: Scope): Checked | null {
  if (name === 'band') {
    const oneSided = withInfiniteBound(call, scope);
    if (oneSided !== undefined) return oneSided;
  }
  const declaration = prelude().get(name)!;
  const args = checkArguments(declaration, call, call.span, scope);
  return args && writeOutPrelude(declaration, args, call, scope);
}

function writeOutPrelude(
  declaration: LinkDeclaration,
  args: readonly Checked[],
  call: CallSyntax,
  scope: Scope,
): Checked | null {
  const { span } = call;
  const kept = keepContract(declaration.name.text, args, scope);
  if (kept !== null) warnOfLeftOutSlope(declaration.name.text, call, args, scope);
  return kept && writeOut(declaration, moved(declaration.body, span), kept, span, true, scope);
}

/**
 * A `band` with a bound of `inf` or `-inf`, which expands to a one-sided link; undefined if neither bound is infinite.
 */
function withInfiniteBound(call: CallSyntax, scope: Scope): Checked | null | undefined {
  const bound = (name: string, place: number) =>
    call.arguments.find((argument) => argument.name?.text === name) ??
    (call.arguments[place]?.name === null ? call.arguments[place] : undefined);
  const lower = bound('lower', 1);
  const upper = bound('upper', 2);
  const [isLow, isHigh] = [infinity(lower?.value) !== null, infinity(upper?.value) !== null];
  if (!isLow && !isHigh) return undefined;
  const wrong =
    isLow && infinity(lower?.value) === 1 ? lower : isHigh && infinity(upper?.value) === -1 ? upper : null;
  if (wrong || (isLow && isHigh)) {
    const [place, message] = wrong
      ? [wrong.value.span, 'A lower bound can only be `-inf`, and an upper one only `inf`.']
      : [call.span, 'A `band` without any bound is certain, whatever the value.'];
    scope.log.error('infinite-bound', place, message, 'Give one bound as a number, a demand or a latent.');
    return null;
  }
  const finite = { ...call, arguments: call.arguments.filter((each) => each !== (isLow ? lower : upper)) };
  // Without the infinite bound the later positional arguments move up; `theta` and `slope` keep their names.
  const declaration = prelude().get(isLow ? '_band_to' : '_band_from')!;
  const args = checkArguments(declaration, finite, call.span, scope);
  return args && writeOutPrelude(declaration, args, call, scope);
}

/** 1 for `inf`, -1 for `-inf`, null for anything else. */
function infinity(syntax: ExpressionSyntax | undefined): 1 | -1 | null {
  if (syntax?.kind === 'reference') return syntax.name.text === 'inf' ? 1 : null;
  if (syntax?.kind !== 'unary' || syntax.operator !== '-') return null;
  return infinity(syntax.operand) === 1 ? -1 : null;
}

/**
 * The arguments in the order of the parameters, with defaults where they are left out; null after a mistake. Mistakes
 * in defaults are shown at `defaults`, or in the declaration if that is null.
 */
function checkArguments(
  declaration: LinkDeclaration,
  call: CallSyntax,
  defaults: Span | null,
  scope: Scope,
): Checked[] | null {
  const bound = bindArguments(call, signatureOf(declaration), scope.log);
  const checked = new Map(call.arguments.map((argument) => [argument, scope.check(argument.value, scope)]));
  if (bound === null) return null;
  const args = bound.map((argument: ArgumentSyntax | null, i) => {
    if (argument !== null) return checked.get(argument) ?? null;
    const byDefault = declaration.parameters[i]?.byDefault;
    if (!byDefault) return null;
    return checkDefault(declaration, defaults === null ? byDefault : moved(byDefault, defaults), scope);
  });
  const sound = args.filter((arg) => arg !== null);
  return sound.length < args.length ? null : sound;
}

/** A default value, which may not read parameters. Its mistakes are reported where the link is declared. */
function checkDefault(declaration: LinkDeclaration, value: ExpressionSyntax, scope: Scope): Checked | null {
  const body = { of: declaration.name.text, parameters: new Map(), isPrelude: false, depth: 0 };
  return scope.check(value, { ...scope, body, log: new DiagnosticLog() });
}

function writeOut(
  { name, parameters }: LinkDeclaration,
  syntax: ExpressionSyntax,
  args: readonly Checked[],
  span: Span,
  isPrelude: boolean,
  scope: Scope,
): Checked | null {
  const depth = (scope.body?.depth ?? 0) + 1;
  const log = new DiagnosticLog();
  const values = new Map(parameters.map((parameter, i) => [parameter.name.text, args[i] ?? null]));
  const body = { of: name.text, parameters: values, isPrelude, depth };
  scope.work.links += 1;
  const isTooMuch = depth > MAX_CALLS || scope.work.links > MAX_SIZE;
  const value = isTooMuch ? null : scope.check(syntax, { ...scope, body, inStatistic: false, log });
  for (const diagnostic of log.sorted()) pass(diagnostic, name.text, span, scope.log);
  if (isTooMuch || (value !== null && isTooLarge(value.expression))) {
    scope.log.error(
      'link-too-large',
      span,
      `This call of ${quote(name.text)} has more than ${MAX_SIZE} parts when its links are expanded.`,
      'Name parts of it with `let`, which are computed once.',
    );
    return null;
  }
  if (value === null) return null;
  return { ...value, ...origins(value, args), expression: { ...value.expression, span } };
}

/** The origins of a link's value: its unit comes from the arguments of the call. */
function origins(value: Checked, args: readonly Checked[]): Pick<Checked, 'origins'> {
  return { origins: value.bare ? [] : readingsOf(args).origins };
}

/** Passes on a diagnostic from a body, with a note that shows the call. */
function pass(diagnostic: Diagnostic, name: string, call: Span, log: DiagnosticLog): void {
  const { severity, code, span, message, remedy, notes = [] } = diagnostic;
  const inside = ({ start, end }: Span) => start >= call.start && end <= call.end;
  const note: Note = { span: call, message: `in this call of ${quote(name)}` };
  const isShown = inside(span) || notes.some((each) => inside(each.span));
  const shown = isShown ? notes : [...(notes.length < MAX_NOTES ? notes : notes.slice(0, -1)), note];
  log[severity](code, span, message, remedy, shown);
}

/**
 * Memoised sizes of expressions. A parameter that is read twice is shared, so an expression may be far larger than the
 * memory it takes.
 */
const measures = new WeakMap<TypedExpression, { readonly size: number; readonly depth: number }>();

function isTooLarge(expression: TypedExpression): boolean {
  const { size, depth } = measure(expression);
  return size > MAX_SIZE || depth > MAX_DEPTH;
}

function measure(expression: TypedExpression): { readonly size: number; readonly depth: number } {
  const known = measures.get(expression);
  if (known !== undefined) return known;
  const parts = expression.kind === 'call' ? expression.arguments.map(measure) : [];
  const measured = {
    size: parts.reduce((sum, { size }) => sum + size, 1),
    depth: parts.reduce((most, { depth }) => Math.max(most, depth), 0) + 1,
  };
  measures.set(expression, measured);
  return measured;
}

/** The expression with all of its spans replaced by one. */
function moved(syntax: ExpressionSyntax, span: Span): ExpressionSyntax {
  switch (syntax.kind) {
    case 'number':
      return { ...syntax, span, unit: syntax.unit && { ...syntax.unit, span } };
    case 'reference':
      return { ...syntax, span, name: { ...syntax.name, span } };
    case 'unary':
      return { ...syntax, span, operand: moved(syntax.operand, span) };
    case 'binary': {
      const [left, right] = [moved(syntax.left, span), moved(syntax.right, span)];
      return { ...syntax, span, operatorSpan: span, left, right };
    }
    case 'call': {
      const args = syntax.arguments.map((argument) => ({
        name: argument.name && { ...argument.name, span },
        value: moved(argument.value, span),
        span,
      }));
      return { ...syntax, span, callee: { ...syntax.callee, span }, arguments: args };
    }
    case 'over':
      return { ...syntax, span, body: moved(syntax.body, span) };
    case 'choose':
      return {
        ...syntax,
        span,
        alternatives: syntax.alternatives.map(({ name, value }) => ({ name, value: moved(value, span) })),
      };
  }
}
