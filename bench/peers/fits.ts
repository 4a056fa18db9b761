/**
 * Whole fits compared with those of other samplers, each in a separate process, in alternation on one machine. The
 * measure is the seconds of CPU to 400 effective draws of the worst latent, including compilation and warm-up. A fit
 * whose largest R-hat exceeds 1.01 does not count.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bulkEffectiveSize } from '../../statistics/effective-size.ts';
import { rHat } from '../../statistics/r-hat.ts';
import { PACKAGE } from '../package-files.ts';
import { replaceFile } from '../results.ts';
import { median } from '../rounds.ts';
import type { FitReport } from './fit-report.ts';
import { PEER_POSTERIORS, type PeerPosterior, peerPosterior, stanData } from './posteriors.ts';

const SELF = 'theodolite';
const PEERS = ['stanli', 'nutpie', 'nutpie-low-rank', 'walnutpie', 'numpyro'] as const;
const EFFECTIVE_DRAWS = 400;
const MAX_R_HAT = 1.01;

const USAGE = `usage: npm run bench:fits -- [--posteriors NAME,...] [--peers NAME,...] [--seeds 5] [--limit 600] [--python FILE]
Fits each posterior with Theodolite and with the peers, in turns. Without options it stores what it measured in bench/fits.json.
  --posteriors  ${PEER_POSTERIORS.join(', ')}
  --peers       ${PEERS.join(', ')}
  --seeds       fits of each kind, of 4 × 1000 draws
  --limit       seconds after which a fit is stopped and does not count
  --python      with the packages of bench/peers/requirements.txt (default: the one that bench/peers/install.sh makes)`;

/** One finished fit. */
export interface MeasuredFit {
  readonly posterior: string;
  readonly sampler: string;
  readonly seed: number;
  readonly compileSeconds: number;
  readonly fitSeconds: number;
  readonly gradients: number | null;
  /** Bulk effective draws of the worst latent. */
  readonly effective: number;
  readonly worst: string;
  readonly rHat: number;
  readonly divergences: number;
  /** Seconds of CPU to 400 effective draws; null if the chains do not agree. */
  readonly seconds: number | null;
}

const { posteriors, peers, seeds, limit, python, stored } = readOptions();
const folder = mkdtempSync(join(tmpdir(), 'theodolite-peers-'));
const measured: MeasuredFit[] = [];
const failures: string[] = [];
try {
  const samplers = [SELF, ...peers];
  console.log(
    `${posteriors.length * samplers.length * seeds} fits, each at most ${limit} s; one line for each:`,
  );
  for (const name of posteriors) {
    const posterior = peerPosterior(name);
    const data = join(folder, `${name}.json`);
    writeFileSync(data, JSON.stringify(stanData(posterior)));
    // A sampler that exceeded the time limit once is not tried with other seeds.
    const stopped = new Set<string>();
    for (let seed = 1; seed <= seeds; seed++) {
      for (const sampler of samplers) {
        if (!stopped.has(sampler) && !runFit(sampler, posterior, data, seed)) stopped.add(sampler);
      }
    }
    console.log(`\n${table([name], samplers)}\n`);
  }
  if (posteriors.length > 1) console.log(`${table(posteriors, samplers)}\n`);
  if (failures.length > 0)
    console.log(`not measured:\n${failures.map((failure) => `  ${failure}`).join('\n')}`);
  if (stored) replaceFile(new URL('bench/fits.json', PACKAGE), `[\n${measured.map(line).join(',\n')}\n]\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** False if the fit failed or took too long, which is recorded. */
function runFit(sampler: string, posterior: PeerPosterior, data: string, seed: number): boolean {
  const draws = join(folder, 'draws');
  const [command, args] =
    sampler === SELF
      ? [process.execPath, [here('fit-once.js', 'dist/'), posterior.name, String(seed), draws]]
      : [python, [here('fit.py'), sampler, posterior.program, data, String(seed), draws]];
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    timeout: limit * 1000,
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) {
    const reason =
      error !== undefined ? `stopped after ${limit} s` : (stderr.trim().split('\n').at(-1) ?? '');
    failures.push(`${posterior.name}, ${sampler}, seed ${seed}: ${reason}`);
    console.log(failures.at(-1));
    return false;
  }
  const report: FitReport = JSON.parse(stdout.trim().split('\n').at(-1)!);
  const fit = judge(posterior.name, sampler, seed, report, readFileSync(draws));
  measured.push(fit);
  console.log(
    `${fit.posterior}, ${sampler}, seed ${seed}: ${fit.fitSeconds.toPrecision(3)} s and ${fit.compileSeconds.toPrecision(3)} s of compiling, ` +
      `${fit.gradients ?? 'unknown'} gradients, ${fit.effective.toFixed(0)} effective draws of ${fit.worst}, R-hat ${fit.rHat.toFixed(3)}`,
  );
  return true;
}

function judge(
  posterior: string,
  sampler: string,
  seed: number,
  report: FitReport,
  file: Buffer,
): MeasuredFit {
  const { chains, draws, names, compileSeconds, fitSeconds, gradients, samplingGradients } = report;
  const values = new Float64Array(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength));
  let [effective, worst, largest] = [Infinity, '', 0];
  for (const [parameter, name] of names.entries()) {
    const series = Array.from({ length: chains }, (_, chain) =>
      values.subarray((parameter * chains + chain) * draws, (parameter * chains + chain + 1) * draws),
    );
    const size = bulkEffectiveSize(series) ?? 0;
    if (size < effective) [effective, worst] = [size, name];
    // Null if all draws are equal, as for a stuck chain.
    largest = Math.max(largest, rHat(series) ?? Infinity);
  }
  // The cost of sampling is its share of the gradients; for a sampler that does not count them, the whole fit is
  // charged.
  const sampling = gradients === null ? 0 : (fitSeconds * (samplingGradients ?? 0)) / gradients;
  const needed = EFFECTIVE_DRAWS / effective;
  const seconds =
    compileSeconds +
    (fitSeconds - sampling) * (gradients === null ? Math.max(1, needed) : 1) +
    sampling * needed;
  return {
    ...{ posterior, sampler, seed, compileSeconds, fitSeconds, gradients, effective, worst, rHat: largest },
    divergences: report.divergences,
    seconds: largest <= MAX_R_HAT ? seconds : null,
  };
}

/** Medians over the fits that count, with the ratio to Theodolite's, and effective draws per 1000 gradients. */
function table(names: readonly string[], samplers: readonly string[]): string {
  const cell = (name: string, sampler: string): string => {
    const all = measured.filter((fit) => fit.posterior === name && fit.sampler === sampler);
    const counted = all.filter(({ seconds }) => seconds !== null);
    if (all.length === 0) return 'not measured';
    if (2 * counted.length <= all.length)
      return `${all.length - counted.length} of ${all.length} do not count`;
    const seconds = median(counted.map((fit) => fit.seconds!));
    const own = measured.filter(
      (fit) => fit.posterior === name && fit.sampler === SELF && fit.seconds !== null,
    );
    const ratio =
      sampler === SELF || own.length === 0
        ? ''
        : ` (${(seconds / median(own.map((fit) => fit.seconds!))).toPrecision(3)} ×)`;
    const yields = counted.flatMap(({ gradients, effective }) =>
      gradients === null ? [] : [(1000 * effective) / gradients],
    );
    const perGradient = yields.length === 0 ? '' : `; ${median(yields).toPrecision(3)}`;
    const lost =
      counted.length < all.length ? `; ${all.length - counted.length} of ${all.length} do not count` : '';
    return `${seconds.toPrecision(3)}${ratio}${perGradient}${lost}`;
  };
  return [
    `| seconds of CPU to ${EFFECTIVE_DRAWS} effective draws; effective draws per 1000 gradients | ${samplers.join(' | ')} |`,
    `| --- |${' --: |'.repeat(samplers.length)}`,
    ...names.map((name) => `| ${name} | ${samplers.map((sampler) => cell(name, sampler)).join(' | ')} |`),
  ].join('\n');
}

function line(fit: MeasuredFit): string {
  const rounded = (_: string, value: unknown) =>
    typeof value === 'number' ? Number(value.toPrecision(4)) : value;
  return `  ${JSON.stringify(fit, rounded)}`;
}

function here(file: string, under = ''): string {
  return fileURLToPath(new URL(`${under}bench/peers/${file}`, PACKAGE));
}

function readOptions() {
  const made = here('.venv/bin/python');
  const { values } = (() => {
    try {
      return parseArgs({
        options: {
          posteriors: { type: 'string' },
          peers: { type: 'string' },
          seeds: { type: 'string', default: '5' },
          limit: { type: 'string', default: '600' },
          python: { type: 'string', default: made },
          help: { type: 'boolean', default: false },
        },
      });
    } catch (error) {
      return refuse((error as Error).message);
    }
  })();
  if (values.help) {
    console.log(USAGE);
    process.exit(0);
  }
  const chosen = (text: string | undefined, known: readonly string[]) => {
    const names = text === undefined ? known : text === '' ? [] : text.split(',');
    const unknown = names.find((name) => !known.includes(name));
    return unknown === undefined ? names : refuse(`\`${unknown}\` is none of ${known.join(', ')}`);
  };
  const whole = (name: 'seeds' | 'limit') => {
    const value = Number(values[name]);
    return Number.isInteger(value) && value > 0 ? value : refuse(`--${name} takes a whole number above 0`);
  };
  const peers = chosen(values.peers, PEERS);
  if (peers.length > 0 && !existsSync(values.python)) {
    refuse(
      `there is no Python at ${values.python}: run bench/peers/install.sh, or give --python, or --peers '' for none`,
    );
  }
  return {
    posteriors: chosen(values.posteriors, PEER_POSTERIORS),
    peers,
    seeds: whole('seeds'),
    limit: whole('limit'),
    python: values.python,
    stored: values.posteriors === undefined && values.peers === undefined,
  };
}

function refuse(problem: string): never {
  console.error(`${problem}\n${USAGE}`);
  process.exit(2);
}
