/** The syntax tree as indented text, one node per line. */
import type {
  AnnotationSyntax,
  CensoringSyntax,
  ConversionSyntax,
  DeclarationSyntax,
  DomainSyntax,
  ExpressionSyntax,
  IndexName,
  LayoutSyntax,
  Name,
  TruncationSyntax,
  UnitSyntax,
} from './syntax.ts';

/** A line of the tree, and the lines below it. */
interface Branch {
  readonly text: string;
  readonly under: readonly Branch[];
}

/** The whole tree, ending with a line break. */
export function printSyntax(layout: LayoutSyntax): string {
  const root: Branch = {
    text: `layout ${layout.name.text}`,
    under: [...documentation(layout.doc), ...inTables(layout.declarations)],
  };
  return `${indented(root, 0).join('\n')}\n`;
}

function indented({ text, under }: Branch, level: number): string[] {
  return [`${'  '.repeat(level)}${text}`, ...under.flatMap((branch) => indented(branch, level + 1))];
}

function documentation(doc: string | null): Branch[] {
  return doc === null ? [] : doc.split('\n').map((line) => ({ text: `/// ${line}`.trimEnd(), under: [] }));
}

/** The declarations, those of a table under it. */
function inTables(declarations: readonly DeclarationSyntax[]): Branch[] {
  return declarations.flatMap((each) => {
    if (each.table !== undefined) return [];
    const own = declaration(each);
    if (each.kind !== 'table') return [own];
    const inside = declarations.filter(({ table }) => table === each.name.text);
    return [{ ...own, under: [...own.under, ...inside.map(declaration)] }];
  });
}

function declaration(syntax: DeclarationSyntax): Branch {
  const doc = documentation(syntax.doc);
  switch (syntax.kind) {
    case 'unit':
      return { text: `unit ${list(syntax.names)}`, under: [...doc, ...conversion(syntax.conversion)] };
    case 'demand':
      return {
        text: `demand ${indexedList(syntax)}`,
        under: [
          ...doc,
          ...annotation(syntax.annotation),
          ...domain(syntax.domain),
          ...(syntax.missing === null ? [] : [{ text: 'missing', under: [expression(syntax.missing)] }]),
        ],
      };
    case 'category':
      return {
        text: `category ${list(syntax.names)}`,
        under: [
          ...doc,
          ...columns(syntax.columns),
          ...levels(syntax.levels),
          ...within(syntax.within),
          ...order(syntax.orderedBy),
        ],
      };
    case 'dimension':
      return { text: `dimension ${syntax.name.text}: ${list(syntax.values)}`, under: doc };
    case 'class':
      return {
        text: `class ${indexed(syntax.name.text, syntax.index)}`,
        under: [
          ...doc,
          ...(syntax.distribution === null ? [] : [expression(syntax.distribution)]),
          ...syntax.states.map(({ name, share }) => ({
            text: `state ${name.text}`,
            under: [expression(share)],
          })),
        ],
      };
    case 'latent':
      return {
        text: `${syntax.role} ${indexedList(syntax)}`,
        under: [
          ...doc,
          ...annotation(syntax.annotation),
          { text: 'prior', under: [expression(syntax.priorChoice ?? syntax.prior)] },
          ...truncation(syntax.truncation),
          ...(syntax.inOrder === null ? [] : [{ text: 'ordered', under: [] }]),
          ...(syntax.sumToZero === null ? [] : [{ text: 'sum to zero', under: [] }]),
          ...(syntax.correlated === null
            ? []
            : [{ text: 'correlated', under: [expression(syntax.correlated)] }]),
          ...(syntax.parametrisation === null ? [] : [{ text: syntax.parametrisation.kind, under: [] }]),
        ],
      };
    case 'let':
      return { text: `let ${syntax.name.text}`, under: [...doc, expression(syntax.value)] };
    case 'link':
      return {
        text: `link ${syntax.name.text}`,
        under: [
          ...doc,
          ...syntax.parameters.map(({ name, byDefault }) => ({
            text: `parameter ${name.text}${byDefault === null ? '' : ' ='}`,
            under: byDefault === null ? [] : [expression(byDefault)],
          })),
          expression(syntax.body),
        ],
      };
    case 'observe':
      return {
        text: `observe ${[syntax.choice, syntax.outcome].flatMap((name) => name?.text ?? []).join(', ')}`,
        under: [
          ...doc,
          ...annotation(syntax.annotation),
          ...(syntax.values === null
            ? []
            : [{ text: `values ${syntax.values.map(({ text }) => text).join(', ')}`, under: [] }]),
          ...(syntax.distribution.kind === 'mixture'
            ? syntax.distribution.components.map(({ share, distribution }) => ({
                text: 'component',
                under: [expression(share), expression(distribution)],
              }))
            : [expression(syntax.distribution)]),
          ...(syntax.weight === null
            ? []
            : [{ text: `${syntax.weight.kind} ${syntax.weight.column.text}`, under: [] }]),
          ...truncation(syntax.truncation),
          ...censoring(syntax.censoring),
        ],
      };
    case 'factor':
      return {
        text: syntax.index === null ? 'factor' : `factor of each ${syntax.index.text}`,
        under: [...doc, expression(syntax.value)],
      };
    case 'table':
      return { text: `table ${syntax.name.text}`, under: doc };
    case 'report':
      return {
        text: `report ${indexed(syntax.name.text, syntax.index)}`,
        under: [...doc, ...annotation(syntax.annotation), expression(syntax.value)],
      };
  }
}

function levels(listed: readonly Name[] | null): Branch[] {
  return listed === null ? [] : [{ text: `levels {${list(listed)}}`, under: [] }];
}

function columns(named: readonly Name[] | null): Branch[] {
  return named === null ? [] : [{ text: `columns ${list(named)}`, under: [] }];
}

function within(category: Name | null): Branch[] {
  return category === null ? [] : [{ text: `within ${category.text}`, under: [] }];
}

function order(demand: Name | null): Branch[] {
  return demand === null ? [] : [{ text: `ordered by ${demand.text}`, under: [] }];
}

function indexedList({
  names,
  indices,
}: {
  names: readonly Name[];
  indices: readonly (Name | null)[];
}): string {
  return names.map(({ text }, i) => indexed(text, indices[i] ?? null)).join(', ');
}

function list(names: readonly Name[]): string {
  return names.map(({ text }) => text).join(', ');
}

/** `theta[person]`, or the name alone. */
function indexed(name: string, index: IndexName | null): string {
  return index === null ? name : `${name}[${list([index, ...(index.further ?? [])])}]`;
}

function annotation(syntax: AnnotationSyntax | null): Branch[] {
  if (syntax === null) return [];
  if (syntax.kind === 'unit') return [{ text: `unit ${unitOf(syntax.unit)}`, under: [] }];
  const unit = syntax.kind === 'count' ? syntax.unit : null;
  return [{ text: unit === null ? syntax.kind : `${syntax.kind} ${unitOf(unit)}`, under: [] }];
}

function conversion(syntax: ConversionSyntax | null): Branch[] {
  if (syntax === null) return [];
  const { value, unit } = syntax;
  return [{ text: unit === null ? `is ${value}` : `is ${value} ${unitOf(unit)}`, under: [] }];
}

function unitOf({ factors }: UnitSyntax): string {
  const texts = factors.map(({ base, exponent }) =>
    exponent === 1 ? base.text : `${base.text}^${exponent}`,
  );
  return texts.length === 0 ? '1' : texts.join(' * ');
}

function domain(syntax: DomainSyntax | null): Branch[] {
  if (syntax === null) return [];
  const text =
    syntax.kind === 'range'
      ? `range [${bound(syntax.lo)}, ${bound(syntax.hi)}]`
      : `set {${syntax.values.map(bound).join(', ')}}`;
  return [{ text, under: [] }];
}

function truncation(syntax: TruncationSyntax | null): Branch[] {
  if (syntax === null) return [];
  const side = (bound: ExpressionSyntax | null, open: string): Branch =>
    bound === null ? { text: open, under: [] } : expression(bound);
  return [{ text: 'truncated', under: [side(syntax.lo, '-inf'), side(syntax.hi, 'inf')] }];
}

function censoring(syntax: CensoringSyntax | null): Branch[] {
  if (syntax === null) return [];
  switch (syntax.kind) {
    case 'where':
      return [{ text: `censored where ${syntax.isNegated ? 'not ' : ''}${syntax.flag.text}`, under: [] }];
    case 'to':
      return [{ text: 'censored to', under: [expression(syntax.to)] }];
    case 'limits': {
      const { below, above } = syntax;
      return [
        ...(below === null ? [] : [{ text: 'censored below', under: [expression(below)] }]),
        ...(above === null ? [] : [{ text: 'censored above', under: [expression(above)] }]),
      ];
    }
  }
}

function bound(value: number): string {
  return Number.isFinite(value) ? `${value}` : value > 0 ? 'inf' : '-inf';
}

function expression(syntax: ExpressionSyntax): Branch {
  switch (syntax.kind) {
    case 'number':
      return {
        text: syntax.unit === null ? `${syntax.value}` : `${syntax.value} ${syntax.unit.text}`,
        under: [],
      };
    case 'reference':
      return { text: indexed(syntax.name.text, syntax.index), under: [] };
    case 'unary':
      return { text: `unary ${syntax.operator}`, under: [expression(syntax.operand)] };
    case 'binary':
      return {
        text: `binary ${syntax.operator}`,
        under: [expression(syntax.left), expression(syntax.right)],
      };
    case 'over':
      return { text: `${syntax.join.text} ${syntax.dimension.text}:`, under: [expression(syntax.body)] };
    case 'choose':
      return {
        text: `choose ${syntax.name.text}`,
        under: syntax.alternatives.map(({ name, value }) => ({
          text: `${name.text}:`,
          under: [expression(value)],
        })),
      };
    case 'call':
      return {
        text: `call ${syntax.callee.text}`,
        under: syntax.arguments.map(({ name, value }) =>
          name === null ? expression(value) : { text: `${name.text} =`, under: [expression(value)] },
        ),
      };
  }
}
