/** Orders declarations by their dependencies, and reports cycles. */
import type { DiagnosticLog } from '../../grammar/diagnostic.ts';
import { quote } from '../../grammar/quote.ts';
import type { Name } from '../../grammar/syntax.ts';
import type { Names } from './names.ts';
import { referencesOf, referencesOfPrior } from './references.ts';

export interface DeclarationOrder {
  /** Each let after the lets that it reads; those on a cycle of lets are left out. */
  readonly lets: readonly string[];
  /** Each latent after those that its prior reads, directly or through lets. */
  readonly latents: readonly string[];
}

export function orderDeclarations(names: Names, log: DiagnosticLog): DeclarationOrder {
  const letReads = readsOf(names, 'let');
  const lets = topologicalOrder(letReads);
  const onLetCycle = new Set(lets.cycles.flat());
  const sound = [...letReads].filter(([name]) => !onLetCycle.has(name));
  const all = topologicalOrder(new Map([...readsOf(names, 'latent'), ...sound]));
  for (const cycle of [...lets.cycles, ...all.cycles]) reportCycle(cycle, names, log);
  return {
    lets: lets.order.filter((name) => !onLetCycle.has(name)),
    latents: all.order.filter((name) => names.get(name)?.kind === 'latent'),
  };
}

/** What each let, or the prior of each latent, reads. Latents declared together share one prior, which is read once. */
function readsOf(names: Names, kind: 'let' | 'latent'): Map<string, readonly string[]> {
  const reads = new Map<string, readonly string[]>();
  const ofDeclaration = new Map<unknown, readonly string[]>();
  for (const [name, meaning] of names) {
    if (meaning.kind !== kind || (meaning.kind !== 'let' && meaning.kind !== 'latent')) continue;
    const { declaration } = meaning;
    const known = ofDeclaration.get(declaration);
    const read =
      known ??
      (declaration.kind === 'let' ? referencesOf(declaration.value) : referencesOfPrior(declaration));
    ofDeclaration.set(declaration, read);
    reads.set(name, read);
  }
  for (const group of [...groupsOf(names, 'correlated'), ...groupsOf(names, 'inOrder')]) {
    const together = [...new Set(group.flatMap((name) => reads.get(name) ?? []))];
    for (const [k, name] of group.entries())
      if (reads.has(name)) reads.set(name, [...together, ...group.slice(0, k)]);
  }
  return reads;
}

/**
 * The names of latents that are correlated with each other, or in order. Each prior reads whatever any of their priors
 * reads, and the latents before it.
 */
function groupsOf(names: Names, clause: 'correlated' | 'inOrder'): readonly string[][] {
  const groups = new Map<unknown, string[]>();
  for (const [name, meaning] of names) {
    const shared = meaning.kind === 'latent' ? meaning.declaration[clause] : null;
    if (shared !== null) groups.set(shared, [...(groups.get(shared) ?? []), name]);
  }
  return [...groups.values()];
}

function reportCycle(cycle: readonly string[], names: Names, log: DiagnosticLog): void {
  reportCircle(
    cycle.map((name) => names.get(name)).filter((meaning) => meaning !== undefined),
    ({ kind, name }) =>
      `${kind === 'latent' ? `The prior of ${quote(name.text)}` : quote(name.text)} reads itself`,
    'Break the cycle: define one of them without the next.',
    log,
  );
}

export interface Order {
  /** Each name after those that it reads, except along cycles. */
  readonly order: readonly string[];
  /** Each cycle once, as the names along it. */
  readonly cycles: readonly (readonly string[])[];
}

/**
 * Depth-first topological order (Tarjan 1976) with an explicit stack, so that a long chain does not recurse. `reads`
 * maps a name to the names that it reads; names without an entry are left out.
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

/**
 * Reports a cycle of declarations, starting from the one that comes first in the text. `says` describes the mistake for
 * that one; the message goes on with the path of the cycle.
 */
export function reportCircle<T extends { readonly name: Name }>(
  declared: readonly T[],
  says: (first: T) => string,
  remedy: string,
  log: DiagnosticLog,
): void {
  // The search may have entered the cycle at another declaration.
  const start = declared.reduce(
    (first, { name }, i) => (name.span.start < (declared[first]?.name.span.start ?? 0) ? i : first),
    0,
  );
  const [head, ...rest] = [...declared.slice(start), ...declared.slice(0, start)];
  if (head === undefined) return;
  const shown = [head, ...rest, head].map(({ name }) => quote(name.text));
  const path = shown.length <= 10 ? shown : [...shown.slice(0, 5), '…', ...shown.slice(-4)];
  log.error(
    'cycle',
    head.name.span,
    `${says(head)}: ${path.join(' → ')}.`,
    remedy,
    rest.slice(0, 8).map(({ name }) => ({ span: name.span, message: `${quote(name.text)} is on the cycle` })),
  );
}
