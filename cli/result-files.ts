/** The files of one fitted subject. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ARVIZ_DIMENSIONS, arvizJson } from '../files/draws-arviz.ts';
import { parquetDraws } from '../files/draws-parquet.ts';
import type { FittedDraws } from '../files/fitted-draws.ts';
import { cmdStanCsvPieces } from '../host/draws-csv.ts';
import type { Manifest } from '../host/manifest.ts';
import type { DrawsFormat } from './draws-format.ts';
import { badInput } from './failure.ts';
import { folderName } from './folder-name.ts';
import type { ResultFile } from './result-folder.ts';
import type { SubjectReport } from './subject-report.ts';

/**
 * `summary.json`, and the draws in each of the formats: as `csv` `draws.csv` with all chains and `chains/chain-N.csv` with one each,
 * as `parquet` `draws.parquet`, and as `arviz` `inference-data.json`.
 */
export async function resultFiles(
  subject: string,
  formats: readonly DrawsFormat[],
  fit: FittedDraws,
  report: SubjectReport,
): Promise<ResultFile[]> {
  const folder = folderName(subject);
  return [
    { path: `${folder}/summary.json`, content: `${JSON.stringify(report, null, 2)}\n` },
    ...(formats.includes('csv') ? csvFiles(folder, fit) : []),
    ...(formats.includes('parquet')
      ? [{ path: `${folder}/draws.parquet`, content: await parquetDraws(fit) }]
      : []),
    ...(formats.includes('arviz')
      ? [{ path: `${folder}/inference-data.json`, content: arvizJson(fit) }]
      : []),
  ];
}

function csvFiles(folder: string, { manifest, parameters, draws, settings }: FittedDraws): ResultFile[] {
  const chains = draws.map((chain, index) => ({ id: index + 1, draws: chain }));
  const csv = (kept: typeof chains) =>
    cmdStanCsvPieces({
      layout: manifest.layout,
      latents: parameters.map(({ column }) => column),
      names: parameters.map(({ name }) => name),
      chains: kept,
      settings,
    });
  return [
    { path: `${folder}/draws.csv`, content: csv(chains) },
    ...chains.map((chain) => ({ path: `${folder}/chains/chain-${chain.id}.csv`, content: csv([chain]) })),
  ];
}

/** Files of an earlier run with more chains or other formats, which readers of the folder would take for this run's. */
export function staleFiles(
  root: string,
  subject: string,
  formats: readonly DrawsFormat[],
  chains: number,
): string[] {
  const folder = folderName(subject);
  const kept = formats.includes('csv') ? chains : 0;
  const others = [
    ...(formats.includes('csv') ? [] : ['draws.csv']),
    ...(formats.includes('parquet') ? [] : ['draws.parquet']),
    ...(formats.includes('arviz') ? [] : ['inference-data.json']),
  ].map((name) => `${folder}/${name}`);
  const below = `${folder}/chains`;
  if (!existsSync(join(root, below))) return others;
  const surplus = readdirSync(join(root, below)).filter(
    (name) => Number(/^chain-(\d+)\.csv$/.exec(name)?.[1] ?? 0) > kept,
  );
  return [...others, ...surplus.map((name) => `${below}/${name}`)];
}

/** Before sampling, so that no fit is lost. @throws Failure (input) when a name cannot stand in the files of draws. */
export function checkWritableNames(manifest: Manifest, formats: readonly DrawsFormat[]): void {
  const latents = manifest.latents.map(({ name }) => name);
  const sampler = latents.find((name) => name.endsWith('__'));
  if (sampler !== undefined) {
    throw badInput(
      `The latent \`${sampler}\` ends in two underscores, as only the sampler's columns do in a file of draws.`,
      'Give it another name, or leave out --out.',
    );
  }
  const outcomes = manifest.columns.filter(({ role }) => role === 'outcome').map(({ name }) => name);
  const categories = manifest.latents.flatMap(({ index }) => (index === undefined ? [] : [index]));
  for (const [format, taken, names] of [
    ['parquet', ['chain', 'draw'] as readonly string[], latents],
    ['arviz', ARVIZ_DIMENSIONS, [...latents, ...categories, ...outcomes]],
  ] as const) {
    const name = formats.includes(format) ? names.find((each) => taken.includes(each)) : undefined;
    if (name === undefined) continue;
    throw badInput(
      `The layout's \`${name}\` has the name of what \`--draws-as ${format}\` orders draws or rows by.`,
      `Give it another name, or leave ${format} out of --draws-as.`,
    );
  }
}
