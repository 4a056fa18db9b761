/** `theodolite report`, as a user runs it. */
import { cpSync, existsSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LADDER, ladderRows, ladderTable } from './ladder.ts';
import { openWorkspace, transcript, type Workspace } from './run-command.ts';

let workspace: Workspace;
const QUICK = ['--chains', '2', '--warmup', '300', '--draws', '200', '--scouts', '0'];

beforeAll(async () => {
  workspace = openWorkspace();
  workspace.write('ladder.ml', LADDER);
  workspace.write('robots.csv', ladderTable());
  const header = 'height,dark,side,tries,split,silly,weak,strong,far';
  const rows = ladderRows().map((row, index) => {
    const [height, dark, side, tries, split] = row.split(',');
    const climbs = (reach: number) => (Number(height) + Math.sin(index) < reach ? 1 : 0);
    return [height, dark, side, tries, split, 0, climbs(1), climbs(3), 0].join(',');
  });
  workspace.write('climbers.csv', ladderTable(rows, header));
  const outcome = ['--outcome', 'success=weak,strong', '--rows', 'split=train'];
  await workspace.run('fit', 'ladder.ml', 'climbers.csv', ...outcome, ...QUICK, '--out', 'fits');
  await workspace.run(
    ...['fit', 'ladder.ml', 'robots.csv', '--outcome', 'success=robot1', '--chains', '2', '--warmup', '20'],
    ...['--draws', '5', '--scouts', '0', '--out', 'short'],
  );
}, 60_000);
afterAll(() => workspace.remove());

const page = (name = 'report.html') => readFileSync(join(workspace.path, name), 'utf8');

describe('report', () => {
  it('writes one page on all fits of a folder, and says how large it is', async () => {
    const { status, stdout, stderr } = await workspace.run('report', 'fits', '-o', 'report.html');
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    expect(stderr).toMatch(/^report\.html: 2 fits, \d+ kB\n$/);
    expect(page()).toContain('Report on the layout Ladder');
    expect(page()).toMatch(/<strong>strong<\/strong> succeeds most often/);
    expect(readdirSync(workspace.path).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });

  it('prints the page where no file is named', async () => {
    const { status, stdout } = await workspace.run('report', 'fits');
    expect(status).toBe(0);
    expect(stdout).toBe(page());
  });

  it('reads many folders in threads as it reads them by themselves, and says which is damaged', async () => {
    const folders = Array.from({ length: 9 }, (_, place) => `many/fit${place}`);
    for (const [place, folder] of folders.entries())
      cpSync(join(workspace.path, 'fits', place % 2 ? 'weak' : 'strong'), join(workspace.path, folder), {
        recursive: true,
      });
    // With a layout they are read one after another.
    for (const options of [
      ['-o', 'threads.html'],
      ['--layout', 'ladder.ml', '-o', 'alone.html'],
    ])
      expect((await workspace.run('report', 'many', '--no-live', ...options)).status).toBe(0);
    expect(page('threads.html')).toContain('fit8');
    expect(page('threads.html')).toBe(page('alone.html'));
    const draws = workspace.read('many/fit5/draws.csv');
    workspace.write('many/fit5/draws.csv', draws.slice(0, draws.length / 2));
    const { status, stderr } = await workspace.run('report', 'many', '-o', 'cut.html');
    expect(status).toBe(1);
    expect(stderr).toMatch(/^error: many\/fit5\/draws\.csv does not belong/);
    expect(existsSync(join(workspace.path, 'cut.html'))).toBe(false);
  });

  it('has the command that gives the same draws again', async () => {
    const [, command] = /<pre class="command"[^>]*><code>theodolite ([^<]*)<\/code>/.exec(page())!;
    const words = command!.split(' ');
    expect(words.slice(0, 3)).toEqual(['fit', 'ladder.ml', 'climbers.csv']);
    expect((await workspace.run(...words)).status).toBe(0);
    for (const name of ['weak', 'strong'])
      expect(workspace.read(`results/${name}/draws.csv`)).toBe(workspace.read(`fits/${name}/draws.csv`));
  });

  it('without the table says nothing of its rows, and that it does not', async () => {
    renameSync(join(workspace.path, 'climbers.csv'), join(workspace.path, 'moved.csv'));
    const absent = await workspace.run('report', 'fits', '-o', 'absent.html');
    expect(absent.status).toBe(0);
    await expect(absent.stderr.replace(/\d+ kB/, 'N kB')).toMatchFileSnapshot(
      'messages/report/a-table-that-is-not-there.txt',
    );
    expect(page('absent.html')).not.toContain('Where it is hard');
    const given = await workspace.run('report', 'fits', '--data', 'moved.csv', '-o', 'given.html');
    expect(given.status).toBe(0);
    expect(page('given.html')).toContain('Where it is hard');
    workspace.write('climbers.csv', ladderTable());
    const changed = await workspace.run('report', 'fits', '-o', 'changed.html');
    await expect(changed.stderr.replace(/\d+ kB/, 'N kB')).toMatchFileSnapshot(
      'messages/report/a-table-that-was-changed.txt',
    );
  });

  it('of a fit that did not converge ends with its status, and writes the page', async () => {
    const outcome = await workspace.run('report', 'short/robot1', '-o', 'short.html');
    expect(outcome.status).toBe(3);
    await expect(outcome.stderr.replace(/\d+ kB/, 'N kB')).toMatchFileSnapshot(
      'messages/report/a-fit-that-did-not-converge.txt',
    );
    expect(page('short.html')).toContain('This fit did not converge');
  });

  it('writes what a paper needs, with the numbers of the fits', async () => {
    const { status, stdout, stderr } = await workspace.run(
      ...['report', 'fits', '--data', 'moved.csv', '--paper', 'paper'],
    );
    expect({ status, stdout, stderr }).toEqual({
      ...{ status: 0, stdout: '' },
      stderr: 'paper: 22 files for a paper\n',
    });
    const text = workspace.read('paper/methods.txt');
    const { sampler, made, rows } = JSON.parse(workspace.read('fits/weak/summary.json'));
    expect(text).toContain('We measured two subjects (strong and weak) with the measurement layout Ladder');
    expect(text).toContain(`with ${rows} rows per fit`);
    expect(text).toContain(`There were two chains per fit`);
    expect(text).toContain(
      `${sampler.draws} draws each, a target acceptance of ${made.settings.targetAccept}`,
    );
    expect(text).toContain(made.layout.sha256);
    expect(workspace.read('paper/tables/profiles.csv').split('\n')[0]).toBe(
      'subject,parameter,unit,median,mean,sd,lower,upper,ess_bulk,ess_tail,rhat',
    );
    expect(workspace.read('paper/figures/overview.pdf')).toMatch(/^%PDF-1\.7\n/);
    expect(workspace.read('paper/figures/success-by-demand.svg')).toContain('url(data:font/woff;base64,');
    expect(workspace.read('paper/layout.ml')).toBe(LADDER);
    const both = await workspace.run(
      ...['report', 'fits', '--data', 'moved.csv', '--paper', 'paper', '-o', 'with-paper.html'],
    );
    expect(both.status).toBe(0);
    expect(both.stderr).toMatch(/^paper: 22 files for a paper\nwith-paper\.html: 2 fits, \d+ kB\n$/);
  });

  it('says what changed between two folders', async () => {
    const { status, stdout, stderr } = await workspace.run(
      ...['report', 'fits/weak', 'fits/strong', '--data', 'moved.csv', '--compare', '-o', 'changed.html'],
    );
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    expect(stderr).toMatch(/changed\.html: 2 fits, \d+ kB\n$/);
    expect(page('changed.html')).toMatch(/<h1>Climb rose/);
    expect(page('changed.html')).toMatch(/From weak to strong: climb rose from [^%]*\(over 99\.\d\s%\)/);
    expect(page('changed.html')).toContain('points</span>');
  });

  it('shows what an evaluation found', async () => {
    const evaluate = ['evaluate', 'ladder.ml', 'moved.csv', '--outcome', 'success=weak', '--split', '0.7'];
    const { status } = await workspace.run(...evaluate, ...QUICK, '--out', 'evaluation.json');
    expect(status).toBe(0);
    await workspace.run(
      'report',
      'fits',
      '--data',
      'moved.csv',
      '--evaluation',
      'evaluation.json',
      '-o',
      'e.html',
    );
    expect(page('e.html')).toContain('the layout predicts weak with a Brier score of');
    expect(page('e.html')).not.toContain('No rows were held out');
  });

  it('draws calibration curves of the predictions that were scored', async () => {
    const evaluate = [
      'evaluate',
      'ladder.ml',
      'moved.csv',
      '--outcome',
      'success=weak,strong',
      '--split',
      '0.7',
    ];
    const kept = ['--out', 'kept.json', '--predictions', 'kept.csv'];
    expect((await workspace.run(...evaluate, ...QUICK, ...kept)).status).toBe(0);
    const args = ['report', 'fits', '--data', 'moved.csv', '--evaluation', 'kept.json', '-o', 'kept.html'];
    expect((await workspace.run(...args, '--predictions', 'kept.csv')).status).toBe(0);
    const [, section] = /id="evaluation">(.*?)<\/section>/s.exec(page('kept.html'))!;
    for (const [name, id] of [
      ['strong', 'subject-1'],
      ['weak', 'subject-2'],
    ] as const) {
      const [, part] = new RegExp(`<div data-subject="${id}">(.*?)</figure></div>`, 's').exec(section!)!;
      expect(part).toContain(`<h3>${name}</h3>`);
      expect(part).toContain(`Calibration of held-out predictions of ${name}.`);
    }
    workspace.write('damaged.csv', workspace.read('kept.csv').replace(/,[01],0\.\d+/, ',1,2'));
    const columns = workspace.read('kept.csv').split('\n');
    workspace.write('cut.csv', `${columns.slice(0, 4).join('\n')}\n`);
    for (const [title, file] of [
      ['predictions that are cut off', 'cut.csv'],
      ['predictions above 1', 'damaged.csv'],
      ['predictions that are no such table', 'moved.csv'],
      ['predictions that are not there', 'keptt.csv'],
    ] as const) {
      const outcome = await workspace.run(...args.slice(0, -1), 'none.html', '--predictions', file);
      await expect(transcript(outcome)).toMatchFileSnapshot(
        `messages/report/${title.replaceAll(' ', '-')}.txt`,
      );
    }
    expect(existsSync(join(workspace.path, 'none.html'))).toBe(false);
  });

  it.each([
    ['predictions without their scores', ['fits', '--predictions', 'robots.csv', '-o', 'none.html'], 2],
    ['a file that is no page', ['fits', '-o', 'report.pdf'], 2],
    ['a comparison of one folder', ['fits', '--compare', '-o', 'none.html'], 2],
    ['a comparison for a paper', ['fits/weak', 'fits/strong', '--compare', '--paper', 'none'], 2],
    ['a folder that is not there', ['results-of-nobody', '-o', 'none.html'], 1],
    ['a folder of no fit', ['fits/weak/chains', '-o', 'none.html'], 1],
    ['a table of other rows', ['fits', '--data', 'robots.csv', '-o', 'none.html'], 1],
    ['an evaluation that is no JSON', ['fits', '--evaluation', 'robots.csv', '-o', 'none.html'], 1],
    [
      'an evaluation of something else',
      ['fits', '--evaluation', 'fits/weak/summary.json', '-o', 'none.html'],
      1,
    ],
    ['an evaluation that is not there', ['fits', '--evaluation', 'evaluaton.json', '-o', 'none.html'], 1],
    ['a place that cannot be written', ['fits', '-o', 'robots.csv/report.html'], 4],
    ['no fit', ['-o', 'none.html'], 2],
  ])('says what is wrong: %s', async (title, args, status) => {
    const outcome = await workspace.run('report', ...args);
    expect(outcome.status).toBe(status);
    await expect(transcript(outcome)).toMatchFileSnapshot(
      `messages/report/${title.replaceAll(' ', '-')}.txt`,
    );
    expect(existsSync(join(workspace.path, 'none.html'))).toBe(false);
  });
});
