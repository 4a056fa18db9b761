/** Checks what the layout observes. */
import { nearest } from '../../grammar/edit-distance.ts';
import { quote } from '../../grammar/quote.ts';
import type { CallSyntax, LayoutSyntax, ObserveDeclaration } from '../../grammar/syntax.ts';
import { statementForms } from '../../grammar/vocabulary.ts';
import { bindArguments } from './bind-arguments.ts';
import { asProbability } from './checked.ts';
import { checkExpression } from './expressions.ts';
import { later, outcomes } from './functions.ts';
import type { Scope } from './scope.ts';
import type { Observation } from './typed-layout.ts';

/** The one observation of the layout; none after a mistake, which is reported. */
export function checkObservations(layout: LayoutSyntax, scope: Scope): Observation[] {
  const observed = layout.declarations.filter((declaration) => declaration.kind === 'observe');
  const [first, ...rest] = observed;
  // A broken statement may be the one that was meant to observe, unless it begins with another keyword.
  const isBroken = layout.broken.some(
    ({ keyword }) => keyword === 'observe' || !Object.hasOwn(statementForms, keyword),
  );
  if (first === undefined && !isBroken) {
    scope.log.error(
      'no-observation',
      layout.name.span,
      'This layout observes nothing, so there is nothing to learn from.',
      'End it with a line such as `observe success ~ bernoulli(p)`.',
    );
  }
  for (const { outcome } of first === undefined ? [] : rest) {
    scope.log.error(
      'several-observations',
      outcome.span,
      'This version has one outcome a layout, and this is another.',
      'Keep one `observe`, and fit a layout for each outcome.',
      [{ span: first?.outcome.span ?? outcome.span, message: 'the first outcome is here' }],
    );
  }
  return observed.flatMap((declaration) => checkObservation(declaration, scope) ?? []);
}

function checkObservation(
  { outcome, distribution, doc }: ObserveDeclaration,
  scope: Scope,
): Observation | null {
  const { callee } = distribution;
  const checked = distribution.arguments.map(({ value }) => checkExpression(value, scope));
  if (callee.text !== 'bernoulli') {
    reportUnknownOutcome(distribution, scope);
    return null;
  }
  const bound = bindArguments(distribution, outcomes.bernoulli, scope.log);
  const value = checked[0] ?? null;
  const p = bound && value && asProbability(value, '`bernoulli` wants a probability for `p`', scope.log);
  return (
    p && { outcome: outcome.text, family: 'bernoulli', probability: p.expression, doc, span: outcome.span }
  );
}

function reportUnknownOutcome({ callee }: CallSyntax, { log }: Scope): void {
  if (later.outcome.has(callee.text)) {
    log.error(
      'not-in-this-version',
      callee.span,
      `This version does not have the outcome ${quote(callee.text)} yet.`,
      'Use `bernoulli(p)`, with an outcome of 0 and 1.',
    );
    return;
  }
  const meant = nearest(callee.text, [...Object.keys(outcomes), ...later.outcome]);
  log.error(
    'unknown-outcome',
    callee.span,
    `No outcome has the distribution ${quote(callee.text)}.`,
    meant === null ? 'Use `bernoulli(p)`, with an outcome of 0 and 1.' : `Did you mean ${quote(meant)}?`,
  );
}
