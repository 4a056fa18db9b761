/** Warns of demands and latents that have no bearing on any observation. */
import type { DiagnosticLog } from '../../grammar/diagnostic-log.ts';
import { quote } from '../../grammar/quote.ts';
import type { DeclarationSyntax, LayoutSyntax } from '../../grammar/syntax.ts';
import type { Names } from './names.ts';
import { referencesOf, referencesOfPrior } from './references.ts';

/** A latent is used when an observation reads it, directly or through lets and priors; a demand when anything does. */
export function warnOfUnused(layout: LayoutSyntax, names: Names, log: DiagnosticLog): void {
  const mentioned = new Set<string>();
  const roots: string[] = [];
  for (const declaration of layout.declarations) {
    if (declaration.kind === 'observe') roots.push(...referencesOf(declaration.distribution));
    for (const name of mentionedBy(declaration)) mentioned.add(name);
  }
  const reached = reachable(roots, names);
  for (const { kind, name } of names.values()) {
    const { text, span } = name;
    if (kind === 'latent' && !reached.has(text)) {
      log.warning(
        'unused-latent',
        span,
        `No observation reads ${quote(text)}, so the data cannot tell anything of it.`,
        'Use it in what is observed, or remove it.',
      );
    } else if (kind === 'demand' && !mentioned.has(text)) {
      log.warning(
        'unused-demand',
        span,
        `The demand ${quote(text)} is never used.`,
        'Use it, or remove it: the data must have a column for each demand.',
      );
    }
  }
}

function mentionedBy(declaration: DeclarationSyntax): readonly string[] {
  switch (declaration.kind) {
    case 'observe':
      return referencesOf(declaration.distribution);
    case 'let':
      return referencesOf(declaration.value);
    case 'latent':
      return referencesOfPrior(declaration);
    default:
      return [];
  }
}

function reachable(roots: readonly string[], names: Names): Set<string> {
  const reached = new Set<string>();
  const pending = [...roots];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    const meaning = names.get(name);
    if (meaning?.kind === 'let') pending.push(...referencesOf(meaning.declaration.value));
    if (meaning?.kind === 'latent') pending.push(...referencesOfPrior(meaning.declaration));
  }
  return reached;
}
