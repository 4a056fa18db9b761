/** Correlated latents, from the layout through the fit, its files and what reads them. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFit } from '../../files/fits/open-fit.ts';
import { openWorkspace, type Workspace } from './run-command.ts';

const LAYOUT = `layout Abilities
category person
demand words, turns, sums in [-3, 3]
capability verbal[person], spatial[person], numeric[person] ~ normal(0, 1) correlated lkj(2)
let overall = verbal[person] + spatial[person] + numeric[person]
observe grade ~ normal(overall + verbal[person] * words + spatial[person] * turns + numeric[person] * sums, 0.5)
`;
const PERSONS = 12;
const NAMES = [
  'correlation.verbal.spatial',
  'correlation.verbal.numeric',
  'partial_correlation.spatial.numeric',
];

let workspace: Workspace;
beforeAll(async () => {
  workspace = openWorkspace();
  const rows = Array.from(
    { length: 5 * PERSONS },
    (_, row) => `P${row % PERSONS},${((row * 7) % 5) - 2},${(row * 3) % 4},${(row * 5) % 3}`,
  );
  workspace.write('abilities.ml', LAYOUT);
  workspace.write('demands.csv', ['person,words,turns,sums', ...rows, ''].join('\n'));
  const simulated = [
    'simulate',
    'abilities.ml',
    '--demands',
    'demands.csv',
    '--profile',
    'prior',
    '--seed',
    '3',
  ];
  await workspace.run(...simulated, '--out', 'run.csv');
  const quick = ['--warmup', '300', '--draws', '200', '--chains', '2'];
  await workspace.run('fit', 'abilities.ml', 'run.csv', ...quick, '--out', 'fit', '--draws-as', 'csv,arviz');
}, 60_000);
afterAll(() => workspace.remove());

describe('correlations of latents', () => {
  it('are drawn with the profile in a simulation from the prior', () => {
    const profile = JSON.parse(workspace.read('run.profile.json'));
    for (const name of NAMES) expect(Math.abs(profile[name])).toBeLessThan(1);
    expect(Object.keys(profile.spatial)).toHaveLength(PERSONS);
  });

  it('stand behind the latents in a fit, under the names of these', async () => {
    const { posterior } = await openFit(join(workspace.path, 'fit/grade'));
    const names = posterior.parameters.map(({ name }) => name);
    expect(names.slice(3 * PERSONS)).toEqual([
      ...['correlation[verbal, spatial]', 'correlation[verbal, numeric]'],
      ...['partial_correlation[spatial, numeric]', 'correlation[spatial, numeric]'],
    ]);
    for (const { latents } of posterior.draws) {
      const [vs, vn, partial, sn] = names.slice(3 * PERSONS).map((_, k) => latents[3 * PERSONS + k]!);
      for (let draw = 0; draw < 200; draw++) {
        const [a, b] = [vs![draw]!, vn![draw]!];
        const wanted = a * b + partial![draw]! * Math.sqrt((1 - a * a) * (1 - b * b));
        expect(sn![draw]).toBeCloseTo(wanted, 12);
      }
    }
  });

  it('have names without points in files of draws, which readers would take for numbers', () => {
    const csv = workspace.read('fit/grade/draws.csv');
    const header = csv.split('\n').find((line) => line.startsWith('lp__'))!;
    expect(header.split(',').slice(-4)).toEqual([
      ...NAMES.map((name) => name.replaceAll('.', '_')),
      'correlation_spatial_numeric',
    ]);
    const arviz = JSON.parse(workspace.read('fit/grade/inference-data.json'));
    expect(Object.keys(arviz.posterior)).toContain('correlation_spatial_numeric');
  });

  it('are not said to be uninformed, and what they are made of is shown nowhere', async () => {
    const { stdout } = await workspace.run('check', 'abilities.ml', 'run.csv');
    expect(stdout).toContain('no hints');
    expect(stdout).toContain('correlation[verbal, spatial]');
    const predicted = await workspace.run('predict', 'fit/grade', 'run.csv', '--derived', 'standard.verbal');
    expect(predicted.stderr).toContain('overall');
    expect(predicted.stderr).not.toContain('factor');
    const types = await workspace.run('build', 'abilities.ml', '--show', 'types');
    expect(types.stdout).toContain('verbal, spatial, numeric : lkj(2)');
  });

  it('are at a point as latents are', async () => {
    workspace.write('point.json', workspace.read('run.profile.json'));
    const { stdout } = await workspace.run('log-prob', 'abilities.ml', 'run.csv', '--at', 'point.json');
    expect(stdout).toMatch(/-?\d/);
  });
});
