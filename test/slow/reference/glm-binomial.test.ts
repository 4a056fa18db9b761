/** A regression of counts on posteriordb's glm_binomial data, against importance sampling, since there is no reference for it. */
import { expect, it } from 'vitest';
import { REFERENCE } from '../../../bench/package-files.ts';
import { posteriordb } from '../../../bench/posteriordb.ts';
import { compileSource } from '../../../compiler/compile.ts';
import { openThisThread } from '../../../host/chain-pool.ts';
import { fit as fitOnce } from '../../../host/fit.ts';
import { loadModule } from '../../../host/load.ts';
import { sketchOf } from '../../../module/data-sketch.ts';
import { Simulator } from '../../outcomes/simulate.ts';

const NAMES = ['alpha', 'beta1', 'beta2'] as const;
const PRIOR_PRECISION = 1e-4;

interface Row {
  readonly x: readonly [number, number, number];
  readonly n: number;
  readonly k: number;
}

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, i) => sum + x * b[i]!, 0);

function logPosterior(rows: readonly Row[], beta: readonly number[]): number {
  const likelihood = rows.reduce((sum, { x, n, k }) => {
    const logit = dot(x, beta);
    return sum + k * logit - n * (Math.max(logit, 0) + Math.log1p(Math.exp(-Math.abs(logit))));
  }, 0);
  return likelihood - 0.5 * PRIOR_PRECISION * dot(beta, beta);
}

/** L of A = L Lᵀ for a 3 × 3 matrix. */
function cholesky(a: readonly (readonly number[])[]): number[][] {
  const l = [0, 1, 2].map(() => [0, 0, 0]);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j <= i; j++) {
      const rest = a[i]![j]! - dot(l[i]!.slice(0, j), l[j]!.slice(0, j));
      l[i]![j] = i === j ? Math.sqrt(rest) : rest / l[j]![j]!;
    }
  }
  return l;
}

/** Solves Lᵀ y = z. */
function backSolve(l: readonly (readonly number[])[], z: readonly number[]): number[] {
  const y = [0, 0, 0];
  for (let i = 2; i >= 0; i--) {
    let rest = z[i]!;
    for (let j = i + 1; j < 3; j++) rest -= l[j]![i]! * y[j]!;
    y[i] = rest / l[i]![i]!;
  }
  return y;
}

/** Solves L y = z. */
function forwardSolve(l: readonly (readonly number[])[], z: readonly number[]): number[] {
  const y = [0, 0, 0];
  for (let i = 0; i < 3; i++) y[i] = (z[i]! - dot(l[i]!.slice(0, i), y)) / l[i]![i]!;
  return y;
}

/** The mode by Newton's method, and the Cholesky factor of the negative Hessian there. */
function laplace(rows: readonly Row[]) {
  let beta = [0, 0, 0];
  let factor = cholesky([
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ]);
  for (let step = 0; step < 30; step++) {
    const p = rows.map(({ x }) => 1 / (1 + Math.exp(-dot(x, beta))));
    const gradient = [0, 1, 2].map(
      (i) =>
        rows.reduce((sum, { x, n, k }, row) => sum + (k - n * p[row]!) * x[i]!, 0) -
        PRIOR_PRECISION * beta[i]!,
    );
    const minusHessian = [0, 1, 2].map((i) =>
      [0, 1, 2].map(
        (j) =>
          rows.reduce((sum, { x, n }, row) => sum + n * p[row]! * (1 - p[row]!) * x[i]! * x[j]!, 0) +
          (i === j ? PRIOR_PRECISION : 0),
      ),
    );
    factor = cholesky(minusHessian);
    const move = backSolve(factor, forwardSolve(factor, gradient));
    beta = beta.map((value, i) => value + move[i]!);
  }
  return { mode: beta, factor };
}

/** Means and standard deviations under the posterior, from draws of a Student t of 6 degrees about the mode. */
function importanceSampled(rows: readonly Row[], draws: number) {
  const random = new Simulator(1);
  const { mode, factor } = laplace(rows);
  const top = logPosterior(rows, mode);
  const weighted = Array.from({ length: draws }, () => {
    const z = [random.normal(), random.normal(), random.normal()];
    const stretch = Math.sqrt(6 / (2 * random.gamma(3)));
    const t = z.map((each) => each * stretch);
    const beta = backSolve(factor, t).map((move, i) => mode[i]! + move);
    const logProposal = -0.5 * (6 + 3) * Math.log1p(dot(t, t) / 6);
    return { beta, weight: Math.exp(logPosterior(rows, beta) - top - logProposal) };
  });
  const total = weighted.reduce((sum, { weight }) => sum + weight, 0);
  const squares = weighted.reduce((sum, { weight }) => sum + weight ** 2, 0);
  const expectation = (f: (beta: readonly number[]) => number) =>
    weighted.reduce((sum, { beta, weight }) => sum + weight * f(beta), 0) / total;
  const moments = NAMES.map((_, i) => {
    const mean = expectation((beta) => beta[i]!);
    return { mean, sd: Math.sqrt(expectation((beta) => (beta[i]! - mean) ** 2)) };
  });
  return { moments, effective: total ** 2 / squares };
}

it('a regression of counts has the posterior that importance sampling finds', async ({ skip }) => {
  skip(REFERENCE === null, 'the data of posteriordb are not beside this checkout');
  const { source, columns } = posteriordb('glm-binomial');
  const [year, tries, successes] = ['year', 'N', 'C'].map((name) => columns.get(name)!) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const rows = Array.from(year, (x, row): Row => ({ x: [1, x, x * x], n: tries[row]!, k: successes[row]! }));
  const { moments, effective } = importanceSampled(rows, 100_000);
  expect(effective).toBeGreaterThan(50_000);

  const { bytes } = await compileSource(source, sketchOf(columns));
  const options = { chains: 4, warmup: 1000, draws: 5000, seed: 1n, pool: openThisThread(), scouts: 0 };
  const { summary, verdict } = await fitOnce(await loadModule(bytes), columns, options);
  expect(verdict.status).toBe('converged');
  NAMES.forEach((name, i) => {
    const { mean, sd } = moments[i]!;
    const found = summary[name]!;
    const error = Math.hypot(found.mcse!, sd / Math.sqrt(effective));
    expect(Math.abs(found.mean! - mean) / error, `${name}: mean`).toBeLessThan(4);
    expect(Math.abs(found.sd! / sd - 1), `${name}: sd`).toBeLessThan(0.1);
  });
});
