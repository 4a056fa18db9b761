/** Puts the arguments of a call in the order of the function's parameters. */
import type { DiagnosticLog } from '../../grammar/diagnostic.ts';
import { quote } from '../../grammar/quote.ts';
import { inWords, nameMeant } from '../../grammar/remedy.ts';
import type { ArgumentSyntax, CallSyntax } from '../../grammar/syntax.ts';
import { nearest } from '../../module/names.ts';
import type { FunctionParameter, Signature } from './functions.ts';

/**
 * One entry per parameter: its argument, or null where the default applies. The result is null after a mistake, which
 * is reported.
 */
export function bindArguments(
  call: CallSyntax,
  signature: Signature,
  log: DiagnosticLog,
): (ArgumentSyntax | null)[] | null {
  return 'rest' in signature ? bindRest(call, log) : bindParameters(call, signature.parameters, log);
}

function bindRest(call: CallSyntax, log: DiagnosticLog): ArgumentSyntax[] | null {
  const named = call.arguments.filter(({ name }) => name !== null);
  for (const { name, value } of named) {
    log.error(
      'unknown-argument',
      name!.span,
      `The arguments of ${quote(call.callee.text)} have no names.`,
      inWords(`Leave out ${quote(`${name!.text} =`)}.`, { start: name!.span.start, end: value.span.start }),
    );
  }
  if (call.arguments.length === 0) {
    log.error(
      'missing-argument',
      call.span,
      `${quote(call.callee.text)} has no argument.`,
      `Give it one or more probabilities, such as ${quote(`${call.callee.text}(p, q)`)}.`,
    );
  }
  return named.length > 0 || call.arguments.length === 0 ? null : [...call.arguments];
}

function bindParameters(
  call: CallSyntax,
  parameters: readonly FunctionParameter[],
  log: DiagnosticLog,
): (ArgumentSyntax | null)[] | null {
  const before = log.errors;
  const form = `Write it as ${quote(signatureText(call.callee.text, parameters))}.`;
  const bound = new Map<string, ArgumentSyntax>();
  let anyNamed = false;
  call.arguments.forEach((argument, i) => {
    const { name } = argument;
    if (name === null) {
      const parameter = parameters[i];
      if (anyNamed) {
        log.error(
          'argument-order',
          argument.span,
          'This argument without a name follows one with a name.',
          form,
        );
      } else if (parameter === undefined) {
        const many = `${parameters.length} ${parameters.length === 1 ? 'argument' : 'arguments'}`;
        log.error(
          'too-many-arguments',
          argument.span,
          `${quote(call.callee.text)} takes ${many}, and this is one too many.`,
          form,
        );
      } else if (parameter.byName) {
        log.error(
          'argument-without-name',
          argument.span,
          `The arguments of this form of ${quote(call.callee.text)} have names, and this one has none.`,
          form,
        );
      } else {
        bound.set(parameter.name, argument);
      }
      return;
    }
    anyNamed = true;
    const first = bound.get(name.text);
    if (!parameters.some((parameter) => parameter.name === name.text)) {
      const meant = nearest(
        name.text,
        parameters.map((parameter) => parameter.name),
      );
      log.error(
        'unknown-argument',
        name.span,
        `${quote(call.callee.text)} has no argument ${quote(name.text)}.`,
        meant === null ? form : nameMeant(name.span, meant),
      );
    } else if (first !== undefined) {
      log.error(
        'repeated-argument',
        argument.span,
        `The argument ${quote(name.text)} of ${quote(call.callee.text)} is given twice.`,
        'Leave one of them out.',
        [{ span: first.span, message: 'it is first given here' }],
      );
    } else {
      bound.set(name.text, argument);
    }
  });
  const missing = parameters.filter(({ name, byDefault }) => byDefault === undefined && !bound.has(name));
  if (missing.length > 0 && log.errors === before) {
    log.error(
      'missing-argument',
      call.span,
      `${quote(call.callee.text)} lacks its ${missing.map(({ name }) => quote(name)).join(' and ')}.`,
      form,
    );
  }
  return log.errors > before ? null : parameters.map(({ name }) => bound.get(name) ?? null);
}

/** The signature as text: `margin(ability, demand, steepness = 1)`. */
export function signatureText(name: string, parameters: readonly FunctionParameter[]): string {
  const texts = parameters.map(({ name: text, byName, byDefault = byName && '…' }) =>
    byDefault === undefined ? text : `${text} = ${byDefault}`,
  );
  return `${name}(${texts.join(', ')})`;
}
