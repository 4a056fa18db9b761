/** The files of one estimated subject. */

import { STORED } from '../../files/fits/file-names.ts';
import { cmdStanCsvPieces } from '../../host/draws-csv.ts';
import type { Estimate } from '../../host/estimate/judge.ts';
import type { Manifest } from '../../module/manifest.ts';
import type { ResultFile } from '../process/result-folder.ts';

/** Beside `summary.json`: `model.wasm`, which predicts, and of Laplace's approximation `draws.csv`. */
export function estimateFiles(
  manifest: Manifest,
  { parameters, approximation, settings }: Estimate,
  /** Null of one that cannot predict. */
  module: Uint8Array | null,
): ResultFile[] {
  const files: ResultFile[] = [];
  if (module !== null) files.push({ path: STORED.module, content: module });
  if (approximation === null) return files;
  const csv = cmdStanCsvPieces({
    layout: manifest.layout,
    latents: parameters.map(({ column }) => column),
    names: parameters.map(({ name }) => name),
    chains: approximation.draws.map((draws, index) => ({ id: index + 1, draws })),
    settings: { method: 'laplace', seed: settings.seed },
  });
  files.push({ path: STORED.csv, content: csv });
  return files;
}
