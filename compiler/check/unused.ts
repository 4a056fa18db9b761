/** Warns of demands and latents that no observation depends on, and of links and parameters that are never used. */
import { limitsOf } from '../../grammar/build-clauses.ts';
import type { DiagnosticLog } from '../../grammar/diagnostic.ts';
import { expressionsOfDistribution, sharesOf } from '../../grammar/distributions.ts';
import { quote } from '../../grammar/quote.ts';
import { inWords, type Remedy } from '../../grammar/remedy.ts';
import type { ClassDeclaration, DeclarationSyntax, LayoutSyntax, Name } from '../../grammar/syntax.ts';
import { callsOf } from './links.ts';
import type { Names } from './names.ts';
import { referencesOf, referencesOfClass, referencesOfObservation, referencesOfPrior } from './references.ts';

/** A latent is used if an observation reads it, directly or through lets and priors; a demand, if anything reads it. */
export function warnOfUnused(layout: LayoutSyntax, names: Names, log: DiagnosticLog): void {
  const mentioned = new Set<string>();
  const roots: string[] = [];
  const reported: string[] = [];
  for (const declaration of layout.declarations) {
    if (declaration.kind === 'observe') roots.push(...referencesOfObservation(declaration));
    if (declaration.kind === 'factor') roots.push(...referencesOf(declaration.value));
    if (declaration.kind === 'category') reported.push(...namesOf(declaration.orderedBy));
    if (declaration.kind === 'report') reported.push(...referencesOf(declaration.value));
    for (const name of mentionedBy(declaration)) mentioned.add(name);
  }
  const reached = reachable(roots, names);
  // Names that only priors of unused latents read are reported together with these latents.
  const priors = layout.declarations.flatMap((each) =>
    each.kind === 'latent' ? referencesOfPrior(each) : [],
  );
  const read = reachable([...roots, ...priors, ...reported], names);
  const indexing = new Set(
    [...names.values()].flatMap((meaning) =>
      meaning.kind === 'category'
        ? [
            ...namesOf(meaning.declaration.within),
            ...(meaning.declaration.pairOf ?? []).map(({ text }) => text),
          ]
        : meaning.kind === 'latent' || meaning.kind === 'demand' || meaning.kind === 'class'
          ? namesOf(meaning.index)
          : [],
    ),
  );
  warnOfUnusedLinks(layout, log);
  for (const meaning of names.values()) {
    const { kind, name } = meaning;
    const { text, span } = name;
    if (kind === 'latent' && !reached.has(text)) {
      log.warning(
        'unused-latent',
        span,
        `No observation reads ${quote(text)}, so the data say nothing about it.`,
        orRemoved('Use it in what is observed, or remove it.', meaning.declaration),
      );
    } else if (
      kind === 'class' &&
      name === meaning.declaration.name &&
      !isClassRead(meaning.declaration, reached)
    ) {
      log.warning(
        'unused-class',
        span,
        `No observation reads ${meaning.isFlag ? '' : 'a state of '}${quote(text)}, so the data say nothing about it.`,
        'Use it in what is observed, or remove it.',
      );
    } else if (kind === 'category' && meaning.of === null && !indexing.has(text)) {
      log.warning(
        'unused-category',
        span,
        `No latent is indexed by the category ${quote(text)}.`,
        orRemoved(
          'Index one by it, or remove it: the data must have a column for each category.',
          meaning.declaration,
        ),
      );
    } else if (kind === 'let' && !read.has(text)) {
      log.warning(
        'unused-let',
        span,
        `No observation or prior reads ${quote(text)}.`,
        orRemoved('Use it in what is observed, or remove it.', meaning.declaration),
      );
    } else if (kind === 'demand' && mentioned.has(text) && !read.has(text)) {
      log.warning(
        'unused-demand',
        span,
        `No observation or prior reads the demand ${quote(text)}: only a \`let\` that is not used does.`,
        'Use that `let`, or remove both: the data must have a column for each demand.',
      );
    } else if (kind === 'demand' && !mentioned.has(text)) {
      log.warning(
        'unused-demand',
        span,
        `The demand ${quote(text)} is never used.`,
        orRemoved('Use it, or remove it: the data must have a column for each demand.', meaning.declaration),
      );
    }
  }
}

/** The remedy with an edit that removes the statement, if it declares nothing else. */
function orRemoved(words: string, declaration: DeclarationSyntax): Remedy | string {
  return 'names' in declaration && declaration.names.length > 1 ? words : inWords(words, declaration.span);
}

function isClassRead({ name, states }: ClassDeclaration, reached: ReadonlySet<string>): boolean {
  return [name, ...states.map((state) => state.name)].some(({ text }) => reached.has(text));
}

function namesOf(name: Name | null): string[] {
  return name === null ? [] : [name.text];
}

function mentionedBy(declaration: DeclarationSyntax): readonly string[] {
  switch (declaration.kind) {
    case 'observe':
      return referencesOfObservation(declaration);
    case 'let':
    case 'report':
    case 'factor':
      return referencesOf(declaration.value);
    case 'latent':
      return referencesOfPrior(declaration);
    case 'class':
      return referencesOfClass(declaration);
    case 'category':
      return namesOf(declaration.orderedBy);
    default:
      return [];
  }
}

/** Warns of links that are never called, since a link's body is checked completely only with the units of a call. */
function warnOfUnusedLinks({ declarations }: LayoutSyntax, log: DiagnosticLog): void {
  const called = new Set(declarations.flatMap(callsIn));
  for (const declaration of declarations) {
    if (declaration.kind !== 'link') continue;
    const { name, parameters, body } = declaration;
    if (!called.has(name.text)) {
      log.warning(
        'unused-link',
        name.span,
        `The link ${quote(name.text)} is never called, so its units are not checked.`,
        orRemoved('Call it, or remove it.', declaration),
      );
    }
    const read = new Set(referencesOf(body));
    for (const parameter of parameters) {
      if (read.has(parameter.name.text)) continue;
      log.warning(
        'unused-parameter',
        parameter.name.span,
        `The link ${quote(name.text)} never reads its parameter ${quote(parameter.name.text)}.`,
        'Use it, or remove it and the arguments for it.',
      );
    }
  }
}

function callsIn(declaration: DeclarationSyntax): string[] {
  switch (declaration.kind) {
    case 'unit':
    case 'category':
    case 'dimension':
    case 'table':
      return [];
    case 'demand':
      return declaration.missing === null ? [] : callsOf(declaration.missing);
    case 'latent':
      return [
        ...callsOf(declaration.prior),
        ...[declaration.truncation?.lo, declaration.truncation?.hi].flatMap((bound) =>
          bound ? callsOf(bound) : [],
        ),
      ];
    case 'class':
      return sharesOf(declaration).flatMap(callsOf);
    case 'let':
    case 'report':
    case 'factor':
      return callsOf(declaration.value);
    case 'link':
      return callsOf(declaration.body);
    case 'observe':
      return [...expressionsOfDistribution(declaration.distribution), ...limitsOf(declaration)].flatMap(
        callsOf,
      );
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
    if (meaning?.kind === 'class') pending.push(...referencesOfClass(meaning.declaration));
    if (meaning?.kind === 'latent') pending.push(...referencesOfPrior(meaning.declaration));
  }
  return reached;
}
