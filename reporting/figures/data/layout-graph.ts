/** The graph of a checked layout, from its syntax, so that calls of linking functions appear as they were written. */

import { writeOutDimensions } from '../../../compiler/check/dimensions.ts';
import { isCallable, isStatistic } from '../../../compiler/check/functions.ts';
import { isPreludeLink } from '../../../compiler/check/prelude.ts';
import type { Demand, TypedLayout } from '../../../compiler/check/typed-layout.ts';
import { unitText } from '../../../compiler/check/units.ts';
import { select } from '../../../compiler/choose/select.ts';
import type { OutcomeDefinition } from '../../../compiler/families/outcome.ts';
import { type OutcomeFamily, outcomes } from '../../../compiler/families/outcomes.ts';
import { limitsOf } from '../../../grammar/build-clauses.ts';
import type {
  CallSyntax,
  DistributionSyntax,
  ExpressionSyntax,
  LayoutSyntax,
} from '../../../grammar/syntax.ts';
import { calledName } from '../../../module/called-name.ts';
import {
  type GraphEdge,
  type GraphFactor,
  type GraphNode,
  type GraphPlate,
  type LayoutGraph,
  ROWS_PLATE,
} from '../graph/layout-graph.ts';

/** Functions that count as arithmetic, not as links. */
const ARITHMETIC = new Set(['log', 'exp', 'sqrt', 'log1p', 'expm1', 'at_least', 'at_most']);

/**
 * The graph, with the alternatives that the typed layout has chosen. Statistics that an outcome or a prior reads have
 * no arrows: they are numbers of the whole data set.
 *
 *
 * @param syntax the parsed layout, without errors
 * @param text its text, from which definitions are quoted
 */
export function layoutGraph(syntax: LayoutSyntax, layout: TypedLayout, text: string): LayoutGraph {
  const chosen = Object.fromEntries(layout.choices.map((choice) => [choice.name, choice.chosen]));
  const selected = writeOutDimensions(select(syntax, chosen)).layout;
  const builder = new Builder(layout, declaredLinks(selected));
  for (const demand of layout.demands) {
    const unit = unitOf(demand.type);
    builder.node({
      ...{ name: demand.name, label: calledName(demand.name, demand.index), kind: 'demand', note: unit },
      plate: demand.index ?? ROWS_PLATE,
      definition: demandText(demand),
      doc: demand.doc,
    });
  }
  for (const { name, index, role, type, doc, priorText } of layout.latents) {
    builder.node({
      ...{ name, label: calledName(name, index), kind: role, note: unitOf(type) },
      ...{ definition: `~ ${priorText}`, doc, plate: index },
    });
  }
  for (const { name, index, states, doc } of layout.classes) {
    for (const { flag } of states) {
      if (flag === null) continue;
      const of = flag === name ? '' : `, a state of ${name}`;
      builder.node({
        ...{ name: flag, label: calledName(flag, index), kind: 'derived', note: 'class' },
        ...{ definition: `0 or 1, summed over${of}`, doc, plate: index },
      });
    }
  }
  const lets = new Map(
    selected.declarations.flatMap((each) => (each.kind === 'let' ? [[each.name.text, each.value]] : [])),
  );
  for (const { name, value, isHidden, doc } of layout.lets) {
    if (isHidden) continue;
    const expression = lets.get(name)!;
    builder.node({
      ...{ name, label: name, kind: value.known === 'latent' ? 'derived' : 'data', note: '' },
      ...{ definition: `= ${textOf(text, expression.span)}`, doc, plate: builder.plateOf(expression) },
    });
    builder.link(expression, name, { readsStatistics: true });
  }
  const declared = new Set(
    selected.declarations.flatMap((each) => (each.kind === 'report' ? [each.name.text] : [])),
  );
  for (const { name, index, value, text: definition, doc } of layout.reports) {
    if (!declared.has(name)) continue;
    builder.node({
      ...{
        name,
        label: calledName(name, index),
        kind: 'derived',
        note: unitOf(value.type),
      },
      ...{ definition: `= ${definition}`, doc, plate: index },
    });
  }
  for (const declaration of selected.declarations) {
    if (declaration.kind === 'report') {
      builder.link(declaration.value, declaration.name.text, { readsStatistics: true });
    } else if (declaration.kind === 'class') {
      const { name, distribution, states } = declaration;
      if (distribution !== null) builder.prior(distribution, name.text);
      for (const { name: flag, share } of states) builder.link(share, flag.text);
    } else if (declaration.kind === 'latent') {
      for (const name of declaration.names) builder.prior(declaration.prior, name.text);
    } else if (declaration.kind === 'observe') {
      const { choice, outcome, distribution, weight, censoring } = declaration;
      for (const { text: name } of choice === null ? [outcome] : [choice, outcome]) {
        const { type, doc } = layout.observations.find((each) => each.outcome === name)!;
        const unit = unitOf(type);
        builder.node({
          ...{ name, label: name, kind: 'outcome', plate: ROWS_PLATE, doc },
          note: `~ ${distribution.kind === 'mixture' ? distribution.word.text : distribution.callee.text}${unit === '' ? '' : `, ${unit}`}`,
          definition: `~ ${textOf(text, distribution.span)}`,
        });
        for (const value of argumentsOf(distribution, name === choice?.text)) builder.link(value, name);
        for (const limit of limitsOf(declaration)) builder.link(limit, name);
        if (censoring?.kind === 'where') builder.read(censoring.flag.text, name);
        if (weight !== null) builder.read(weight.column.text, name);
      }
    }
  }
  for (const { members, partials } of layout.correlations) builder.joint(partials.flat(), members);
  return builder.graph();
}

/** The arguments of a distribution; of one with a choice beside it those that the choice depends on. */
function argumentsOf(distribution: DistributionSyntax, isChoice: boolean): ExpressionSyntax[] {
  if (distribution.kind === 'mixture')
    return distribution.components.flatMap((each) => [each.share, ...argumentsOf(each.distribution, false)]);
  const { callee, arguments: given } = distribution;
  const { parameters, choice }: OutcomeDefinition = outcomes[callee.text as OutcomeFamily];
  const names = Object.keys(parameters);
  const ofChoice: OutcomeDefinition | undefined = isChoice ? outcomes[choice as OutcomeFamily] : undefined;
  return given.flatMap(({ name, value }, index) =>
    ofChoice === undefined || (name?.text ?? names[index]!) in ofChoice.parameters ? [value] : [],
  );
}

function declaredLinks({ declarations }: LayoutSyntax): ReadonlySet<string> {
  return new Set(declarations.flatMap((each) => (each.kind === 'link' ? [each.name.text] : [])));
}

/** `in [0, 4]`, `in {-1, 0, 1}`, `0 or 1`. */
function demandText({ type, isCount, domain }: Demand): string {
  if (type.kind === 'flag') return '0 or 1';
  const kind = isCount ? 'a whole number' : 'a number';
  const text = (value: number) => (Number.isFinite(value) ? String(value) : value > 0 ? 'inf' : '-inf');
  if (domain.kind === 'set') return `in {${domain.values.map(text).join(', ')}}`;
  return domain.kind === 'any' ? kind : `${kind} in [${text(domain.lo)}, ${text(domain.hi)}]`;
}

function unitOf(type: TypedLayout['demands'][number]['type']): string {
  if (type.kind === 'real') return unitText(type.unit);
  return type.kind === 'flag' ? '' : 'probability';
}

/** In one line. */
function textOf(text: string, { start, end }: { readonly start: number; readonly end: number }): string {
  return text.slice(start, end).replace(/\s+/g, ' ').trim();
}

interface LinkOptions {
  /** Whether the arguments of statistics get arrows, of their own kind. */
  readonly readsStatistics?: boolean;
}

/** Collects nodes, factors and edges. A node's plate is known when it is added. */
class Builder {
  readonly #layout: TypedLayout;
  readonly #links: ReadonlySet<string>;
  readonly #nodes = new Map<string, GraphNode>();
  readonly #factors: GraphFactor[] = [];
  readonly #edges = new Map<string, GraphEdge>();

  constructor(layout: TypedLayout, links: ReadonlySet<string>) {
    this.#layout = layout;
    this.#links = links;
  }

  node(node: GraphNode): void {
    this.#nodes.set(node.name, node);
  }

  /**
   * The plate of an expression: the rows if it reads row values or levels of several categories; the category if it
   * reads its levels; otherwise none.
   */
  plateOf(expression: ExpressionSyntax): string | null {
    return this.#plateOfAll([expression]);
  }

  /** The plate of what reads these expressions. A level that a column of a category names, as in a comparison, is one of a row. */
  #plateOfAll(expressions: readonly ExpressionSyntax[]): string | null {
    const plates = new Set<string>();
    for (const expression of expressions) {
      this.#visit(expression, (name, inStatistic, index) => {
        const plate = inStatistic ? null : (this.#nodes.get(name)?.plate ?? null);
        if (plate !== null) plates.add(index === null || index === plate ? plate : ROWS_PLATE);
      });
    }
    return plates.size > 1 ? ROWS_PLATE : ([...plates][0] ?? null);
  }

  /** The nodes that an expression reads, except within statistics. */
  #readings(expression: ExpressionSyntax): GraphNode[] {
    const found: GraphNode[] = [];
    this.#visit(expression, (name, inStatistic) => {
      const node = this.#nodes.get(name);
      if (node !== undefined && !inStatistic) found.push(node);
    });
    return found;
  }

  #visit(
    expression: ExpressionSyntax,
    read: (name: string, inStatistic: boolean, index: string | null) => void,
    inStatistic = false,
  ): void {
    switch (expression.kind) {
      case 'reference':
        read(expression.name.text, inStatistic, expression.index?.text ?? null);
        return;
      case 'call': {
        const within = inStatistic || isStatistic(expression.callee.text);
        for (const { value } of expression.arguments) this.#visit(value, read, within);
        return;
      }
      default:
        for (const part of partsOf(expression)) this.#visit(part, read, inStatistic);
    }
  }

  /** Adds a factor for a prior that depends on other latents. */
  prior(prior: ExpressionSyntax & { readonly kind: 'call' }, name: string): void {
    const node = this.#nodes.get(name)!;
    const reads = this.#readings(prior);
    if (reads.length === 0) return;
    const id = this.#factor(prior.callee.text, node.plate);
    for (const each of reads) this.#edge(each.name, id, each.name === name ? 'previous' : 'value');
    this.#edge(id, name, 'value');
  }

  /** Adds a factor for latents that are correlated. */
  joint(correlations: readonly string[], members: readonly string[]): void {
    const id = this.#factor('correlated', this.#nodes.get(members[0]!)!.plate);
    for (const name of correlations) this.#edge(name, id, 'value');
    for (const name of members) this.#edge(id, name, 'value');
  }

  /**
   * Connects everything that an expression reads to a node or factor, through a factor for each call of a linking
   * function.
   */
  link(expression: ExpressionSyntax, to: string, options: LinkOptions = {}): void {
    switch (expression.kind) {
      case 'reference':
        this.read(expression.name.text, to);
        return;
      case 'call':
        this.#linkCall(expression, to, options);
        return;
      case 'binary':
        if (expression.operator === 'and' || expression.operator === 'or') {
          const operands = operandsOf(expression, expression.operator);
          this.#linkThrough(expression.operator, operands, to, options);
          return;
        }
        break;
      case 'unary':
        if (expression.operator === 'not') {
          this.#linkThrough('not', [expression.operand], to, options);
          return;
        }
    }
    for (const part of partsOf(expression)) this.link(part, to, options);
  }

  /** Connects a node of this name, if there is one, to a node or factor. */
  read(name: string, to: string): void {
    if (this.#nodes.has(name)) this.#edge(name, to, 'value');
  }

  #linkCall(call: ExpressionSyntax & { readonly kind: 'call' }, to: string, options: LinkOptions): void {
    const name = call.callee.text;
    const values = call.arguments.map(({ value }) => value);
    if (isStatistic(name)) {
      if (options.readsStatistics !== true) return;
      for (const value of values) {
        this.#visit(value, (read) => {
          if (this.#nodes.has(read) && !this.#edges.has(`${read} value ${to}`))
            this.#edge(read, to, 'statistic');
        });
      }
      return;
    }
    if (name === 'solve') {
      this.#linkSolve(call, to, options);
      return;
    }
    const links = this.#links.has(name) || isPreludeLink(name) || (isCallable(name) && !ARITHMETIC.has(name));
    if (links) this.#linkThrough(name, values, to, options);
    else for (const value of values) this.link(value, to, options);
  }

  /** Connects what an equation is about, and what other names are held at. The demand that is sought has no value here. */
  #linkSolve({ arguments: given }: CallSyntax, to: string, options: LinkOptions): void {
    const { lets, observations } = this.#layout;
    const conditions = new Set([
      ...lets.map((each) => each.name),
      ...observations.map((each) => each.outcome),
    ]);
    for (const { name, value } of given) {
      if (name === null) continue;
      if (conditions.has(name.text)) this.#edge(name.text, to, 'value');
      this.link(value, to, options);
    }
  }

  /** Adds a factor for a call; a call that reads no node is a constant and gets none. */
  #linkThrough(name: string, values: readonly ExpressionSyntax[], to: string, options: LinkOptions): void {
    if (values.every((value) => this.#readings(value).length === 0)) return;
    const id = this.#factor(name, this.#plateOfAll(values));
    for (const value of values) this.link(value, id, options);
    this.#edge(id, to, 'value');
  }

  #factor(name: string, plate: string | null): string {
    const id = `#${this.#factors.length + 1}`;
    this.#factors.push({ id, function: name, plate });
    return id;
  }

  #edge(from: string, to: string, kind: GraphEdge['kind']): void {
    this.#edges.set(`${from} ${kind} ${to}`, { from, to, kind });
  }

  graph(): LayoutGraph {
    const { name, doc, categories } = this.#layout;
    const plates: GraphPlate[] = [
      ...categories.map((category) => ({ id: category.name, label: `each ${category.name}` })),
      { id: ROWS_PLATE, label: 'each row' },
    ];
    const nodes = [...this.#nodes.values()];
    return {
      ...{ name, doc, nodes, factors: this.#factors, edges: [...this.#edges.values()] },
      plates: plates.filter(({ id }) => nodes.some(({ plate }) => plate === id)),
    };
  }
}

/** The parts of an expression that is not a call. Choices have already been resolved. */
function partsOf(expression: ExpressionSyntax): readonly ExpressionSyntax[] {
  switch (expression.kind) {
    case 'unary':
      return [expression.operand];
    case 'binary':
      return [expression.left, expression.right];
    default:
      return [];
  }
}

/** `a and b and c` is one conjunction of three. */
function operandsOf(expression: ExpressionSyntax, operator: 'and' | 'or'): ExpressionSyntax[] {
  if (expression.kind !== 'binary' || expression.operator !== operator) return [expression];
  return [...operandsOf(expression.left, operator), ...operandsOf(expression.right, operator)];
}
