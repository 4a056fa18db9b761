/** The rows of attempts as they are read, each with the facts for its levels from the joined tables. */
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

/** Guards the current row of attempts with its facts, and the record of facts that were read before. */
export class JoinedRows {
  #path: string;
  readonly #form: TableForm;
  readonly #areColumns: boolean;
  readonly #joins: readonly TableJoin[];
  /** The join and the position of each added column; columns of attempts come first. */
  readonly #sources: readonly { readonly join: number; readonly place: number }[];
  readonly #width: number;
  readonly #wide: Cell[] = [];
  #record = 0;
  /** The facts for the current row, by join; null if there are none. */
  #facts: (FactRow | null)[] = [];
  readonly #used = new Set<FactRow>();
  readonly #absent = new Set<string>();

  /** @param areColumns whether the rows are the names of stacked columns, from the table at `path` */
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

  /** Continues with the rows of another file of the table. */
  from(path: string): void {
    this.#path = path;
  }

  /** The names of the added columns. */
  get columns(): string[] {
    return this.#sources.map(({ join, place }) => this.#joins[join]!.table.header[place]!);
  }

  /** The same, with the paths of their tables. */
  get paths(): Map<string, string> {
    return new Map(
      this.columns.map((name, index) => [name, this.#joins[this.#sources[index]!.join]!.table.path]),
    );
  }

  /** The positions in attempts' own rows that are used in joins. */
  get keyPositions(): number[] {
    return this.#joins.flatMap(({ keys }) =>
      keys.map(({ position }) => position).filter((each) => each < this.#width),
    );
  }

  isOwn(position: number): boolean {
    return position < this.#width;
  }

  /** Returns the next row of attempts with its facts. The array is reused for the next row. */
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

  /** The levels of the current row; null if a cell has no level, which the reader of that cell reports. */
  #levels({ keys }: TableJoin): string[] | null {
    const names = keys.map(({ position }) =>
      this.isAbsent(position) ? null : readLevelName(this.#wide[position]!, this.formOf(position)),
    );
    return names.every((name) => typeof name === 'string') ? (names as string[]) : null;
  }

  /** Whether the column is from a table without a row for the current levels. */
  isAbsent(position: number): boolean {
    return !this.isOwn(position) && this.#factsAt(position) === null;
  }

  /**
   * Whether the current cell has not been read before. A cell of a table of facts counts once, not once per attempt.
   */
  isNew(position: number): boolean {
    return this.isOwn(position) || !this.#used.has(this.#factsAt(position)!);
  }

  formOf(position: number): TableForm {
    return this.isOwn(position) ? this.#form : this.#tableAt(position).form;
  }

  /** The place of a cell of the current row, by the position of its column. */
  placeOf(position: number, column: string) {
    const { record: unit, field } = this.formOf(position);
    return this.isOwn(position)
      ? { table: this.#path, record: unit, row: this.#record, field, column }
      : {
          ...{ table: this.#tableAt(position).path, record: unit },
          ...{ row: this.#factsAt(position)!.record, field, column },
        };
  }

  /** Reports the levels of the current row that have no facts, each once. */
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

  /** Must be called when the current row has been read. */
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
