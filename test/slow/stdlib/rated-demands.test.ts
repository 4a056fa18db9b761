/**
 * Demands that judges rate in a table of their own, at a reliability of 0.6: intervals hold what was drawn as often as they say, which they do
 * not where the ratings pass for the truth.
 */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { openThisThread } from '../../../host/chain-pool.ts';
import { fit as fitOnce, type SampledPosterior } from '../../../host/fit.ts';
import { loadModule } from '../../../host/load.ts';
import { quantile } from '../../../statistics/quantile.ts';
import { compileToFit } from '../../compile-to-fit.ts';
import { simulateWorked } from '../../stdlib/worked-layout.ts';

const NAME = 'rated-demands';
const TEXT = readFileSync(`stdlib-layouts/${NAME}/${NAME}.ml`, 'utf8');

const [SPREAD, SLOPE] = [1.2, 1.5];
/** Two ratings of a task have a mean with a reliability of 0.6: spread² / (spread² + error² / 2). */
const ERROR = SPREAD * Math.sqrt(2 * (1 / 0.6 - 1));

/** The layout with these values in place of priors that draw them. */
const DRAWN = TEXT.replace('~ lognormal(median = 1, spread = 0.5)', `~ normal(${SPREAD}, 1e-9)`)
  .replace('~ lognormal(median = 0.7, spread = 0.7)', `~ normal(${ERROR}, 1e-9)`)
  .replace('~ lognormal(0, 0.5)', `~ normal(${SLOPE}, 1e-9)`);

/** The same but for the tasks, whose lengths are taken to be what the judges say on average. */
const TRUSTING = `
layout TrustingRatings
unit minute
category model, task
demand length[task] : minute in [0, inf]
capability horizon[model] : minute ~ lognormal(median = 30, spread = 1.5)
param slope ~ lognormal(0, 0.5)
observe success ~ bernoulli(log_margin(horizon[model], length[task], slope))
`;

const [MODELS, TASKS] = [10, 30];
const SIMULATIONS = 200;
const SETTINGS = { chains: 2, warmup: 300, draws: 500, scouts: 0 };

/** How many of the 95 % intervals hold what was drawn, of those of one name. */
interface Coverage {
  held: number;
  all: number;
}

const careful = new Map<string, Coverage>();
const trusting = new Map<string, Coverage>();

/** Counts the interval of a parameter that leaves out 2.5 % on each side. */
function count(
  coverages: Map<string, Coverage>,
  { parameters, draws }: SampledPosterior,
  parameter: string,
  truth: number,
): void {
  const place = parameters.findIndex(({ name }) => name === parameter);
  const sorted = Float64Array.from(draws.flatMap(({ latents }) => [...latents[place]!])).sort();
  const name = parameters[place]!.latent.name;
  const coverage = coverages.get(name) ?? { held: 0, all: 0 };
  coverage.held += Number(quantile(sorted, 0.025) <= truth && truth <= quantile(sorted, 0.975));
  coverage.all += 1;
  coverages.set(name, coverage);
}

const shareOf = ({ held, all }: Coverage) => held / all;

/** Each task is rated by two of three judges. */
const RATED = Array.from({ length: 2 * TASKS }, (_, row) => row >> 1);
const RATINGS = {
  task: RATED.map((task) => `task${String(task + 1).padStart(2, '0')}`),
  judge: RATED.map((task, row) => ['ann', 'ben', 'cat'][(task + (row & 1)) % 3]!),
};

beforeAll(async () => {
  const load = async (text: string) => loadModule((await compileToFit({ name: NAME, text })).bytes);
  const modules = { careful: await load(TEXT), trusting: await load(TRUSTING) };
  for (let seed = 1n; seed <= SIMULATIONS; seed++) {
    const { columns, levels, profile } = simulateWorked(
      NAME,
      {
        table: '',
        design: { kind: 'crossed', rows: MODELS * TASKS, levels: { model: MODELS, task: TASKS } },
        tables: { ratings: RATINGS },
        seed,
      },
      DRAWN,
    );
    const settings = { levels, ...SETTINGS, seed, pool: openThisThread() };
    const fit = await fitOnce(modules.careful, columns, settings);
    for (const [name, value] of Object.entries(profile)) {
      if (typeof value === 'number') count(careful, fit, name, value);
      else for (const [level, each] of Object.entries(value)) count(careful, fit, `${name}[${level}]`, each);
    }
    const rows = MODELS * TASKS;
    const [task, minutes] = ['task', 'minutes'].map((name) => columns.get(name)!) as [
      Float64Array,
      Float64Array,
    ];
    const meanOf = (code: number) => {
      const own = minutes.filter((_, row) => row >= rows && task[row] === code).map(Math.log);
      return Math.exp(own.reduce((sum, each) => sum + each, 0) / own.length);
    };
    const main = new Map(
      ['model', 'task', 'success'].map((name) => [name, columns.get(name)!.slice(0, rows)]),
    );
    const believed = await fitOnce(
      modules.trusting,
      new Map([...main, ['length', main.get('task')!.map(meanOf)]]),
      settings,
    );
    count(trusting, believed, 'slope', SLOPE);
  }
}, 30 * 60_000);

describe(`of ${SIMULATIONS} simulations at a reliability of 0.6`, () => {
  it('19 of 20 intervals hold what was drawn', () => {
    expect([...careful.keys()]).toContain('slope');
    for (const name of careful.keys())
      expect(Math.abs(shareOf(careful.get(name)!) - 0.95), name).toBeLessThanOrEqual(0.02);
  });

  it('fewer than 16 of 20 hold the slope where the ratings are taken for the lengths', () => {
    expect(shareOf(trusting.get('slope')!)).toBeLessThan(0.8);
  });
});
