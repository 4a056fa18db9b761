/** The files of a fit's folder that it is read back from. */

export const STORED = {
  summary: 'summary.json',
  module: 'model.wasm',
  csv: 'draws.csv',
  parquet: 'draws.parquet',
} as const;
