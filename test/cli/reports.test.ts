/** Reports, from the layout through the fit, its files and what reads them. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFit } from '../../files/fits/open-fit.ts';
import { openWorkspace, type Workspace } from './run-command.ts';

const LAYOUT = `layout Reaches
unit m
category person
demand height : m in [0, 4]
capability climb[person] : m ~ normal(2, 1)
robustness slip : probability ~ beta(1, 9)
/// How much higher the first rung of a longer ladder may be.
report higher[person] : m = 2 * climb[person] + 1
report sure : probability = not slip
report rest : 1 / m = (1 - slip) / 2 m
observe ok ~ bernoulli(downscale(slip, margin(climb[person], height, 2 / 1 m)))
`;

let workspace: Workspace;
beforeAll(async () => {
  workspace = openWorkspace();
  const rows = Array.from({ length: 60 }, (_, row) => {
    const [person, height] = [['Ada', 'Bo', 'Cy'][row % 3], (row % 11) * 0.4];
    return `${person},${height.toFixed(1)},${Number(height < 1 + (row % 3))}`;
  });
  workspace.write('reaches.ml', LAYOUT);
  workspace.write('reaches.csv', ['person,height,ok', ...rows, ''].join('\n'));
  const quick = ['--warmup', '500', '--draws', '500'];
  await workspace.run(
    'fit',
    'reaches.ml',
    'reaches.csv',
    ...quick,
    '--out',
    'fit',
    '--draws-as',
    'csv,arviz',
  );
}, 60_000);
afterAll(() => workspace.remove());

describe('what a layout reports', () => {
  it('is in the draws what its expression makes of them', async () => {
    const { posterior } = await openFit(join(workspace.path, 'fit/ok'));
    const names = posterior.parameters.map(({ name }) => name);
    expect(names).toEqual([
      ...['climb[Ada]', 'climb[Bo]', 'climb[Cy]', 'slip'],
      ...['higher[Ada]', 'higher[Bo]', 'higher[Cy]', 'sure', 'rest'],
    ]);
    for (const { latents } of posterior.draws) {
      const of = (name: string) => latents[names.indexOf(name)]!;
      for (let draw = 0; draw < 500; draw++) {
        for (const person of ['Ada', 'Bo', 'Cy'])
          expect(of(`higher[${person}]`)[draw]).toBeCloseTo(2 * of(`climb[${person}]`)[draw]! + 1, 12);
        expect(of('sure')[draw]).toBeCloseTo(1 - of('slip')[draw]!, 14);
        expect(of('rest')[draw]).toBeCloseTo((1 - of('slip')[draw]!) / 2, 14);
      }
    }
  });

  it('is summed up as a latent is', () => {
    const { parameters, scales } = JSON.parse(workspace.read('fit/ok/summary.json'));
    expect(parameters['higher[Bo]'].mean).toBeCloseTo(2 * parameters['climb[Bo]'].mean + 1, 9);
    expect(parameters['higher[Bo]'].essBulk).toBeCloseTo(parameters['climb[Bo]'].essBulk, 6);
    expect(scales).toMatchObject({ higher: 'interval', sure: 'ordinal', rest: 'ordinal' });
  });

  it('is in what ArviZ reads, in figures and reports', async () => {
    const { posterior } = JSON.parse(workspace.read('fit/ok/inference-data.json'));
    expect(posterior.higher[0][0]).toHaveLength(3);
    expect(await workspace.run('plot', 'forest', 'fit/ok', '-o', 'forest.svg')).toMatchObject({
      status: 0,
    });
    expect(workspace.read('forest.svg')).toContain('higher');
    expect(await workspace.run('report', 'fit/ok', '-o', 'report.html')).toMatchObject({
      status: 0,
    });
    expect(workspace.read('report.html')).toContain('How much higher the first rung');
  });

  it('does not stand in the way of predictions', async () => {
    const { status } = await workspace.run('predict', 'fit/ok', 'reaches.csv', '--out', 'predicted.csv');
    expect(status).toBe(0);
    expect(workspace.read('predicted.csv').split('\n')).toHaveLength(62);
  });

  it('is left out by a point estimate', async () => {
    await workspace.run('fit', 'reaches.ml', 'reaches.csv', '--method', 'map', '--out', 'top');
    const { parameters } = JSON.parse(workspace.read('top/ok/summary.json'));
    expect(Object.keys(parameters)).toEqual(['climb[Ada]', 'climb[Bo]', 'climb[Cy]', 'slip']);
  });
});
