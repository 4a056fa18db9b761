/**
 * Emits the inputs of a loop over members: profile values, values of the current members, and values looked up in other
 * domains.
 */
import { type DomainId, type NodeId, PROFILE } from '../graph/node.ts';
import type { EmitContext } from './context.ts';
import { atom, type Code } from './dialect.ts';
import { capitalised, hintOf, lastName, uncapitalised } from './names.ts';

export interface LoopInputs {
  /** The code of a node that is computed elsewhere; loads it first if necessary. */
  codeOf(id: NodeId): Code;
  /** Makes a variable of the loop hold a node from here on. */
  hold(id: NodeId, variable: string): void;
  /** A new variable that points to a node's values. */
  pointerTo(id: NodeId): string;
  /** The variable that points to a node's values; the same one each time. */
  pointerOf(id: NodeId): string;
  /** The members of a smaller domain that the two current members belong to. */
  indexPair(domain: DomainId): readonly [string, string];
  /** Whether any lookup has been made. */
  looksUp(): boolean;
  /** The statements that begin an iteration: the loads, and the step of the index. */
  loads(): readonly string[];
}

/** How a loop finds values of other domains without its index. */
export interface InOrder {
  /**
   * The domain of which one member applies to a whole run of the loop, and the variable with the offset of its values.
   */
  readonly outer: DomainId;
  readonly outerAt: string;
  /** Statements at the beginning of a run, or of a row of cells. */
  readonly begins: string[];
  /**
   * For a loop over cells, the domain whose members they follow one by one, and the variable with the offset of the
   * row.
   */
  readonly inner: { readonly domain: DomainId; readonly rowAt: string } | null;
}

/** The function that contains a loop. */
export interface LoopFunction {
  /** Statements before the loop. */
  readonly before: string[];
  readonly local: (hint: string) => string;
  readonly profile: (id: NodeId) => Code;
  /** Null if all lookups use the index. */
  readonly order: InOrder | null;
  /** Whether the loop runs over a shard of the members. */
  readonly isSharded: boolean;
}

/** The inputs of a loop over `domain`, initially none. */
export function openInputs(
  context: EmitContext,
  domain: DomainId,
  { before, local, profile, order, isSharded }: LoopFunction,
): LoopInputs {
  const { graph, domainCode } = context;
  const names = domainCode.get(domain)!;
  const loads: string[] = [];
  const locals = new Map<NodeId, string>();
  const pointers = new Map<NodeId, string>();
  const indices = new Map<DomainId, readonly [string, string]>();
  let indexAt: string | null = null;

  const pointerTo = (id: NodeId): string => {
    const owner = domainCode.get(graph.node(id).domain)!;
    const isPlace = owner === names && order !== null && order.inner !== null;
    const array = isPlace ? owner.placesOf(id) : owner.arrayOf(id);
    // Values that the layout does not name are distinguished by their domains.
    const isPlain = owner === names || graph.nameOf(id) !== undefined;
    const pointer = local(
      isPlain ? `${lastName(array)}At` : `${uncapitalised(owner.title)}${capitalised(lastName(array))}At`,
    );
    before.push(`const ${pointer} = ${array};`);
    if (!isPlace) return pointer;
    const ofRow = local(`${pointer}Row`);
    order.begins.push(`const ${ofRow} = ${pointer} + ${order.inner!.rowAt};`);
    return ofRow;
  };
  const pointerOf = (id: NodeId): string => {
    const pointer = pointers.get(id) ?? pointerTo(id);
    pointers.set(id, pointer);
    return pointer;
  };
  const indexPair = (looked: DomainId): readonly [string, string] => {
    const known = indices.get(looked);
    if (known !== undefined) return known;
    const other = domainCode.get(looked)!;
    if (indexAt === null) {
      indexAt = local('indexAt');
      const perPair = indexSize(context, 2 * names.lookups.length);
      const skipped = isSharded ? ` + (${names.begin} >> 4) * (${perPair})` : '';
      before.push(`let ${indexAt} = ${names.index}${skipped};`);
    }
    const pointer = indexAt;
    const first = 2 * names.lookups.indexOf(looked);
    if (first < 0)
      throw new Error(`${names.title} is looked up in ${other.title}, which is not in its index`);
    const pair = [local(`${uncapitalised(other.title)}A`), local(`${uncapitalised(other.title)}B`)] as const;
    pair.forEach((variable, lane) => {
      const offset = first + lane === 0 ? '' : `, ${indexSize(context, first + lane)}`;
      const load = context.hasNarrowIndices ? '<u32>load<Index>' : 'load<u32>';
      loads.push(`const ${variable} = ${load}(${pointer}${offset});`);
    });
    indices.set(looked, pair);
    context.runtime('gatherPair');
    return pair;
  };
  const splatted = (id: NodeId): string => {
    const { text } = profile(id);
    const variable = local(`${lastName(text)}Pair`);
    before.push(`const ${variable} = f64x2.splat(${text});`);
    return variable;
  };
  const loaded = (id: NodeId, place: DomainId): string => {
    const pointer = pointerOf(id);
    if (place === order?.outer) {
      const variable = local(hintOf(graph, id));
      order.begins.push(`const ${variable} = v128.load_splat<f64>(${pointer} + ${order.outerAt});`);
      return variable;
    }
    const value =
      place === domain || place === order?.inner?.domain
        ? `v128.load(${pointer} + at)`
        : `gatherPair(${pointer}, ${indexPair(place).join(', ')})`;
    const variable = local(hintOf(graph, id));
    loads.push(`const ${variable} = ${value};`);
    return variable;
  };
  return {
    codeOf(id) {
      const { domain: place } = graph.node(id);
      const variable = locals.get(id) ?? (place === PROFILE ? splatted(id) : loaded(id, place));
      locals.set(id, variable);
      return atom(variable);
    },
    hold: (id, variable) => void locals.set(id, variable),
    ...{ pointerTo, pointerOf, indexPair },
    looksUp: () => indices.size > 0,
    // The index advances together with `at`, at the start of each iteration, so it is right if the loop is left and
    // re-entered.
    loads: () =>
      indexAt === null ? loads : [...loads, `${indexAt} += ${indexSize(context, 2 * names.lookups.length)};`],
  };
}

/** The size in bytes of `count` numbers of an index. */
function indexSize({ hasNarrowIndices }: EmitContext, count: number): string {
  if (!hasNarrowIndices) return String(4 * count);
  return count === 1 ? 'sizeof<Index>()' : `${count} * sizeof<Index>()`;
}
