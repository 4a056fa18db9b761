/** What the checker makes of quantities in units that are converted to each other. */
import { describe, expect, it } from 'vitest';
import { check } from '../../compiler/check/check.ts';
import { expressionText } from '../../compiler/check/expression-text.ts';
import { printTyped, typeText } from '../../compiler/check/print-typed.ts';
import type { TypedLayout } from '../../compiler/check/typed-layout.ts';
import { parse } from '../../grammar/parse.ts';
import { printSyntax } from '../../grammar/print-syntax.ts';
import { sourceOf } from '../grammar/diagnose.ts';

const head = `layout L
unit s, m, B
unit minute = 60 s
unit hour = 60 minute
unit kB = 1000 B
unit kmh = 0.25 m / s
unit percent = 0.01
demand length : minute in [0, 60]
demand wait : s in [0, inf]
demand size : kB
demand share : percent in [0, 100]
demand rise : percent in [-5, 5]
capability memory : s ~ lognormal(median = 3 minute, spread = 1)
observe done ~ bernoulli(margin(memory, length + wait, steepness = 1 / 2 minute))
observe taken : hour ~ normal(memory + length, 90 s) censored above 30 minute
`;

function checked(...lines: string[]): TypedLayout {
  const source = sourceOf(`${head}${lines.join('\n')}\n`);
  const { layout } = parse(source);
  const { layout: typed, diagnostics } = check(layout!, source);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return typed!;
}

function typed(expression: string): readonly [string, string] {
  const { value } = checked(`let result = ${expression}`).lets.at(-1)!;
  return [expressionText(value), typeText(value.type)];
}

describe('quantities in converted units', () => {
  it.each([
    ['length + length', 'length + length', 'real minute'],
    ['length + 5', 'length + 5 minute', 'real minute'],
    ['length - wait', 'length * 60 - wait', 'real s'],
    ['wait - length', 'wait - length * 60', 'real s'],
    ['length + 30 s', 'length * 60 + 30 s', 'real s'],
    ['wait + 2 hour', 'wait + 7200 s', 'real s'],
    ['length + 2 hour', 'length * 60 + 7200 s', 'real s'],
    ['at_least(length, wait)', 'at_least(length * 60, wait)', 'real s'],
    ['clamp(length, 30 s, 0)', 'at_most(at_least(length * 60, 30 s), 0 s)', 'real s'],
    ['length / wait', 'length / wait * 60', 'real'],
    ['length * wait', 'length * wait * 60', 'real s^2'],
    ['size / length', 'size / length', 'real kB / minute'],
    ['size / length + 3 B / s', 'size / length * 16.666666666666668 + 3 B / 1 s', 'real B / s'],
    ['size / length * wait', 'size / length * wait / 60', 'real kB'],
    ['3 m / s + 4 kmh', '3 m / 1 s + 1 [m / s]', 'real m / s'],
    ['length ^ 2 + wait ^ 2', 'length ^ 2 * 3600 + wait ^ 2', 'real s^2'],
    ['sqrt(length * wait)', 'sqrt(length * wait * 60)', 'real s'],
    ['log(length) - log(wait)', 'log(length) - log(wait) + 4.0943445622221', 'real'],
    ['log(length) - log(3 minute)', 'log(length) - log(3)', 'real'],
    ['log(length / minute)', 'log(length / 1 minute)', 'real'],
    ['log(length / wait)', 'log(length / wait * 60)', 'real'],
    ['share / percent', 'share / 1 percent', 'real'],
    ['exp(share)', 'exp(share / 100)', 'real'],
    [
      'mix(share, 0.5, 25 percent)',
      'mix(probability(share / 100), probability(0.5), probability(0.25))',
      'probability',
    ],
  ])('make of %s', (written, text, type) => {
    expect(typed(written)).toEqual([text, type]);
  });

  it('are no probabilities where their range is larger', () => {
    const source = sourceOf(`${head}let result = mix(rise, 0.5, 1)\n`);
    const { diagnostics } = check(parse(source).layout!, source);
    expect(diagnostics.map(({ code }) => code)).toContain('not-a-probability');
  });

  it('keep their units in declarations, whose numbers are converted to them', () => {
    const layout = checked(
      'param half : minute ~ normal(90 s, 30 s) in [0 s, 1 hour]',
      'demand gap : minute in [0, 9] missing = 30 s',
      'report late : hour = half',
    );
    expect(printTyped(layout)).toContain(
      '  param half : real minute ~ normal(1.5 minute, 0.5 minute) in [0 minute, 60 minute]\n',
    );
    expect(layout.demands.at(-1)).toMatchObject({ type: { unit: { minute: 1 } }, missing: 0.5 });
    expect(layout.reports.map(({ value }) => [expressionText(value), typeText(value.type)])).toEqual([
      ['half / 60', 'real hour'],
    ]);
    expect(printTyped(layout)).toContain(`  taken : real hour ~ normal
    mean = (memory + length * 60) / 3600
    sd = 0.025 hour
    censored above 0.5 hour
`);
  });

  it('are told with what 1 of their units is', () => {
    expect(printTyped(checked())).toContain(`units
  s
  m
  B
  minute = 60 s
  hour = 3600 s
  kB = 1000 B
  kmh = 0.25 m / s
  percent = 0.01
`);
    const { layout } = parse(sourceOf('layout L\nunit kmh = 0.25 m / s\nunit percent = 0.01\n'));
    expect(printSyntax(layout!)).toBe(
      'layout L\n  unit kmh\n    is 0.25 m * s^-1\n  unit percent\n    is 0.01\n',
    );
  });
});
