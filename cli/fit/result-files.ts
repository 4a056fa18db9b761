/** The folder and files of a fitted subject, and `--draws-as`, the format of its draws. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ARVIZ_DIMENSIONS, arvizJson } from '../../files/fits/draws-arviz.ts';
import { DRAWS_FORMATS, type DrawsFormat, isParquet, PARQUET_ORDER } from '../../files/fits/draws-format.ts';
import { parquetDraws } from '../../files/fits/draws-parquet.ts';
import type { DrawsFileOptions, WritablePosterior } from '../../files/fits/draws-provenance.ts';
import { STORED } from '../../files/fits/file-names.ts';
import { cmdStanCsvPieces } from '../../host/draws-csv.ts';
import { type Manifest, quantitiesOf } from '../../module/manifest.ts';
import { didYouMean, listNames } from '../../module/names.ts';
import { badInput, badUsage } from '../failure.ts';
import type { ResultFile } from '../process/results.ts';
import { SHARDS } from '../shards/shared-journal.ts';

/** The formats of `--draws-as FORMAT,…`. @throws Failure (usage) for an unknown format */
export function parseDrawsFormats(text: string): readonly DrawsFormat[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !DRAWS_FORMATS.some((known) => known === name));
  if (unknown === undefined) {
    const formats = DRAWS_FORMATS.filter((format) => names.includes(format));
    if (formats.filter(isParquet).length < 2) return formats;
    throw badUsage(
      '`parquet` and `parquet32` are both `draws.parquet`.',
      'Give one of them: parquet for exact numbers, parquet32 for half the size.',
    );
  }
  throw badUsage(
    `There is no format of draws called \`${unknown}\`.${didYouMean(unknown, DRAWS_FORMATS)}`,
    `Write one or several of ${listNames(DRAWS_FORMATS)}, such as --draws-as csv,arviz.`,
  );
}

const INFERENCE_DATA = 'inference-data.json';

/**
 * The files beside `summary.json`: `model.wasm`, for predictions, and the draws in each format. `csv` makes `draws.csv`
 * with all chains and one `chains/chain-N.csv` per chain, `parquet` and `parquet32` make `draws.parquet`, and `arviz` makes
 * `inference-data.json`.
 */
export async function resultFiles(
  formats: readonly DrawsFormat[],
  posterior: WritablePosterior,
  options: DrawsFileOptions,
  /** Null for a module that cannot predict. */
  module: Uint8Array | null,
): Promise<ResultFile[]> {
  return [
    ...(module === null ? [] : [{ path: STORED.module, content: module }]),
    ...(formats.includes('csv') ? csvFiles(posterior) : []),
    ...(formats.some(isParquet)
      ? [
          {
            path: STORED.parquet,
            content: await parquetDraws(posterior, { ...options, isShort: formats.includes('parquet32') }),
          },
        ]
      : []),
    ...(formats.includes('arviz') ? [{ path: INFERENCE_DATA, content: arvizJson(posterior, options) }] : []),
  ];
}

function csvFiles({ manifest, parameters, draws, settings }: WritablePosterior): ResultFile[] {
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
    { path: STORED.csv, content: csv(chains) },
    ...chains.map((chain) => ({ path: `chains/chain-${chain.id}.csv`, content: csv([chain]) })),
  ];
}

/**
 * Files of an earlier run, with more chains, other formats or a module that could predict. A reader of the folder would
 * take them for files of this run.
 */
export function staleFiles(
  folder: string,
  formats: readonly DrawsFormat[],
  chains: number,
  hasModule: boolean,
): string[] {
  const kept = formats.includes('csv') ? chains : 0;
  const others = [
    ...(hasModule ? [] : [STORED.module]),
    ...(formats.includes('csv') ? [] : [STORED.csv]),
    ...(formats.some(isParquet) ? [] : [STORED.parquet]),
    ...(formats.includes('arviz') ? [] : [INFERENCE_DATA]),
  ];
  const below = join(folder, 'chains');
  if (!existsSync(below)) return others;
  const surplus = readdirSync(below).filter(
    (name) => Number(/^chain-(\d+)\.csv$/.exec(name)?.[1] ?? 0) > kept,
  );
  return [...others, ...surplus.map((name) => `chains/${name}`)];
}

/**
 * Called before sampling, so that no fit is lost. @throws Failure (input) when a name cannot stand in the files of
 * draws.
 */
export function checkWritableNames(manifest: Manifest, formats: readonly DrawsFormat[]): void {
  const quantities = quantitiesOf(manifest);
  const latents = quantities.map(({ name }) => name);
  const sampler = latents.find((name) => name.endsWith('__'));
  if (sampler !== undefined) {
    throw badInput(
      `The latent \`${sampler}\` ends in two underscores, as only the sampler's columns do in a file of draws.`,
      'Give it another name, or leave out --out.',
    );
  }
  const outcomes = manifest.columns.filter(({ role }) => role === 'outcome').map(({ name }) => name);
  const categories = quantities.flatMap(({ index }) => (index === undefined ? [] : [index]));
  for (const [format, taken, names] of [
    ['parquet', PARQUET_ORDER, latents],
    ['parquet32', PARQUET_ORDER, latents],
    ['arviz', ARVIZ_DIMENSIONS, [...latents, ...categories, ...outcomes]],
  ] as const) {
    const name = formats.includes(format) ? names.find((each) => taken.includes(each)) : undefined;
    if (name === undefined) continue;
    throw badInput(
      `The layout's \`${name}\` has the same name as a column by which \`--draws-as ${format}\` orders draws or rows.`,
      `Give it another name, or leave ${format} out of --draws-as.`,
    );
  }
}

/** Names that Windows reserves for devices, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³]) *(?:\.|$)/i;

/** Names that a reader of a folder takes for files of a fit, and that of the folder of parts. */
const OWN: readonly string[] = [...Object.values(STORED), SHARDS];

/**
 * The folder name of each column. Letters, digits, `_ - .` and inner blanks are kept; everything else is written as
 * percent escapes of its UTF-8 bytes. Different names give different folders, and no name leads outside. A file system
 * may treat names as equal that differ only in case or in how an accent is encoded. In such names every letter except a
 * to z is escaped: `Ada` and `ada` become `%41da` and `ada` on every system.
 */
export function folderNames(columns: readonly string[]): ReadonlyMap<string, string> {
  const alike = new Map<string, Set<string>>();
  for (const column of columns)
    alike.set(folded(column), (alike.get(folded(column)) ?? new Set()).add(column));
  return new Map(
    columns.map((column) => [
      column,
      folderName(column, alike.get(folded(column))!.size > 1 ? /[^a-z\d_. -]/gu : /[^\p{L}\p{N}_. -]/gu),
    ]),
  );
}

function folderName(column: string, others: RegExp): string {
  const escaped = column.replace(others, percentEscapes).replace(/^[. ]|[. ]$/g, percentEscapes);
  const isTaken = RESERVED.test(escaped) || OWN.includes(folded(escaped));
  return isTaken ? percentEscapes(escaped[0]!) + escaped.slice(1) : escaped;
}

/** Equal for names that a file system may treat as equal. */
function folded(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
}

function percentEscapes(character: string): string {
  return [...new TextEncoder().encode(character)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}
