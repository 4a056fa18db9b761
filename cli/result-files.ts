/** The files of one fitted subject. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cmdStanCsvPieces } from '../host/draws-csv.ts';
import type { Fit } from '../host/fit.ts';
import type { Manifest } from '../host/manifest.ts';
import type { SamplerSettings } from '../host/sample.ts';
import { badInput } from './failure.ts';
import { folderName } from './folder-name.ts';
import type { ResultFile } from './result-folder.ts';
import type { SubjectReport } from './subject-report.ts';

/** `summary.json`, `draws.csv` with all chains, and `chains/chain-N.csv` with one each. */
export function resultFiles(
  subject: string,
  manifest: Manifest,
  settings: SamplerSettings,
  fit: Fit,
  report: SubjectReport,
): ResultFile[] {
  const folder = folderName(subject);
  const chains = fit.draws.map((draws, index) => ({ id: index + 1, draws }));
  const csv = (kept: typeof chains) =>
    cmdStanCsvPieces({
      layout: manifest.layout,
      latents: fit.parameters.map(({ column }) => column),
      names: fit.parameters.map(({ name }) => name),
      chains: kept,
      settings,
    });
  return [
    { path: `${folder}/summary.json`, content: `${JSON.stringify(report, null, 2)}\n` },
    { path: `${folder}/draws.csv`, content: csv(chains) },
    ...chains.map((chain) => ({ path: `${folder}/chains/chain-${chain.id}.csv`, content: csv([chain]) })),
  ];
}

/** Files of an earlier run with more chains, which readers of the folder would take for this run's. */
export function staleFiles(root: string, subject: string, chains: number): string[] {
  const below = `${folderName(subject)}/chains`;
  if (!existsSync(join(root, below))) return [];
  return readdirSync(join(root, below))
    .filter((name) => Number(/^chain-(\d+)\.csv$/.exec(name)?.[1] ?? 0) > chains)
    .map((name) => `${below}/${name}`);
}

/** Before sampling, so that no fit is lost. @throws Failure (input) when a name cannot stand in a file of draws. */
export function checkWritableNames(manifest: Manifest): void {
  const name = manifest.latents.map((latent) => latent.name).find((each) => each.endsWith('__'));
  if (name === undefined) return;
  throw badInput(
    `The latent \`${name}\` ends in two underscores, as only the sampler's columns do in a file of draws.`,
    'Give it another name, or leave out --out.',
  );
}
