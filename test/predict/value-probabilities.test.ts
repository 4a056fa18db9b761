/** The probability of each value of ratings and choices. */
import { describe, expect, it } from 'vitest';
import { stackPredictions } from '../../analysis/evaluate/compare/stack-predictions.ts';
import { compileSource } from '../../compiler/compile.ts';
import { CONVERGED } from '../../host/diagnose/quick-look.ts';
import { loadModule } from '../../host/load.ts';
import { parametersOf } from '../../host/parameters.ts';
import { toNewColumns } from '../../host/predict/new-columns.ts';
import { predict } from '../../host/predict/predict.ts';

const layoutOf = (values: string) => `layout Choice
demand hard in [0, 3]
param skill ~ normal(0, 1)
param lure ~ normal(0, 1)
observe answer in {${values}} ~ categorical_logit(skill - hard, lure, 0)
observe grade ~ ordered_logistic(skill - hard, -1, 0, 2)
observe constant in {no, yes} ~ categorical_logit(0, skill)
observe hits ~ poisson(exp(skill))
`;
const SKILL = [0.3, -1.2, 0.9];
const LURE = [0.1, 0.8, -0.4];
const HARD = Float64Array.of(0, 1.5, 3, 1.5);

async function fitOf(values = 'right, lured, blank') {
  const loaded = await loadModule((await compileSource({ name: 'choice.ml', text: layoutOf(values) })).bytes);
  const posterior = {
    draws: [{ latents: [Float64Array.from(SKILL), Float64Array.from(LURE)] }],
    levels: new Map(),
    statistics: { values: [], byLevel: [] },
    manifest: loaded.manifest,
    parameters: parametersOf(loaded.manifest, new Map()),
    verdict: CONVERGED,
  };
  return { loaded, posterior };
}

const rows = new Map([['hard', HARD]]);
const logistic = (x: number) => 1 / (1 + Math.exp(-x));
/** From the definitions of the two distributions. */
const chosen = (hard: number, draw: number) => {
  const odds = [Math.exp(SKILL[draw]! - hard), Math.exp(LURE[draw]!), 1];
  return odds.map((each) => each / odds.reduce((a, b) => a + b));
};
const graded = (hard: number, draw: number) => {
  const above = [1, ...[-1, 0, 2].map((cut) => logistic(SKILL[draw]! - hard - cut)), 0];
  return above.slice(1).map((next, place) => above[place]! - next);
};

describe('the probability of each value', () => {
  it('is that of the definition at each draw, in the order of the values', async () => {
    const { loaded, posterior } = await fitOf();
    const { outcomes } = await predict(loaded, posterior, rows, { values: true });
    for (const [name, definition] of Object.entries({ answer: chosen, grade: graded })) {
      const found = outcomes[name]!.probabilities!;
      expect(found).toHaveLength(definition(0, 0).length);
      for (const [place, { values, mean }] of found.entries()) {
        for (const [row, hard] of HARD.entries()) {
          const wanted = SKILL.map((_, draw) => definition(hard, draw)[place]!);
          for (const [draw, value] of wanted.entries())
            expect(values![3 * row + draw]).toBeCloseTo(value, 13);
          expect(mean[row]).toBeCloseTo(wanted.reduce((a, b) => a + b) / 3, 13);
        }
      }
    }
  });

  it('has one value where it is the same in all rows, is absent for other outcomes, and can be left out', async () => {
    const { loaded, posterior } = await fitOf();
    const { outcomes } = await predict(loaded, posterior, rows);
    expect(outcomes.constant!.probabilities!.map(({ mean }) => mean.length)).toEqual([1, 1]);
    expect(outcomes.hits!.probabilities).toBeUndefined();
    const without = await predict(loaded, posterior, rows, { probabilities: false });
    expect(without.outcomes.answer!.probabilities).toBeUndefined();
    expect(without.outcomes.answer!.mean).toEqual(outcomes.answer!.mean);
  });

  it('is mixed by the name of the value', async () => {
    const asFit = ({ loaded, posterior }: Awaited<ReturnType<typeof fitOf>>) => ({
      posterior,
      predict: (input: Parameters<typeof toNewColumns>[1], options: object) =>
        predict(loaded, posterior, toNewColumns(loaded.manifest, input), options),
      pointwiseLogLikelihood: () => Promise.reject(new Error('not asked')),
    });
    const [first, other] = [asFit(await fitOf()), asFit(await fitOf('blank, lured, right'))];
    const { outcomes } = await stackPredictions(
      [
        { fit: first, weight: 0.25 },
        { fit: other, weight: 0.75 },
      ],
      { hard: HARD },
    );
    for (const [row, hard] of HARD.entries()) {
      const average = (place: number) =>
        SKILL.reduce((sum, _, draw) => sum + chosen(hard, draw)[place]!, 0) / 3;
      for (const place of [0, 1, 2]) {
        const mixed = 0.25 * average(place) + 0.75 * average(2 - place);
        expect(outcomes.answer!.probabilities![place]!.mean[row]).toBeCloseTo(mixed, 13);
      }
    }
    expect(outcomes.constant!.probabilities![1]!.mean).toHaveLength(HARD.length);
    const strange = asFit(await fitOf('right, lured, empty'));
    await expect(
      stackPredictions(
        [
          { fit: first, weight: 1 },
          { fit: strange, weight: 1 },
        ],
        { hard: HARD },
      ),
    ).rejects.toThrow(
      'The outcome `answer` of the layout `Choice` has other values than those that it is mixed with.',
    );
  });
});
