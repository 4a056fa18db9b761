/**
 * Effective draws for each gradient on the reference posteriors at several lengths of the warm-up, as the tables of
 * docs/sampler.md have them. It stores nothing. A variant of the sampler is measured by running this with it.
 */
import { parseArgs } from 'node:util';
import { sketchOf } from '../host/data-sketch.ts';
import { fit as fitOnce } from '../host/fit.ts';
import type { LoadedModule } from '../host/load.ts';
import { openWorkers } from '../host/open-workers.ts';
import { type Battery, objectPermanence, ocr } from './battery.ts';
import { compileAndLoad } from './bound-module.ts';
import { samplingGradients, worstBulkSize } from './measure/efficiency.ts';
import { median } from './rounds.ts';

/** What one fit spent and got. */
interface Run {
  readonly effective: number;
  readonly warmupGradients: number;
  readonly samplingGradients: number;
  readonly divergences: number;
  readonly status: string;
}

const TARGETS = [0.8, 0.95];
const CHAINS = 4;
const DRAWS = 1000;
const THREADS = 2;

const { values: options } = parseArgs({
  options: {
    warmup: { type: 'string', default: '1000,500,300,200,100' },
    seeds: { type: 'string', default: '9' },
  },
});
const warmups = options.warmup.split(',').map(Number);
const seeds = Number(options.seeds);
if (!warmups.every((warmup) => Number.isInteger(warmup) && warmup >= 0) || !(seeds >= 1)) {
  console.error('usage: sampler [--warmup 1000,500] [--seeds 9]');
  process.exit(2);
}

const batteries = [
  ...['tesseract', 'gocr', 'ocrad'].map((engine) => ocr(engine)),
  ...['agent6', 'agent11', 'agent12', 'agent24'].map((agent) => objectPermanence(agent)),
];
const pool = await openWorkers(THREADS);
console.log(
  '| posterior | target | warm-up | draws a gradient | a gradient of all | warm-up gradients | divergences | fits |',
);
console.log('| --- | --: | --: | --: | --: | --: | --: | --- |');
for (const battery of batteries) {
  const loaded = await compileAndLoad(battery.source, sketchOf(battery.columns));
  for (const targetAccept of TARGETS) {
    for (const warmup of warmups) console.log(await tableRow(battery, loaded, targetAccept, warmup));
  }
}
await pool.close();

/** Medians over the seeds; divergences and verdicts of all seeds together. */
async function tableRow(
  battery: Battery,
  loaded: LoadedModule,
  targetAccept: number,
  warmup: number,
): Promise<string> {
  const runs: Run[] = [];
  for (let seed = 1n; seed <= seeds; seed++) {
    const settings = { chains: CHAINS, draws: DRAWS, warmup, targetAccept, seed, pool };
    const made = await fitOnce(loaded, battery.columns, settings);
    const sampling = samplingGradients(made);
    runs.push({
      effective: worstBulkSize(made),
      warmupGradients: made.sampler.gradients - sampling,
      samplingGradients: sampling,
      divergences: made.sampler.divergences,
      status: made.verdict.status,
    });
  }
  const middle = (of: (run: Run) => number) => median(runs.map(of)).toPrecision(3);
  const cells = [
    battery.name,
    targetAccept,
    warmup,
    middle((run) => run.effective / run.samplingGradients),
    middle((run) => run.effective / (run.warmupGradients + run.samplingGradients)),
    median(runs.map((run) => run.warmupGradients)),
    runs.reduce((sum, run) => sum + run.divergences, 0),
    statuses(runs),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** How many fits the diagnostics judged how: `8 converged, 1 usable`. */
function statuses(runs: readonly Run[]): string {
  const counts = new Map<string, number>();
  for (const { status } of runs) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} ${status}`).join(', ');
}
