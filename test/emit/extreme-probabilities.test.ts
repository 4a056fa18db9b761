import { describe, expect, it } from 'vitest';
import { logNormalDensity, normalProbability } from '../../compiler/interpret/normal-probability.ts';
import { centralDifference } from '../central-difference.ts';
import { type BoundLayout, bound, compileText, EMITTED } from './bound-layout.ts';

/** The priors are uniform on [0, 1], so that the log density is the log likelihood alone, however small that is. */
function layoutOf(probability: string): string {
  return `layout Extreme
demand d, e in [-10, 10]
capability a, b ~ uniform(0, 1)
observe y ~ bernoulli(${probability})
`;
}

/** Relative to the value itself, not to 1: the interpreter's ln p costs it as many digits as |ln p| has. */
const VALUE_TOLERANCE = 2e-12;
/** But where one logarithm is taken for many members, each p near 1 is first rounded to a neighbouring number. */
const ROUNDING = Number.EPSILON;
/** That of the differences of the interpreter. */
const GRADIENT_TOLERANCE = 1e-6;

function expectRelativePrecision(
  { module, meaning, names }: BoundLayout,
  values: readonly number[],
  rounding = ROUNDING,
): number {
  const density = (point: ArrayLike<number>) =>
    meaning.logDensity(Object.fromEntries(names.map((name, index) => [name, point[index]!])));
  const { value, gradient } = module.logDensity(values);
  const wanted = density(values);
  expect(Math.abs(value - wanted), `${value}, not ${wanted}`).toBeLessThanOrEqual(
    VALUE_TOLERANCE * Math.abs(wanted) + rounding,
  );
  // The margins are a thousand times as steep as a latent is wide.
  const differences = centralDifference(density, values, () => 2e-4);
  gradient.forEach((derivative, index) => {
    const { value: difference, error } = differences[index]!;
    const slack = GRADIENT_TOLERANCE * Math.abs(difference) + 10 * error;
    expect(Math.abs(derivative - difference), `${derivative}, not ${difference}`).toBeLessThanOrEqual(slack);
  });
  return wanted;
}

const [A, B] = [0.5, 0.25];
/** The demand whose margin to an ability, a thousand times as steep, is this. */
const demandAt = (ability: number, margin: number) => ability - margin / 1000;

const SEES = 'margin(a, d, 1000)';
const GRASPS = 'margin(b, e, 1000)';

/** Margins at which a probability is within 1e-14 and within 1e-300 of 0 and of 1. */
const FAR = 32.3;
const FARTHEST = 691;

describe.each(['at levels', 'with separated exponentials'])('near 0 and 1, %s,', (name) => {
  const sketch = EMITTED[name]!;

  it('a margin keeps its relative precision, success or failure, and so does its logarithm', async () => {
    const compiled = await compileText(
      `layout Margin
demand d in [-10, 10]
capability a ~ uniform(0, 1)
observe y ~ bernoulli(${SEES})
`,
      sketch,
    );
    const at = (margin: number, y: number) =>
      expectRelativePrecision(
        bound(compiled, { d: [demandAt(A, margin)], y: [y] }),
        [A],
        name === 'at levels' ? 0 : ROUNDING,
      );
    for (const margin of [-FARTHEST, -FAR, FAR, FARTHEST]) for (const y of [0, 1]) at(margin, y);
    expect(at(FARTHEST, 1)).toBeGreaterThan(-1e-299);
    expect(at(FARTHEST, 1)).toBeLessThan(0);
    expect(at(-FARTHEST, 1)).toBeCloseTo(-FARTHEST, 10);
  });

  it('the conjunction of two margins keeps its relative precision, success or failure', async () => {
    const compiled = await compileText(layoutOf(`${SEES} and ${GRASPS}`), sketch);
    const at = (first: number, second: number, y: number) =>
      expectRelativePrecision(
        bound(compiled, { d: [demandAt(A, first)], e: [demandAt(B, second)], y: [y] }),
        [A, B],
      );
    for (const first of [-FARTHEST, -FAR, FAR, FARTHEST]) {
      for (const second of [-1, FAR, FARTHEST]) {
        for (const y of [0, 1]) at(first, second, y);
      }
    }
    expect(at(FAR, FAR, 1)).toBeCloseTo(-2 * Math.exp(-FAR), 25);
    expect(at(FARTHEST, FARTHEST, 1)).toBeGreaterThan(-1e-299);
    expect(at(FARTHEST, FARTHEST, 1)).toBeLessThan(0);
    expect(at(FARTHEST, FARTHEST, 0)).toBeCloseTo(-FARTHEST + Math.LN2, 10);
    expect(at(-FARTHEST, -FARTHEST, 1)).toBeCloseTo(-2 * FARTHEST, 10);
    expect(at(-FARTHEST, -1, 0)).toBeGreaterThan(-1e-300);
  });

  it('the disjunction of two margins keeps its relative precision, success or failure', async () => {
    const compiled = await compileText(layoutOf(`${SEES} or ${GRASPS}`), sketch);
    const at = (first: number, second: number, y: number) =>
      expectRelativePrecision(
        bound(compiled, { d: [demandAt(A, first)], e: [demandAt(B, second)], y: [y] }),
        [A, B],
      );
    for (const first of [-FARTHEST, -FAR, FAR, FARTHEST]) for (const y of [0, 1]) at(first, -FAR, y);
    expect(at(-FARTHEST, -FARTHEST, 0)).toBeGreaterThan(-1e-299);
    expect(at(FARTHEST, 1, 1)).toBeGreaterThan(-1e-300);
  });

  it('a mixture of two margins keeps its relative precision, success or failure', async () => {
    const compiled = await compileText(layoutOf(`mix(0.25, ${SEES}, ${GRASPS})`), sketch);
    const at = (margin: number, y: number) =>
      expectRelativePrecision(
        bound(compiled, { d: [demandAt(A, margin)], e: [demandAt(B, margin)], y: [y] }),
        [A, B],
      );
    for (const margin of [-FARTHEST, -FAR, FAR, FARTHEST]) for (const y of [0, 1]) at(margin, y);
    expect(at(FARTHEST, 1)).toBeGreaterThan(-1e-299);
    expect(at(-FARTHEST, 1)).toBeCloseTo(-FARTHEST, 10);
  });
});

describe('a probability latent', () => {
  it('within 1e-14 and 1e-300 of 0 and 1 keeps its precision, and that of its complement, unconstrained', async () => {
    const text = `layout Slips
demand f : flag
capability nerve : probability ~ beta(1, 1)
observe y ~ bernoulli(not presence(nerve, f))
`;
    // Every row fails at what it has: presence(nerve, 1) is nerve, and the success is 1 − nerve.
    const compiled = await compileText(text, EMITTED['at levels']!);
    // Φ(7.6) is 1 − 1.5e-14, and Φ(−37) is 5.7e-300.
    for (const u of [-37, -7.6, 7.6, 37]) {
      for (const y of [0, 1]) {
        const { module, meaning } = bound(compiled, { f: [1, 1, 1], y: [y, y, y] });
        const { value, gradient } = module.logDensityUnconstrained([u]);
        expect(value / meaning.logDensityUnconstrained([u])).toBeCloseTo(1, 12);
        // ln φ(u) is the Jacobian; of each row ln Φ(∓u), whose slope is ∓φ(u)/Φ(∓u).
        const { lnP, lnComplement } = normalProbability(u);
        const density = logNormalDensity(u);
        const slope = y === 1 ? -Math.exp(density - lnComplement) : Math.exp(density - lnP);
        expect(gradient[0]! / (3 * slope - u)).toBeCloseTo(1, 12);
      }
    }
  });
});
