import { expect, it } from 'vitest';
import { drawNewLevels } from '../../../analysis/simulate/draw-new-levels.ts';
import { fit as fitOnce } from '../../../host/fit.ts';
import { openThisThread } from '../../../host/index.ts';
import { loadModule } from '../../../host/load.ts';
import { predict } from '../../../host/predict/predict.ts';
import { compile } from '../../../index.ts';
import { toColumns } from '../../../module/to-columns.ts';
import { quantile } from '../../../statistics/quantile.ts';
import { openStream } from '../../../statistics/random/stream.ts';

/** Attempts of systems at tasks with human minutes, which differ in more than their length. */
const TASKS = `layout Tasks
category system, task
demand minutes in [0, inf]
param slope  ~ half_normal(1)
param spread ~ half_normal(1)
/// The logarithm of the minutes that a system does half of the time.
capability reach[system] ~ normal(3, 2)
param ease[task] ~ normal(0, spread)
observe success ~ bernoulli(logistic(slope * (reach[system] - log(minutes)) + ease[task]))
`;

const SIMULATIONS = 200;
const [SYSTEMS, FITTED, HELD_OUT, ATTEMPTS] = [3, 18, 6, 20];

interface Attempts {
  readonly system: string[];
  readonly task: string[];
  readonly minutes: number[];
  readonly success: number[];
}

/** The attempts of one simulation, whose truths are those of no other: slopes from 0.5 to 1.2, effects of tasks as large as most slopes. */
function simulate(number: number): { readonly fitted: Attempts; readonly held: Attempts } {
  const random = openStream(BigInt(number), 'run', 0);
  const slope = 0.5 + 0.7 * random.uniform();
  const spread = 0.5 + 0.7 * random.uniform();
  const reach = Array.from({ length: SYSTEMS }, () => 3 + 1.2 * random.normal());
  const [fitted, held] = [0, 1].map((): Attempts => ({ system: [], task: [], minutes: [], success: [] }));
  for (let task = 0; task < FITTED + HELD_OUT; task++) {
    const into = task < FITTED ? fitted! : held!;
    const logMinutes = 3 + 1.5 * random.normal();
    const ease = spread * random.normal();
    for (const [system, own] of reach.entries()) {
      const chance = 1 / (1 + Math.exp(-slope * (own - logMinutes) - ease));
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        into.system.push(`system ${system}`);
        into.task.push(`task ${task}`);
        into.minutes.push(Math.exp(logMinutes));
        into.success.push(Number(random.uniform() < chance));
      }
    }
  }
  return { fitted: fitted!, held: held! };
}

it('the intervals for the success rates of tasks that were held out cover nine in ten of them', async () => {
  const loaded = await loadModule((await compile(TASKS)).bytes);
  const { manifest } = loaded;
  let [covered, all] = [0, 0];
  const pool = openThisThread();
  for (let number = 1; number <= SIMULATIONS; number++) {
    const { fitted, held } = simulate(number);
    const { columns, levels } = toColumns(manifest, { ...fitted });
    const seed = BigInt(number);
    const posterior = await fitOnce(loaded, columns, {
      ...{ chains: 2, warmup: 300, draws: 400, scouts: 0, seed, pool, levels },
    });
    const rows = new Map<string, Float64Array | readonly string[]>([
      ['system', held.system],
      ['task', held.task],
      ['minutes', Float64Array.from(held.minutes)],
    ]);
    const added = new Map([['task', [...new Set(held.task)]]]);
    const extended = drawNewLevels({ ...posterior, manifest, layoutText: TASKS }, rows, added, seed);
    const { draws, outcomes } = await predict(loaded, extended, rows, { seed });
    const { drawn } = outcomes.success!;
    const size = SYSTEMS * ATTEMPTS;
    for (let task = 0; task < HELD_OUT; task++) {
      const rates = Float64Array.from({ length: draws }, (_, draw) => {
        let sum = 0;
        for (let row = task * size; row < (task + 1) * size; row++) sum += drawn![row * draws + draw]!;
        return sum / size;
      }).sort();
      const observed = held.success.slice(task * size, (task + 1) * size).reduce((a, b) => a + b) / size;
      // Rates are whole numbers of successes: an end of the interval counts as half of them lie inside.
      const [lower, upper] = [quantile(rates, 0.05), quantile(rates, 0.95)];
      covered +=
        Number(observed > lower && observed < upper) + 0.5 * Number(observed === lower || observed === upper);
      all += 1;
    }
  }
  const share = covered / all;
  expect(share).toBeGreaterThan(0.87);
  expect(share).toBeLessThan(0.93);
});
