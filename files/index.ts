/** The entry `theodolite/files`: tables of any format as columns, and draws as files. It runs in Node. */
export { arvizJson } from './draws-arviz.ts';
export { parquetDraws } from './draws-parquet.ts';
export { FileError } from './file-error.ts';
export type { FittedDraws } from './fitted-draws.ts';
export { type ReadColumnsOptions, readColumns, type TableColumn } from './read-columns.ts';
export { TABLE_FORMATS, type TableFormat } from './table-format.ts';
