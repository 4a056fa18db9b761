/** Checks what the layout observes. */
import { nearest } from '../../grammar/edit-distance.ts';
import { quote } from '../../grammar/quote.ts';
import type { CallSyntax, LayoutSyntax, ObserveDeclaration } from '../../grammar/syntax.ts';
import { statementForms } from '../../grammar/vocabulary.ts';
import { bindArguments } from './bind-arguments.ts';
import type { Checked } from './checked.ts';
import { checkExpression } from './expressions.ts';
import { isOutcome, outcomes } from './functions.ts';
import { checkParameters } from './outcome-parameters.ts';
import type { Scope } from './scope.ts';
import type { Observation } from './typed-layout.ts';

/** The observations of the layout; none for one with a mistake, which is reported. */
export function checkObservations(layout: LayoutSyntax, scope: Scope): Observation[] {
  const observed = layout.declarations.filter((declaration) => declaration.kind === 'observe');
  // A broken statement may be the one that was meant to observe, unless it begins with another keyword.
  const isBroken = layout.broken.some(
    ({ keyword }) => keyword === 'observe' || !Object.hasOwn(statementForms, keyword),
  );
  if (observed.length === 0 && !isBroken) {
    scope.log.error(
      'no-observation',
      layout.name.span,
      'This layout observes nothing, so there is nothing to learn from.',
      'End it with a line such as `observe success ~ bernoulli(p)`.',
    );
  }
  return observed.flatMap((declaration) => checkObservation(declaration, scope) ?? []);
}

function checkObservation(declaration: ObserveDeclaration, scope: Scope): Observation | null {
  const { outcome, distribution, doc } = declaration;
  const family = distribution.callee.text;
  const checked = new Map(
    distribution.arguments.map((argument) => [argument, checkExpression(argument.value, scope)]),
  );
  if (!isOutcome(family)) {
    reportUnknownOutcome(distribution, scope);
    return null;
  }
  if (family === 'ordered_logistic' && distribution.arguments.length === 1) {
    scope.log.error(
      'missing-argument',
      distribution.span,
      '`ordered_logistic` is without its cut points.',
      'Write them after what they divide, the lowest first, such as `ordered_logistic(eta, c1, c1 + gap)`.',
    );
    return null;
  }
  const bound = bindArguments(distribution, outcomes[family], scope.log);
  const type = scope.types.get(outcome.text) ?? null;
  const values = bound?.map((argument) => (argument && checked.get(argument)) ?? null) ?? [null];
  if (type === null || values.includes(null)) return null;
  const parameters = checkParameters(family, values as Checked[], type, declaration, scope);
  return (
    parameters && {
      outcome: outcome.text,
      type,
      family,
      parameters: parameters.map(({ expression }) => expression),
      doc,
      span: outcome.span,
    }
  );
}

function reportUnknownOutcome({ callee }: CallSyntax, { log }: Scope): void {
  const meant = nearest(callee.text, Object.keys(outcomes));
  log.error(
    'unknown-outcome',
    callee.span,
    `No outcome has the distribution ${quote(callee.text)}.`,
    meant === null ? `There are ${Object.keys(outcomes).join(', ')}.` : `Did you mean ${quote(meant)}?`,
  );
}
