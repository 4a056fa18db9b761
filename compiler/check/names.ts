/** The names that a layout declares, each with its declaration. */
import type { DiagnosticLog } from '../../grammar/diagnostic.ts';
import { quote } from '../../grammar/quote.ts';
import type { Span } from '../../grammar/source.ts';
import type {
  CategoryDeclaration,
  ClassDeclaration,
  ConversionSyntax,
  DeclarationSyntax,
  DemandDeclaration,
  LatentDeclaration,
  LayoutSyntax,
  LetDeclaration,
  LinkDeclaration,
  Name,
  ObserveDeclaration,
  ReportDeclaration,
} from '../../grammar/syntax.ts';
import { reservedWords } from '../../grammar/vocabulary.ts';
import { isFunctionName } from './functions.ts';

/** What a name stands for. A `broken` name comes from a declaration with mistakes, which the parser has reported. */
export type Meaning =
  | { readonly kind: 'unit'; readonly name: Name; readonly conversion: ConversionSyntax | null }
  | {
      readonly kind: 'demand';
      readonly name: Name;
      readonly index: Name | null;
      readonly declaration: DemandDeclaration;
    }
  | {
      readonly kind: 'category';
      readonly name: Name;
      /** The category whose levels the column of that name holds; null for a category itself. */
      readonly of: string | null;
      readonly declaration: CategoryDeclaration;
    }
  | {
      readonly kind: 'latent';
      readonly name: Name;
      readonly index: Name | null;
      readonly declaration: LatentDeclaration;
    }
  | {
      readonly kind: 'class';
      readonly name: Name;
      readonly index: Name | null;
      /** Whether it is a flag, and not the name of a class that lists its states, which has no value. */
      readonly isFlag: boolean;
      readonly declaration: ClassDeclaration;
    }
  | { readonly kind: 'let'; readonly name: Name; readonly declaration: LetDeclaration }
  | { readonly kind: 'link'; readonly name: Name; readonly declaration: LinkDeclaration }
  | { readonly kind: 'outcome'; readonly name: Name; readonly declaration: ObserveDeclaration }
  | { readonly kind: 'report'; readonly name: Name; readonly declaration: ReportDeclaration }
  | { readonly kind: 'broken'; readonly name: Name };

export type Names = ReadonlyMap<string, Meaning>;

/** Gathers the names in source order. A second declaration of a name is a mistake; the first one counts. */
export function gatherNames(layout: LayoutSyntax, log: DiagnosticLog): Names {
  const names = new Map<string, Meaning>();
  for (const meaning of meanings(layout)) {
    const { text, span } = meaning.name;
    const first = names.get(text);
    // The names of a broken statement are a guess: any other declaration takes precedence.
    if (meaning.kind === 'broken') names.set(text, first ?? meaning);
    else if (first !== undefined && first.kind !== 'broken') reportDuplicate(text, span, first, log);
    else {
      // A function is followed by a parenthesis, and a unit never: `5 min` and `min(x)` are told apart.
      const isFree = meaning.kind === 'unit' && isFunctionName(text);
      const isSound = isFree || mayBeDeclared(meaning.name, log);
      names.set(text, isSound ? meaning : { kind: 'broken', name: meaning.name });
    }
  }
  return names;
}

function meanings(layout: LayoutSyntax): Meaning[] {
  const declared = layout.declarations.flatMap(meaningsOf);
  const broken = layout.broken.flatMap(({ names }) =>
    names.map((name): Meaning => ({ kind: 'broken', name })),
  );
  return [...declared, ...broken].sort((a, b) => a.name.span.start - b.name.span.start);
}

function meaningsOf(declaration: DeclarationSyntax): Meaning[] {
  switch (declaration.kind) {
    case 'unit':
      return declaration.names.map((name) => ({ kind: 'unit', name, conversion: declaration.conversion }));
    case 'demand':
      return declaration.names.map((name, i) => ({
        kind: 'demand',
        name,
        index: declaration.indices[i] ?? null,
        declaration,
      }));
    case 'category':
      return [
        ...declaration.names.map((name): Meaning => ({ kind: 'category', name, of: null, declaration })),
        ...(declaration.columns ?? []).map(
          (name): Meaning => ({ kind: 'category', name, of: declaration.names[0]!.text, declaration }),
        ),
      ];
    case 'latent':
      return declaration.names.map((name, i) => ({
        kind: 'latent',
        name,
        index: declaration.indices[i] ?? null,
        declaration,
      }));
    case 'class': {
      const { name, index, states } = declaration;
      const flags = states.length === 0 ? [name] : states.map((state) => state.name);
      const own: Meaning = { kind: 'class', name, index, isFlag: false, declaration };
      return [
        ...(states.length === 0 ? [] : [own]),
        ...flags.map((flag): Meaning => ({ kind: 'class', name: flag, index, isFlag: true, declaration })),
      ];
    }
    case 'dimension':
    case 'factor':
    case 'table':
      return [];
    case 'let':
      return [{ kind: 'let', name: declaration.name, declaration }];
    case 'link':
      return [{ kind: 'link', name: declaration.name, declaration }];
    case 'observe':
      return [declaration.choice, declaration.outcome].flatMap((name) =>
        name === null ? [] : [{ kind: 'outcome', name, declaration }],
      );
    case 'report':
      return [{ kind: 'report', name: declaration.name, declaration }];
  }
}

/** The first name that stands in a list a second time; undefined if all differ. */
export function repeatedName(names: readonly Name[]): Name | undefined {
  const seen = new Set<string>();
  return names.find(({ text }) => seen.size === seen.add(text).size);
}

function reportDuplicate(text: string, span: Span, first: Meaning, log: DiagnosticLog): void {
  log.error(
    'duplicate-name',
    span,
    `The name ${quote(text)} is declared twice.`,
    'Rename one of them, or remove the one that is not needed.',
    [{ span: first.name.span, message: `${quote(text)} is first declared here` }],
  );
}

/** Whether a name may be declared; reported when it may not. */
export function mayBeDeclared({ text, span }: Name, log: DiagnosticLog): boolean {
  if (isFunctionName(text)) {
    log.error(
      'reserved-word',
      span,
      `${quote(text)} is a function of the language and cannot be declared.`,
      text === 'min'
        ? 'Only a unit may be called `min`; anything else may be called `min_1`.'
        : `Choose another name, such as ${quote(`${text}_1`)}.`,
    );
    return false;
  }
  if (reservedWords.has(text)) {
    log.error(
      'reserved-word',
      span,
      `${quote(text)} is a word of the language and cannot be a name.`,
      `Choose another name, such as ${quote(`${text}_1`)}.`,
    );
    return false;
  }
  if (text.startsWith('__') || text.endsWith('__')) {
    log.error(
      'reserved-word',
      span,
      `${quote(text)} begins or ends with two underscores, as only names of the system do.`,
      'Leave the underscores out.',
    );
    return false;
  }
  return true;
}
