import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

const PROGRAM = `
import { compile, load, openWorkers } from ${JSON.stringify(new URL('../../dist/index.js', import.meta.url).href)};
const text = 'layout Coin\\nrobustness slip : probability ~ beta(1, 1)\\nobserve y ~ bernoulli(not slip)';
const model = await load((await compile(text)).bytes);
const pool = await openWorkers(1);
const fit = await (await model.bind({ y: [1, 0, 1, 1] })).fit({ pool, warmup: 100, draws: 100, scouts: 0 });
await pool.close();
console.log(Object.keys(fit.summary()).join());
`;

it('a program given on the command line can run chains in threads', () => {
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    encoding: 'utf8',
  });
  expect(printed.trim()).toBe('slip');
});
