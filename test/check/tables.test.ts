import { describe, expect, it } from 'vitest';
import { printTyped } from '../../compiler/check/print-typed.ts';
import { readLayout } from '../interpret/read-layout.ts';

const LAYOUT = `layout Lengths

unit minute

category model, task
demand   rushed : flag

param      length[task]   : minute ~ lognormal(median = 30, spread = 1)
param      slack[judge]   ~ half_normal(1)
capability horizon[model] : minute ~ lognormal(median = 30, spread = 1.5)

observe success ~ bernoulli(log_margin(horizon[model], length[task] * (1 + rushed), 1))
`;

const withTable = (table: string) => `${LAYOUT}\n${table}\n`;

describe('a layout with a table', () => {
  it('shares the categories that both declare, and knows the columns of each', () => {
    const layout = readLayout(
      withTable(`/// What judges say.
table ratings {
  category task, judge
  demand   hasty : flag
  let      drift = 0.1 * hasty
  observe  minutes : minute ~ lognormal(log(length[task] / minute) - drift, slack[judge])
}`),
    );
    expect(layout.categories.map(({ name }) => name)).toEqual(['model', 'task', 'judge']);
    expect(layout.tables.map(({ span: _, ...table }) => table)).toEqual([
      { name: 'ratings', shared: ['task'], columns: ['judge', 'hasty', 'minutes'], doc: 'What judges say.' },
    ]);
    expect(printTyped(layout)).toContain(
      'tables\n  /// What judges say.\n  ratings : task, judge, hasty, minutes\n',
    );
  });
});
