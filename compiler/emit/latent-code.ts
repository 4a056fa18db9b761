/** The latents in the generated code: their variables, their two scales, and the entries that take points of either. */
import type { NodeId } from '../graph/node.ts';
import type { Plan, PlanLatent } from '../schedule/plan.ts';
import { capitalised, type Identifiers } from './identifiers.ts';
import type { Program } from './program-code.ts';
import { declare, indent } from './text.ts';

/** The variables of a latent: its value, for a probability its complement, its unconstrained value, and its adjoint. */
export interface LatentNames {
  readonly value: string;
  readonly complement: string | null;
  readonly unconstrained: string;
  readonly adjoint: string;
}

export interface NamedLatent extends PlanLatent {
  readonly names: LatentNames;
}

/** Names the latents' variables and notes them as what holds the programs' inputs. */
export function nameLatents(
  latents: readonly PlanLatent[],
  ids: Identifiers,
  globals: Map<NodeId, string>,
): readonly NamedLatent[] {
  return latents.map((latent) => {
    const value = ids.claim(latent.name);
    const unconstrained = ids.claim(`unconstrained${capitalised(latent.name)}`);
    const adjoint = ids.claim(`${latent.name}Adjoint`);
    globals.set(latent.value, value);
    globals.set(latent.unconstrained, unconstrained);
    globals.set(latent.cotangent, adjoint);
    if (latent.complement === null)
      return { ...latent, names: { value, unconstrained, adjoint, complement: null } };
    const complement = ids.claim(`not${capitalised(latent.name)}`);
    globals.set(latent.complement, complement);
    return { ...latent, names: { value, unconstrained, adjoint, complement } };
  });
}

/** The declarations of the latents' variables. */
export function latentVariables(latents: readonly NamedLatent[]): string {
  return latents
    .map(({ names }) =>
      declare([names.value, names.complement, names.unconstrained, names.adjoint], 'f64', '0.0'),
    )
    .join('\n');
}

/** Statements that set each variable to what a program computed for it. */
export function assign(
  names: readonly (string | null)[],
  nodes: readonly (NodeId | null)[],
  program: Program,
): string[] {
  return names.flatMap((name, index) => {
    const node = nodes[index];
    if (name === null || node === null || node === undefined) return [];
    return [`${name} = ${program.code(node).text};`];
  });
}

/** The functions between the scales, from the programs that compute them. */
export function scaleFunctions(
  latents: readonly NamedLatent[],
  { transform, pullBack }: Pick<Plan, 'transform' | 'pullBack'>,
  forward: Program,
  back: Program,
): readonly string[] {
  const values = latents.map(({ names }) => names.value);
  const complements = latents.map(({ names }) => names.complement);
  return [
    `/** Takes the unconstrained latents to their own scale; the log Jacobian of that. */
function toOwnScale(): f64 {
${indent(
  [
    ...forward.statements,
    ...assign(values, transform.values, forward),
    ...assign(complements, transform.complements, forward),
  ],
  2,
)}
  return ${forward.code(transform.logJacobian).text};
}`,
    `/** Takes the latents' adjoints to the gradient on the unconstrained scale, with the log Jacobian's. */
function pullBack(gradient: usize): void {
${indent(
  [
    ...back.statements,
    ...pullBack.gradient.map((id, index) => `store<f64>(gradient, ${back.code(id).text}, ${index * 8});`),
  ],
  2,
)}
}`,
  ];
}

/** The functions that the sampler and the host call with a point of either scale. */
export function pointFunctions(latents: readonly NamedLatent[], support: Program): readonly string[] {
  const readPosition = latents.map(
    ({ names }, index) => `${names.unconstrained} = load<f64>(position, ${index * 8});`,
  );
  return [
    `/** See runtime/layout.ts. */
export function logDensityUnconstrained(position: usize, gradient: usize): f64 {
${indent(readPosition, 2)}
  const logJacobian = toOwnScale();
  const logDensity = density();
  pullBack(gradient);
  return logDensity + logJacobian;
}`,
    `/** See runtime/layout.ts. */
export function logPriorUnconstrained(position: usize, gradient: usize): f64 {
${indent(readPosition, 2)}
  const logJacobian = toOwnScale();
  const logPrior = priorDensity();
  pullBack(gradient);
  return logPrior + logJacobian;
}`,
    `/** See runtime/layout.ts. */
export function constrain(position: usize, values: usize): void {
${indent(readPosition, 2)}
  toOwnScale();
${indent(
  latents.map(({ names }, index) => `store<f64>(values, ${names.value}, ${index * 8});`),
  2,
)}
}`,
    `/** Log density at a point on the layout's own scale, without Jacobians, and its gradient. */
export function logDensityOwnScale(point: usize, gradient: usize): f64 {
${indent(readPoint(latents), 2)}
  const logDensity = density();
${indent(
  latents.map(({ names }, index) => `store<f64>(gradient, ${names.adjoint}, ${index * 8});`),
  2,
)}
  return logDensity;
}`,
    `/** The first latent, counted from 1, that lies outside its prior's support at the point; 0 when none does. */
export function firstOutsideSupport(point: usize): i32 {
${indent([...readPoint(latents), ...support.statements, ...supportChecks(latents, support)], 2)}
  return 0;
}`,
  ];
}

function readPoint(latents: readonly NamedLatent[]): string[] {
  return latents.flatMap(({ names }, index) => [
    `${names.value} = load<f64>(point, ${index * 8});`,
    ...(names.complement === null ? [] : [`${names.complement} = 1.0 - ${names.value};`]),
  ]);
}

function supportChecks(latents: readonly NamedLatent[], program: Program): string[] {
  return latents.flatMap(({ lo, hi, names }, index) => {
    const inside = [
      ...(lo === null ? [] : [`${names.value} >= ${program.code(lo).text}`]),
      ...(hi === null ? [] : [`${names.value} <= ${program.code(hi).text}`]),
    ];
    if (lo === null || hi === null) inside.push(`isFinite(${names.value})`);
    // Written so that NaN lies outside.
    return [`if (!(${inside.join(' && ')})) return ${index + 1};`];
  });
}
