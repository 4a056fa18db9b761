/** The files from which a stored fit is read. */

export const STORED = {
  summary: 'summary.json',
  module: 'model.wasm',
  csv: 'draws.csv',
  parquet: 'draws.parquet',
} as const;
