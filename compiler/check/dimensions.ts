/**
 * Expands dimensions, so that later phases see none. `theta[model, skill]` becomes one name for each value of `skill`, such as
 * `theta.verbal` of `model`, and `all skill: …` becomes one call with an argument for each. Two categories in brackets become one
 * category of their pairs. Messages are translated back into the author's words.
 */
import { mapLimits } from '../../grammar/build-clauses.ts';
import { type Diagnostic, DiagnosticLog } from '../../grammar/diagnostic.ts';
import { mapDistribution } from '../../grammar/distributions.ts';
import { MAX_VALUES_PER_DIMENSION, MAX_WRITTEN_OUT } from '../../grammar/limits.ts';
import { quote } from '../../grammar/quote.ts';
import { nameMeant } from '../../grammar/remedy.ts';
import type { Span } from '../../grammar/source.ts';
import type {
  CallSyntax,
  CategoryDeclaration,
  DeclarationSyntax,
  DimensionDeclaration,
  ExpressionSyntax,
  IndexName,
  LatentDeclaration,
  LayoutSyntax,
  Name,
  OverSyntax,
  ReferenceSyntax,
} from '../../grammar/syntax.ts';
import { nameInDraws } from '../../module/called-name.ts';
import { nearest } from '../../module/names.ts';
import { repeatedName } from './names.ts';
import { pairName, pairOf, pairsInWords } from './pairs.ts';

/** A layout after its dimensions were expanded, and a function that translates messages about it back. */
export interface WrittenOut {
  readonly layout: LayoutSyntax;
  inAuthorsWords(diagnostics: readonly Diagnostic[]): Diagnostic[];
}

/** The value of each dimension, by its name, at an expression that is being expanded. */
type Said = ReadonlyMap<string, string>;

const NOTHING_SAID: Said = new Map();

/** Represents what is undefined after a mistake, which is reported. */
const BROKEN = '?';

const JOINS = ['all', 'any', 'sum', 'mean'] as const;

/** Stands for one argument per value of a dimension. */
const EACH = 'each';

/** Expands the dimensions of a layout. Mistakes are reported to the log, and their places become `broken`. */
export function writeOutDimensions(layout: LayoutSyntax, log = new DiagnosticLog()): WrittenOut {
  const dimensions = new Map<string, DimensionDeclaration>();
  for (const each of layout.declarations) if (each.kind === 'dimension') dimensions.set(each.name.text, each);
  const shapes = shapesOf(layout, dimensions);
  const errors = log.errors;
  const pairs = pairsOf(layout, dimensions, log);
  const writer = new Writer(layout, dimensions, shapes, pairs, log);
  checkDimensions(layout, dimensions, shapes, log);
  const declarations = [
    ...layout.declarations.flatMap((each) => writer.declaration(each)),
    ...pairs.values(),
  ];
  const pairsPut = inWordsOf(pairsInWords(new Set(pairs.keys())));
  const start = { start: layout.name.span.start, end: layout.name.span.start };
  const broken =
    log.errors === errors && !writer.isBroken
      ? layout.broken
      : [...layout.broken, { keyword: 'dimension', names: [{ text: BROKEN, span: start }], span: start }];
  return {
    layout: { ...layout, declarations, broken },
    inAuthorsWords: (diagnostics) =>
      (shapes.size === 0 ? [...diagnostics] : authorsWords(diagnostics, shapes, dimensions)).map(pairsPut),
  };
}

/** The categories of the pairs in declarations' brackets, by name. Brackets that cannot hold a pair are reported. */
function pairsOf(
  layout: LayoutSyntax,
  dimensions: ReadonlyMap<string, unknown>,
  log: DiagnosticLog,
): ReadonlyMap<string, CategoryDeclaration> {
  const broken = new Set(layout.broken.flatMap(({ names }) => names.map(({ text }) => text)));
  const pairs = new Map<string, CategoryDeclaration>();
  for (const each of layout.declarations) {
    if (each.kind !== 'demand' && each.kind !== 'latent' && each.kind !== 'class' && each.kind !== 'report')
      continue;
    for (const [, index] of indexedNames(each)) {
      const indices = indicesIn(index).filter(({ text }) => !dimensions.has(text));
      if (indices.length < 2 || indices.some(({ text }) => broken.has(text))) continue;
      const { text } = pairName(indices);
      const pair = pairOf(indices, each.kind, layout, log);
      if (pair === null) break;
      if (!pairs.has(text)) pairs.set(text, pair);
    }
  }
  return pairs;
}

/** The indices, in order, of each name that is declared with a dimension. */
type Shapes = ReadonlyMap<string, readonly Name[]>;

function shapesOf({ declarations }: LayoutSyntax, dimensions: ReadonlyMap<string, unknown>): Shapes {
  const shapes = new Map<string, readonly Name[]>();
  for (const [name, index] of declarations.flatMap(indexedNames)) {
    const indices = indicesIn(index);
    if (indices.some(({ text }) => dimensions.has(text))) shapes.set(name.text, indices);
  }
  return shapes;
}

/** The names of a declaration that may have indices, with their indices. */
function indexedNames(declaration: DeclarationSyntax): (readonly [Name, IndexName | null])[] {
  switch (declaration.kind) {
    case 'demand':
    case 'latent':
      return declaration.names.map((name, i) => [name, declaration.indices[i] ?? null]);
    case 'report':
      return [[declaration.name, declaration.index]];
    case 'class':
      return [declaration.name, ...declaration.states.map(({ name }) => name)].map((name) => [
        name,
        declaration.index,
      ]);
    default:
      return [];
  }
}

function indicesIn(index: IndexName | null): readonly Name[] {
  return index === null ? [] : [{ text: index.text, span: index.span }, ...(index.further ?? [])];
}

function checkDimensions(
  layout: LayoutSyntax,
  dimensions: ReadonlyMap<string, DimensionDeclaration>,
  shapes: Shapes,
  log: DiagnosticLog,
): void {
  const declared = new Map<string, Name>();
  const declare = (name: Name) => {
    const first = declared.get(name.text);
    if (first === undefined) declared.set(name.text, name);
    return first;
  };
  const once = (name: Name, first: Name | undefined) => {
    if (first === undefined) return;
    log.error(
      'duplicate-name',
      name.span,
      `The name ${quote(name.text)} is declared twice.`,
      'Rename one of them, or remove the one that is not needed.',
      [{ span: first.span, message: `${quote(name.text)} is first declared here` }],
    );
  };
  for (const each of layout.declarations) {
    // Names without dimensions are compared with each other later.
    for (const name of namesOf(each)) {
      const first = declare(name);
      const matters = [dimensions, shapes].some((names) => names.has(name.text));
      if (matters) once(name, first);
    }
    if (each.kind !== 'dimension') continue;
    const { values } = each;
    const repeated = repeatedName(values);
    if (repeated !== undefined) {
      log.error(
        'repeated-value',
        repeated.span,
        `The dimension ${quote(each.name.text)} has the value ${quote(repeated.text)} twice.`,
        'List each value once.',
      );
    }
    if (values.length > MAX_VALUES_PER_DIMENSION) {
      log.error(
        'dimension-too-large',
        each.name.span,
        `The dimension ${quote(each.name.text)} has ${values.length} values, and may have ${MAX_VALUES_PER_DIMENSION}.`,
        'For so many values make a column that names them, and declare it with `category`.',
      );
    }
  }
}

function namesOf(declaration: DeclarationSyntax): readonly Name[] {
  if (declaration.kind === 'observe')
    return [declaration.choice, declaration.outcome].flatMap((name) => name ?? []);
  if (declaration.kind === 'factor' || declaration.kind === 'table') return [];
  if (declaration.kind === 'class') return [declaration.name, ...declaration.states.map(({ name }) => name)];
  return 'names' in declaration ? declaration.names : [declaration.name];
}

class Writer {
  readonly #layout: LayoutSyntax;
  readonly #dimensions: ReadonlyMap<string, DimensionDeclaration>;
  readonly #shapes: Shapes;
  readonly #pairs: ReadonlyMap<string, CategoryDeclaration>;
  readonly #log: DiagnosticLog;
  /** Names of statements with mistakes of their own. */
  readonly #unknown: ReadonlySet<string>;
  #size = 0;
  #isFull = false;
  isBroken = false;

  constructor(
    layout: LayoutSyntax,
    dimensions: ReadonlyMap<string, DimensionDeclaration>,
    shapes: Shapes,
    pairs: ReadonlyMap<string, CategoryDeclaration>,
    log: DiagnosticLog,
  ) {
    this.#layout = layout;
    this.#dimensions = dimensions;
    this.#shapes = shapes;
    this.#pairs = pairs;
    this.#log = log;
    this.#unknown = new Set(layout.broken.flatMap(({ names }) => names.map(({ text }) => text)));
  }

  /** The expansion of a declaration: one for each value of its dimensions. */
  declaration(declaration: DeclarationSyntax): readonly DeclarationSyntax[] {
    switch (declaration.kind) {
      case 'unit':
      case 'category':
      case 'table':
        return [declaration];
      case 'dimension':
        return [];
      case 'demand':
        return this.#forEachValue(declaration, declaration.names, declaration.indices, () => ({}));
      case 'latent':
        return this.#forEachValue(declaration, declaration.names, declaration.indices, (said) =>
          this.#prior(declaration, said),
        );
      case 'class': {
        const flags = [declaration.name, ...declaration.states.map(({ name }) => name)];
        const withNames = { ...declaration, names: flags };
        return this.#forEachValue(
          withNames,
          flags,
          flags.map(() => declaration.index),
          (said) => ({
            distribution: declaration.distribution && this.#call(declaration.distribution, said),
            states: declaration.states.map(({ name, share }) => ({
              name,
              share: this.#expression(share, said),
            })),
          }),
        ).map(({ names: [name, ...states], indices, names: _, ...each }) => ({
          ...each,
          name: name!,
          index: indices[0]!,
          states: each.states.map((state, place) => ({ ...state, name: states[place]! })),
        }));
      }
      case 'report':
        return this.#forEachValue(declaration, [declaration.name], [declaration.index], (said) => ({
          value: this.#expression(declaration.value, said),
        })).map(({ names, indices, ...report }) => ({ ...report, name: names[0]!, index: indices[0]! }));
      case 'let':
      case 'factor':
        return [{ ...declaration, value: this.#expression(declaration.value, NOTHING_SAID) }];
      case 'link':
        return [
          { ...declaration, body: this.#expression(declaration.body, NOTHING_SAID, declaration.parameters) },
        ];
      case 'observe':
        return [
          {
            ...declaration,
            distribution: mapDistribution(declaration.distribution, {
              call: (call) => this.#call(call, NOTHING_SAID),
              share: (share) => this.#expression(share, NOTHING_SAID),
            }),
            ...mapLimits(declaration, (limit) => this.#expression(limit, NOTHING_SAID)),
          },
        ];
    }
  }

  #prior({ prior, truncation }: LatentDeclaration, said: Said): Partial<LatentDeclaration> {
    return {
      prior: this.#call(prior, said),
      truncation: truncation && {
        ...truncation,
        lo: truncation.lo && this.#expression(truncation.lo, said),
        hi: truncation.hi && this.#expression(truncation.hi, said),
      },
    };
  }

  #forEachValue<Declaration extends DeclarationSyntax>(
    declaration: Declaration,
    names: readonly Name[],
    indices: readonly (IndexName | null)[],
    withValues: (said: Said) => Partial<Declaration>,
  ): (Declaration & { readonly names: readonly Name[]; readonly indices: readonly (Name | null)[] })[] {
    const shapes = indices.map(indicesIn);
    const own = shapes[0] ?? [];
    const dimensionsIn = (shape: readonly Name[]) => shape.filter(({ text }) => this.#dimensions.has(text));
    const other = shapes.findIndex(
      (shape) =>
        dimensionsIn(shape)
          .map(({ text }) => text)
          .join() !==
        dimensionsIn(own)
          .map(({ text }) => text)
          .join(),
    );
    if (other >= 0) {
      this.#error(
        'indices-differ',
        names[other]!.span,
        `${quote(names[other]!.text)} has other dimensions than ${quote(names[0]!.text)}.`,
        'Names that are declared together have the same dimensions: declare them separately.',
      );
      return [];
    }
    const left = shapes.map((shape) => shape.filter(({ text }) => !this.#dimensions.has(text)));
    if (left.some((shape) => shape.length > 1 && this.#pairIn(shape) === null)) {
      // The reason why they are no pair was reported before.
      this.isBroken = true;
      return [];
    }
    const dimensions = dimensionsIn(own).map(({ text }) => this.#dimensions.get(text)!);
    const repeated = dimensionsIn(own).find(
      ({ text }, i) => dimensions.findIndex(({ name }) => name.text === text) < i,
    );
    if (repeated !== undefined) {
      this.#error(
        'several-indices',
        repeated.span,
        `${quote(repeated.text)} stands here twice.`,
        'Declare another dimension with the same values, and use both.',
      );
      return [];
    }
    const combinations = dimensions.reduce<Said[]>(
      (found, { name, values }) =>
        found.flatMap((said) => values.map((value) => new Map([...said, [name.text, value.text]]))),
      [NOTHING_SAID],
    );
    return combinations.map((said) => ({
      ...declaration,
      ...withValues(said),
      names: names.map((name) => ({ ...name, text: [name.text, ...said.values()].join('.') })),
      indices: left.map((shape) => this.#pairIn(shape) ?? shape[0] ?? null),
    }));
  }

  /** The category of the pairs of two categories in brackets; null if no declaration has these pairs. */
  #pairIn(categories: readonly Name[]): Name | null {
    if (categories.length !== 2) return null;
    const name = pairName(categories);
    return this.#pairs.has(name.text) ? name : null;
  }

  #expression(
    expression: ExpressionSyntax,
    said: Said,
    parameters: readonly { readonly name: Name }[] = [],
  ): ExpressionSyntax {
    this.#size += 1;
    if (this.#size > MAX_WRITTEN_OUT) {
      if (!this.#isFull) {
        this.#isFull = true;
        this.#error(
          'dimension-too-large',
          expression.span,
          `Written out for all values of its dimensions, the layout has more than ${MAX_WRITTEN_OUT} terms.`,
          'Use fewer dimensions within each other, or fewer values.',
        );
      }
      return this.#broken(expression.span);
    }
    const part = (inner: ExpressionSyntax) => this.#expression(inner, said, parameters);
    switch (expression.kind) {
      case 'number':
        return expression;
      case 'reference':
        return parameters.some(({ name }) => name.text === expression.name.text)
          ? expression
          : this.#reference(expression, said);
      case 'unary':
        return { ...expression, operand: part(expression.operand) };
      case 'binary':
        return { ...expression, left: part(expression.left), right: part(expression.right) };
      case 'call':
        return { ...expression, arguments: this.#arguments(expression, said, parameters) };
      case 'over':
        return this.#over(expression, said, parameters);
      case 'choose':
        throw new Error('alternatives are selected before dimensions are written out');
    }
  }

  #call(call: CallSyntax, said: Said): CallSyntax {
    return { ...call, arguments: this.#arguments(call, said) };
  }

  /** The arguments of a call, in which `each skill: x` stands for one argument per value. */
  #arguments(
    { arguments: given }: Pick<CallSyntax, 'arguments'>,
    said: Said,
    parameters: readonly { readonly name: Name }[] = [],
  ): CallSyntax['arguments'] {
    return given.flatMap((argument) => {
      const { name, value } = argument;
      if (name !== null || value.kind !== 'over' || value.join.text !== EACH)
        return [{ ...argument, value: this.#expression(value, said, parameters) }];
      const declared = this.#dimensions.get(value.dimension.text);
      if (declared === undefined) {
        this.#reportUnknown(value.dimension);
        return [{ ...argument, value: this.#broken(value.span) }];
      }
      return declared.values.map(({ text }) => ({
        ...argument,
        value: this.#expression(value.body, new Map([...said, [value.dimension.text, text]]), parameters),
      }));
    });
  }

  #over(
    { join, dimension, body, span }: OverSyntax,
    said: Said,
    parameters: readonly { readonly name: Name }[],
  ): ExpressionSyntax {
    const declared = this.#dimensions.get(dimension.text);
    if (join.text === EACH) {
      this.#error(
        'unknown-join',
        join.span,
        `${quote(`${EACH} ${dimension.text}:`)} stands for several arguments, and this is a single value.`,
        `Write it between the brackets of a call, such as ${quote(`ordered_logistic(eta, ${EACH} ${dimension.text}: …)`)}, or use one of ${JOINS.map((each) => quote(`${each} ${dimension.text}:`)).join(', ')}.`,
      );
      return this.#broken(span);
    }
    if (!(JOINS as readonly string[]).includes(join.text)) {
      this.#error(
        'unknown-join',
        join.span,
        `There is no ${quote(`${join.text} ${dimension.text}:`)}.`,
        `Use one of ${JOINS.map((each) => quote(`${each} ${dimension.text}:`)).join(', ')}.`,
      );
      return this.#broken(span);
    }
    if (declared === undefined) {
      this.#reportUnknown(dimension);
      return this.#broken(span);
    }
    const terms = declared.values.map(({ text }) =>
      this.#expression(body, new Map([...said, [dimension.text, text]]), parameters),
    );
    if (join.text === 'all' || join.text === 'any') {
      const args = terms.map((value) => ({ name: null, value, span: value.span }));
      return { kind: 'call', callee: join, arguments: args, span };
    }
    const sum = terms.reduce((left, right) => ({
      ...{ kind: 'binary', operator: '+', left, right, operatorSpan: join.span, span },
    }));
    if (join.text === 'sum') return sum;
    const count: ExpressionSyntax = { kind: 'number', value: terms.length, unit: null, span: join.span };
    return { kind: 'binary', operator: '/', left: sum, right: count, operatorSpan: join.span, span };
  }

  /** A name with given values of its dimensions. */
  #reference(reference: ReferenceSyntax, said: Said): ExpressionSyntax {
    const { name, index, span } = reference;
    const shape = this.#shapes.get(name.text);
    const given = indicesIn(index);
    if (shape === undefined) {
      if (given.length < 2) return this.#dimensions.has(name.text) ? this.#asValue(name, span) : reference;
      if (!this.#isDeclared(name.text)) {
        if (!this.#unknown.has(name.text)) this.#reportUnknownName(name);
        return this.#broken(span);
      }
      const dimension = given.find(({ text }) => this.#dimensions.has(text));
      const pair = this.#pairIn(given);
      if (pair !== null) return { ...reference, index: pair };
      if (dimension === undefined) this.#reportNoPair(name, given);
      else {
        this.#error(
          'wrong-index',
          dimension.span,
          `${quote(name.text)} is not declared for the values of ${quote(dimension.text)}.`,
          `Leave ${quote(dimension.text)} out, or declare ${quote(`${name.text}[${given.map(({ text }) => text).join(', ')}]`)}.`,
        );
      }
      return this.#broken(span);
    }
    const form = `${name.text}[${shape.map(({ text }) => text).join(', ')}]`;
    const dimension = shape.find(({ text }) => this.#dimensions.has(text))!;
    if (given.length !== shape.length) {
      this.#error(
        'missing-index',
        span,
        `${quote(form)} has a value for each of ${quote(dimension.text)}, and this does not say which.`,
        `Write ${quote(form)} behind ${quote(`all ${dimension.text}:`)} or its like, or name one value, such as ${quote(this.#example(name, shape))}.`,
      );
      return this.#broken(span);
    }
    const values: string[] = [];
    const left: Name[] = [];
    for (const [place, { text: wanted }] of shape.entries()) {
      const own = given[place]!;
      const declared = this.#dimensions.get(wanted);
      if (declared === undefined) {
        left.push(own);
        continue;
      }
      const value =
        own.text === wanted ? said.get(wanted) : declared.values.find(({ text }) => text === own.text)?.text;
      if (value === undefined) {
        this.#reportUnsaid(own, declared, form);
        return this.#broken(span);
      }
      values.push(value);
    }
    if (left.length > 1 && this.#pairIn(left) === null) {
      this.#reportNoPair(name, left);
      return this.#broken(span);
    }
    const text = [name.text, ...values].join('.');
    return { ...reference, name: { ...name, text }, index: this.#pairIn(left) ?? left[0] ?? null };
  }

  #reportUnsaid(given: Name, { name, values }: DimensionDeclaration, form: string): void {
    if (given.text === name.text) {
      this.#error(
        'unsaid-dimension',
        given.span,
        `Which value of ${quote(name.text)} is meant is not known here.`,
        `Put the expression behind ${JOINS.map((each) => quote(`${each} ${name.text}:`)).join(', ')}, or name a value, such as ${quote(values[0]!.text)}.`,
      );
      return;
    }
    const meant = nearest(
      given.text,
      [name, ...values].map(({ text }) => text),
    );
    this.#error(
      'wrong-index',
      given.span,
      `${quote(given.text)} is no value of the dimension ${quote(name.text)}.`,
      meant === null
        ? `Write ${quote(form)}, or one of its values: ${values.map(({ text }) => quote(text)).join(', ')}.`
        : nameMeant(given.span, meant),
      [{ span: name.span, message: `${quote(name.text)} is declared here` }],
    );
  }

  #reportUnknown({ text, span }: Name): void {
    if (this.#unknown.has(text)) return;
    const meant = nearest(text, [...this.#dimensions.keys()]);
    const isCategory = this.#layout.declarations.some(
      (each) => each.kind === 'category' && each.names.some((name) => name.text === text),
    );
    this.#error(
      'unknown-dimension',
      span,
      isCategory
        ? `${quote(text)} is a category, whose levels come from the data, but a dimension is needed here.`
        : `There is no dimension ${quote(text)}.`,
      meant === null
        ? `Declare one, such as ${quote(`dimension ${isCategory ? 'skill' : text} = verbal, spatial`)}.`
        : nameMeant(span, meant),
    );
  }

  #isDeclared(text: string): boolean {
    return this.#layout.declarations.some((each) => namesOf(each).some((name) => name.text === text));
  }

  #reportUnknownName({ text, span }: Name): void {
    const meant = nearest(text, [...this.#shapes.keys()]);
    this.#error(
      'unknown-name',
      span,
      `There is no name ${quote(text)}.`,
      meant === null
        ? 'Declare it as a `demand` or a `capability`, or correct its spelling.'
        : nameMeant(span, meant),
    );
  }

  /** Reports a name with several categories in its brackets if nothing is declared for their pairs. */
  #reportNoPair(name: Name, categories: readonly Name[]): void {
    if (categories.some(({ text }) => this.#unknown.has(text))) return;
    const form = (names: readonly Name[]) => `[${names.map(({ text }) => text).join(', ')}]`;
    const reversed = categories.toReversed();
    this.#error(
      'wrong-index',
      categories[1]!.span,
      `Nothing is declared with ${quote(form(categories))}.`,
      this.#pairIn(reversed) === null
        ? `Read ${quote(name.text)} as it is declared, or declare it with a value for each pair, as ${quote(`param ${name.text}${form(categories)}`)}.`
        : `Write ${quote(form(reversed))}: a pair is read in the order in which it is declared.`,
    );
  }

  #asValue(name: Name, span: Span): ExpressionSyntax {
    this.#error(
      'category-as-value',
      span,
      `${quote(name.text)} is a dimension: it names values, but has none itself.`,
      `Read something of each, such as ${quote(`sum ${name.text}: ability[${name.text}]`)}.`,
    );
    return this.#broken(span);
  }

  /** A name with the first value of each of its dimensions. */
  #example(name: Name, shape: readonly Name[]): string {
    return `${name.text}[${shape.map(({ text }) => this.#dimensions.get(text)?.values[0]?.text ?? text).join(', ')}]`;
  }

  #error(...[code, span, message, remedy, notes]: Parameters<DiagnosticLog['error']>): void {
    this.isBroken = true;
    this.#log.error(code, span, message, remedy, notes);
  }

  #broken(span: Span): ExpressionSyntax {
    this.isBroken = true;
    return { kind: 'reference', name: { text: BROKEN, span }, index: null, span };
  }
}

/** Applies a translation to all texts of a diagnostic. */
function inWordsOf(put: (text: string) => string): (diagnostic: Diagnostic) => Diagnostic {
  return (each) => ({
    ...each,
    message: put(each.message),
    remedy: put(each.remedy),
    ...(each.edits && { edits: each.edits.map(({ span, text }) => ({ span, text: put(text) })) }),
    ...(each.notes && {
      notes: each.notes.map(({ span, message }) => ({ span, message: put(message) })),
    }),
  });
}

/**
 * Translates the names in diagnostics. If all values of a dimension have the same message, it is kept once, with `theta[model, skill]`
 * for `theta.verbal`. If only some have it, each is kept, with `theta[model, verbal]`.
 */
function authorsWords(
  diagnostics: readonly Diagnostic[],
  shapes: Shapes,
  dimensions: ReadonlyMap<string, DimensionDeclaration>,
): Diagnostic[] {
  const written = /\b([A-Za-z_]\w*)((?:\.[A-Za-z_]\w*)+)(?:\[(\w+)\])?/g;
  const put = (text: string, isGeneral: boolean) =>
    text.replaceAll(written, (whole, name: string, behind: string, category?: string) => {
      const shape = shapes.get(name);
      if (shape === undefined) return whole;
      const values = behind.slice(1).split('.');
      const inside = shape.map(({ text: index }) =>
        dimensions.has(index) && !isGeneral ? values.shift()! : index,
      );
      const isMissing = category !== undefined && shape.every(({ text: index }) => dimensions.has(index));
      return `${name}[${(isMissing ? [category, ...inside] : inside).join(', ')}]`;
    });
  const inWords = (each: Diagnostic, isGeneral: boolean) => inWordsOf((text) => put(text, isGeneral))(each);
  const keyOf = ({ code, span, message }: Diagnostic) => `${code} ${span.start} ${span.end} ${message}`;
  const groups = new Map<string, Map<string, Diagnostic>>();
  for (const each of diagnostics) {
    const group = groups.get(keyOf(inWords(each, true))) ?? new Map<string, Diagnostic>();
    if (!group.has(keyOf(each))) group.set(keyOf(each), each);
    groups.set(keyOf(inWords(each, true)), group);
  }
  const sizes = [...dimensions.values()].map(({ values }) => values.length);
  const least = Math.min(...sizes);
  return [...groups.values()].flatMap((group) => {
    const each = [...group.values()];
    const isOfAll = each.length >= least;
    return isOfAll ? [inWords(each[0]!, true)] : each.map((one) => inWords(one, false));
  });
}

/**
 * Reports latents and reports whose names in files of draws would equal another name, since there `_` replaces each point.
 */
export function reportTakenNames(layout: LayoutSyntax, log: DiagnosticLog): void {
  const declared = new Map(
    layout.declarations.flatMap((each) => namesOf(each).map((name) => [name.text, name])),
  );
  for (const each of layout.declarations) {
    if (each.kind !== 'latent' && each.kind !== 'report') continue;
    for (const { text, span } of namesOf(each)) {
      const other = text.includes('.') ? declared.get(nameInDraws(text)) : undefined;
      if (other === undefined) continue;
      log.error(
        'duplicate-name',
        other.span,
        `In files of draws ${quote(other.text)} is the name of ${quote(text)}, which is there already.`,
        'Choose another name.',
        [{ span, message: `${quote(text)} is declared here` }],
      );
    }
  }
}
