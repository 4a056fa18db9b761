/** `theodolite plot`, as a user runs it. */
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLOT_KINDS } from '../../cli/plot/plot-kinds.ts';
import { sealed } from '../stored/reseal.ts';
import { LADDER, ladderTable } from './ladder.ts';
import { openWorkspace, transcript, type Workspace } from './run-command.ts';

let workspace: Workspace;
const GRID = ['plot', 'success-grid', 'results/robot1', '--data', 'robots.csv'];
const QUICK = ['--chains', '2', '--warmup', '200', '--draws', '100', '--scouts', '0'];

beforeAll(async () => {
  workspace = openWorkspace();
  workspace.write('ladder.ml', LADDER);
  workspace.write('robots.csv', ladderTable());
  const outcome = ['--outcome', 'success=robot1,robot2'];
  await workspace.run('fit', 'ladder.ml', 'robots.csv', ...outcome, ...QUICK, '--out', 'results');
}, 60_000);
afterAll(() => workspace.remove());

describe('theodolite plot', () => {
  it('lists the kinds when none is given', async () => {
    const { status, stdout } = await workspace.run('plot');
    expect(status).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => line.trim().split(/ +/)[0])).toEqual(PLOT_KINDS.map(({ name }) => name));
    for (const [place, { help }] of PLOT_KINDS.entries()) expect(lines[place]).toContain(help);
  });

  it('prints SVG, and its title and caption beside it', async () => {
    const { status, stdout, stderr } = await workspace.run(
      'plot',
      'forest',
      'results/robot1',
      'results/robot2',
    );
    expect(status).toBe(0);
    expect(stdout).toMatch(/^<svg [^>]*viewBox="0 0 720 \d+".*<\/svg>\n$/s);
    expect(stderr).toMatch(/^Profile of robot1 and robot2\. Posterior medians .*\.\n$/);
  });

  it('takes the folder of a run for all of its fits, and draws as it is asked', async () => {
    const args = ['--theme', 'dark', '--width', '360', '-o', 'figures/all.svg'];
    const { status, stdout } = await workspace.run('plot', 'forest', 'results', ...args);
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    const svg = workspace.read('figures/all.svg');
    expect(svg).toContain('viewBox="0 0 360 ');
    expect(svg).toContain('fill="#14171c"');
    expect(svg).toContain('>robot2</text>');
  });

  it('writes PNG of the same shape, the same bytes each time', async () => {
    await workspace.run('plot', 'forest', 'results', '-o', 'one.png', '--scale', '3');
    await workspace.run('plot', 'forest', 'results', '-o', 'two.png', '--scale', '3');
    await workspace.run('plot', 'forest', 'results', '-o', 'one.svg');
    const picture = readFileSync(join(workspace.path, 'one.png'));
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
    const height = Number(/viewBox="0 0 720 (\d+)"/.exec(workspace.read('one.svg'))![1]);
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([3 * 720, 3 * height]);
    expect(picture.equals(readFileSync(join(workspace.path, 'two.png')))).toBe(true);
  });

  it('shows what is asked for and nothing else', async () => {
    const { stdout } = await workspace.run('plot', 'forest', 'results', '--only', 'climb', '--by', 'subject');
    expect(stdout.match(/>climb<\/text>/g)).toHaveLength(2);
    expect(stdout).not.toContain('>nightSight</text>');
  });

  it.each(['success-by-demand', 'success-grid', 'calibration', 'brier'])(
    'draws %s of a fit and the rows of a table',
    async (kind) => {
      const run = await workspace.run('plot', kind, 'results/robot1', '--data', 'robots.csv');
      expect(run.status).toBe(0);
      expect(run.stdout).toMatch(/^<svg [^>]*>.*<\/svg>\n$/s);
      expect(run.stderr).toContain('The rows are those that were fitted');
      const held = ['--data', 'robots.csv', '--rows', 'split=test'];
      expect((await workspace.run('plot', kind, 'results/robot1', ...held)).stderr).toContain(
        'The rows are not those that were fitted.',
      );
    },
  );

  it('draws the fits of several subjects beside each other', async () => {
    const { stdout } = await workspace.run('plot', 'calibration', 'results', '--data', 'robots.csv');
    for (const name of ['robot1', 'robot2']) expect(stdout).toContain(`>${name}</text>`);
  });

  it('draws the graph of a layout, and writes it as DOT and Mermaid', async () => {
    const { stdout } = await workspace.run('plot', 'graph', 'ladder.ml');
    for (const name of ['climb', 'height', 'presence']) expect(stdout).toContain(`>${name}</text>`);
    for (const [ending, begin] of [
      ['dot', 'digraph "Ladder" {'],
      ['mmd', 'flowchart LR'],
    ] as const) {
      await workspace.run('plot', 'graph', 'ladder.ml', '-o', `ladder.${ending}`);
      expect(workspace.read(`ladder.${ending}`).split('\n')[0]).toBe(begin);
    }
  });

  it('draws a graph as wide as it takes to read it, and says so where a width was asked for', async () => {
    const names = Array.from({ length: 9 }, (_, place) => `a_rather_long_name_of_a_demand_${place}`);
    const chain = names.map(
      (name, place) =>
        `let step${place} = margin(climb, ${name})${place === 0 ? '' : ` and step${place - 1}`}`,
    );
    const text = `layout Long\nunit m\ndemand ${names.join(', ')} : m\ncapability climb : m ~ uniform(0, 6)\n${chain.join('\n')}\nobserve success ~ bernoulli(step8)\n`;
    workspace.write('long.ml', text);
    const asked = await workspace.run('plot', 'graph', 'long.ml', '--width', '600');
    expect(asked.status).toBe(0);
    const [, width] = / width="(\d+)"/.exec(asked.stdout)!;
    expect(Number(width)).toBeGreaterThan(600);
    expect(asked.stderr).toContain(`warning: The figure is ${width} pixels wide, not 600`);
    expect((await workspace.run('plot', 'graph', 'long.ml')).stderr).not.toContain('warning');
    // In a narrow frame the nodes stand one below another.
    const narrow = await workspace.run('plot', 'graph', 'long.ml', '--width', '360');
    expect(narrow.stdout).toMatch(/ width="360"/);
    expect(narrow.stderr).not.toContain('warning');
  });

  it('says which fit has a layout that this version does not accept, what it says of it, and what to do', async () => {
    const summary = JSON.parse(workspace.read('results/robot1/summary.json'));
    const { layout } = summary.made;
    summary.made = {
      ...summary.made,
      version: '0.0.1',
      layout: { ...layout, text: layout.text.replace('~ beta(1, 1)', '~ beta(1, 1, 1)') },
    };
    workspace.write('old/robot1/summary.json', sealed(summary));
    for (const file of ['model.wasm', 'draws.csv'])
      copyFileSync(join(workspace.path, 'results/robot1', file), join(workspace.path, 'old/robot1', file));
    const outcome = await workspace.run('plot', 'density', 'old/robot1', '-o', 'old/density.svg');
    expect(existsSync(join(workspace.path, 'old/density.svg'))).toBe(false);
    await expect(transcript(outcome)).toMatchFileSnapshot('messages/plot/a-layout-of-another-version.txt');
    // What needs no prior is drawn.
    expect((await workspace.run('plot', 'forest', 'old/robot1')).status).toBe(0);
    expect((await workspace.run('report', 'old/robot1', '-o', 'old/report.html')).status).toBe(0);
  });

  it('draws the collapse of windows of a point estimate, with the estimate', async () => {
    workspace.write(
      'window.ml',
      'layout Window\ndemand least, most in [-5, 5]\npropensity risk ~ normal(0, 3)\nobserve success ~ bernoulli(band(risk, least, most))\n',
    );
    // All windows that contain 1 are passed, and no others.
    const rows = Array.from({ length: 60 }, (_, place) => {
      const [least, wide] = [((place * 7) % 60) / 8 - 4.5, 1 + (place % 4)];
      const most = Math.min(5, least + wide);
      return `${least},${most},${least <= 1 && 1 <= most ? 1 : 0}`;
    });
    workspace.write('windows.csv', `least,most,success\n${rows.join('\n')}\n`);
    const fit = ['fit', 'window.ml', 'windows.csv', '--method', 'mle', '--out', 'estimate'];
    expect((await workspace.run(...fit)).status).toBe(0);
    const drawn = await workspace.run('plot', 'collapse', 'estimate', '--data', 'windows.csv');
    expect(drawn.status).toBe(0);
    const [, peak, risk] =
      /risk: highest, 1 of \d+ windows around ([\d.]+); maximum likelihood ([\d.]+)/.exec(drawn.stdout)!;
    expect(Math.abs(Number(peak) - 1)).toBeLessThan(0.3);
    expect(Math.abs(Number(risk) - 1)).toBeLessThan(0.3);
    const other = ['plot', 'collapse', 'estimate', '--data', 'windows.csv', '--only', 'risks'];
    expect((await workspace.run(...other)).stderr).toContain('`risks` is in no window of `success`.');
  });

  const refused: Record<string, readonly string[]> = {
    'a misspelt kind': ['plot', 'forrest', 'results'],
    'a kind and nothing to draw': ['plot', 'forest'],
    'an option that the kind does not take': ['plot', 'forest', 'results', '--data', 'robots.csv'],
    'a misspelt parameter': ['plot', 'forest', 'results', '--only', 'climbs'],
    'a file that says no format': ['plot', 'forest', 'results', '-o', 'forest.tiff'],
    'a figure that is too narrow': ['plot', 'forest', 'results', '--width', '100'],
    'no rows at either end': ['plot', 'forest', 'results', '--ends', '0'],
    'an order that is none': ['plot', 'forest', 'results', '--sort', 'mean'],
    'a theme that is none': ['plot', 'forest', 'results', '--theme', 'sepia'],
    'rows of a table that is not given': ['plot', 'surface', 'results', '--rows', 'split=test'],
    'a window whose bounds are the wrong way round': ['plot', 'band', 'results', '--window', '4,2'],
    'a collapse without a window': ['plot', 'collapse', 'results/robot1', '--data', 'robots.csv'],
    'a collapse of several fits': ['plot', 'collapse', 'results', '--data', 'robots.csv'],
    'a collapse without rows': ['plot', 'collapse', 'results/robot1'],
    'axes that are none': ['plot', 'surface', 'results', '--axes', 'center'],
    'normalisations of another kind': ['plot', 'forest', 'results', '--normalisations'],
    'a layout without a band': ['plot', 'band', 'results'],
    'several fits for a figure of one': ['plot', 'traces', 'results'],
    'a folder that holds no sweep': ['plot', 'sweep', 'results'],
    'a folder that is none': ['plot', 'forest', 'nowhere'],
    'a file in the place of a folder': ['plot', 'forest', 'robots.csv'],
    'rows and no table': ['plot', 'calibration', 'results'],
    'a demand that is none': [...GRID, '--only', 'heigth,dark'],
    'one demand for a grid': [...GRID, '--only', 'height'],
    'columns of several fits': [
      'plot',
      'brier',
      'results',
      '--data',
      'robots.csv',
      '--outcome',
      'success=robot1',
    ],
    'an alternative that is not there': ['plot', 'graph', 'ladder.ml', '--choose', 'prior=flat'],
    'a graph of a table': ['plot', 'graph', 'robots.csv'],
    'a graph in a format that is none': ['plot', 'graph', 'ladder.ml', '-o', 'ladder.tiff'],
  };
  for (const [title, args] of Object.entries(refused)) {
    it.concurrent(`refuses ${title}`, async ({ expect }) => {
      const outcome = await workspace.run(...args);
      expect(outcome.status).not.toBe(0);
      expect(outcome.stdout).toBe('');
      await expect(transcript(outcome)).toMatchFileSnapshot(
        `messages/plot/${title.replaceAll(/[^A-Za-z0-9]+/g, '-')}.txt`,
      );
    });
  }

  it('leaves nothing behind where it fails', async () => {
    await workspace.run('plot', 'forest', 'results', '--only', 'climbs', '-o', 'new/figure.svg');
    expect(existsSync(join(workspace.path, 'new'))).toBe(false);
  });
});
