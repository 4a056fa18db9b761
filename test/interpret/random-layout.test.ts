import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isNonCentredByItself } from '../../compiler/check/parametrisation.ts';
import { canBeTruncated, type PriorFamily, priors, transformName } from '../../compiler/families/priors.ts';
import { interpret } from '../../compiler/interpret/interpret.ts';
import { centralDifference } from '../central-difference.ts';
import { casesOf } from '../random-cases.ts';
import { CHOICES, Choices, fractionsOf } from '../random-layout/choices.ts';
import { arbitraryCase, standardsAt } from '../random-layout.ts';

describe('random layouts', () => {
  test('have finite log densities at their points, on both scales', () => {
    fc.assert(
      fc.property(arbitraryCase, ({ layout, data, points }) => {
        const { logDensity, logDensityUnconstrained } = interpret(layout, data);
        for (const { values, unconstrained } of points) {
          expect(logDensity(values)).toSatisfy(Number.isFinite);
          expect(logDensityUnconstrained(unconstrained)).toSatisfy(Number.isFinite);
        }
      }),
      { numRuns: casesOf(80) },
    );
  });

  test('differ between the two scales by a Jacobian that the data do not change', () => {
    fc.assert(
      fc.property(arbitraryCase, ({ layout, data, points }) => {
        const interpretation = interpret(layout, data);
        const { constrain, logDensity, logDensityUnconstrained, pointwise } = interpretation;
        const standards = standardsAt(layout, interpretation);
        for (const { unconstrained } of points) {
          const moderate = unconstrained.map((u, i) => {
            if (layout.latents[i]!.type.kind !== 'probability') return u;
            const { centre, spread } = standards[i]!;
            return (Math.max(-5, Math.min(5, centre + spread * u)) - centre) / spread;
          });
          const jacobian = layout.latents.reduce((sum, latent, i) => {
            const name = transformName(latent.prior, isNonCentredByItself(latent));
            const { centre, spread } = standards[i]!;
            if (name === 'identity') return sum + Math.log(spread);
            if (name === 'positive' || name === 'lower' || name === 'upper')
              return sum + centre + spread * moderate[i]! + Math.log(spread);
            const [slope] = centralDifference(
              (x) => constrain(moderate.with(i, x[0]!))[latent.name]! as number,
              [moderate[i]!],
            );
            return sum + Math.log(slope!.value);
          }, 0);
          const values = constrain(moderate);
          const size = pointwise(values).reduce((sum, term) => sum + Math.abs(term), 10);
          const difference = logDensityUnconstrained(moderate) - logDensity(values);
          expect(Math.abs(difference - jacobian)).toBeLessThan(1e-7 + 1e-10 * size);
        }
      }),
      { numRuns: casesOf(30) },
    );
  });

  test('reach every construct of the language and every extreme', () => {
    const cases = fc.sample(arbitraryCase, { numRuns: 300, seed: 11 });
    const texts = cases.map(({ text }) => text).join('\n');
    const constructs = [
      ...Object.keys(priors),
      ...['bernoulli', 'margin', 'scaled_margin', 'log_margin'],
      ...['logistic', 'presence', 'all', 'any', 'mix', 'downscale', 'and', 'or', 'log', 'exp', 'sqrt'],
      ...['min', 'max', 'mean', 'sd', 'sum', 'count'],
      ...[
        'bernoulli_logit',
        'binomial',
        'binomial_logit',
        'beta_proportion',
        'inflated_beta',
        'beta_binomial',
        'wiener_choice',
        'wiener',
      ],
      ...['student_t', 'lognormal', 'ordered_logistic', 'partial_credit', 'categorical_logit'],
    ].map((name) => `${name}(`);
    const words = [
      ...[' and ', ' or ', 'not ', ' * ', ' / ', ' + ', ' - ', ' ^ ', ': flag', ': count', ' in {', ' in ['],
      ...[
        'capability ',
        'bias ',
        'robustness ',
        'propensity ',
        'param ',
        'let ',
        ': probability',
        'steepness = ',
        'p = ',
        '///',
      ],
      ...['demand d1, d2', 'mean(success)', ' m / s', 'px^2', '1 / m', 'inf]'],
      ...['link of(', 'link surely(', 'link again(', 'choose k1 { ', 'choose k2 { ', 'observe result3'],
    ];
    expect([...constructs, ...words].filter((part) => !texts.includes(part))).toEqual([]);
    const truncatable = (Object.keys(priors) as PriorFamily[]).filter(canBeTruncated);
    expect(truncatable.filter((family) => !new RegExp(`~ ${family}\\(.* in \\[`).test(texts))).toEqual([]);

    const outcomes = cases.map(({ data }) => new Set(Array.from(data.columns.success!)));
    expect(outcomes.some((seen) => seen.size === 2)).toBe(true);
    expect(outcomes.some((seen) => seen.size === 1 && seen.has(0))).toBe(true);
    expect(outcomes.some((seen) => seen.size === 1 && seen.has(1))).toBe(true);
    expect(Math.min(...cases.map(({ data }) => data.rows))).toBeLessThan(8);
    expect(Math.max(...cases.map(({ data }) => data.rows))).toBeGreaterThan(50);

    const probabilities = cases.flatMap(({ layout, data, points }) =>
      points.flatMap(({ values }) => Array.from(interpret(layout, data).probabilities(values, 'success'))),
    );
    expect(probabilities.filter((p) => p > 0 && p < 1e-14).length).toBeGreaterThan(80);
    expect(probabilities.filter((p) => p > 1 - 1e-14).length).toBeGreaterThan(50);
  });
});

describe('the choices that make a random layout', () => {
  test('are the simplest ones where the tape has ended', () => {
    const choices = new Choices([]);
    expect(choices.pick(['simple', 'less so'])).toBe('simple');
    expect(choices.whole(3, 9)).toBe(3);
    expect(choices.sometimes(0.99)).toBe(false);
    expect(choices.pickAny([])).toBeUndefined();
  });

  test('cover all options evenly over the numbers of a tape', () => {
    const tape = Array.from({ length: CHOICES }, (_, i) => i);
    const choices = new Choices(tape);
    const picked = tape.map(() => choices.pick(['a', 'b', 'c', 'd']));
    for (const option of ['a', 'b', 'c', 'd']) {
      expect(picked.filter((each) => each === option)).toHaveLength(CHOICES / 4);
    }
  });

  test('give a row the fractions of its seed, all 0 for the seed 0', () => {
    const indices = Array.from({ length: 2000 }, (_, i) => i);
    expect(new Set(indices.map(fractionsOf(0)))).toEqual(new Set([0]));
    const fractions = indices.map(fractionsOf(17));
    expect(fractions.every((x) => x >= 0 && x < 1)).toBe(true);
    expect(fractions.reduce((sum, x) => sum + x, 0) / fractions.length).toBeCloseTo(0.5, 1);
  });
});
