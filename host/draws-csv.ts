/**
 * Draws as CSV text in the form of CmdStan's sample files, which ArviZ, RStan and any CSV reader with comments can
 * read.
 */

import type { ChainDraws, SamplerSettings } from './draws.ts';
import type { Parameter } from './parameters.ts';
import { printable } from './printable.ts';

/** The draws of one chain, and the result of its warm-up. */
export interface ChainToWrite {
  /** The number of the chain in the fit, from 1. */
  readonly id: number;
  readonly draws: Omit<ChainDraws, 'gradients' | 'particles' | 'statistics'>;
  /** The diagonal of the adapted inverse metric, one number per latent; absent if unknown. */
  readonly inverseMetric?: ArrayLike<number>;
}

/** The contents of a file of draws. */
export interface DrawsFile {
  readonly layout: string;
  /** The columns of the latents, in the order of the draws. */
  readonly latents: readonly string[];
  /** The readable names of the numbered columns, such as `theta[Ada]` for `theta.1`. */
  readonly names?: readonly string[];
  /** One chain, or several in sequence, which readers treat as one. */
  readonly chains: readonly ChainToWrite[];
  readonly settings:
    | Pick<SamplerSettings, 'method' | 'warmup' | 'targetAccept' | 'maxTreeDepth' | 'seed'>
    /** For draws without a sampler, which have only the log density besides the latents. */
    | { readonly method: 'laplace'; readonly seed: bigint };
}

const SAMPLER_HEADER = 'lp__,accept_stat__,stepsize__,treedepth__,n_leapfrog__,divergent__,energy__';
const DRAWS_PER_PIECE = 256;

/** All chains of a fit as one file; see `cmdStanCsvPieces`. @param layout its name */
export function drawsCsv(
  layout: string,
  { parameters, draws }: { readonly parameters: readonly Parameter[]; readonly draws: readonly ChainDraws[] },
  settings: DrawsFile['settings'],
): string {
  return cmdStanCsv({
    layout,
    latents: parameters.map(({ column }) => column),
    names: parameters.map(({ name }) => name),
    chains: draws.map((chain, index) => ({ id: index + 1, draws: chain })),
    settings,
  });
}

/** The whole file; see `cmdStanCsvPieces`. */
export function cmdStanCsv(file: DrawsFile): string {
  return [...cmdStanCsvPieces(file)].join('');
}

/**
 * The file in pieces, each of whole lines: the settings as comments, the header, one line per draw. Numbers are the
 * shortest decimals that read back as the same double. The text does not depend on the clock or the machine.
 *
 * @throws RangeError when there is no chain, a name cannot be in a CSV header, or a chain's columns do not match the
 * latents or differ in length.
 */
export function* cmdStanCsvPieces(file: DrawsFile): Generator<string, void, void> {
  checkFits(file);
  const { settings } = file;
  if (settings.method === 'laplace') {
    yield* approximationComments(file, settings);
    yield `${['lp__', ...file.latents].join(',')}\n`;
    for (const { draws } of file.chains) yield* drawLines([draws.lp, ...draws.latents]);
    return;
  }
  yield* settingsComments(file, settings);
  yield `${[SAMPLER_HEADER, ...file.latents].join(',')}\n`;
  for (const [index, chain] of file.chains.entries()) {
    // Stan's own reader treats comments right after the header as the adaptation, so nothing else may be there.
    if (index > 0) {
      yield `# ${settings.method === 'nuts' ? 'Chain' : 'Run'} ${chain.id}\n`;
    }
    yield adaptationComments(chain);
    yield* drawLines(columnsOf(chain.draws));
  }
}

/**
 * The settings in CmdStan's tree of keys. `num_samples` is the number of draws in the file, because readers treat one
 * file as one chain; `id` is its first chain. No version of Stan is given, because the draws are not from Stan.
 */
function settingsComments(
  { layout, latents, names, chains }: DrawsFile,
  settings: Pick<SamplerSettings, 'method' | 'warmup' | 'targetAccept' | 'maxTreeDepth' | 'seed'>,
): string[] {
  const isChain = settings.method === 'nuts';
  const ids = chains.map(({ id }) => id);
  const draws = chains[0]!.draws.lp.length;
  const lines = [
    isChain
      ? 'sampled by theodolite'
      : 'sampled by theodolite, by sequential Monte Carlo: each row is a particle, all of one weight; the columns of the sampler are of its last transition',
    ...(ids.length > 1
      ? [`${isChain ? 'chains' : 'runs'} ${ids.join(', ')} one after another, ${draws} draws each`]
      : []),
    `model = ${layout}`,
    'method = sample',
    '  sample',
    `    num_samples = ${draws * ids.length}`,
    `    num_warmup = ${isChain ? settings.warmup : 0}`,
    '    save_warmup = 0',
    '    thin = 1',
    '    adapt',
    `      engaged = ${isChain && settings.warmup > 0 ? 1 : 0}`,
    `      delta = ${settings.targetAccept}`,
    '    algorithm = hmc',
    '      hmc',
    '        engine = nuts',
    '          nuts',
    `            max_depth = ${settings.maxTreeDepth}`,
    `id = ${ids[0]}`,
    'random',
    `  seed = ${settings.seed}`,
  ];
  return [...lines, ...numbered(latents, names)].map((line) => `# ${line}\n`);
}

/**
 * The readable names of the numbered columns, with escapes for characters that would end the comment or control a
 * terminal.
 */
function numbered(latents: readonly string[], names = latents): string[] {
  return latents.flatMap((column, index) =>
    names[index] === column ? [] : [`${column} = ${printable(names[index]!)}`],
  );
}

function approximationComments(
  { layout, latents, names, chains }: DrawsFile,
  { seed }: { readonly seed: bigint },
): string[] {
  const draws = chains.reduce((sum, { draws: { lp } }) => sum + lp.length, 0);
  return [
    'drawn by theodolite from the normal approximation at the posterior mode on the unconstrained scale; lp__ is the posterior density there',
    `model = ${layout}`,
    'method = laplace',
    '  laplace',
    `    draws = ${draws}`,
    'random',
    `  seed = ${seed}`,
    ...numbered(latents, names),
  ].map((line) => `# ${line}\n`);
}

/**
 * The step size and the inverse metric in CmdStan's four lines. Without the metric all four are omitted, because Stan's
 * reader fails on a part of them; the step size is still in each draw's `stepsize__`.
 */
function adaptationComments({ draws, inverseMetric }: ChainToWrite): string {
  if (inverseMetric === undefined || draws.stepSize.length === 0) {
    return '';
  }
  return [
    'Adaptation terminated',
    `Step size = ${decimal(draws.stepSize[0]!)}`,
    'Diagonal elements of inverse mass matrix:',
    Array.from(inverseMetric, decimal).join(', '),
  ]
    .map((line) => `# ${line}\n`)
    .join('');
}

function* drawLines(columns: readonly Float64Array[]): Generator<string, void, void> {
  const count = columns[0]!.length;
  for (let first = 0; first < count; first += DRAWS_PER_PIECE) {
    let piece = '';
    for (let draw = first; draw < Math.min(first + DRAWS_PER_PIECE, count); draw++) {
      piece += `${columns.map((column) => decimal(column[draw]!)).join(',')}\n`;
    }
    yield piece;
  }
}

function columnsOf(draws: ChainToWrite['draws']): readonly Float64Array[] {
  const { lp, acceptStat, stepSize, treeDepth, leapfrogs, divergent, energy, latents } = draws;
  return [lp, acceptStat, stepSize, treeDepth, leapfrogs, divergent, energy, ...latents];
}

/** The shortest decimal that reads back as the same double; for infinities and NaN the words of C, as in Stan. */
export function decimal(value: number): string {
  if (Object.is(value, -0)) {
    return '-0';
  }
  if (Number.isFinite(value)) {
    return String(value);
  }
  return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf';
}

function checkFits({ layout, latents, chains }: DrawsFile): void {
  if (chains.length === 0) {
    throw new RangeError('there is no chain to write');
  }
  for (const name of [layout, ...latents]) {
    // Points and numbers at the end are array indices; two underscores mark a column of the sampler.
    if (!/^[\p{L}_][\p{L}\p{N}_]*(\.\d+)*$/u.test(name) || name.endsWith('__')) {
      throw new RangeError(`\`${name}\` cannot be a name in a file of draws`);
    }
  }
  const draws = chains[0]!.draws.lp.length;
  for (const chain of chains) {
    if (chain.draws.latents.length !== latents.length) {
      throw new RangeError(
        `chain ${chain.id} has ${chain.draws.latents.length} latents, not ${latents.length}`,
      );
    }
    if (columnsOf(chain.draws).some((column) => column.length !== draws)) {
      throw new RangeError(`chain ${chain.id} has columns that are not of ${draws} draws`);
    }
  }
}
