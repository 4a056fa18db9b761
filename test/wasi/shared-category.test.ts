import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Both, openBoth } from './both.ts';

const layoutOf = (listed: string) => `layout Arena
category model = left, right${listed}
category judge
capability strength[model] ~ normal(0, 1)
param sharp[judge] ~ lognormal(0, 1)
observe wins ~ bernoulli_logit(sharp[judge] * (strength[left] - strength[right]))
`;

const PAIRS = [
  ['b', 'a'],
  ['b', 'm10'],
  ['m9', 'a'],
  ['b', '"x, y"'],
  ['m9', 'b'],
];
const table = `left,right,judge,wins\n${PAIRS.map(([left, right], row) => `${left},${right},j${row % 2},${row % 2}`).join('\n')}\n`;

describe('a category in two columns', () => {
  const layouts: Record<string, [listed: string, levels: readonly string[]]> = {
    'in natural order': ['', ['a', 'b', 'm9', 'm10', 'x, y']],
    'as they are listed': [' in {m9, a, z, "x, y", m10, b}', ['m9', 'a', 'x, y', 'm10', 'b']],
  };
  describe.each(Object.entries(layouts))('whose levels are %s', (_, [listed, levels]) => {
    let both: Both;
    beforeAll(async () => {
      both = await openBoth(layoutOf(listed));
    }, 60_000);
    afterAll(() => both.close());

    it('has the levels of both in the draws of the command module and of the host, which are the same bytes', async () => {
      const { wanted, found } = await both.answer(table);
      expect(found).toEqual(wanted);
      expect(found.status).toBe(0);
      for (const [place, level] of levels.entries())
        expect(found.stdout).toContain(`strength.${place + 1} = strength[${level}]\n`);
    });

    it('is refused where one of the columns is absent', async () => {
      const { wanted, found } = await both.answer(table.replace('right', 'rihgt'));
      expect(found).toEqual(wanted);
      expect(found.stderr).toContain('right');
      expect(found.status).not.toBe(0);
    });
  });
});
