/** What a loop over members brings in: values of the profile, of the members at hand, and of those they belong to in other domains. */
import { type DomainId, type NodeId, PROFILE } from '../graph/node.ts';
import type { EmitContext } from './context.ts';
import { atom, type Code } from './dialect.ts';
import { capitalised, hintOf, lastName, uncapitalised } from './names.ts';

export interface LoopInputs {
  /** Brings in a node that is computed elsewhere. */
  bring(id: NodeId): Code;
  /** Has a variable of the loop stand for a node from here on. */
  hold(id: NodeId, variable: string): void;
  /** A new variable that points to the values of a node of some domain. */
  pointerTo(id: NodeId): string;
  /** The same variable each time. */
  pointerOf(id: NodeId): string;
  /** The members of a smaller domain that the two members at hand belong to. */
  indexPair(domain: DomainId): readonly [string, string];
  /** Whether any members have been looked up. */
  looksUp(): boolean;
  /** The statements that begin a turn: what is loaded, and the index moved on. */
  loads(): readonly string[];
}

/** Where a loop finds values of other domains besides by its index. */
export interface InOrder {
  /** The domain of which one member holds for a whole run of the loop, and the variable with the offset of its values. */
  readonly outer: DomainId;
  readonly outerAt: string;
  /** Statements at the beginning of a run, or of a row of places. */
  readonly begins: string[];
  /** Of places, the domain whose members they stand for, one after the other, and the variable with the offset of the row. */
  readonly inner: { readonly domain: DomainId; readonly rowAt: string } | null;
}

/** What the function that a loop is in is made of. */
export interface LoopFunction {
  /** Statements before the loop. */
  readonly before: string[];
  readonly local: (hint: string) => string;
  readonly profile: (id: NodeId) => Code;
  /** Null where everything is looked up by the index. */
  readonly order: InOrder | null;
}

/** Nothing yet, for a loop over `domain`. */
export function openInputs(
  context: EmitContext,
  domain: DomainId,
  { before, local, profile, order }: LoopFunction,
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
    // Values without a name of the layout are told apart by their domains.
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
      before.push(`let ${indexAt} = ${names.index};`);
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
    bring(id) {
      const { domain: place } = graph.node(id);
      const variable = locals.get(id) ?? (place === PROFILE ? splatted(id) : loaded(id, place));
      locals.set(id, variable);
      return atom(variable);
    },
    hold: (id, variable) => void locals.set(id, variable),
    ...{ pointerTo, pointerOf, indexPair },
    looksUp: () => indices.size > 0,
    // The index moves along with `at`, in every turn and before anything leaves the loop: it is right where one is entered again.
    loads: () =>
      indexAt === null ? loads : [...loads, `${indexAt} += ${indexSize(context, 2 * names.lookups.length)};`],
  };
}

/** Bytes of so many numbers of an index. */
function indexSize({ hasNarrowIndices }: EmitContext, count: number): string {
  if (!hasNarrowIndices) return String(4 * count);
  return count === 1 ? 'sizeof<Index>()' : `${count} * sizeof<Index>()`;
}
