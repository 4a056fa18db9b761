/** The density of correlated latents against SciPy's and determinants: correlations.json, which make-correlations.py writes. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  correlationMatrix,
  logCorrelated,
  logMultivariateNormal,
  logPartialCorrelations,
} from '../../compiler/interpret/correlations.ts';

interface Reference {
  readonly shape: number;
  readonly matrix: readonly (readonly number[])[];
  readonly partials: readonly (readonly number[])[];
  readonly logPartials: number;
  readonly means: readonly number[];
  readonly scales: readonly number[];
  readonly levels: readonly (readonly number[])[];
  readonly logNormals: readonly number[];
}

const REFERENCES: readonly Reference[] = JSON.parse(
  readFileSync(new URL('correlations.json', import.meta.url), 'utf8'),
);

function expectClose(found: number, wanted: number): void {
  expect(Math.abs(found - wanted), `${found}, not ${wanted}`).toBeLessThanOrEqual(
    1e-12 * Math.max(1, Math.abs(wanted)),
  );
}

describe.each(REFERENCES)('of shape $shape and partial correlations $partials', (reference) => {
  const { shape, matrix, partials, means, scales, levels } = reference;

  it('the correlation matrix is the one whose inverses have these partial correlations', () => {
    for (const [k, row] of correlationMatrix(partials).entries())
      for (const [j, correlation] of row.entries()) expectClose(correlation, matrix[k]![j]!);
  });

  it('partial correlations have the density that follows from the determinant', () => {
    expectClose(logPartialCorrelations(partials, shape), reference.logPartials);
  });

  it('vectors have the density of the multivariate normal distribution', () => {
    for (const [place, values] of levels.entries())
      expectClose(logMultivariateNormal(values, means, scales, matrix), reference.logNormals[place]!);
  });

  it('all levels together have the sum, and logarithms their own derivative besides', () => {
    const wanted = reference.logNormals.reduce((sum, each) => sum + each, reference.logPartials);
    const at = (values: readonly number[]) => ({ values, locations: means, scales });
    expectClose(logCorrelated({ shape, isLogarithm: false }, partials, levels.map(at)), wanted);
    const positive = levels.map((values) => at(values.map(Math.exp)));
    const slopes = levels.flat().reduce((sum, x) => sum + x, 0);
    expectClose(logCorrelated({ shape, isLogarithm: true }, partials, positive), wanted - slopes);
  });
});

it('there is no density where a correlation exceeds 1, a spread is 0 or a logarithm does not exist', () => {
  const at = (values: readonly number[], scale: number) => [
    { values, locations: [0, 0], scales: [1, scale] },
  ];
  const group = { shape: 2, isLogarithm: false };
  expect(logCorrelated(group, [[], [0.5]], at([0, 0], 1))).toBeGreaterThan(-Infinity);
  expect(logCorrelated(group, [[], [1.5]], at([0, 0], 1))).toBe(-Infinity);
  expect(logCorrelated(group, [[], [0.5]], at([0, 0], 0))).toBe(-Infinity);
  expect(logCorrelated({ ...group, isLogarithm: true }, [[], [0.5]], at([0, 1], 1))).toBe(-Infinity);
});
