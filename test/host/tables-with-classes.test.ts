/** What a layout may have besides rows of several tables: classes, times of choices, truncated outcomes, grades and solved reports. */
import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../../compiler/index.ts';
import { interpret } from '../../compiler/interpret/interpret.ts';
import { type FittedModel, load, openThisThread } from '../../host/index.ts';
import { type LoadedModule, loadModule } from '../../host/load.ts';
import { pointwiseLogLikelihood } from '../../host/predict/log-likelihood.ts';
import { predict } from '../../host/predict/predict.ts';
import { toRows } from '../../host/row-tables.ts';
import { bindModule } from '../compile/bound-module.ts';
import { compileToFit } from '../compile-to-fit.ts';

const TEXT = `layout Judged
unit s
category person
category task in family
category family
demand difficulty : s in [0.1, 100]
param weak[family] : probability ~ beta(2, 2)
param base[judge] ~ normal(0, 1)
capability skill[person] ~ normal(0, 1)
class flawed[task] ~ bernoulli(weak[family])
class hard[task] ~ bernoulli(0.3)
class lax[judge] ~ bernoulli(0.4)
let solves = logistic(skill[person] - log(difficulty / s))
report reach[person] : s = solve(difficulty, solves = 0.5)
observe success ~ bernoulli(mix(flawed[task], solves, 0.5))
table ratings {
  category task, judge
  demand cap : s in [1, 100]
  observe said ~ bernoulli(mix(flawed[task], 0.2, mix(hard[task], 0.7, 0.9)))
  observe kind ~ bernoulli(mix(lax[judge], 0.9, 0.4))
  observe right, time : s ~ wiener(1.5, 0.1, 0.5, base[judge])
  observe minutes : s ~ lognormal(base[judge], 1) in [0.5, cap]
  observe grade in {low, middle, high} ~ ordered_logistic(base[judge], -1, 1)
}
`;

const MAIN = {
  person: ['p', 'q', 'p', 'q'],
  task: ['b', 'b', 'c', 'c'],
  family: ['y', 'y', 'x', 'x'],
  difficulty: [1, 2, 0.5, 1],
  success: [1, 0, 1, 1],
};
const RATINGS = {
  task: ['c', 'b', 'b', 'c'],
  judge: ['u', 'u', 'v', 'v'],
  cap: [10, 20, 30, 5],
  said: [1, 0, 1, 1],
  kind: [1, 1, 0, null],
  right: [1, 0, null, 1],
  time: [0.9, 1.2, 0.6, null],
  minutes: [2, 3, null, 4],
  grade: [1, 3, 2, null],
};

let fit: FittedModel;
let loaded: LoadedModule;

beforeAll(async () => {
  const { bytes } = await compile(TEXT);
  loaded = await loadModule(bytes);
  const bound = await (await load(bytes)).bind(MAIN, { tables: { ratings: RATINGS } });
  fit = await bound.fit({ chains: 1, warmup: 40, draws: 5, scouts: 0, pool: openThisThread() });
}, 60_000);

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;

/** What success means at a draw, as the layout says it: by row with and without the mistake of its task, and the weights of its states. */
function atDraw(draw: number) {
  const { latents } = fit.posterior.draws[0]!;
  const at = (name: string) => latents[fit.parameters.findIndex((each) => each.name === name)]![draw]!;
  const chances = MAIN.task.map((_, row) => {
    const logit = at(`skill[${MAIN.person[row]}]`) - Math.log(MAIN.difficulty[row]!);
    return [1 / (1 + Math.exp(-logit)), 0.5] as const;
  });
  const of = (chance: number, y: number | null) => (y === null ? 1 : y === 1 ? chance : 1 - chance);
  /** The joint probability of the rows of a task, without one of the main table, if it is flawed or not. */
  const joint = (task: string, without = -1) => {
    const weak = at(`weak[${task === 'b' ? 'y' : 'x'}]`);
    return [0, 1].map((flawed) => {
      const successes = MAIN.task.reduce(
        (product, each, row) =>
          each === task && row !== without
            ? product * of(chances[row]![flawed]!, MAIN.success[row]!)
            : product,
        1,
      );
      const said = [0, 1].map((hard) =>
        RATINGS.task.reduce(
          (product, each, row) =>
            each === task
              ? product * of(flawed === 0 ? 0.2 : hard === 1 ? 0.9 : 0.7, RATINGS.said[row]!)
              : product,
          hard === 1 ? 0.3 : 0.7,
        ),
      );
      return (flawed === 1 ? weak : 1 - weak) * successes * (said[0]! + said[1]!);
    });
  };
  return { chances, joint, of };
}

describe('a table beside the main one, with the other parts of the language', () => {
  it('means what the interpreter says', async () => {
    const { bytes, manifest, layout } = await compileToFit({ name: 'judged.ml', text: TEXT });
    const { columns } = toRows(manifest, MAIN, { ratings: RATINGS });
    const data = { rows: 8, columns: Object.fromEntries(columns) };
    const module = bindModule(bytes, manifest, data);
    const values = { weak: [0.3, 0.6], base: [-0.4, 0.7], skill: [0.2, 1.1] };
    const own = layout.latents.flatMap(({ name }) => values[name as keyof typeof values]);
    const wanted = interpret(layout, data).logDensity(values);
    expect(Number.isFinite(wanted)).toBe(true);
    expect(module.logDensity(own).value).toBeCloseTo(wanted, 10);
  });

  it('predicts rows of the main table with what the other table says of their classes', async () => {
    const { outcomes } = await fit.predict(MAIN);
    expect(Object.keys(outcomes)).toEqual(['success']);
    for (const [row, task] of MAIN.task.entries()) {
      const wanted = mean(
        [0, 1, 2, 3, 4].map((draw) => {
          const { chances, joint } = atDraw(draw);
          const [sound, flawed] = joint(task);
          return (sound! * chances[row]![0] + flawed! * chances[row]![1]) / (sound! + flawed!);
        }),
      );
      expect(outcomes.success!.mean[row]).toBeCloseTo(wanted, 10);
    }
  });

  it('gives the density of a row given the other rows of both tables', async () => {
    const { success } = await fit.pointwiseLogLikelihood(MAIN);
    const { draws, distinct, distinctOf, values } = success!;
    expect(draws).toBe(5);
    for (const [row, task] of MAIN.task.entries()) {
      for (let draw = 0; draw < draws; draw++) {
        const { joint } = atDraw(draw);
        const sum = (of: readonly number[]) => of[0]! + of[1]!;
        const wanted = Math.log(sum(joint(task)) / sum(joint(task, row)));
        expect(values[draw * distinct + distinctOf[row]!]).toBeCloseTo(wanted, 10);
      }
    }
  });

  it('refuses both in words where the rows of the other table are not known', async () => {
    const rows = new Map(
      Object.entries(MAIN).map(([name, values]) => [
        name,
        typeof values[0] === 'string' ? (values as string[]) : Float64Array.from(values as number[]),
      ]),
    );
    const { columns } = toRows(loaded.manifest, MAIN, { ratings: RATINGS }, fit.posterior.levels);
    const ofMain = loaded.manifest.columns.map(({ name }) => columns.get(name)!.subarray(0, 4));
    const fitted = { ...fit.posterior, fittedRows: { columns: ofMain } };
    const wanted =
      'What is known of `flawed` and `hard` follows from the fitted rows of the table `ratings` too, and these are not stored.';
    await expect(predict(loaded, fitted, rows)).rejects.toThrow(wanted);
    await expect(pointwiseLogLikelihood(loaded, fit.posterior, rows)).rejects.toThrow(wanted);
  });

  it('solves a report', () => {
    const reach = fit.draws('reach[p]');
    const skill = fit.draws('skill[p]');
    for (const [draw, value] of reach.entries())
      expect(value).toBeCloseTo(Math.min(100, Math.max(0.1, Math.exp(skill[draw]!))), 6);
  });

  it('has the choice and its time in the table', () => {
    expect(loaded.manifest.tables![0]!.columns).toEqual(expect.arrayContaining(['right', 'time']));
  });
});
