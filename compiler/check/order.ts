/** Orders declarations so that each comes after those it reads, and finds those that read themselves. */

export interface Order {
  /** Each after those it reads, except along cycles. */
  readonly order: readonly string[];
  /** Each cycle once, as the names along it. */
  readonly cycles: readonly (readonly string[])[];
}

/**
 * Depth-first topological order (Tarjan 1976) with a stack of its own, so that a long chain costs no recursion.
 * `reads` gives the names a name reads; names without an entry are left out.
 */
export function topologicalOrder(reads: ReadonlyMap<string, readonly string[]>): Order {
  const order: string[] = [];
  const cycles: string[][] = [];
  const state = new Map<string, 'open' | 'done'>();
  const cyclic = new Set<string>();
  for (const root of reads.keys()) {
    if (state.has(root)) continue;
    const path: { name: string; next: number }[] = [{ name: root, next: 0 }];
    state.set(root, 'open');
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const read = reads.get(top.name)?.[top.next];
      top.next += 1;
      if (read === undefined) {
        state.set(top.name, 'done');
        order.push(top.name);
        path.pop();
      } else if (state.get(read) === 'open') {
        const cycle = path.slice(path.findIndex(({ name }) => name === read)).map(({ name }) => name);
        if (!cycle.some((name) => cyclic.has(name))) cycles.push(cycle);
        for (const name of cycle) cyclic.add(name);
      } else if (reads.has(read) && !state.has(read)) {
        state.set(read, 'open');
        path.push({ name: read, next: 0 });
      }
    }
  }
  return { order, cycles };
}
