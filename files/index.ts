/**
 * The entry `theodolite/files`: tables of any format as columns, or as the input of a layout, and draws as files. It
 * runs in Node.
 */

export { FileError } from './file-error.ts';
export { arvizJson } from './fits/draws-arviz.ts';
export { parquetDraws } from './fits/draws-parquet.ts';
export type { DrawsFileOptions, WritablePosterior } from './fits/draws-provenance.ts';
export { columnsOfSubject, readLayoutTable, type Table, type TableRequest } from './tables/layout-table.ts';
export type { OutcomeChoice, Subject } from './tables/plan-reading.ts';
export { type ReadColumnsOptions, readColumns, type TableColumn } from './tables/read-columns.ts';
export { TABLE_FORMATS, type TableFormat } from './tables/read-options.ts';
export type { RowComparison, RowFilter } from './tables/row-filters.ts';
export { TableProblems } from './tables/table-error.ts';
