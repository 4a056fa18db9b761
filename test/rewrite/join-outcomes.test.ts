import { describe, expect, it } from 'vitest';
import { showSource } from '../../compiler/compile.ts';

/** As many rows as a test of 200 persons with 500 items has. */
const MANY = {
  rows: 1e5,
  distinct: (columns: readonly string[]) =>
    columns.reduce(
      (product, column) => product * (column === 'person' ? 200 : column === 'item' ? 500 : 2),
      1,
    ),
};

async function planOf(observed: string): Promise<string> {
  const text = `layout Joined
category person, item
param level ~ normal(0, 1)
capability skill[person], other[person] ~ normal(0, 1)
param hard[item] ~ normal(0, 1)
robustness slip : probability ~ beta(1, 9)
demand size in {1, 2}
${observed}
`;
  return showSource({ name: 'joined.ml', text }, 'plan', MANY);
}

describe('joining successes and failures', () => {
  it('leaves one loop over the rows in which the outcome is observed, and sums over levels', async () => {
    const plan = await planOf('observe success ~ bernoulli(logistic(skill[person] - hard[item]))');
    expect(plan).toContain('successes and failures joined: 2 times');
    const first = plan.slice(plan.indexOf('Once per gradient'), plan.indexOf('The same where'));
    expect(first).toContain('Rows with success, one for each value of person, item');
    expect(first).not.toContain('Rows with success = ');
    expect(first).toContain('a place for each pair of person and item, one loop');
  });

  it.each([
    ['of a conjunction', 'observe success ~ bernoulli(logistic(skill[person] - hard[item]) and slip)'],
    ['beside a guess', 'observe success ~ bernoulli(mix(slip, logistic(skill[person] - hard[item]), 1))'],
    ['that reads no level', 'observe success ~ bernoulli(logistic(level - size))'],
  ])('does not join those %s', async (_what, observed) => {
    expect(await planOf(observed)).toContain('successes and failures joined: nowhere');
  });

  it('joins those of each outcome by themselves', async () => {
    const plan = await planOf(`observe success ~ bernoulli(logistic(skill[person] - hard[item]))
observe quick ~ bernoulli(logistic(other[person] - hard[item]))`);
    expect(plan).toContain('successes and failures joined: 4 times');
  });
});
