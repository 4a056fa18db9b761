/** What the selection of alternatives makes of a layout. */
import { describe, expect, it } from 'vitest';
import { alternativesOf, combinations } from '../../compiler/choose/alternatives.ts';
import { ChoiceError } from '../../compiler/choose/choice-error.ts';
import { prepare } from '../../compiler/compile.ts';
import { parse } from '../../grammar/parse.ts';

const text = `layout L
demand x in [0, 1]
link soft(a, k = choose steep { low: 1, high: 9 }) = logistic(k * a)
capability c ~ choose prior { flat: normal(0, choose width { one: 1, two: 2 }), heavy: normal(1, 3) } in [-5, 5]
observe y ~ bernoulli(soft(c - x * choose steep { low: 1, high: 2 }))
`;
const source = { name: 'choices.ml', text };

describe('a layout with alternatives', () => {
  it('lists its choices in the order of the text, and how many layouts they make', () => {
    const choices = alternativesOf(parse(source).layout!);
    expect(choices).toEqual([
      { name: 'steep', alternatives: ['low', 'high'] },
      { name: 'prior', alternatives: ['flat', 'heavy'] },
      { name: 'width', alternatives: ['one', 'two'] },
    ]);
    expect(combinations(choices)).toBe(8);
  });

  it('takes the first of each, or the selected ones, everywhere', async () => {
    const first = prepare(source);
    expect(first.manifest.choices).toEqual({ steep: 'low', prior: 'flat', width: 'one' });
    expect(await first.show('types')).toContain('p = logistic(1 * (c - x * 1))');
    const other = prepare(source, { choices: { steep: 'high', prior: 'heavy' } });
    expect(other.manifest.choices).toEqual({ steep: 'high', prior: 'heavy', width: 'one' });
    expect(await other.show('types')).toContain('p = logistic(9 * (c - x * 2))');
    expect(other.manifest.latents[0]?.prior).toBe('normal(1, 3) in [-5, 5]');
  });

  it('refuses what is not there', () => {
    expect(() => prepare(source, { choices: { steap: 'low' } })).toThrow(ChoiceError);
    expect(() => prepare(source, { choices: { steep: 'lowest' } })).toThrow('no alternative `lowest`');
  });

  it('records nothing where there is nothing to choose', () => {
    const { manifest } = prepare({
      ...source,
      text: text
        .replace(/choose \w+ \{ \w+: (\d)[^}]*\}/g, '$1')
        .replace(/choose prior \{ flat: (normal\(0, 1\))[^}]*\}/, '$1'),
    });
    expect(manifest).not.toHaveProperty('choices');
  });
});
