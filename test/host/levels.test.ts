import { describe, expect, it } from 'vitest';
import { openThisThread } from '../../host/chain-pool.ts';
import { fit as fitOnce } from '../../host/fit.ts';
import { encodeListed, levelsInOrder } from '../../host/level-facts.ts';
import { loadModule } from '../../host/load.ts';
import { HostError } from '../../module/host-error.ts';
import { encodeLevels, orderLevels } from '../../module/levels.ts';
import { compileToFit } from '../compile-to-fit.ts';

const LAYOUT = `layout Groups
category group
param typical ~ normal(0, 1)
capability skill[group] ~ normal(typical, 1)
observe y ~ normal(skill[group], 1)
`;

async function fitted(codes: readonly number[], levels?: readonly string[]) {
  const { bytes } = await compileToFit({ name: 'groups.ml', text: LAYOUT });
  const columns = new Map([
    ['group', Float64Array.from(codes)],
    ['y', Float64Array.from(codes, (code, row) => code + 0.1 * row)],
  ]);
  return fitOnce(await loadModule(bytes), columns, {
    ...{ warmup: 50, draws: 50, chains: 1, pool: openThisThread() },
    ...(levels === undefined ? {} : { levels: new Map([['group', levels]]) }),
  });
}

const refusal = (codes: readonly number[], levels?: readonly string[]) =>
  fitted(codes, levels).then(
    () => 'no refusal',
    (error: unknown) => (error instanceof HostError ? `${error.message} ${error.remedy}` : String(error)),
  );

describe('the levels of a category', () => {
  it('are in the order of numbers where all are', () => {
    expect(orderLevels(['10', '9', '1e1', '-3'])).toEqual(['-3', '9', '1e1', '10']);
    expect(orderLevels(['0.5', '0.10', '-2', '-10', '0x3'])).toEqual(['-10', '-2', '0.10', '0.5', '0x3']);
  });

  it('are else in natural order, in which digits side by side are one whole number', () => {
    expect(orderLevels(['b', '10', 'a', 'B', '9'])).toEqual(['9', '10', 'B', 'a', 'b']);
    expect(orderLevels(['step1', 'step10', 'step11', 'step2'])).toEqual([
      'step1',
      'step2',
      'step10',
      'step11',
    ]);
    expect(orderLevels(['v1.10', 'v1.9', 'v1', 'v01.9'])).toEqual(['v1', 'v01.9', 'v1.9', 'v1.10']);
    expect(orderLevels(['a1b', 'a', 'a!', 'a:', 'a0'])).toEqual(['a', 'a!', 'a0', 'a1b', 'a:']);
  });

  it('keep apart whole numbers of any length, and go by characters where zeros in front are the only difference', () => {
    const [less, more] = [`1${'0'.repeat(40)}`, `1${'0'.repeat(39)}1`];
    expect(orderLevels([more, less, '9'])).toEqual(['9', less, more]);
    expect(orderLevels([`n${more}`, `n${less}`, 'n9'])).toEqual(['n9', `n${less}`, `n${more}`]);
    expect(orderLevels(['n1', 'n001', 'n01', 'n0', 'n00'])).toEqual(['n0', 'n00', 'n001', 'n01', 'n1']);
    expect(orderLevels(['1', '01', '1.0'])).toEqual(['01', '1', '1.0']);
  });

  it('are in the order in which a layout lists them, and no others', () => {
    const listed = ['base', 'tuned', 'distilled'];
    expect(levelsInOrder(new Set(['distilled', 'base']), listed)).toEqual(['base', 'distilled']);
    expect(encodeListed(['tuned', 'base', 'tuned'], listed)).toEqual({
      codes: Float64Array.of(1, 0, 1),
      levels: ['base', 'tuned'],
    });
    expect(() => encodeListed(['tuned', 'bse'], listed)).toThrow(
      'The level "bse" is not among those that the layout lists: base, tuned, distilled.',
    );
  });

  it('are no numbers with a blank about them, which a table may hold in quotes', () => {
    expect(orderLevels([' 10', '9'])).toEqual([' 10', '9']);
  });

  it('are numbered in their order', () => {
    expect(encodeLevels(['b', 'a', 'b'])).toEqual({ codes: Float64Array.of(1, 0, 1), levels: ['a', 'b'] });
    expect(encodeLevels([30, 4, 30])).toEqual({ codes: Float64Array.of(1, 0, 1), levels: ['4', '30'] });
  });

  it('name the parameters of a fit; without names, numbers do', async () => {
    const named = await fitted([0, 1, 0], ['Ada', 'Grace']);
    expect(Object.keys(named.summary)).toEqual(['typical', 'skill[Ada]', 'skill[Grace]']);
    expect(named.parameters.map(({ column }) => column)).toEqual(['typical', 'skill.1', 'skill.2']);
    expect(named.draws[0]!.latents).toHaveLength(3);
    expect(Object.keys((await fitted([0, 1, 0])).summary)).toEqual(['typical', 'skill[1]', 'skill[2]']);
  });

  it('must be whole numbers from 0 without gaps, and have as many names', async () => {
    expect(await refusal([0, 2, 0])).toBe(
      'The category `group` has no row of its level 1, although it has one of level 2. Number the levels that occur from 0, without gaps, and name each.',
    );
    expect(await refusal([0, 0.5])).toMatch(/is 0.5 in row 2, which is not the number of a level/);
    expect(await refusal([0, -1])).toMatch(/is -1 in row 2/);
    expect(await refusal([0, Number.NaN])).toMatch(/is NaN in row 2/);
    expect(await refusal([0, 1e9])).toMatch(/is 1000000000 in row 2/);
    expect(await refusal([0, 1], ['a'])).toMatch(/has 1 names of levels, and its rows have 2 levels/);
  });
});
