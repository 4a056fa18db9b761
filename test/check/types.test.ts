import { describe, expect, it } from 'vitest';
import { check } from '../../compiler/check/check.ts';
import { expressionText } from '../../compiler/check/expression-text.ts';
import { printTyped, typeText } from '../../compiler/check/print-typed.ts';
import type { Known, TypedLayout } from '../../compiler/check/typed-layout.ts';
import { unitText } from '../../compiler/check/units.ts';
import { parse } from '../../grammar/parse.ts';
import { sourceOf } from '../grammar/diagnose.ts';

const head = `layout L
unit s, m
demand time : s in [0, 10]
demand size : m in [0, 5]
demand lava, ramp : flag
demand tries : count
demand side in {-1, 1}
capability memory : s ~ uniform(0, 10)
capability skill, grit : probability ~ beta(1, 1)
observe success ~ bernoulli(margin(memory, time) and margin(size, 1) and any(lava, ramp, skill, grit)
  and logistic(tries * side))
`;

function checked(...lines: string[]): TypedLayout {
  const source = sourceOf(`${head}${lines.join('\n')}\n`);
  const { layout, diagnostics } = parse(source);
  expect(diagnostics).toEqual([]);
  if (layout === null) throw new Error('nothing was parsed');
  const result = check(layout, source);
  expect(result.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  if (result.layout === null) throw new Error('nothing was checked');
  return result.layout;
}

function typed(expression: string, ...lines: string[]): { text: string; type: string; known: Known } {
  const value = checked(...lines, `let result = ${expression}`).lets.find(
    ({ name }) => name === 'result',
  )?.value;
  if (value === undefined) throw new Error('the let is missing');
  return { text: expressionText(value), type: typeText(value.type), known: value.known };
}

describe('units', () => {
  it.each([
    ['memory * 2 / size', 'memory * 2 / size', 'real s / m'],
    ['5 m / s', '5 m / 1 s', 'real m / s'],
    ['1 / memory', '1 / memory', 'real 1 / s'],
    ['sqrt(memory * size)', 'sqrt(memory * size)', 'real s^0.5 * m^0.5'],
    ['sqrt(memory) * sqrt(time)', 'sqrt(memory) * sqrt(time)', 'real s'],
    ['memory ^ 3', 'memory ^ 3', 'real s^3'],
    [
      'memory ^ (1 / 3) * memory ^ (2 / 3)',
      'memory ^ 0.3333333333333333 * memory ^ 0.6666666666666666',
      'real s',
    ],
    ['memory ^ -1', 'memory ^ (-1)', 'real 1 / s'],
    ['memory ^ 0', 'memory ^ 0', 'real'],
    ['2 ^ side', '2 ^ side', 'real'],
    ['memory / time', 'memory / time', 'real'],
    ['-memory', '-memory', 'real s'],
    ['size / (memory * time)', 'size / (memory * time)', 'real m / s^2'],
  ])('of %s', (written, text, type) => {
    expect(typed(written)).toMatchObject({ text, type });
  });

  it.each([
    ['memory + 2', 'memory + 2 s'],
    ['2 * 3 - memory', '6 s - memory'],
    ['-(2) + memory', '-2 s + memory'],
    ['2 * 3 + 1', '7'],
    ['2 * memory', '2 * memory'],
    ['memory + 2 * time', 'memory + 2 * time'],
    ['memory * time + 3', 'memory * time + 3 [s^2]'],
    ['sqrt(16) / 8 + memory', '0.5 s + memory'],
    ['margin(memory, 2)', 'logistic(1 [1 / s] * (memory - 2 s))'],
    ['margin(0, size, steepness = 3 / m)', 'logistic(3 / 1 m * (0 m - size))'],
    ['margin(1, 2)', 'logistic(1 * (1 - 2))'],
    ['log_margin(memory, 2, 6)', 'logistic(6 * (log(memory) - log(2)))'],
    [
      'scaled_margin(memory, time, 0, 10)',
      'logistic(log(real(probability(0.999)) / real(not probability(0.999))) / (10 s - 0 s) * (memory - time))',
    ],
  ])('are taken by the bare numbers of %s', (written, text) => {
    expect(typed(written).text).toBe(text);
  });

  it.each([
    [{}, ''],
    [{ s: 1, position: 1 }, 's * position'],
    [{ px: -1 }, '1 / px'],
    [{ m: 1, s: -2 }, 'm / s^2'],
    [{ kg: 1, m: -1, s: -2 }, 'kg / (m * s^2)'],
  ])('%j are written as %j', (unit, text) => {
    expect(unitText(unit)).toBe(text);
  });

  it.each([
    ['count m', 'count m', 'rooms / 2', 'real m'],
    ['count m / s in [1, 9]', 'count m / s in [1, 9]', 'rooms * time', 'real m'],
    ['count (m)', 'count m', 'size - rooms', 'real m'],
    ['count', 'count', 'rooms', 'real'],
  ])('may be those of counts: %s', (annotation, text, expression, type) => {
    expect(typed(expression, `demand rooms : ${annotation}`).type).toBe(type);
    const layout = checked(
      `demand rooms : ${annotation}`,
      'observe many ~ binomial(rooms, skill) count rooms',
    );
    expect(layout.demands.at(-1)).toMatchObject({ isCount: true, domain: { kind: 'range' } });
    expect(printTyped(layout)).toContain(`  rooms : ${text}`);
  });

  it.each([
    ['log(time) - log(memory)', 'log(time) - log(memory)'],
    ['side + log(time) - log(memory) + 1', 'side + log(time) - log(memory) + 1'],
    ['log(time) - (side + log(2 s))', 'log(time) - (side + log(2))'],
    ['-log(time) + log(memory)', '-log(time) + log(memory)'],
    ['log(time * size) - log(size) - log(memory)', 'log(time * size) - log(size) - log(memory)'],
    ['log(time) - log(2) - log(memory)', 'log(time) - 0.6931471805599453 - log(memory)'],
  ])('cancel in %s', (written, text) => {
    expect(typed(written)).toMatchObject({ text, type: 'real' });
  });

  it('may have the names of functions', () => {
    const [a] = checked('unit min, log', 'let a = min(time) + 5 s * (2 min / min) * log(1 log / log)').lets;
    expect(expressionText(a!.value)).toBe('min(time) + 5 s * (2 min / 1 min) * log(1 log / 1 log)');
  });

  it('may have the names of members that every object has', () => {
    const layout = checked('unit constructor, toString', 'let a = 2 constructor * 3 toString + 1');
    expect(typeText(layout.lets[0]?.value.type ?? { kind: 'flag' })).toBe('real constructor * toString');
  });
});

describe('probabilities', () => {
  it.each([
    ['skill * grit', 'skill and grit', 'probability'],
    ['1 - skill', 'not skill', 'probability'],
    ['1 - lava', 'not probability(lava)', 'probability'],
    ['skill * lava', 'skill and probability(lava)', 'probability'],
    ['2 - skill', '2 - real(skill)', 'real'],
    ['skill + grit', 'real(skill) + real(grit)', 'real'],
    ['0.5 * skill', '0.5 * real(skill)', 'real'],
    ['memory * skill', 'memory * real(skill)', 'real s'],
    ['memory * lava', 'memory * real(lava)', 'real s'],
    ['not 0.25', 'not probability(0.25)', 'probability'],
    ['skill and grit and not lava', 'skill and grit and not probability(lava)', 'probability'],
    ['skill or grit or lava', 'skill or grit or probability(lava)', 'probability'],
    ['skill and (grit or lava)', 'skill and (grit or probability(lava))', 'probability'],
    ['all(skill)', 'skill', 'probability'],
    ['all(skill, grit, 1)', 'skill and grit and probability(1)', 'probability'],
    ['any(skill, grit)', 'skill or grit', 'probability'],
    ['or(skill, and(grit, lava))', 'skill or grit and probability(lava)', 'probability'],
    ['presence(skill, lava)', 'mix(probability(lava), probability(1), skill)', 'probability'],
    ['mix(q = skill, w = 0.1, p = grit)', 'mix(probability(0.1), grit, skill)', 'probability'],
    ['downscale(skill, grit)', 'not skill and grit', 'probability'],
    ['logistic(side)', 'logistic(side)', 'probability'],
    ['mean(lava)', 'mean(real(lava))', 'probability'],
    ['1 - mean(success)', 'not mean(real(success))', 'probability'],
    ['mean(lava * ramp)', 'mean(real(probability(lava) and probability(ramp)))', 'probability'],
    ['log(skill)', 'log(real(skill))', 'real'],
    ['lava', 'lava', 'flag'],
  ])('in %s', (written, text, type) => {
    expect(typed(written)).toMatchObject({ text, type });
  });

  it('are what a let of a number in [0, 1] can be used as', () => {
    expect(typed('mix(skill, grit, guess)', 'let guess = 1 / 4').text).toBe(
      'mix(skill, grit, probability(guess))',
    );
  });

  it('keep full precision near one, so that the logarithm of what is left is a number', () => {
    expect(typed('log(1 - logistic(100))').known).toBe('constant');
  });
});

describe('what is known when', () => {
  it('of an outcome is nothing but its statistics', () => {
    expect(typed('sum(success)').known).toBe('statistic');
  });

  it.each([
    ['2 + 3', 'constant'],
    ['5 m / s', 'constant'],
    ['max(size)', 'statistic'],
    ['sd(size) + mean(size)', 'statistic'],
    ['size - max(size)', 'row'],
    ['memory', 'latent'],
    ['memory - time', 'latent'],
    ['margin(memory, max(time))', 'latent'],
  ] as const)('of %s is %s', (written, known) => {
    expect(typed(written).known).toBe(known);
  });

  it('allows a prior to read statistics and other latents, also through lets', () => {
    const layout = checked(
      'capability a : m ~ uniform(0, top)',
      'let top = 2 * max(size) + b',
      'bias b : m ~ normal(mean(size), sd(size))',
    );
    expect(layout.priorOrder.map((index) => layout.latents[index]?.name)).toEqual([
      'memory',
      'skill',
      'grit',
      'b',
      'a',
    ]);
  });
});

describe('statistics', () => {
  it.each([
    ['count(lava)', 'count(real(lava))', 'real'],
    ['sum(size)', 'sum(size)', 'real m'],
    ['max(lava)', 'max(real(lava))', 'real'],
    ['sum((size - mean(size)) ^ 2)', 'sum((size - mean(size)) ^ 2)', 'real m^2'],
  ])('type %s', (written, text, type) => {
    expect(typed(written)).toMatchObject({ text, type, known: 'statistic' });
  });
});

describe('declarations', () => {
  it('may be in any order, and lets come out in the order of their reading', () => {
    const layout = checked('let c = b + 1', 'let b = a * 2', 'let a = memory');
    expect(layout.lets.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  });

  it('share a prior when they share a line', () => {
    const { latents } = checked();
    const [skill, grit] = latents.filter(({ type }) => type.kind === 'probability');
    expect(skill?.prior).toBe(grit?.prior);
    expect(skill?.priorText).toBe('beta(1, 1)');
  });

  it('keep the text of a prior on one line', () => {
    const { latents } = checked('param h : m ~ uniform(0, // from\n  4 /* to */)');
    expect(latents.at(-1)?.priorText).toBe('uniform(0, 4 )');
  });

  it('give flags and counts their domains', () => {
    const { demands } = checked();
    expect(demands.find(({ name }) => name === 'lava')).toMatchObject({
      domain: { kind: 'set', values: [0, 1] },
    });
    expect(demands.find(({ name }) => name === 'tries')).toMatchObject({
      isCount: true,
      type: { kind: 'real', unit: {} },
      domain: { kind: 'range', lo: 0, hi: Number.POSITIVE_INFINITY },
    });
  });
});
