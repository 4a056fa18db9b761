/** The latents in the generated code: their variables, their two scales, and the entries that take points of either. */
import { type DomainId, type NodeId, PROFILE } from '../graph/node.ts';
import type { Plan, PlanLatent } from '../schedule/plan.ts';
import type { EmitContext } from './context.ts';
import type { DomainNames } from './data-code.ts';
import { capitalised } from './identifiers.ts';
import { addressOf, type Place, placesIn, type Sized, sizeOf } from './level-code.ts';
import type { Program } from './program-code.ts';
import { declare, indent } from './text.ts';

/**
 * The variables of a latent: its value, for a probability its complement, its unconstrained value, and its adjoint. Of an
 * indexed latent they point to arrays of one f64 a level.
 */
export interface LatentNames {
  readonly value: string;
  readonly complement: string | null;
  readonly unconstrained: string;
  readonly adjoint: string;
}

/** A latent whose value is taken from a point, where that is read at all. */
export interface ReadLatent extends Sized {
  readonly names: Readonly<Record<'value' | 'complement', string | null>>;
}

export interface NamedLatent extends PlanLatent {
  readonly names: LatentNames;
}

/** What the code of latents is written with. */
export interface LatentContext {
  readonly context: EmitContext;
  readonly domains: ReadonlyMap<DomainId, DomainNames>;
}

/** Names the latents' variables and notes them as what holds the programs' inputs. */
export function nameLatents(
  latents: readonly PlanLatent[],
  { context: { ids }, domains }: LatentContext,
  globals: Map<NodeId, string>,
): readonly NamedLatent[] {
  return latents.map((latent) => {
    const isIndexed = latent.domain !== PROFILE;
    const holders = isIndexed ? domains.get(latent.domain)!.arrays : globals;
    const stem = isIndexed
      ? `${latent.name}Of${capitalised(domains.get(latent.domain)!.title)}`
      : latent.name;
    const value = ids.claim(stem);
    const unconstrained = ids.claim(`unconstrained${capitalised(stem)}`);
    const adjoint = ids.claim(`${stem}Adjoint`);
    holders.set(latent.value, value);
    holders.set(latent.unconstrained, unconstrained);
    holders.set(latent.cotangent, adjoint);
    if (latent.complement === null)
      return { ...latent, names: { value, unconstrained, adjoint, complement: null } };
    const complement = ids.claim(`not${capitalised(stem)}`);
    holders.set(latent.complement, complement);
    return { ...latent, names: { value, unconstrained, adjoint, complement } };
  });
}

/** The declarations of the variables of latents with one value; the arrays of the others are their domain's. */
export function latentVariables(latents: readonly NamedLatent[]): string {
  return latents
    .filter(({ domain }) => domain === PROFILE)
    .map(({ names }) =>
      declare([names.value, names.complement, names.unconstrained, names.adjoint], 'f64', '0.0'),
    )
    .join('\n');
}

/** Statements that set each latent's variable to what a program computed for it. */
export function assign(
  latents: readonly NamedLatent[],
  variable: (names: LatentNames) => string | null,
  nodes: readonly (NodeId | null)[],
  program: Program,
  { context, domains }: LatentContext,
): string[] {
  return latents.flatMap(({ domain, names }, index) => {
    const [name, node] = [variable(names), nodes[index]];
    if (name === null || node === null || node === undefined) return [];
    if (domain === PROFILE) return [`${name} = ${program.code(node).text};`];
    const { members } = domains.get(domain)!;
    if (context.graph.node(node).domain === PROFILE) {
      context.runtime('levels', 'fillLevels');
      return [`fillLevels(${name}, ${members}, ${program.code(node).text});`];
    }
    return [`memory.copy(${name}, ${program.array(node)}, pairBytes(${members}));`];
  });
}

/** The functions between the scales, from the programs that compute them. */
export function scaleFunctions(
  latents: readonly NamedLatent[],
  { transform, pullBack }: Pick<Plan, 'transform' | 'pullBack'>,
  forward: Program,
  back: Program,
  at: LatentContext,
): readonly string[] {
  const { statements, places } = placesIn('gradient', latents, at.domains);
  const store = (id: NodeId, index: number): string => {
    const { domain } = latents[index]!;
    const place = places[index]!;
    if (domain === PROFILE) return `store<f64>(${place.pointer}, ${back.code(id).text}, ${place.offset});`;
    const { members } = at.domains.get(domain)!;
    if (at.context.graph.node(id).domain !== PROFILE)
      return `memory.copy(${addressOf(place)}, ${back.array(id)}, <usize>${members} << 3);`;
    at.context.runtime('levels', 'fillEach');
    return `fillEach(${addressOf(place)}, ${members}, ${back.code(id).text});`;
  };
  return [
    ...forward.functions,
    ...back.functions,
    `/** Takes the unconstrained latents to their own scale; the log Jacobian of that. */
function toOwnScale(): f64 {
${indent(
  [
    ...forward.statements,
    ...assign(latents, ({ value }) => value, transform.values, forward, at),
    ...assign(latents, ({ complement }) => complement, transform.complements, forward, at),
  ],
  2,
)}
  return ${forward.code(transform.logJacobian).text};
}`,
    `/** Takes the latents' adjoints to the gradient on the unconstrained scale, with the log Jacobian's. */
function pullBack(gradient: usize): void {
${indent([...back.statements, ...statements, ...pullBack.gradient.map(store)], 2)}
}`,
  ];
}

/** The functions that the sampler and the host call with a point of either scale. */
export function pointFunctions(
  latents: readonly NamedLatent[],
  support: Program,
  at: LatentContext,
): readonly string[] {
  const readPosition = indent(
    readPoint(latents, 'position', ({ names }) => names.unconstrained, at),
    2,
  );
  const fromPoint = readValues(latents, at);
  return [
    ...support.functions,
    `/** See runtime/layout.ts. */
export function logDensityUnconstrained(position: usize, gradient: usize): f64 {
${readPosition}
  const logJacobian = toOwnScale();
  const logDensity = density();
  pullBack(gradient);
  return logDensity + logJacobian;
}`,
    `/** See runtime/layout.ts. */
export function logPriorUnconstrained(position: usize, gradient: usize): f64 {
${readPosition}
  const logJacobian = toOwnScale();
  const logPrior = priorDensity();
  pullBack(gradient);
  return logPrior + logJacobian;
}`,
    `/** See runtime/layout.ts. */
export function logJacobianUnconstrained(position: usize, gradient: usize): f64 {
${readPosition}
  const logJacobian = toOwnScale();
${indent(withoutAdjoints(latents, at), 2)}
  pullBack(gradient);
  return logJacobian;
}`,
    `/** See runtime/layout.ts. */
export function constrain(position: usize, values: usize): void {
${readPosition}
  toOwnScale();
${indent(
  writePoint(latents, 'values', ({ value }) => value, at),
  2,
)}
}`,
    `/** Log density at a point on the layout's own scale, without Jacobians, and its gradient. */
export function logDensityOwnScale(point: usize, gradient: usize): f64 {
${indent(fromPoint, 2)}
  const logDensity = density();
${indent(
  writePoint(latents, 'gradient', ({ adjoint }) => adjoint, at),
  2,
)}
  return logDensity;
}`,
    `/** The first value of a point, counted from 1, that lies outside its prior's support; 0 when none does. */
export function firstOutsideSupport(point: usize): i32 {
${indent([...fromPoint, ...support.statements, ...supportChecks(latents, support, at)], 2)}
  return 0;
}`,
  ];
}

/** Statements that set all adjoints to 0, so that the pull-back gives the log Jacobian's gradient alone. */
function withoutAdjoints(latents: readonly NamedLatent[], { domains }: LatentContext): string[] {
  return latents.map(({ domain, names: { adjoint } }) =>
    domain === PROFILE
      ? `${adjoint} = 0.0;`
      : `memory.fill(${adjoint}, 0, <usize>${domains.get(domain)!.members} << 3);`,
  );
}

/** Statements that take the values of latents, and the complements of probabilities, from `point`. */
export function readValues(latents: readonly ReadLatent[], at: LatentContext): string[] {
  return [...readPoint(latents, 'point', ({ names }) => names.value, at), ...complements(latents, at)];
}

/** Statements that take each latent's variable, where it has one, from a point. */
function readPoint<Latent extends Sized>(
  latents: readonly Latent[],
  base: string,
  variable: (latent: Latent) => string | null,
  { context, domains }: LatentContext,
): string[] {
  const read = (latent: Latent, place: Place): string[] => {
    const { domain } = latent;
    const name = variable(latent);
    if (name === null) return [];
    if (domain === PROFILE) return [`${name} = load<f64>(${place.pointer}, ${place.offset});`];
    context.runtime('levels', 'readLevels');
    return [`readLevels(${name}, ${addressOf(place)}, ${domains.get(domain)!.members});`];
  };
  const { statements, places } = placesIn(base, latents, domains);
  return [...statements, ...latents.flatMap((latent, index) => read(latent, places[index]!))];
}

/** Statements that write each latent's variable to a point. */
function writePoint(
  latents: readonly NamedLatent[],
  base: string,
  variable: (names: LatentNames) => string,
  { domains }: LatentContext,
): string[] {
  const { statements, places } = placesIn(base, latents, domains);
  return [
    ...statements,
    ...latents.map(({ domain, names }, index) => {
      const place = places[index]!;
      return domain === PROFILE
        ? `store<f64>(${place.pointer}, ${variable(names)}, ${place.offset});`
        : `memory.copy(${addressOf(place)}, ${variable(names)}, <usize>${domains.get(domain)!.members} << 3);`;
    }),
  ];
}

function complements(latents: readonly ReadLatent[], { context, domains }: LatentContext): string[] {
  return latents.flatMap(({ domain, names: { value, complement } }) => {
    if (complement === null) return [];
    if (domain === PROFILE) return [`${complement} = 1.0 - ${value};`];
    context.runtime('levels', 'complementLevels');
    return [`complementLevels(${complement}, ${value}, ${domains.get(domain)!.members});`];
  });
}

function supportChecks(
  latents: readonly NamedLatent[],
  program: Program,
  { context, domains }: LatentContext,
): string[] {
  return latents.flatMap(({ name, lo, hi, domain, names }, index) => {
    const isIndexed = domain !== PROFILE;
    const value = isIndexed ? `load<f64>(${names.value} + (<usize>i << 3))` : names.value;
    const bound = (id: NodeId) =>
      context.graph.node(id).domain === PROFILE
        ? program.code(id).text
        : `load<f64>(${program.array(id)} + (<usize>i << 3))`;
    const inside = [
      ...(lo === null ? [] : [`${value} >= ${bound(lo)}`]),
      ...(hi === null ? [] : [`${value} <= ${bound(hi)}`]),
    ];
    if (lo === null || hi === null) inside.push(`isFinite(${value})`);
    // Written so that NaN lies outside.
    const outside = `!(${inside.join(' && ')})`;
    if (!isIndexed) {
      const before = latents.slice(0, index);
      const isFixed = before.every((latent) => latent.domain === PROFILE);
      return [`if (${outside}) return ${isFixed ? index + 1 : `${sizeOf(before, domains)} + 1`};`];
    }
    const before = sizeOf(latents.slice(0, index), domains);
    return [
      `for (let i = 0; i < ${domains.get(domain)!.members}; i++) {`,
      `  if (${outside}) return ${before === '0' ? '' : `${before} + `}i + 1; // ${name}`,
      '}',
    ];
  });
}
