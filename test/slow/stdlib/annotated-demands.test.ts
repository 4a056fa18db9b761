/** Demands that raters estimate: intervals hold what was drawn as often as they say, which they do not where estimates pass for truth. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { openThisThread } from '../../../host/chain-pool.ts';
import { fit as fitOnce, type SampledPosterior } from '../../../host/fit.ts';
import { loadModule } from '../../../host/load.ts';
import { compileToFit } from '../../compile-to-fit.ts';
import { simulateWorked } from '../../stdlib/worked-layout.ts';

const NAME = 'annotated-demands';
const TEXT = readFileSync(`stdlib-layouts/${NAME}/${NAME}.ml`, 'utf8');

/** The same but for the tasks, whose lengths are taken to be what the raters say on average. */
const TRUSTING = `
layout TrustingEstimates
unit minute
category model, task
demand length[task] : minute in [0, inf]
capability horizon[model] : minute ~ lognormal(median = 30, spread = 1.5)
param slope ~ lognormal(0, 0.5)
observe success ~ bernoulli(log_margin(horizon[model], length[task], slope))
`;

const SIMULATIONS = 100;
const SETTINGS = { chains: 2, warmup: 400, draws: 400, scouts: 0 };

type Summary = SampledPosterior['summary'];

/** How many of the intervals that leave out 5 % on each side hold what was drawn, of those of one name. */
interface Coverage {
  held: number;
  all: number;
}

const careful = new Map<string, Coverage>();
const trusting = new Map<string, Coverage>();

function count(coverages: Map<string, Coverage>, name: string, { q5, q95 }: Summary[string], truth: number) {
  const coverage = coverages.get(name) ?? { held: 0, all: 0 };
  coverage.held += Number(q5! <= truth && truth <= q95!);
  coverage.all += 1;
  coverages.set(name, coverage);
}

const shareOf = ({ held, all }: Coverage) => held / all;

beforeAll(async () => {
  const load = async (text: string) => loadModule((await compileToFit({ name: NAME, text })).bytes);
  const modules = { careful: await load(TEXT), trusting: await load(TRUSTING) };
  for (let seed = 1n; seed <= SIMULATIONS; seed++) {
    const { columns, levels, profile } = simulateWorked(NAME, {
      table: '',
      design: { kind: 'crossed', rows: 300, levels: { model: 10, task: 30 } },
      seed,
      once: { of: 'task', outcomes: ['estimate1', 'estimate2'] },
    });
    const settings = { levels, ...SETTINGS, seed, pool: openThisThread() };
    const { summary } = await fitOnce(modules.careful, columns, settings);
    const latent = (name: string) => profile[name]!;
    for (const [name, value] of Object.entries(profile)) {
      if (typeof value === 'number') count(careful, name, summary[name]!, value);
      else
        for (const [level, each] of Object.entries(value))
          count(careful, name, summary[`${name}[${level}]`]!, each);
    }
    // The first rows are those of the first model, one for each task.
    const task = columns.get('task')!;
    const [one, two] = ['estimate1', 'estimate2'].map((name) => columns.get(name)!);
    const length = task.map((code) => {
      const row = task.indexOf(code);
      return Math.sqrt(one![row]! * two![row]!);
    });
    const believed = await fitOnce(modules.trusting, new Map([...columns, ['length', length]]), settings);
    count(trusting, 'slope', believed.summary.slope!, latent('slope') as number);
  }
}, 15 * 60_000);

describe(`of ${SIMULATIONS} simulations`, () => {
  it('nine intervals in ten hold each parameter that was drawn', () => {
    expect([...careful.keys()]).toContain('slope');
    // Four standard errors of a share of 100.
    for (const name of ['typical', 'spread', 'error1', 'error2', 'leaning', 'slope'])
      expect(Math.abs(shareOf(careful.get(name)!) - 0.9), name).toBeLessThan(0.12);
  });

  it('nine in ten hold the lengths of tasks and the horizons of models', () => {
    for (const name of ['length', 'horizon'])
      expect(Math.abs(shareOf(careful.get(name)!) - 0.9), name).toBeLessThan(0.05);
  });

  it('fewer hold the slope where the estimates are taken for the lengths', () => {
    expect(shareOf(trusting.get('slope')!)).toBeLessThan(0.9 - 0.12);
  });
});
