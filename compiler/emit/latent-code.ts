/**
 * Emits the latents' variables, the transforms between the two scales, and the entry points that take points of either
 * scale.
 */
import { type NodeId, PROFILE } from '../graph/node.ts';
import type { Plan, PlanLatent, PlanReport } from '../schedule/plan.ts';
import type { EmitContext } from './context.ts';
import { capitalised } from './names.ts';
import type { Namespace } from './namespace.ts';
import { addressOf, placesIn, readLatents, type Sized, sizeOf, storeNode } from './point-places.ts';
import type { ProgramCode } from './program-code.ts';
import { type NamedUnknown, solvingStatements } from './solving-code.ts';
import { indent } from './text.ts';

/**
 * The variables of a latent: its value, its complement if it is a probability, its unconstrained value, and its
 * adjoint. For an indexed latent they point to arrays with one f64 per level.
 */
export interface LatentNames {
  readonly value: string;
  readonly complement: string | null;
  readonly unconstrained: string;
  readonly adjoint: string;
  /** How far it is centred; null if that is not learnt. */
  readonly centring: string | null;
}

/** A latent whose value, if it is used at all, is read from a point. */
export interface ReadLatent extends Sized {
  readonly names: Readonly<Record<'value' | 'complement', string | null>>;
}

export interface NamedLatent extends PlanLatent {
  readonly names: LatentNames;
}

/** Namespaces for the variables of single-valued latents; the arrays of indexed ones belong to their domain. */
export interface LatentNamespaces {
  readonly values: Namespace;
  readonly unconstrained: Namespace;
  readonly adjoints: Namespace;
  readonly centrings: Namespace;
}

/** Declares the latents' variables, and records them as the inputs of the programs. */
export function declareLatents(
  latents: readonly PlanLatent[],
  { domainCode }: EmitContext,
  { values, unconstrained, adjoints, centrings }: LatentNamespaces,
  globals: Map<NodeId, string>,
): readonly NamedLatent[] {
  return latents.map((latent) => {
    const { name, domain, complement } = latent;
    const not = `not${capitalised(name)}`;
    if (domain !== PROFILE) {
      const owner = domainCode.get(domain)!;
      return {
        ...latent,
        names: {
          value: owner.addArray(latent.value, name),
          complement: complement === null ? null : owner.addArray(complement, not),
          unconstrained: owner.addArray(latent.unconstrained, `unconstrained${capitalised(name)}`),
          adjoint: owner.addArray(latent.cotangent, `${name}Adjoint`),
          centring:
            latent.learntCentring === null
              ? null
              : owner.addArray(latent.learntCentring.centring, `${name}Centring`),
        },
      };
    }
    const declare = (id: NodeId, namespace: Namespace, hint: string) => {
      const variable = namespace.declare(hint, 'f64');
      globals.set(id, variable);
      return variable;
    };
    return {
      ...latent,
      names: {
        value: declare(latent.value, values, name),
        complement: complement === null ? null : declare(complement, values, not),
        unconstrained: declare(latent.unconstrained, unconstrained, name),
        adjoint: declare(latent.cotangent, adjoints, name),
        centring:
          latent.learntCentring === null ? null : declare(latent.learntCentring.centring, centrings, name),
      },
    };
  });
}

/** Statements that set each latent's variable to the value that a program computed for it. */
export function assign(
  latents: readonly NamedLatent[],
  variable: (names: LatentNames) => string | null,
  nodes: readonly (NodeId | null)[],
  program: ProgramCode,
  context: EmitContext,
): string[] {
  return latents.flatMap(({ domain, names }, index) => {
    const [name, node] = [variable(names), nodes[index]];
    if (name === null || node === null || node === undefined) return [];
    if (domain === PROFILE) return [`${name} = ${program.code(node).text};`];
    const { members, bytes } = context.domainCode.get(domain)!;
    if (context.graph.node(node).domain === PROFILE) {
      context.runtime('fillLevels');
      return [`fillLevels(${name}, ${members}, ${program.code(node).text});`];
    }
    return [`memory.copy(${name}, ${program.array(node)}, ${bytes});`];
  });
}

/** The functions between the scales, from the programs that compute them. */
export function scaleFunctions(
  latents: readonly NamedLatent[],
  { transform, pullBack }: Pick<Plan, 'transform' | 'pullBack'>,
  forward: ProgramCode,
  back: ProgramCode,
  at: EmitContext,
): readonly string[] {
  const { statements, places } = placesIn('gradient', latents, back.local, at.domainCode);
  const store = (id: NodeId, index: number) => storeNode(id, latents[index]!, places[index]!, back, at);
  return [
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
  support: ProgramCode,
  at: EmitContext,
  isSharded: boolean,
): readonly string[] {
  // Whoever computes some of the shards must know where.
  const note = (where: string) => (isSharded ? `  computeAt(${where});\n` : '');
  if (isSharded) at.runtime('computeAt');
  const readPosition = indent(
    readLatents(latents, 'position', ({ names }) => names.unconstrained, at),
    2,
  );
  const fromPoint = readValues(latents, at);
  return [
    `/** See runtime/layout.ts. */
export function logDensityUnconstrained(position: usize, gradient: usize): f64 {
${note('position')}${readPosition}
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
${note('0')}${indent(fromPoint, 2)}
  const logDensity = density();
${indent(
  writePoint(latents, 'gradient', ({ adjoint }) => adjoint, at),
  2,
)}
  return logDensity;
}`,
    `/** The first value of a point, counted from 1, that lies outside its prior's support; 0 when none does. */
export function firstOutsideSupport(point: usize): i32 {
${indent([...readValues(latents, at, support.local), ...support.statements, ...supportChecks(latents, support, at)], 2)}
  return 0;
}`,
  ];
}

/** The programs of reports, and of the equations that they solve first. */
export interface ReportPrograms {
  readonly reports: ProgramCode;
  readonly solving: ProgramCode;
  readonly unknowns: readonly NamedUnknown[];
}

/** The function that writes the reports of a point; none where the layout has none. */
export function reportFunction(
  latents: readonly NamedLatent[],
  reported: readonly PlanReport[],
  { reports: program, solving, unknowns }: ReportPrograms,
  at: EmitContext,
): readonly string[] {
  if (reported.length === 0) return [];
  const { statements, places } = placesIn('out', reported, program.local, at.domainCode);
  return [
    `/** Writes what the layout reports of a point on its own scale: one f64 each, or one per level. */
export function reportsAt(point: usize, out: usize): void {
${indent(
  [
    ...readValues(latents, at, program.local),
    ...solvingStatements(unknowns, solving, at),
    ...program.statements,
    ...statements,
    ...reported.map((report, index) => storeNode(report.node, report, places[index]!, program, at)),
  ],
  2,
)}
}`,
  ];
}

/** Statements that set all adjoints to 0, so that the pull-back returns only the gradient of the log Jacobian. */
function withoutAdjoints(latents: readonly NamedLatent[], { domainCode }: EmitContext): string[] {
  return latents.map(({ domain, names: { adjoint } }) =>
    domain === PROFILE
      ? `${adjoint} = 0.0;`
      : `memory.fill(${adjoint}, 0, <usize>${domainCode.get(domain)!.members} << 3);`,
  );
}

/** Statements that read the values of latents, and the complements of probabilities, from `point`. */
export function readValues(
  latents: readonly ReadLatent[],
  at: EmitContext,
  local: (hint: string) => string = at.scope('point'),
): string[] {
  return [
    ...readLatents(latents, 'point', ({ names }) => names.value, at, local),
    ...complements(latents, at),
  ];
}

/** Statements that write each latent's variable to a point. */
function writePoint(
  latents: readonly NamedLatent[],
  base: string,
  variable: (names: LatentNames) => string,
  { domainCode, scope }: EmitContext,
): string[] {
  const { statements, places } = placesIn(base, latents, scope(base), domainCode);
  return [
    ...statements,
    ...latents.map(({ domain, names }, index) => {
      const place = places[index]!;
      return domain === PROFILE
        ? `store<f64>(${place.pointer}, ${variable(names)}, ${place.offset});`
        : `memory.copy(${addressOf(place)}, ${variable(names)}, <usize>${domainCode.get(domain)!.members} << 3);`;
    }),
  ];
}

function complements(latents: readonly ReadLatent[], { runtime, domainCode }: EmitContext): string[] {
  return latents.flatMap(({ domain, names: { value, complement } }) => {
    if (complement === null) return [];
    if (domain === PROFILE) return [`${complement} = 1.0 - ${value};`];
    runtime('complementLevels');
    return [`complementLevels(${complement}, ${value}, ${domainCode.get(domain)!.members});`];
  });
}

function supportChecks(
  latents: readonly NamedLatent[],
  program: ProgramCode,
  { graph, domainCode }: EmitContext,
): string[] {
  return latents.flatMap(({ name, lo, hi, domain, names }, index) => {
    const isIndexed = domain !== PROFILE;
    const value = isIndexed ? `load<f64>(${names.value} + (<usize>i << 3))` : names.value;
    const bound = (id: NodeId) =>
      graph.node(id).domain === PROFILE
        ? program.code(id).text
        : `load<f64>(${program.array(id)} + (<usize>i << 3))`;
    const inside = [
      ...(lo === null ? [] : [`${value} >= ${bound(lo)}`]),
      ...(hi === null ? [] : [`${value} <= ${bound(hi)}`]),
    ];
    if (lo === null || hi === null) inside.push(`isFinite(${value})`);
    // Negated, so that NaN counts as outside.
    const outside = `!(${inside.join(' && ')})`;
    if (!isIndexed) {
      const before = latents.slice(0, index);
      const isFixed = before.every((latent) => latent.domain === PROFILE);
      return [`if (${outside}) return ${isFixed ? index + 1 : `${sizeOf(before, domainCode)} + 1`};`];
    }
    const before = sizeOf(latents.slice(0, index), domainCode);
    return [
      `for (let i = 0; i < ${domainCode.get(domain)!.members}; i++) {`,
      `  if (${outside}) return ${before === '0' ? '' : `${before} + `}i + 1; // ${name}`,
      '}',
    ];
  });
}
