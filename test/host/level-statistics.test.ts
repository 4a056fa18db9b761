import { expect, it } from 'vitest';
import { load } from '../../host/api/model.ts';
import { openThisThread } from '../../host/chain-pool.ts';
import { HostError } from '../../module/host-error.ts';
import { compileToFit } from '../compile-to-fit.ts';

/** What a fit to three levels says, or the density at a point, of which `b` has one row and `c` no outcome. */
async function said(statistic: string, asked: 'nuts' | 'map' | 'density'): Promise<string> {
  const text = `layout Levels
demand d in [0, 9]
category agent
capability x ~ normal(0, 2)
observe y ~ normal(x + ${statistic}, 1)
`;
  const { bytes } = await compileToFit({ name: 'levels.ml', text });
  const columns = { d: [1, 2, 3, 1, 2], agent: ['a', 'a', 'b', 'c', 'c'], y: [1, 2, 3, null, null] };
  const bound = await (await load(bytes)).bind(columns);
  const short = { chains: 1, warmup: 20, draws: 20, scouts: 0, pool: openThisThread() };
  const answer = async () => {
    if (asked === 'density') return bound.logDensity({ x: 0 });
    return asked === 'nuts'
      ? bound.fit(short)
      : bound.fit({ method: 'map', starts: 2, pool: openThisThread() });
  };
  return answer().then(
    () => 'no refusal',
    (error: unknown) => (error instanceof HostError ? `${error.message} ${error.remedy}` : String(error)),
  );
}

it.each([
  ['sd(d, by = agent)', 'sd(d, by = agent)', 'b'],
  ['mean(y, by = agent)', 'mean(y, by = agent)', 'c'],
  ['min(y, by = agent)', 'min(y, by = agent)', 'c'],
  ['max(y, by = agent)', 'max(y, by = agent)', 'c'],
])(
  'a statistic that is not there for a level is refused by its name and the level: %s',
  async (expression, statistic, level) => {
    const wanted = `There is no \`${statistic}\` for the level \`${level}\` of \`agent\`: too few of its rows have the values that it needs. An \`sd\` needs two rows, and any other statistic one. Give the level more rows, leave its rows out, or take the statistic of all rows, without \`by\`.`;
    for (const asked of ['nuts', 'map', 'density'] as const)
      expect(await said(expression, asked)).toBe(wanted);
  },
);

it('a statistic that is there for every level is not', async () => {
  expect(await said('mean(d, by = agent)', 'nuts')).toBe('no refusal');
  expect(await said('count(y, by = agent)', 'density')).toBe('no refusal');
});
