import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

const PROGRAM = `
import { compile, fit, load, openWorkers } from ${JSON.stringify(new URL('../../dist/index.js', import.meta.url).href)};
const text = 'layout Coin\\nrobustness slip : probability ~ beta(1, 1)\\nobserve y ~ bernoulli(not slip)';
const { bytes } = await compile({ name: 'coin.ml', text });
const pool = await openWorkers(1);
const columns = new Map([['y', Float64Array.of(1, 0, 1, 1)]]);
const { summary } = await fit(await load(bytes), columns, { pool, warmup: 100, draws: 100, scouts: 0 });
await pool.close();
console.log(Object.keys(summary).join());
`;

it('a program given on the command line can run chains in threads', () => {
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    encoding: 'utf8',
  });
  expect(printed.trim()).toBe('slip');
});
