/** Writes the layout's own AssemblyScript: the file that takes the place of runtime/layout.ts. */
import type { TypedLayout } from '../check/typed-layout.ts';
import { type ArithmeticOp, type DomainId, type NodeId, PROFILE } from '../graph/node.ts';
import { reachable } from '../rewrite/rewrite.ts';
import { RANGE_LIMIT } from '../rewrite/separate-exponentials.ts';
import type { Density, Plan } from '../schedule/plan.ts';
import type { Schedule } from '../schedule/schedule.ts';
import type { Domain } from '../stage/domain.ts';
import type { EmitContext } from './context.ts';
import {
  type DomainNames,
  dataName,
  domainCode,
  nameDomain,
  rowExpression,
  scalarCode,
} from './data-code.ts';
import { atom, literal, RUNTIME_FILES } from './dialect.ts';
import { capitalised, Identifiers, identifierFrom } from './identifiers.ts';
import { indent, type Program, writeProgram } from './program-code.ts';

/** Generates the AssemblyScript of a plan. */
export function emit(layout: TypedLayout, plan: Plan): string {
  const { graph } = plan;
  const ids = new Identifiers();
  const imports = new Map<string, Set<string>>();
  const columns = [
    ...layout.demands.map(({ name }) => name),
    ...layout.observations.map(({ outcome }) => outcome),
  ];

  // The layout's own names come first, so that they are the ones that stay as they are.
  const globals = new Map<NodeId, string>();
  const latents = plan.latents.map((latent) => {
    const value = ids.claim(latent.name);
    const unconstrained = ids.claim(`unconstrained${capitalised(latent.name)}`);
    const adjoint = ids.claim(`${latent.name}Adjoint`);
    const complement = latent.complement === null ? null : ids.claim(`not${capitalised(latent.name)}`);
    globals.set(latent.value, value);
    globals.set(latent.unconstrained, unconstrained);
    globals.set(latent.cotangent, adjoint);
    if (latent.complement !== null) globals.set(latent.complement, complement!);
    return { ...latent, names: { value, unconstrained, adjoint, complement } };
  });
  const columnPointers = new Map(columns.map((name) => [name, ids.claim(`${name}Column`)]));
  const rowArrays = new Map<NodeId, string>();
  const context: EmitContext = {
    graph,
    ids,
    column: (name) => `load<f64>(${columnPointers.get(name)} + (row << 3))`,
    columnPointer: (name) => columnPointers.get(name)!,
    rowArray: (id) => {
      const expression = storedExpression(plan, id);
      const node = graph.node(expression);
      if (node.op === 'column') return columnPointers.get(node.name)!;
      const known = rowArrays.get(expression) ?? ids.claim(`${dataName(graph, expression)}Rows`);
      rowArrays.set(expression, known);
      return known;
    },
    scope: () => {
      const scope = ids.scope();
      return (hint) => scope.claim(hint);
    },
    runtime: (file, name) => {
      const names = imports.get(file) ?? new Set<string>();
      names.add(name);
      imports.set(file, names);
    },
    used: (op: ArithmeticOp, dialect = 'f64') => {
      const file = RUNTIME_FILES[op];
      if (file !== undefined) context.runtime(file, dialect === 'f64' ? op : `${op}Pair`);
    },
  };

  const programs = [
    plan.transform.schedule,
    plan.density.schedule,
    plan.pullBack.schedule,
    plan.support.schedule,
    ...(plan.separated === null ? [] : [plan.separated.schedule, plan.separated.rangesSchedule]),
  ];
  const computed = programs.flatMap(({ steps }) =>
    steps.flatMap(({ nodes, reductions }) => [...nodes, ...reductions]),
  );
  const leaves = reachable(graph, [...computed, ...outputsOf(plan)]).filter(
    (id) => graph.node(id).op === 'stored',
  );

  // What binding computes once: scalars under the names the programs read them by.
  const scalars = new Map<NodeId, string>();
  for (const id of leaves) {
    if (graph.node(id).domain !== PROFILE) continue;
    const expression = storedExpression(plan, id);
    const name = ids.claim(identifierFrom(dataName(graph, expression)));
    scalars.set(expression, name);
    globals.set(id, name);
  }
  for (const id of scalarsOfRows(plan, leaves)) {
    if (!scalars.has(id)) scalars.set(id, ids.claim(identifierFrom(dataName(graph, id))));
  }
  for (const { node, text } of plan.statistics) {
    if (!scalars.has(node)) scalars.set(node, ids.claim(identifierFrom(text)));
  }
  const scalar = scalarCode(context, scalars);

  const domains = new Map<DomainId, DomainNames>();
  for (const domain of plan.domains) domains.set(domain.id, nameDomain(graph, domain, ids));
  const inTransform = new Set(plan.transform.schedule.steps.flatMap(({ nodes }) => nodes));
  const shared = new Set(
    plan.pullBack.schedule.steps.flatMap(({ nodes }) => nodes).filter((id) => inTransform.has(id)),
  );
  const inputs = new Set(globals.keys());
  const loops = new Map<string, string>();
  const program = (
    schedule: Schedule,
    outputs: readonly (NodeId | null)[],
    more: { readonly shared?: ReadonlySet<NodeId>; readonly available?: ReadonlySet<NodeId> } = {},
  ) =>
    writeProgram({
      context,
      schedule,
      outputs: outputs.filter((id) => id !== null),
      globals,
      loops,
      domains,
      shared: more.shared ?? new Set(),
      available: more.available ?? inputs,
    });
  const { transform: scales, separated: fast } = plan;
  const transform = program(scales.schedule, [scales.logJacobian, ...scales.values, ...scales.complements], {
    shared,
  });
  const density = program(plan.density.schedule, [plan.density.logDensity, ...plan.density.adjoints]);
  const separated = fast === null ? null : program(fast.schedule, [fast.logDensity, ...fast.adjoints]);
  const ranges = fast === null ? null : program(fast.rangesSchedule, fast.ranges);
  const pullBack = program(plan.pullBack.schedule, plan.pullBack.gradient, {
    available: new Set([...inputs, ...shared]),
  });
  const support = program(
    plan.support.schedule,
    latents.flatMap(({ lo, hi }) => [lo, hi]),
  );

  // A domain's own loops and those that look it up have now said what it must hold.
  const found = lookedUpFirst(plan.domains, domains);
  const domainFunctions = found.map((domain) => domainCode(context, domain, domains));
  const fills = new Map([...rowArrays.values()].map((name) => [name, ids.claim(`fill${capitalised(name)}`)]));
  const rowFunctions = [...rowArrays].map(([id, name]) => {
    const { statements, value } = rowExpression(context, id, (input) =>
      atom(scalars.get(input) ?? globals.get(input)!),
    );
    return `function ${fills.get(name)}(): bool {
  ${name} = allocate(<usize>rows << 3);
  if (${name} == 0) return false;
  for (let row: usize = 0; row < <usize>rows; row++) {
${indent([...statements, `store<f64>(${name} + (row << 3), ${value});`], 4)}
  }
  return true;
}`;
  });

  const pointers = [...columnPointers.values(), ...rowArrays.values()];
  const declared = new Set(
    latents.flatMap(({ names }) => [names.value, names.unconstrained, names.adjoint, names.complement]),
  );
  const floats = [...new Set([...scalar.globals, ...globals.values()])].filter((name) => !declared.has(name));
  const runtime = [...imports].map(
    ([file, names]) => `import { ${[...names].sort().join(', ')} } from './${file}';`,
  );

  return `${[
    header(layout),
    runtime.join('\n'),
    "import { allocate } from './memory';\nimport { countRows, findMembers, gatherIndex, gatherValues, memberCount, pairBytes, rowsMembers } from './bind';",
    `/** How many unconstrained dimensions the layout has, how many values a draw, and how many columns its data. */
export const DIMENSION: i32 = ${latents.length};
export const VALUES: i32 = ${latents.length};
export const COLUMNS: i32 = ${columns.length};
export const STATISTICS: i32 = ${plan.statistics.length};`,
    section('The latents on their own scale and on the unconstrained one, and their adjoints'),
    latents
      .map(({ names }) =>
        declare([names.value, names.complement, names.unconstrained, names.adjoint], 'f64', '0.0'),
      )
      .join('\n'),
    section('The data as it was given, one f64 a row, and what binding makes of it'),
    `let rows: i32 = 0;`,
    declare(pointers, 'usize', '0'),
    ...plan.domains.map(({ id }) => {
      const names = domains.get(id)!;
      return [
        declare([names.members], 'i32', '0'),
        declare(names.indices.size === 0 ? [] : [names.wide], 'bool', 'false'),
        declare([names.ofRow, ...names.arrays.values(), ...names.indices.values()], 'usize', '0'),
      ]
        .filter((lines) => lines !== '')
        .join('\n');
    }),
    section('Values that more than one function reads'),
    declare(floats, 'f64', '0.0'),
    section('Binding'),
    columnsCode(columns, columnPointers),
    ...scalar.functions,
    ...rowFunctions,
    ...domainFunctions,
    `/** Computes all that depends on data alone; false when there is no more memory. */
export function bindData(): bool {
${indent(
  [
    ...scalar.statements,
    ...[...fills.values()].map((fill) => `if (!${fill}()) return false;`),
    ...found.map(({ id }) => `if (!${domains.get(id)!.find}()) return false;`),
    'return true;',
  ],
  2,
)}
}`,
    statisticCode(plan.statistics.map(({ node }) => scalars.get(node)!)),
    section('The density'),
    ...density.functions,
    densityFunction(
      fast === null ? 'density' : 'directDensity',
      "Log density on the layout's own scale, and its adjoint for each latent.",
      plan.density,
      density,
      latents,
    ),
    ...(separated === null || fast === null || ranges === null
      ? []
      : [
          ...separated.functions,
          densityFunction(
            'separatedDensity',
            'The same, from exponentials that separate into a factor of the profile and one of the data.',
            fast,
            separated,
            latents,
          ),
          `/** Log density and adjoints, by separated exponentials where none can overflow. */
function density(): f64 {
${indent(ranges.statements, 2)}
  const separate = ${fast.ranges.map((id) => `${ranges.code(id).text} <= ${literal(RANGE_LIMIT)}`).join(' && ')};
  return separate ? separatedDensity() : directDensity();
}`,
        ]),
    section('The scales'),
    `/** Takes the unconstrained latents to their own scale; the log Jacobian of that. */
function toOwnScale(): f64 {
${indent(
  [
    ...transform.statements,
    ...assign(
      latents.map(({ names }) => names.value),
      plan.transform.values,
      transform,
    ),
    ...assign(
      latents.map(({ names }) => names.complement),
      plan.transform.complements,
      transform,
    ),
  ],
  2,
)}
  return ${transform.code(plan.transform.logJacobian).text};
}`,
    `/** Takes the latents' adjoints to the gradient on the unconstrained scale, with the log Jacobian's. */
function pullBack(gradient: usize): void {
${indent(
  [
    ...pullBack.statements,
    ...plan.pullBack.gradient.map(
      (id, index) => `store<f64>(gradient, ${pullBack.code(id).text}, ${index * 8});`,
    ),
  ],
  2,
)}
}`,
    section('What the sampler and the host call'),
    `/** See runtime/layout.ts. */
export function logDensityUnconstrained(position: usize, gradient: usize): f64 {
${indent(
  latents.map(({ names }, index) => `${names.unconstrained} = load<f64>(position, ${index * 8});`),
  2,
)}
  const logJacobian = toOwnScale();
  const logDensity = density();
  pullBack(gradient);
  return logDensity + logJacobian;
}`,
    `/** See runtime/layout.ts. */
export function constrain(position: usize, values: usize): void {
${indent(
  latents.map(({ names }, index) => `${names.unconstrained} = load<f64>(position, ${index * 8});`),
  2,
)}
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
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`;
}

/** The domains in an order in which each is found after those that it looks up. */
function lookedUpFirst(all: readonly Domain[], names: ReadonlyMap<DomainId, DomainNames>): readonly Domain[] {
  const found = new Set<Domain>();
  const find = (domain: Domain) => {
    if (found.has(domain)) return;
    for (const id of names.get(domain.id)!.indices.keys()) find(all[id - 1]!);
    found.add(domain);
  };
  all.forEach(find);
  return [...found];
}

function densityFunction(
  name: string,
  comment: string,
  { logDensity, adjoints }: Density,
  program: Program,
  latents: readonly { readonly names: LatentNames }[],
): string {
  const assigned = assign(
    latents.map(({ names }) => names.adjoint),
    adjoints,
    program,
  );
  return `/** ${comment} */
function ${name}(): f64 {
${indent([...program.statements, ...assigned], 2)}
  return ${program.code(logDensity).text};
}`;
}

type LatentNames = {
  readonly value: string;
  readonly complement: string | null;
  readonly unconstrained: string;
  readonly adjoint: string;
};

function outputsOf(plan: Plan): NodeId[] {
  return [
    plan.density.logDensity,
    ...plan.density.adjoints,
    ...(plan.separated === null ? [] : [plan.separated.logDensity, ...plan.separated.adjoints]),
    plan.transform.logJacobian,
    ...plan.transform.values,
    ...plan.transform.complements,
    ...plan.pullBack.gradient,
    ...plan.latents.flatMap(({ lo, hi }) => [lo, hi]),
  ].filter((id) => id !== null);
}

/** The scalars that stored data nodes and keys read. */
function scalarsOfRows(plan: Plan, leaves: readonly NodeId[]): NodeId[] {
  const { graph } = plan;
  const isRow = (id: NodeId) => graph.kind(id) === 'data';
  const expressions = [
    ...leaves.map((id) => storedExpression(plan, id)),
    ...plan.domains.flatMap(({ keys }) => keys),
  ].filter(isRow);
  const read = reachable(graph, expressions)
    .filter(isRow)
    .flatMap((id) => (graph.node(id).op === 'column' ? [] : graph.node(id).inputs));
  return [...new Set(read)].filter((id) => !isRow(id) && graph.constantValue(id) === undefined);
}

function storedExpression(plan: Plan, id: NodeId): NodeId {
  const node = plan.graph.node(id);
  return node.op === 'stored' ? node.expression : id;
}

function header(layout: TypedLayout): string {
  const doc = layout.doc === null ? '' : `\n * ${layout.doc.replace(/\*\//g, '* /').replace(/\n/g, '\n * ')}`;
  return `/**\n * The layout ${layout.name}, generated by theodolite.${doc}\n */`;
}

function section(title: string): string {
  return `// ${title}\n// ${'-'.repeat(title.length)}`;
}

function declare(names: readonly (string | null)[], type: string, initial: string): string {
  return names
    .filter((name) => name !== null)
    .map((name) => `let ${name}: ${type} = ${initial};`)
    .join('\n');
}

function assign(
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

function readPoint(latents: readonly { readonly names: LatentNames }[]): string[] {
  return latents.flatMap(({ names }, index) => [
    `${names.value} = load<f64>(point, ${index * 8});`,
    ...(names.complement === null ? [] : [`${names.complement} = 1.0 - ${names.value};`]),
  ]);
}

function supportChecks(
  latents: readonly { readonly lo: NodeId | null; readonly hi: NodeId | null; readonly names: LatentNames }[],
  program: Program,
): string[] {
  return latents.flatMap(({ lo, hi, names }, index) => {
    const inside = [
      ...(lo === null ? [] : [`${names.value} >= ${program.code(lo).text}`]),
      ...(hi === null ? [] : [`${names.value} <= ${program.code(hi).text}`]),
    ];
    // Written so that NaN lies outside.
    if (inside.length === 0) inside.push(`isFinite(${names.value})`);
    return [`if (!(${inside.join(' && ')})) return ${index + 1};`];
  });
}

function columnsCode(columns: readonly string[], pointers: ReadonlyMap<string, string>): string {
  const allocate = columns.flatMap((name) => [
    `${pointers.get(name)} = allocate(<usize>count << 3);`,
    `if (${pointers.get(name)} == 0) return false;`,
  ]);
  return `/** Makes room for \`count\` rows; false when there is no more memory. */
export function beginData(count: i32): bool {
  rows = count;
${indent(allocate, 2)}
  return true;
}

/** Where the host writes a column, or 0 for one that is not there. */
export function columnAt(index: i32): usize {
  switch (index) {
${columns.map((name, index) => `    case ${index}:\n      return ${pointers.get(name)};`).join('\n')}
  }
  return 0;
}`;
}

function statisticCode(names: readonly string[]): string {
  const cases = names.map((name, index) => `    case ${index}:\n      return ${name};`);
  return `/** A statistic of the data that is bound; NaN for one that is not there. */
export function statisticAt(index: i32): f64 {
${cases.length === 0 ? '' : `  switch (index) {\n${cases.join('\n')}\n  }\n`}  return ${literal(Number.NaN)};
}`;
}
