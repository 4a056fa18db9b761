import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileSource, showSource } from '../../compiler/compile.ts';
import { interpret } from '../../compiler/interpret/interpret.ts';
import { indexed } from '../indexed-case.ts';
import { casesOf } from '../random-cases.ts';
import { arbitraryCase } from '../random-layout.ts';
import { SKETCHES } from './agreement.ts';
import { bindModule } from './bound-module.ts';
import { bindRows, expectClose, expectPredicted, newRows } from './expect-predicted.ts';

const RUNS = { numRuns: casesOf(8), endOnFailure: true };

describe.each(Object.entries(SKETCHES))('a random layout, its demands sketched as %s', (_name, sketch) => {
  it('predicts of new rows what the interpreter says, with the statistics of the old ones', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryCase, async ({ text, selection, layout, data, points }) => {
        const { bytes } = await compileSource({ name: 'random.ml', text }, sketch, { choices: selection });
        const places = points.map(({ values }) => ({
          own: layout.latents.map(({ name }) => values[name]!),
          values,
        }));
        await expectPredicted({ bytes, layout, data }, newRows(layout, data), places);
      }),
      RUNS,
    );
  }, 60_000);

  it('does so where latents have levels, some of which the new rows lack', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryCase, fc.nat(255), async (random, chosen) => {
        const { text, selection, layout, data, values } = indexed(
          random,
          (latent) => ((chosen >> (latent % 8)) & 1) === 1,
        );
        const { bytes } = await compileSource({ name: 'indexed.ml', text }, sketch, { choices: selection });
        const own = layout.latents.flatMap(({ name }) => values[name]!) as number[];
        await expectPredicted({ bytes, layout, data }, newRows(layout, data), [{ own, values }]);
      }),
      RUNS,
    );
  }, 60_000);
});

describe('the log likelihoods of the rows that a layout is fitted to', () => {
  it('sum to the log density without the prior', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryCase, async ({ text, selection, layout, data, points }) => {
        const { bytes, manifest } = await compileSource({ name: 'random.ml', text }, undefined, {
          choices: selection,
        });
        const predictor = await bindRows({ bytes, layout, data }, data);
        const module = bindModule(bytes, manifest, data);
        const meaning = interpret(layout, data);
        for (const { values } of points) {
          const own = layout.latents.map(({ name }) => values[name]!);
          predictor.likelihoodAt(own);
          const ofOutcomes = layout.observations.map((_, outcome) => {
            const found = predictor.logLikelihood(outcome);
            return Array.from(predictor.distinctOf, (row) => found[row]!)
              .filter((value) => !Number.isNaN(value))
              .reduce((sum, value) => sum + value, 0);
          });
          const likelihood = ofOutcomes.reduce((sum, value) => sum + value, 0);
          const { value } = module.logDensity(own);
          if (Number.isNaN(value)) continue;
          expectClose(likelihood + meaning.logPrior(values), value, 'the sum');
        }
      }),
      RUNS,
    );
  }, 60_000);
});

describe('a layout with statistics by the levels of a category', async () => {
  const text = `layout By
category person
demand height in [0, 20]
capability climb[person] ~ normal(0, 2)
capability spread ~ half_normal(2)
let apart = height - mean(height, by = person) + max(height)
let usual = mean(success, by = person)
observe success ~ bernoulli(mix(0.1, margin(climb[person], height), 1 - usual))
observe time ~ normal(0.1 * climb[person] + 0.2 * apart, spread)
`;
  const { bytes, layout } = await compileSource({ name: 'by.ml', text });
  const data = {
    rows: 12,
    columns: {
      height: Float64Array.from({ length: 12 }, (_, row) => (row * 7) % 13),
      person: Float64Array.from({ length: 12 }, (_, row) => row % 4),
      success: Float64Array.from({ length: 12 }, (_, row) => (row % 5 < 2 ? 1 : 0)),
      time: Float64Array.from({ length: 12 }, (_, row) => Math.sin(row)),
    },
  };
  const values = { climb: [0.5, 2, 4, 8], spread: 1.5 };
  const own = [0.5, 2, 4, 8, 1.5];

  it('reads those of the data that were fitted, of levels that the new rows have', async () => {
    const rows = {
      rows: 3,
      columns: {
        height: [3, 4, 5],
        person: [2, 0, 2],
        success: [1, Number.NaN, 0],
        time: [Number.NaN, 1, 2],
      },
    };
    await expectPredicted({ bytes, layout, data }, rows, [{ own, values }]);
    const predictor = await bindRows({ bytes, layout, data }, rows);
    predictor.predictAt(own);
    // Person 2 succeeded in the rows 6 and 10 of 2, 6 and 10, and person 0 in the row 0 of 0, 4 and 8.
    expect(Array.from(predictor.derived(1))).toEqual([2 / 3, 1 / 3, 2 / 3]);
  });

  it('predicts rows in which all outcomes are missing', async () => {
    const nothing = [Number.NaN, Number.NaN];
    const rows = {
      rows: 2,
      columns: { height: [3, 4], person: [3, 3], success: nothing, time: nothing },
    };
    await expectPredicted({ bytes, layout, data }, rows, [{ own, values }]);
  });
});

describe('a prediction that looks each row up among several levels', async () => {
  const text = `layout Several
demand size, shade in [0, 10]
demand far in [0, 100000]
capability sight, contrast ~ half_normal(5)
capability reach ~ normal(0, 100000)
let sees = margin(sight, size)
let shades = margin(contrast, shade, 400)
let reaches = log_margin(1 + exp(reach), 1 + far)
observe found ~ bernoulli(sees and shades and reaches)
observe missed ~ bernoulli(not shades)
`;
  const sketch = {
    rows: 1e6,
    distinct: (columns: readonly string[]) => (columns.length > 1 ? 1e6 : columns[0] === 'far' ? 1e5 : 100),
  };
  const { bytes, layout } = await compileSource({ name: 'several.ml', text }, sketch);
  const own = [2, 1.7, 9];
  const values = { sight: 2, contrast: 1.7, reach: 9 };

  it.each([1, 2, 7, 65_537])('means what the interpreter says of %i distances', async (distances) => {
    const rows = distances + 2;
    const column = (value: (row: number) => number) =>
      Float64Array.from({ length: rows }, (_, row) => value(row));
    const data = {
      rows,
      columns: {
        size: column((row) => row % 5),
        shade: column((row) => (row % 7) / 2),
        // From the last level to the first, so that a number of too few bits is another level's.
        far: column((row) => (distances - 1 - (row % distances)) * 1.5),
        found: column((row) => (row % 3 === 0 ? 1 : 0)),
        missed: column((row) => (row % 4 === 0 ? 1 : 0)),
      },
    };
    await expectPredicted({ bytes, layout, data }, data, [{ own, values }]);
    const predictor = await bindRows({ bytes, layout, data }, data);
    predictor.predictAt(own);
    const drawn = new Float64Array(rows);
    predictor.draw(1, { seed: 7n, draw: 0, first: 0 }, drawn);
    // So steep a margin leaves nothing to chance.
    expect(drawn).toEqual(data.columns.shade.map((shade) => (shade > 1.7 ? 1 : 0)));
  });

  it('has an index of them, of which outcomes and derived nodes are read', async () => {
    const code = await showSource({ name: 'several.ml', text }, 'assemblyscript', sketch);
    const prediction = code.slice(code.indexOf('predicts of each row'));
    const places = [...prediction.matchAll(/expandLevels\(out, [\w.]+, EachRow.index, (\d), (\d), /g)];
    expect(new Set(places.map(([, place]) => place)).size).toBe(3);
    expect(new Set(places.map(([, , lookups]) => lookups))).toEqual(new Set(['3']));
    expect(prediction).toMatch(/levelOfRow\(EachRow.index, [12], 3, row\)/);
  });
});
