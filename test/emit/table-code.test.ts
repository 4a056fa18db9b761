import { expect, it } from 'vitest';
import { prepare } from '../../compiler/compile.ts';
import { emitTable } from '../../compiler/emit/table-code.ts';
import { DEFAULT_SETTINGS } from '../../host/sample.ts';
import { KINDS } from '../wasi/tables.ts';

it('what a layout wants of its table is written in its own names', async () => {
  const { manifest } = prepare({ name: 'kinds.ml', text: KINDS });
  const code = emitTable(manifest, { version: '1.2.3', settings: DEFAULT_SETTINGS });
  await expect(code).toMatchFileSnapshot('prints/kinds.table.txt');
});

it('numbers and texts that code could mistake for others are those of the layout', () => {
  const { manifest } = prepare({
    name: 'numbers.ml',
    text: `layout Numbers
demand big in [-1e21, 9007199254740993000]
demand small in {0.1, -5e-324, 123456789012345680000}
capability a ~ normal(0, 1)
observe y ~ bernoulli(margin(a, big + small))
`,
  });
  const code = emitTable(manifest, {
    version: '"\\',
    settings: { ...DEFAULT_SETTINGS, seed: 2n ** 64n - 1n },
  });
  expect(code).toContain('between(-1e+21, 9007199254740993000.0);');
  expect(code).toContain('among(0.1);\n  among(-5e-324);\n  among(123456789012345680000.0);');
  expect(code).toContain('export const VERSION: String = "\\"\\\\";');
  expect(code).toContain('export const SEED: u64 = 18446744073709551615;');
});
