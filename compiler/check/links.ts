/**
 * Checks the links that a layout declares: their parameters, and whatever in their bodies does not depend on a call.
 */
import type { DiagnosticLog } from '../../grammar/diagnostic.ts';
import { quote } from '../../grammar/quote.ts';
import type { ExpressionSyntax, LinkDeclaration } from '../../grammar/syntax.ts';
import { reportCircle, topologicalOrder } from './cycles.ts';
import { checkExpression } from './expressions.ts';
import { mayBeDeclared, type Names } from './names.ts';
import { walk } from './references.ts';
import type { Scope } from './scope.ts';

/** The links without a mistake of their own. Mistakes in a link are reported here and not again at its calls. */
export function checkLinks(scope: Scope): ReadonlySet<string> {
  const declarations = linksOf(scope.names);
  const calls = new Map([...declarations].map(([name, { body }]) => [name, callsOf(body)]));
  const { order, cycles } = topologicalOrder(calls);
  for (const cycle of cycles) reportCycle(cycle, declarations, scope.log);
  const recursive = new Set(cycles.flat());
  const sound = new Set<string>();
  for (const name of order) {
    const declaration = declarations.get(name);
    if (declaration === undefined || recursive.has(name)) continue;
    const before = scope.log.errors;
    checkLink(declaration, { ...scope, links: sound });
    if (scope.log.errors === before) sound.add(name);
  }
  return sound;
}

function linksOf(names: Names): Map<string, LinkDeclaration> {
  return new Map(
    [...names].flatMap(([name, meaning]) =>
      meaning.kind === 'link' ? [[name, meaning.declaration] as const] : [],
    ),
  );
}

function checkLink({ name, parameters, body }: LinkDeclaration, scope: Scope): void {
  const { log } = scope;
  const known = new Map<string, null>();
  let optional: string | null = null;
  const bodyOf = (names: ReadonlyMap<string, null>) => ({
    of: name.text,
    parameters: names,
    isPrelude: false,
    depth: 0,
  });
  for (const { name: parameter, byDefault } of parameters) {
    // Some reserved words may name a parameter, as `demand` does in `margin`.
    if (!parameterWords.has(parameter.text)) mayBeDeclared(parameter, log);
    if (known.has(parameter.text)) {
      log.error(
        'duplicate-name',
        parameter.span,
        `The link ${quote(name.text)} has two parameters ${quote(parameter.text)}.`,
        'Rename one of them.',
      );
    }
    if (byDefault !== null) {
      checkExpression(byDefault, { ...scope, body: bodyOf(new Map()) });
      optional ??= parameter.text;
    } else if (optional !== null) {
      log.error(
        'argument-order',
        parameter.span,
        `The parameter ${quote(parameter.text)} has no default, but ${quote(optional)} before it has one.`,
        'Put parameters with defaults last.',
      );
    }
    known.set(parameter.text, null);
  }
  checkExpression(body, { ...scope, body: bodyOf(known) });
}

const parameterWords: ReadonlySet<string> = new Set(['demand', 'flag', 'probability', 'count']);

/** The functions that an expression calls. */
export function callsOf(expression: ExpressionSyntax): string[] {
  const names = new Set<string>();
  walk(expression, (part) => {
    if (part.kind === 'call') names.add(part.callee.text);
  });
  return [...names];
}

function reportCycle(
  cycle: readonly string[],
  links: ReadonlyMap<string, LinkDeclaration>,
  log: DiagnosticLog,
): void {
  reportCircle(
    cycle.flatMap((name) => links.get(name) ?? []),
    ({ name }) => `The link ${quote(name.text)} calls itself`,
    'Break the cycle: define one of them without the next. Calls are replaced by the bodies of the links, so no link can call itself.',
    log,
  );
}
