/**
 * Emits the functions of loops: over the members of a domain, two at a time, and over all pairs of the levels of two
 * domains.
 */
import { type NodeId, PROFILE } from '../graph/node.ts';
import type { Step } from '../schedule/schedule.ts';
import type { LoopBody, LoopChoice } from '../schedule/unswitch.ts';
import { isPlainLoop, writeLoops } from './alike-loops.ts';
import type { DeferredLoop, EmitContext, JointRequest, WrittenLoop } from './context.ts';
import type { Code } from './dialect.ts';
import type { DomainCode } from './domain-code.ts';
import { gridFunction } from './grid-code.ts';
import { iterationLoop, memberLoop, runLoop } from './loop-sums.ts';
import { lastName, uncapitalised } from './names.ts';
import { inGroups, isOfPairs, iterationOf, openLoop } from './open-loop.ts';
import { indent } from './text.ts';

/**
 * Adds a loop to the namespace of its domain. For each key of `left` the loop stores the values of the node it maps to,
 * which is mostly the key itself. One sum of the profile is returned; if there are several, they go to variables.
 */
export function loopFunction(
  request: JointRequest,
  step: Step,
  left: ReadonlyMap<NodeId, NodeId>,
  profile: (id: NodeId) => Code,
  { suffix, when }: { readonly suffix: string; readonly when: string } = { suffix: '', when: '' },
): WrittenLoop {
  const { context, loopName } = request;
  const { graph } = context;
  const path = context.domainCode.get(step.domain)!.namespace.claim(`${loopName(step)}${suffix}`);
  const sums = step.reductions.filter((id) => graph.node(id).domain === PROFILE);
  const loop = { request, step, left, profile, path, comment: `${loopComment(request, step, left)}${when}` };
  const isSharded = request.sharded.has(step);
  const returns = sums.length === 1 && !isOfPairs(context, step) && !isSharded ? sums[0]! : null;
  if (isPlainLoop(context, step)) context.deferred.push(loop);
  else writeLoop(loop, returns);
  return { path, returns };
}

/** Emits a loop into the namespace of its domain. */
export function writeLoop(
  { request, step, left, profile, path, comment }: DeferredLoop,
  returns: NodeId | null,
): void {
  const { context } = request;
  const domain = context.domainCode.get(step.domain)!;
  if (isOfPairs(context, step)) {
    writeLoopOfPairs({ request, step, left, profile, path, comment });
    return;
  }
  const order = context.orders.get(step.domain);
  const loop = openLoop({ request, step, left, profile }, returns, (local, parts) =>
    order?.kind === 'groups' ? inGroups(context, order.by, domain, local, parts) : null,
  );
  const { parts, inputs, count, local } = loop;
  const { each, twoPairs } = iterationOf(loop);
  const isByRuns = count !== null || loop.order !== null;
  const isSharded = request.sharded.has(step);
  const lines = isByRuns
    ? runLoop(
        each,
        twoPairs,
        parts,
        {
          ends: domain.runEnds,
          groups: loop.order === null ? null : { of: domain.runGroups, at: loop.order.outerAt },
          shard: isSharded ? domain : null,
        },
        local,
      )
    : memberLoop(each, isSharded ? domain.begin : '0');
  const body = indent(
    [`const end = ${isSharded ? domain.end : domain.bytes};`, ...parts.before, ...lines, ...parts.after],
    2,
  );
  const type = returns === null ? 'void' : 'f64';
  if (!inputs.looksUp() || !context.hasNarrowIndices) {
    domain.namespace.addFunction(path, comment, `(): ${type} {\n${body}\n}`);
    return;
  }
  const grid = context.grids.get(step.domain);
  const inGrid = grid === undefined ? null : gridFunction(request, step, grid, [...left.keys()], profile);
  const then = returns === null ? '' : 'return ';
  const call = forEachWidth(domain, path, comment, type, body);
  domain.namespace.addFunction(
    path,
    null,
    `(): ${type} {
${inGrid === null ? '' : `  if (${domain.isGrid}) ${then}${lastName(inGrid)}();\n`}  ${inGrid === null ? '' : 'else '}${call(then)}
}`,
  );
}

/** Adds a loop with lookups as one generic body for all index widths, and returns the statement that calls it. */
function forEachWidth(
  domain: DomainCode,
  path: string,
  comment: string,
  type: string,
  body: string,
): (then: string) => string {
  const either = domain.namespace.claim(`${lastName(path)}Of`);
  const call = lastName(either);
  domain.namespace.addFunction(either, comment, `<Index extends number>(): ${type} {\n${body}\n}`);
  return (then) => `if (${domain.indexWidth} == 1) ${then}${call}<u8>();
  else if (${domain.indexWidth} == 2) ${then}${call}<u16>();
  else ${then}${call}<u32>();`;
}

/**
 * Emits the loops of an order by pairs of levels, where the data have most pairs: one over all cells, which counts each
 * pair once, and one over the members, which corrects the pairs whose count differs from 1.
 */
function writeLoopOfPairs({ request, step, left, profile, path, comment }: DeferredLoop): void {
  const { context } = request;
  const order = context.orders.get(step.domain);
  if (order?.kind !== 'pairs') throw new Error('the members are no pairs of levels');
  const domain = context.domainCode.get(step.domain)!;
  const [outer, inner] = [order.outer, order.inner].map((id) => context.domainCode.get(id)!) as [
    DomainCode,
    DomainCode,
  ];

  const isSharded = request.sharded.has(step);
  const members = openLoop({ request, step, left, profile }, null, () => null);
  const ofMembers = iterationOf(members);
  const memberBody = indent(
    [
      `const end = ${isSharded ? domain.end : domain.bytes};`,
      ...members.parts.before,
      ...runLoop(
        ofMembers.each,
        ofMembers.twoPairs,
        members.parts,
        { ends: domain.runEnds, groups: null, shard: isSharded ? domain : null },
        members.local,
      ),
      ...members.parts.after,
    ],
    2,
  );

  const rowBegins: string[] = [];
  const places = openLoop({ request, step, left, profile }, null, (local) => ({
    outer: order.outer,
    outerAt: local(`${uncapitalised(outer.title)}At`),
    begins: rowBegins,
    inner: { domain: order.inner, rowAt: local('placesAt') },
  }));
  const ofPlaces = iterationOf(places);
  const { parts, local } = places;
  const { outerAt, inner: row } = places.order!;
  const count = places.count!.variable;
  const [end, rowEnd, wholePairs, runEnd] = ['rowsEnd', 'rowEnd', 'wholePairs', 'runEnd'].map(local) as [
    string,
    string,
    string,
    string,
  ];
  const hasPlaces = rowBegins.some((line) => line.includes(row!.rowAt));
  const placeBody = indent(
    [
      ...parts.before,
      `const ${end} = ${isSharded ? domain.endRow : `<usize>${outer.members} << 3`};`,
      `const ${rowEnd} = ${inner.bytes};`,
      `const ${wholePairs} = <usize>(${inner.members} >> 1) << 4;`,
      ...(hasPlaces
        ? [`let ${row!.rowAt}: usize = ${isSharded ? `(${domain.beginRow} >> 3) * ${rowEnd}` : '0'};`]
        : []),
      `for (let ${outerAt}: usize = ${isSharded ? domain.beginRow : '0'}; ${outerAt} < ${end}; ${outerAt} += 8) {`,
      ...indent(
        [
          ...rowBegins,
          `let ${count} = f64x2.splat(1.0);`,
          `let ${runEnd} = ${wholePairs};`,
          `for (let at: usize = 0; at < ${rowEnd}; ) {`,
          ...indent(
            [
              ...parts.runBegins,
              ...iterationLoop(ofPlaces.each, ofPlaces.twoPairs, parts.logs, runEnd, local),
              ...parts.runEnds,
              '// Where the last pair is filled up, its first lane counts.',
              `${count} = f64x2.replace_lane(f64x2.splat(0.0), 0, 1.0);`,
              `${runEnd} = ${rowEnd};`,
            ],
            2,
          ).split('\n'),
          '}',
          ...(hasPlaces ? [`${row!.rowAt} += ${rowEnd};`] : []),
        ],
        2,
      ).split('\n'),
      '}',
      ...parts.after,
    ],
    2,
  );
  const inGrid = domain.namespace.claim(`${lastName(path)}InGrid`);
  domain.namespace.addFunction(
    inGrid,
    'The same for all pairs of levels, each of them once: row by row, and in it two places at a time',
    `(): void {\n${placeBody}\n}`,
  );
  const call = forEachWidth(domain, path, comment, 'void', memberBody);
  const begins = step.reductions.flatMap((reduction) => {
    const { domain: place } = context.graph.node(reduction);
    if (place === PROFILE) return [`${request.globals.get(reduction)!} = 0.0;`];
    const part = request.joint.get(reduction);
    if (part?.isFirst === false) return [];
    const owner = context.domainCode.get(place)!;
    context.runtime('clearSums');
    return [`clearSums(${owner.arrayOf(part?.node ?? reduction)}, ${owner.bytes});`];
  });
  domain.namespace.addFunction(
    path,
    null,
    `(): void {\n${indent([...begins, `if (${domain.isGrid}) ${lastName(inGrid)}();`], 2)}\n  ${call('')}\n}`,
  );
}

/** Emits the deferred loops, and returns the functions that loops of equal shape share. */
export function writeDeferred(context: EmitContext): readonly string[] {
  return writeLoops(context, (loop) => {
    const { graph } = context;
    writeLoop(loop, loop.step.reductions.find((id) => graph.node(id).domain === PROFILE) ?? null);
  });
}

/**
 * A loop that depends on a profile test: one function for each outcome of the test, and one that chooses between them.
 */
export function unswitchedLoop(
  request: JointRequest,
  step: Step,
  { by, whereNonNegative, otherwise }: LoopChoice,
  profile: (id: NodeId) => Code,
): WrittenLoop {
  const { namespace } = request.context.domainCode.get(step.domain)!;
  const path = namespace.claim(request.loopName(step));
  const condition = `${profile(by).text} >= 0.0`;
  const write = ({ nodes, values }: LoopBody, suffix: string, when: string) =>
    loopFunction(request, { ...step, nodes }, values, profile, { suffix, when });
  const taken = write(whereNonNegative, 'If', `, where ${condition}`);
  const other = write(otherwise, 'Else', ', where it is not');
  namespace.addFunction(
    path,
    null,
    `(): void {
  if (${condition}) ${lastName(taken.path)}();
  else ${lastName(other.path)}();
}`,
  );
  return { path, returns: null };
}

/** A description of a loop for the reader. */
function loopComment(
  { context: { graph } }: JointRequest,
  step: Step,
  left: ReadonlyMap<NodeId, NodeId>,
): string {
  const named = (ids: readonly NodeId[]) => [...new Set(ids.flatMap((id) => graph.nameOf(id) ?? []))];
  const leaves = named([...left.keys()]);
  const adds = step.reductions.some((id) => graph.node(id).domain !== PROFILE);
  const sums = step.reductions.some((id) => graph.node(id).domain === PROFILE);
  const parts = [
    ...(left.size === 0
      ? []
      : [leaves.length === 0 ? 'computes values for other loops' : `computes ${leaves.join(', ')}`]),
    ...(adds ? ['adds to the sums of other domains'] : []),
    ...(sums ? ['sums over the members'] : []),
  ];
  const text = parts.length === 0 ? 'shifts levels' : parts.join('; ');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
