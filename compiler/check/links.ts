/** Checks the links that a layout declares: their parameters, and what in their bodies does not depend on a call. */
import type { DiagnosticLog } from '../../grammar/diagnostic-log.ts';
import { quote } from '../../grammar/quote.ts';
import type { ExpressionSyntax, LinkDeclaration } from '../../grammar/syntax.ts';
import { checkExpression } from './expressions.ts';
import { isAllowed, type Names } from './names.ts';
import { topologicalOrder } from './order.ts';
import type { Scope } from './scope.ts';

/** The links without a mistake of their own. One with a mistake is reported here, and its calls are silent. */
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
    // Words that functions of the language have as parameters may be parameters here.
    if (!parameterWords.has(parameter.text)) isAllowed(parameter, log);
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
  gather(expression, names);
  return [...names];
}

function gather(expression: ExpressionSyntax, names: Set<string>): void {
  switch (expression.kind) {
    case 'number':
    case 'reference':
      return;
    case 'unary':
      gather(expression.operand, names);
      return;
    case 'binary':
      gather(expression.left, names);
      gather(expression.right, names);
      return;
    case 'choose':
      for (const { value } of expression.alternatives) gather(value, names);
      return;
    case 'call':
      names.add(expression.callee.text);
      for (const { value } of expression.arguments) gather(value, names);
  }
}

function reportCycle(
  cycle: readonly string[],
  links: ReadonlyMap<string, LinkDeclaration>,
  log: DiagnosticLog,
): void {
  const declared = cycle.flatMap((name) => links.get(name) ?? []);
  const start = declared.reduce(
    (first, { name }, i) => (name.span.start < (declared[first]?.name.span.start ?? 0) ? i : first),
    0,
  );
  const [head, ...rest] = [...declared.slice(start), ...declared.slice(0, start)];
  if (head === undefined) return;
  const shown = [head, ...rest, head].map(({ name }) => quote(name.text));
  const path = shown.length <= 10 ? shown : [...shown.slice(0, 5), '…', ...shown.slice(-4)];
  log.error(
    'cycle',
    head.name.span,
    `The link ${quote(head.name.text)} calls itself: ${path.join(' → ')}.`,
    'Break the circle by writing one of them without the next: a link is written out where it is called.',
    rest
      .slice(0, 8)
      .map(({ name }) => ({ span: name.span, message: `${quote(name.text)} is on the circle` })),
  );
}
