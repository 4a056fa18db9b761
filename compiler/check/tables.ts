/**
 * Tables of their own: rows beside those of the main table, with columns and outcomes that a `table` block declares. A category that both
 * have is one, with the levels of both.
 */
import type { DiagnosticLog } from '../../grammar/diagnostic.ts';
import { quote } from '../../grammar/quote.ts';
import type {
  CategoryDeclaration,
  DeclarationSyntax,
  LayoutSyntax,
  Name,
  ObserveDeclaration,
  TableDeclaration,
} from '../../grammar/syntax.ts';
import { mayBeDeclared, repeatedName } from './names.ts';
import type { RowTable } from './typed-layout.ts';

/** A layout whose categories are each declared once, and for each table the categories that it shares. */
export interface GatheredTables {
  readonly layout: LayoutSyntax;
  /** By the name of the table. */
  readonly shared: ReadonlyMap<string, readonly Name[]>;
}

/**
 * Gathers the tables. The declarations of the main table come first, then those of each table; a category that a table
 * shares with an earlier one is declared there alone.
 */
export function gatherTables(layout: LayoutSyntax, log: DiagnosticLog): GatheredTables {
  const tables = tablesIn(layout);
  if (tables.length === 0) return { layout, shared: new Map() };
  checkNames(layout, tables, log);
  const declarations = layout.declarations.filter(({ table }) => table === undefined);
  const known = new Map<string, CategoryDeclaration>();
  const add = (each: DeclarationSyntax) => {
    if (each.kind !== 'category') return;
    for (const { text } of [...each.names, ...(each.columns ?? [])]) known.set(text, each);
  };
  declarations.forEach(add);
  const shared = new Map<string, readonly Name[]>();
  for (const { name } of tables) {
    const own: DeclarationSyntax[] = [];
    const common: Name[] = [];
    for (const each of layout.declarations.filter(({ table }) => table === name.text)) {
      if (each.kind !== 'category') own.push(each);
      else {
        const again = each.names.filter(({ text }) => known.has(text));
        const added = each.names.filter(({ text }) => !known.has(text));
        for (const category of again)
          if (isPlain(each, category, known.get(category.text)!, name, log)) common.push(category);
        if (added.length > 0) own.push({ ...each, names: added });
      }
    }
    const repeated = repeatedName(common);
    if (repeated !== undefined) reportRepeated(repeated, common, log);
    own.forEach(add);
    declarations.push(...own);
    shared.set(name.text, common);
    if (!layout.broken.length && !own.some(({ kind }) => kind === 'observe'))
      reportNothingObserved(name, log);
  }
  return { layout: { ...layout, declarations }, shared };
}

function tablesIn({ declarations }: LayoutSyntax): readonly TableDeclaration[] {
  return declarations.filter((each): each is TableDeclaration & DeclarationSyntax => each.kind === 'table');
}

function checkNames(
  { declarations }: LayoutSyntax,
  tables: readonly TableDeclaration[],
  log: DiagnosticLog,
): void {
  const others = declarations.flatMap((each) => {
    if (each.kind === 'table' || each.kind === 'factor') return [];
    if (each.kind === 'observe') return outcomesOf(each);
    return 'names' in each ? each.names : [each.name];
  });
  for (const [place, { name }] of tables.entries()) {
    const first =
      others.find(({ text }) => text === name.text) ??
      tables.slice(0, place).find((table) => table.name.text === name.text)?.name;
    if (!mayBeDeclared(name, log) || first === undefined) continue;
    log.error(
      'duplicate-name',
      name.span,
      `The name ${quote(name.text)} is declared twice.`,
      'Rename one of them, or remove the one that is not needed.',
      [
        {
          span: first.span,
          message: `${quote(name.text)} is ${first.span.start < name.span.start ? 'first ' : 'also '}declared here`,
        },
      ],
    );
  }
}

/** Whether a category that a table shares stands there by its name alone; reported if it does not. */
function isPlain(
  written: CategoryDeclaration,
  { text, span }: Name,
  declared: CategoryDeclaration,
  table: Name,
  log: DiagnosticLog,
): boolean {
  const first = [...declared.names, ...(declared.columns ?? [])].find((name) => name.text === text)!;
  const note = [{ span: first.span, message: `${quote(text)} is declared here` }];
  if (declared.columns !== null) {
    log.error(
      'shared-category',
      span,
      `${quote(declared.names[0]!.text)} has several columns, and a table cannot share it.`,
      `Declare categories of one column, or observe what ${quote(table.text)} has in the main table.`,
      note,
    );
    return false;
  }
  const { levels, within, orderedBy, columns } = written;
  if ((levels ?? within ?? orderedBy ?? columns) === null) return true;
  log.error(
    'shared-category',
    span,
    `${quote(text)} is a category of another table too, and what is said of its levels is said there.`,
    `Write ${quote(`category ${text}`)} in ${quote(table.text)}.`,
    note,
  );
  return false;
}

function reportRepeated(repeated: Name, names: readonly Name[], log: DiagnosticLog): void {
  const first = names.find(({ text }) => text === repeated.text)!;
  log.error(
    'duplicate-name',
    repeated.span,
    `The name ${quote(repeated.text)} is declared twice.`,
    'Rename one of them, or remove the one that is not needed.',
    [{ span: first.span, message: `${quote(repeated.text)} is first declared here` }],
  );
}

function reportNothingObserved({ text, span }: Name, log: DiagnosticLog): void {
  log.error(
    'no-observation',
    span,
    `The table ${quote(text)} observes nothing, so there is nothing to learn from it.`,
    'End it with a line such as `observe minutes ~ lognormal(mu, sigma)`. Facts of levels stand in the main table as demands of levels, such as `demand size[model]`, and are given with --join.',
  );
}

/** The tables of a layout whose dimensions are written out, in the order of their declarations. */
export function rowTables(
  { declarations }: LayoutSyntax,
  { layout, shared }: GatheredTables,
): readonly RowTable[] {
  return tablesIn(layout).map(({ name, doc, span }) => ({
    name: name.text,
    shared: shared.get(name.text)!.map(({ text }) => text),
    columns: declarations.flatMap((each) => (each.table === name.text ? columnsOf(each) : [])),
    doc,
    span,
  }));
}

/** The outcomes of an observation: one, or a choice and its time. */
function outcomesOf({ choice, outcome }: ObserveDeclaration): readonly Name[] {
  return choice === null ? [outcome] : [choice, outcome];
}

/** The columns that a declaration of rows declares. */
function columnsOf(declaration: DeclarationSyntax): readonly string[] {
  if (declaration.kind === 'observe') return outcomesOf(declaration).map(({ text }) => text);
  if (declaration.kind === 'demand') return declaration.names.map(({ text }) => text);
  if (declaration.kind !== 'category') return [];
  return (declaration.columns ?? declaration.names).map(({ text }) => text);
}
