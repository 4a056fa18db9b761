/** Emits the solution of the equations of reports: their residuals are computed at trial values until all are solved. */
import { type NodeId, PROFILE } from '../graph/node.ts';
import type { PlanEquation } from '../schedule/plan.ts';
import type { EmitContext } from './context.ts';
import { literal } from './dialect.ts';
import type { Namespace } from './namespace.ts';
import { sizeOf } from './point-places.ts';
import type { ProgramCode } from './program-code.ts';
import { indent } from './text.ts';

/** The variable that says whether an equation is still to be solved. */
export const SOLVING = 'isSolving';

/** An equation with the variable of its unknown: the trial value, or for an indexed one the pointer to those of its levels. */
export interface NamedUnknown extends PlanEquation {
  readonly variable: string;
}

/** Declares the variables of the unknowns, and records them as inputs of the programs. */
export function declareUnknowns(
  equations: readonly PlanEquation[],
  { domainCode }: EmitContext,
  values: Namespace,
  globals: Map<NodeId, string>,
): readonly NamedUnknown[] {
  return equations.map((equation) => {
    const { name, domain, unknown } = equation;
    if (domain !== PROFILE) return { ...equation, variable: domainCode.get(domain)!.addArray(unknown, name) };
    const variable = values.declare(name, 'f64');
    globals.set(unknown, variable);
    return { ...equation, variable };
  });
}

/** Statements that make room for what is known of each unknown, when data are bound. */
export function bindSolving(
  unknowns: readonly NamedUnknown[],
  { runtime, domainCode }: EmitContext,
): string[] {
  if (unknowns.length === 0) return [];
  runtime('prepareSolving');
  return [`prepareSolving(${sizeOf(unknowns, domainCode)});`];
}

/** Statements that set the unknowns to the solutions at the latents' values. */
export function solvingStatements(
  unknowns: readonly NamedUnknown[],
  residuals: ProgramCode,
  { domainCode, runtime }: EmitContext,
): string[] {
  if (unknowns.length === 0) return [];
  const places = unknowns.map(({ domain }, index) => ({
    first: sizeOf(unknowns.slice(0, index), domainCode),
    count: domain === PROFILE ? null : domainCode.get(domain)!.members,
  }));
  runtime('startSolving');
  const trials = unknowns.map(({ variable }, index) => {
    const { first, count } = places[index]!;
    runtime(count === null ? 'trialOf' : 'writeTrials');
    return count === null
      ? `${variable} = trialOf(${first});`
      : `writeTrials(${variable}, ${first}, ${count});`;
  });
  const observed = unknowns.map(({ residual }, index) => {
    const { first, count } = places[index]!;
    runtime(count === null ? 'observeResidual' : 'observeResiduals');
    const call =
      count === null
        ? `observeResidual(${first}, ${residuals.code(residual).text})`
        : `observeResiduals(${residuals.array(residual)}, ${first}, ${count})`;
    return `if (${call}) ${SOLVING} = true;`;
  });
  return [
    ...unknowns.map(
      ({ lo, hi }, index) =>
        `startSolving(${places[index]!.first}, ${places[index]!.count ?? '1'}, ${literal(lo)}, ${literal(hi)});`,
    ),
    `let ${SOLVING} = true;`,
    `while (${SOLVING}) {`,
    indent([...trials, ...residuals.statements, `${SOLVING} = false;`, ...observed], 2),
    '}',
    ...trials,
  ];
}
