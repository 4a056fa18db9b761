/** The rows of attempts as they are read, each with the facts of its levels from the tables that are joined. */
import { didYouMean } from '../../module/names.ts';
import type { Problem } from '../../module/problem-text.ts';
import {
  type FactRow,
  type FactTable,
  keyOf,
  keysInWords,
  levelsInWords,
  type TableJoin,
} from './fact-tables.ts';
import { readLevelName } from './read-cell.ts';
import type { ProblemList } from './table-error.ts';
import type { Cell, TableForm } from './table-visitor.ts';

/** Guards the row of attempts at hand with the facts of its levels, and which facts have been read before. */
export class JoinedRows {
  readonly #path: string;
  readonly #form: TableForm;
  readonly #areColumns: boolean;
  readonly #joins: readonly TableJoin[];
  /** Of each column that is added, its join and its place there; columns of attempts come before. */
  readonly #sources: readonly { readonly join: number; readonly place: number }[];
  readonly #width: number;
  readonly #wide: Cell[] = [];
  #record = 0;
  /** The facts of the row at hand, by join; null where there are none. */
  #facts: (FactRow | null)[] = [];
  readonly #used = new Set<FactRow>();
  readonly #absent = new Set<string>();

  /** @param areColumns whether what is read are the names of columns that are stacked, of the table at `path` */
  constructor(
    path: string,
    header: readonly string[],
    form: TableForm,
    joins: readonly TableJoin[],
    areColumns: boolean,
  ) {
    this.#path = path;
    this.#areColumns = areColumns;
    this.#form = form;
    this.#joins = joins;
    this.#width = header.length;
    this.#sources = joins.flatMap(({ added }, join) => added.map((place) => ({ join, place })));
  }

  /** The names of the columns that are added. */
  get columns(): string[] {
    return this.#sources.map(({ join, place }) => this.#joins[join]!.table.header[place]!);
  }

  /** The same with the paths of the tables that they are of. */
  get paths(): Map<string, string> {
    return new Map(
      this.columns.map((name, index) => [name, this.#joins[this.#sources[index]!.join]!.table.path]),
    );
  }

  /** The positions in attempts' own rows that take part in joins. */
  get keyPositions(): number[] {
    return this.#joins.flatMap(({ keys }) =>
      keys.map(({ position }) => position).filter((each) => each < this.#width),
    );
  }

  isOwn(position: number): boolean {
    return position < this.#width;
  }

  /** Takes the next row of attempts, and gives it with the facts of its levels. The array is used again for the next. */
  take(cells: readonly Cell[], record: number): readonly Cell[] {
    this.#record = record;
    if (this.#joins.length === 0) return cells;
    this.#facts = [];
    for (let position = 0; position < this.#width; position++) this.#wide[position] = cells[position]!;
    let next = this.#width;
    for (const join of this.#joins) {
      const levels = this.#levels(join);
      const facts = levels === null ? null : (join.rows.get(keyOf(levels)) ?? null);
      this.#facts.push(facts);
      for (const place of join.added) this.#wide[next++] = facts === null ? null : facts.cells[place]!;
    }
    return this.#wide;
  }

  /** The levels of the row at hand; null where a cell names none, which whoever reads it as a level tells. */
  #levels({ keys }: TableJoin): string[] | null {
    const names = keys.map(({ position }) =>
      this.isAbsent(position) ? null : readLevelName(this.#wide[position]!, this.formOf(position)),
    );
    return names.every((name) => typeof name === 'string') ? (names as string[]) : null;
  }

  /** Whether the column is of a table that has no row for the levels at hand. */
  isAbsent(position: number): boolean {
    return !this.isOwn(position) && this.#factsAt(position) === null;
  }

  /** Whether the cell at hand has not been read before: one of a table of facts counts once, and not once for each attempt. */
  isNew(position: number): boolean {
    return this.isOwn(position) || !this.#used.has(this.#factsAt(position)!);
  }

  formOf(position: number): TableForm {
    return this.isOwn(position) ? this.#form : this.#tableAt(position).form;
  }

  /** Where a cell of the row at hand is, by the position of its column. */
  placeOf(position: number, column: string) {
    const { record: unit, field } = this.formOf(position);
    return this.isOwn(position)
      ? { table: this.#path, record: unit, row: this.#record, field, column }
      : {
          ...{ table: this.#tableAt(position).path, record: unit },
          ...{ row: this.#factsAt(position)!.record, field, column },
        };
  }

  /** Tells which levels of the row at hand have no facts, each once. */
  tellAbsent(problems: ProblemList): void {
    for (const [index, join] of this.#joins.entries()) {
      if (this.#facts[index] !== null) continue;
      const levels = this.#levels(join);
      const key = `${index} ${levels === null ? '' : keyOf(levels)}`;
      if (levels === null || this.#absent.has(key)) continue;
      this.#absent.add(key);
      problems.add(() => this.#noFacts(join, levels));
    }
  }

  #noFacts({ keys, table, rows }: TableJoin, levels: readonly string[]): Problem {
    if (this.#areColumns) {
      return {
        message: `${this.#path}, column \`${levels[0]}\`: ${levelsInWords(levels)} of ${keys.map(({ category }) => `\`${category}\``).join(' and ')} has no row in ${table.path}.${didYouMean(levels[0]!, rows.keys())}`,
        remedy: `Add a row for it to ${table.path}, or leave the column out.`,
      };
    }
    const [first] = keys as [TableJoin['keys'][0]];
    const place = this.placeOf(first.position, first.category);
    const meant = levels.length === 1 ? didYouMean(levels[0]!, rows.keys()) : '';
    return {
      message: `${place.table}, ${place.record} ${place.row}, ${keysInWords(keys, this.formOf(first.position))}: ${levelsInWords(levels)} ${levels.length === 1 ? 'has' : 'have'} no row in ${table.path}.${meant}`,
      remedy: `Add a row for ${levels.length === 1 ? 'it' : 'them'} to ${table.path}, or leave out the rows of ${place.table} that name ${levels.length === 1 ? 'it' : 'them'}.`,
    };
  }

  /** To be called when the row at hand has been read. */
  finishRow(): void {
    for (const facts of this.#facts) if (facts !== null) this.#used.add(facts);
  }

  #factsAt(position: number): FactRow | null {
    return this.#facts[this.#sources[position - this.#width]!.join] ?? null;
  }

  #tableAt(position: number): FactTable {
    return this.#joins[this.#sources[position - this.#width]!.join]!.table;
  }
}
