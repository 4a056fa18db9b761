import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkspace, transcript, type Workspace } from './run-command.ts';

/** One layout that observes a choice, a time, a score out of a number of tries, a share and a rating. */
const LAYOUT = `layout Puzzle
unit s
demand pieces in [1, 20]
demand tries : count
capability wit ~ normal(10, 5)
capability pace : s ~ half_normal(10)
robustness spread ~ half_normal(1)
param harsh ~ normal(0, 2)
param gap ~ half_normal(2)
observe solved ~ bernoulli(margin(wit, pieces))
observe time : s ~ lognormal(log(pace * pieces / 1 s), spread)
observe score ~ binomial_logit(tries, wit - pieces)
observe share ~ beta_proportion(margin(wit, pieces), 5)
observe rating ~ ordered_logistic(wit - pieces, harsh, harsh + gap)
`;

const HEADER = 'pieces,tries,solved,solved2,time,score,share,rating';

/** What a puzzler of wit 9 and pace 2 s does, without chance beyond a wave. */
function rows(count = 80): string[] {
  return Array.from({ length: count }, (_, row) => {
    const pieces = 1 + (row % 20);
    const tries = row % 5;
    const p = 1 / (1 + Math.exp(pieces - 9 - 2 * Math.sin(row)));
    return [
      ...[pieces, tries, p > 0.5 ? 1 : 0, row % 2, 2 * pieces * Math.exp(0.3 * Math.cos(row))],
      ...[Math.round(tries * p), 0.02 + 0.96 * p, p > 0.8 ? 3 : p > 0.3 ? 2 : 1],
    ].join(',');
  });
}

function table(changes: Readonly<Record<string, string>> = {}): string {
  const fields = rows()[3]!.split(',');
  const changed = HEADER.split(',').map((name, index) => changes[name] ?? fields[index]!);
  return `${[HEADER, ...rows(), changed.join(',')].join('\n')}\n`;
}

let workspace: Workspace;

beforeAll(async () => {
  workspace = openWorkspace();
  workspace.write('puzzle.ml', LAYOUT);
  workspace.write('table.csv', table());
  expect(await workspace.run('build', 'puzzle.ml', 'table.csv')).toMatchObject({ status: 0 });
}, 60_000);
afterAll(() => workspace.remove());

const QUICK = ['--warmup', '300', '--draws', '300'];

describe('several outcomes in one layout', () => {
  it('are fitted together, each from a column of its own', async () => {
    const { status, stdout, stderr } = await workspace.run(
      ...['fit', 'puzzle.wasm', 'table.csv', '--outcome', 'solved=solved,solved2', '--outcome', 'time=time'],
      ...[...QUICK, '--json'],
    );
    expect(status, stderr).toBe(0);
    const { subjects } = JSON.parse(stdout);
    expect(Object.keys(subjects)).toEqual(['solved', 'solved2']);
    const { parameters, outcomes } = subjects.solved;
    expect(outcomes).toEqual({
      solved: { column: 'solved', successes: expect.any(Number) },
      time: { column: 'time', mean: expect.any(Number) },
      score: { column: 'score', mean: expect.any(Number) },
      share: { column: 'share', mean: expect.any(Number) },
      rating: { column: 'rating', mean: expect.any(Number) },
    });
    expect(Math.abs(parameters.pace.mean - 2)).toBeLessThan(0.2);
    expect(Math.abs(parameters.wit.mean - 9)).toBeLessThan(1);
    expect(subjects.solved2.parameters.pace.mean).not.toBe(parameters.pace.mean);
  });

  it('are each told of above the profile', async () => {
    const { stdout } = await workspace.run('fit', 'puzzle.ml', 'table.csv', ...QUICK);
    expect(stdout.split('\n')[0]).toMatch(
      /^solved: 81 rows, solved in \d+ \(\d+\.\d %\), mean of time [\d.]+, mean of score [\d.]+, mean of share/,
    );
  });

  it('are named by check', async () => {
    const { stdout } = await workspace.run('check', 'puzzle.ml');
    expect(stdout).toContain('outcomes solved, time, score, share, rating');
  });
});

describe('an outcome that its distribution cannot give is refused in words', () => {
  it.concurrent.for<[title: string, changes: Readonly<Record<string, string>>]>([
    ['a time of zero', { time: '0' }],
    ['a score above the tries', { score: '4' }],
    ['a score that is not whole', { score: '0.5' }],
    ['a share of one', { share: '1' }],
    ['a rating of four', { rating: '4' }],
  ])('%s', async ([title, changes], { expect }) => {
    const name = `${title.replaceAll(' ', '-')}.csv`;
    workspace.write(name, table(changes));
    const outcome = await workspace.run('fit', 'puzzle.wasm', name, ...QUICK);
    expect(outcome).toMatchObject({ status: 1, stdout: '' });
    const file = `messages/${title.replaceAll(' ', '-')}.txt`;
    await expect(transcript(outcome).replaceAll(name, 'table.csv')).toMatchFileSnapshot(file);
  });
});
