/** Orders lets and priors by what they read, and reports those that read themselves. */
import type { DiagnosticLog } from '../../grammar/diagnostic-log.ts';
import { quote } from '../../grammar/quote.ts';
import { reportCircle } from './cycle-report.ts';
import type { Names } from './names.ts';
import { topologicalOrder } from './order.ts';
import { referencesOf, referencesOfPrior } from './references.ts';

export interface DeclarationOrder {
  /** Each let after the lets it reads; those on a cycle of lets are left out. */
  readonly lets: readonly string[];
  /** Each latent after those its prior reads, directly or through lets. */
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

/** What each let, or each latent's prior, reads. Latents declared together share one prior, read once. */
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
  return reads;
}

function reportCycle(cycle: readonly string[], names: Names, log: DiagnosticLog): void {
  reportCircle(
    cycle.map((name) => names.get(name)).filter((meaning) => meaning !== undefined),
    ({ kind, name }) =>
      `${kind === 'latent' ? `The prior of ${quote(name.text)}` : quote(name.text)} reads itself`,
    'Break the circle by writing one of them without the next.',
    log,
  );
}
