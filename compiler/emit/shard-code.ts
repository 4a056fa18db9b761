/** Emits what sums rows shard by shard, where they take long: each shard into sums of its own, which the runtime adds in a fixed tree. */
import { type NodeId, PROFILE } from '../graph/node.ts';
import { workOf } from '../schedule/shards.ts';
import type { EmitContext } from './context.ts';
import type { DomainCode } from './domain-code.ts';
import { lastName, uncapitalised } from './names.ts';
import type { CutLoops, ProgramCode } from './program-code.ts';
import { indent } from './text.ts';

/** A density whose rows may be divided into shards. */
export interface ShardedProgram {
  readonly code: ProgramCode;
  /** The function of the file that sums its rows. */
  readonly path: string;
}

/** The functions of the file, and statements that run when data are bound. */
export interface ShardCode {
  readonly functions: readonly string[];
  readonly binding: readonly string[];
}

/** The sums of a program's shard, in the order in which they stand in memory: first those by levels, then those of all members. */
interface Sums {
  readonly byLevel: readonly { readonly array: string; readonly owner: DomainCode }[];
  readonly totals: readonly string[];
}

/** The code of shards; the first program that cuts its rows decides how many there are. */
export function shardCode(context: EmitContext, programs: readonly ShardedProgram[]): ShardCode {
  const cutting = programs.flatMap(({ code, path }) => (code.cut === null ? [] : [{ cut: code.cut, path }]));
  if (cutting.length === 0) {
    const none =
      '/** See runtime/layout.ts. */\nexport function sumShard(program: i32, shard: i32, sums: usize): void {}';
    return { functions: [none], binding: [] };
  }
  const { runtime, domainCode } = context;
  runtime('openShards', 'beginOfShard', 'shardCount', 'sumRows', 'sumsOfShard');
  const domains = new Set(
    cutting.flatMap(({ cut }) => cut.steps.map(({ domain }) => domainCode.get(domain)!)),
  );
  for (const domain of domains) addEnterShard(context, domain);
  const sums = cutting.map(({ cut }) => sumsOf(context, cut));
  const bytes = sums.map(({ byLevel, totals }) =>
    [...byLevel.map(({ owner }) => owner.bytes), String((totals.length + (totals.length & 1)) * 8)].join(
      ' + ',
    ),
  );
  const room = bytes.reduce((most, each) => (most === each ? most : `max<usize>(${most}, ${each})`));
  return {
    functions: [
      ...cutting.map(({ cut, path }, index) => sumAllFunction(cut, sums[index]!, path, index)),
      `/** See runtime/layout.ts. */
export function sumShard(program: i32, shard: i32, sums: usize): void {
${indent(
  [
    ...[...domains].map(({ enterShard }) => `${enterShard}(shard, shardCount());`),
    'switch (program) {',
    ...cutting.flatMap(({ cut }, index) => [
      `  case ${index}: {`,
      ...indent(sumShardStatements(context, cut, sums[index]!), 4).split('\n'),
      '    break;',
      '  }',
    ]),
    '}',
    ...[...domains].map(({ enterShard }) => `${enterShard}(0, 1);`),
  ],
  2,
)}
}`,
    ],
    binding: [
      `if (!openShards(${workCode(context, cutting[0]!.cut)}, ${room})) return false;`,
      ...[...domains].flatMap((domain) => [
        ...(domain.hasRunsOfShards
          ? [
              `${domain.shardRuns} = runsOfShards(${domain.runEnds}, ${domain.bytes});`,
              `if (${domain.shardRuns} == 0) return false;`,
            ]
          : []),
        `${domain.enterShard}(0, 1);`,
      ]),
    ],
  };
}

/** The operations that the rows take for one gradient. */
function workCode({ graph, domainCode, orders }: EmitContext, { steps }: CutLoops): string {
  const terms = steps.map((step) => {
    const { isGrid, members } = countsOf(step.domain);
    return `${workOf(graph, step)}.0 * ${isGrid === null ? `<f64>${members}` : `(<f64>${members} + (${isGrid.flag} ? <f64>${isGrid.outer} * <f64>${isGrid.inner} : 0.0))`}`;
  });
  return terms.join(' + ');

  function countsOf(id: number) {
    const domain = domainCode.get(id)!;
    const order = orders.get(id);
    if (order?.kind !== 'pairs') return { members: domain.members, isGrid: null };
    const [outer, inner] = [order.outer, order.inner].map((side) => domainCode.get(side)!.members) as [
      string,
      string,
    ];
    return { members: domain.members, isGrid: { flag: domain.isGrid, outer, inner } };
  }
}

/**
 * Adds the function that restricts loops over a domain to one of `count` shards; to all members if there is only one
 * shard.
 */
function addEnterShard(context: EmitContext, domain: DomainCode): void {
  const { runtime, orders, domainCode } = context;
  const lines = [
    `${domain.begin} = beginOfShard(${domain.bytes}, shard, count);`,
    `${domain.end} = beginOfShard(${domain.bytes}, shard + 1, count);`,
  ];
  if (domain.hasRowsOfShards) {
    runtime('beginOfRows');
    const order = [...orders].find(([id]) => domainCode.get(id) === domain)![1];
    if (order.kind !== 'pairs') throw new Error('only pairs of levels stand in rows of cells');
    const { members } = domainCode.get(order.outer)!;
    lines.push(
      `${domain.beginRow} = beginOfRows(${members}, shard, count);`,
      `${domain.endRow} = beginOfRows(${members}, shard + 1, count);`,
    );
  }
  if (domain.hasRunsOfShards) {
    runtime('runsOfShards');
    lines.push(`${domain.firstRun} = <usize>load<u32>(${domain.shardRuns} + (<usize>shard << 2));`);
  }
  domain.namespace.addFunction(
    domain.enterShard,
    'Makes loops run over one of `count` shards of the members, or over all members if there is one shard',
    `(shard: i32, count: i32): void {\n${indent(lines, 2)}\n}`,
  );
}

/** The arrays and variables to which the loops of a program add. Parts of a joint sum share one array. */
function sumsOf({ graph, domainCode }: EmitContext, { steps, joint, globals }: CutLoops): Sums {
  const reductions = steps.flatMap((step) => step.reductions);
  const nodes = new Set<NodeId>(
    reductions.filter((id) => graph.node(id).domain !== PROFILE).map((id) => joint.get(id)?.node ?? id),
  );
  return {
    byLevel: [...nodes].map((id) => {
      const owner = domainCode.get(graph.node(id).domain)!;
      return { array: owner.arrayOf(id), owner };
    }),
    totals: reductions.filter((id) => graph.node(id).domain === PROFILE).map((id) => globals.get(id)!),
  };
}

/** The function that sums all rows: at once, or as the runtime adds the shards' sums. */
function sumAllFunction({ loops }: CutLoops, { byLevel, totals }: Sums, path: string, index: number): string {
  const calls = loops.map((loop) => `${loop}();`);
  return `/** Sums over the rows, shard by shard where there are several. */
function ${path}(): void {
  if (shardCount() == 1) {
${indent(calls, 4)}
  } else if (sumRows(${index})) {
    let at = sumsOfShard(0);
${indent(
  [
    ...byLevel.flatMap(({ array, owner }) => [
      `memory.copy(${array}, at, ${owner.bytes});`,
      `at += ${owner.bytes};`,
    ]),
    ...totals.map((total, place) => `${total} = load<f64>(at${place === 0 ? '' : `, ${8 * place}`});`),
  ],
  4,
)}
  }
}`;
}

/** Statements that run the loops of a program over one shard; meanwhile their sums are those of the shard. */
function sumShardStatements(context: EmitContext, { loops }: CutLoops, { byLevel, totals }: Sums): string[] {
  const local = context.scope('program', 'shard', 'sums', 'at');
  const arrays = byLevel.map(({ array, owner }) => ({
    array,
    owner,
    kept: local(`${uncapitalised(owner.title)}_${lastName(array)}`),
  }));
  return [
    'let at = sums;',
    ...arrays.flatMap(({ array, owner, kept }) => [
      `const ${kept} = ${array};`,
      `${array} = at;`,
      `at += ${owner.bytes};`,
    ]),
    ...loops.map((loop) => `${loop}();`),
    ...totals.map((total, place) => `store<f64>(at, ${total}${place === 0 ? '' : `, ${8 * place}`});`),
    ...arrays.map(({ array, kept }) => `${array} = ${kept};`),
  ];
}
