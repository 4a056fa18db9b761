import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { interpret } from '../../compiler/interpret/interpret.ts';
import { centralDifference } from '../central-difference.ts';
import { compileToFit } from '../compile-to-fit.ts';
import { readLayout } from '../interpret/read-layout.ts';
import { casesOf } from '../random-cases.ts';
import { bindModule } from './bound-module.ts';

/**
 * Expressions that data make 0, 1 or infinite: flags, shares, demands and statistics of them, in every function that is steep or
 * infinite there. P and Q stand for probability latents, X for a real and Y for a positive one.
 */
const { chance } = fc.letrec<{ chance: string; real: string }>((tie) => ({
  real: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    fc.constantFrom('X', 'X', 'd', 'e', 'max(z)', '2', 'd * X', 'z * X'),
    fc
      .tuple(tie('real'), fc.constantFrom('*', '+'), tie('real'))
      .map(([a, sign, b]) => `((${a}) ${sign} (${b}))`),
    fc
      .tuple(fc.constantFrom('at_least', 'at_most'), tie('real'), tie('real'))
      .map(([name, a, b]) => `${name}(${a}, ${b})`),
    tie('real').map((a) => `sqrt(at_least(${a}, 0))`),
    tie('real').map((a) => `sqrt((${a}) ^ 2)`),
    fc
      .tuple(tie('real'), fc.constantFrom('2', '0.5', '1', '0', '3', '1.5', '(0.5 + Y)', 'Y'))
      .map(([a, power]) => `at_least(${a}, 0) ^ ${power}`),
    tie('real').map((a) => `log1p(at_least(${a}, 0))`),
    tie('real').map((a) => `exp(at_most(${a}, 2))`),
    tie('chance').map((p) => `(1 * (${p}))`),
  ),
  chance: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom('P', 'Q', 'f', 'mean(f)', 'mean(zf)', '0', '1', '0.3', '(1 - f)'),
    fc
      .tuple(tie('chance'), fc.constantFrom('and', 'or'), tie('chance'))
      .map((parts) => `(${parts.join(' ')})`),
    tie('chance').map((p) => `(not ${p})`),
    fc.tuple(tie('chance'), tie('chance'), tie('chance')).map((parts) => `mix(${parts.join(', ')})`),
    fc
      .tuple(
        fc.constantFrom('-2', '-1', '-0.5', '0', '0.5', '1', '2', '3'),
        fc.array(tie('chance'), { minLength: 1, maxLength: 3 }),
      )
      .map((parts) => `power_mean(${parts.flat().join(', ')})`),
    tie('chance').map((p) => `presence(${p}, f)`),
    fc.tuple(tie('chance'), tie('chance')).map(([w, p]) => `weighted_any(${w}, ${p}, 0.5, Q)`),
    tie('real').map((x) => `logistic(${x})`),
    tie('real').map((x) => `log_margin(at_least(${x}, 0), 1)`),
  ),
}));

const DATA = {
  f: [0, 1, 0, 1, 0, 1],
  zf: [0, 0, 0, 0, 0, 0],
  d: [0, 0, 1, 2, 0, 1],
  e: [0, -1, 1, 2, -2, 0],
  z: [0, 0, 0, 0, 0, 0],
  share: [0, 1, 0.5, 0, 1, 0.2],
};

/** A layout of several expressions, each with latents of its own, so that a gradient tells of which it is wrong. */
const layoutOf = (expressions: readonly (readonly [text: string, number: number])[]) => `layout Zeros
demand f, zf : flag
demand d, z in [0, 3]
demand e in [-2, 2]
demand share in [0, 1]
${expressions
  .map(
    ([text, i]) => `param P${i}, Q${i} : probability ~ uniform(0, 1)
param X${i} ~ normal(0, 2)
param Y${i} ~ half_normal(1)
observe y${i} ~ bernoulli(mix(0.1, ${text.replace(/\b([PQXY])\b/g, `$1${i}`)}, 0.5))`,
  )
  .join('\n')}
`;

function isAccepted(expression: readonly [string, number]): boolean {
  try {
    readLayout(layoutOf([expression]));
    return true;
  } catch {
    // Such as a number for a probability, or a power below 0.
    return false;
  }
}

const INSIDE: Readonly<Record<string, number>> = { P: 0.3, Q: 0.6, X: 0.7, Y: 0.4 };
/** How many expressions one module has. */
const TOGETHER = 10;

/** Every derivative that is not finite, or not that of the interpreter's density, with its expression. */
async function wrongDerivatives(texts: readonly string[]): Promise<string[]> {
  const expressions = texts.map((text, i) => [text, i] as const).filter(isAccepted);
  const text = layoutOf(expressions);
  const outcomes = expressions.map(([, i]) => [`y${i}`, [0, 1, 1, 0, 1, 0]] as const);
  const data = { rows: 6, columns: { ...DATA, ...Object.fromEntries(outcomes) } };
  const { bytes, manifest, layout } = await compileToFit({ name: 'zeros.ml', text });
  const meaning = interpret(layout, data);
  const names = layout.latents.map(({ name }) => name);
  const own = names.map((name) => INSIDE[name[0]!]!);
  const { value, gradient } = bindModule(bytes, manifest, data).logDensity(own);
  const at = (point: ArrayLike<number>) =>
    meaning.logDensity(Object.fromEntries(names.map((name, index) => [name, point[index]!])));
  expect(Number.isFinite(value)).toBe(true);
  return centralDifference(at, own).flatMap(({ value: wanted, error }, index) => {
    const found = gradient[index]!;
    const expression = texts[Number(names[index]!.slice(1))]!;
    // Where the interpreter's own rounding leaves no difference to compare with, finite is what can be asked.
    const slack = Number.isFinite(wanted) ? 1e-5 * Math.max(1, Math.abs(wanted)) + 10 * error : Infinity;
    const isRight = Number.isFinite(found) && !(Math.abs(found - wanted) > slack);
    return isRight ? [] : [`d/d${names[index]![0]} of ${expression} is ${found}, not ${wanted}`];
  });
}

describe('where data make an expression 0, 1 or infinite, and the density is finite', () => {
  it('the gradient is finite, and that of the interpreter', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(chance, { minLength: TOGETHER, maxLength: TOGETHER }), async (texts) => {
        expect(await wrongDerivatives(texts)).toEqual([]);
      }),
      { numRuns: casesOf(3), endOnFailure: true },
    );
  });

  // Those that were not.
  it.each([
    'power_mean(-1, P and f, Q)',
    'power_mean(-1, presence(P, f) and f, Q)',
    'power_mean(-1, Q, mean(zf))',
    'power_mean(0.5, mix(mean(zf), 0, Q))',
    'logistic(sqrt(d * X))',
    'logistic(sqrt(sqrt(at_least(z * X, 0))))',
    'logistic(sqrt((z * X) ^ 2))',
    'logistic((d * X) ^ 0.5)',
    'logistic((d * X) ^ Y)',
    'logistic(sqrt((z * X) ^ (0.5 + Y)))',
    'logistic(sqrt(max(z) * X))',
    'log_margin(at_least(d * X, 0), 1)',
    'log_margin(at_least(max(z) * X, 0), 1)',
  ])('so it is of %s', async (text) => {
    expect(isAccepted([text, 0])).toBe(true);
    expect(await wrongDerivatives([text])).toEqual([]);
  });
});
