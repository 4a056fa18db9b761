import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LADDER, ladderTable } from './ladder.ts';
import { openWorkspace, transcript, type Workspace } from './run-command.ts';

let workspace: Workspace;
const POINT = { climb: 2, nightSight: 0.7, lean: 0.1 };

beforeAll(async () => {
  workspace = openWorkspace();
  workspace.write('ladder.ml', LADDER);
  workspace.write('robots.csv', ladderTable());
  expect(await workspace.run('build', 'ladder.ml')).toMatchObject({ status: 0 });
}, 60_000);
afterAll(() => workspace.remove());

function logProb(name: string, point: string, columns = 'robot1', ...more: string[]) {
  workspace.write(name, point);
  return workspace.run(
    'log-prob',
    'ladder.wasm',
    'robots.csv',
    '--outcome',
    `success=${columns}`,
    '--at',
    name,
    ...more,
  );
}

/** The ladder's log density, row by row, with normalised priors and no Jacobian. */
function expected({ climb, nightSight, lean }: typeof POINT): number {
  const rows = ladderTable().trim().split('\n').slice(1);
  const prior = -Math.log(6) - 0.5 * Math.log(2 * Math.PI) - 0.5 * lean * lean;
  return rows.reduce((sum, row) => {
    const [height, dark, side, tries, , , , success] = row.split(',').map(Number);
    const margin = climb + lean * side! + 0.1 * tries! - height!;
    const p = (1 / (1 + Math.exp(-margin))) * (1 - (1 - nightSight) * dark!);
    return sum + Math.log(success === 1 ? p : 1 - p);
  }, prior);
}

describe('log-prob', () => {
  it('prints the log density and its gradient on the scale of the layout', async () => {
    const { status, stdout, stderr } = await logProb('point.json', JSON.stringify(POINT));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const { logDensity, gradient } = JSON.parse(stdout);
    expect(logDensity).toBeCloseTo(expected(POINT), 9);
    expect(Object.keys(gradient)).toEqual(['climb', 'nightSight', 'lean']);
    for (const name of ['climb', 'nightSight', 'lean'] as const) {
      const step = 1e-5;
      const slope =
        (expected({ ...POINT, [name]: POINT[name] + step }) -
          expected({ ...POINT, [name]: POINT[name] - step })) /
        (2 * step);
      expect(gradient[name]).toBeCloseTo(slope, 5);
    }
  });

  it('takes --json, as the other commands do, and prints one object and nothing else', async () => {
    const asked = await logProb('point.json', JSON.stringify(POINT), 'robot1', '--json');
    expect(asked).toEqual(await logProb('point.json', JSON.stringify(POINT)));
    expect(Object.keys(JSON.parse(asked.stdout))).toEqual(['logDensity', 'gradient']);
    expect(asked).toMatchObject({ status: 0, stderr: '' });
  });

  const cases: Record<string, string> = {
    'a point that lacks a latent': JSON.stringify({ climb: 2, lean: 0 }),
    'a point with an unknown latent': JSON.stringify({ ...POINT, clim: 1 }),
    'a point with a number too large for a double': JSON.stringify({ ...POINT, climb: 'big' }).replace(
      '"big"',
      '1e400',
    ),
    'a point with text for a number': JSON.stringify({ ...POINT, climb: '2' }),
    'a point that is not JSON': 'climb = 2',
    'a point with a latent twice': JSON.stringify(POINT).replace('{', '{"climb": 1, '),
    'a point that is a list': '[2, 0.7, 0.1]',
    'a point outside the support of a prior': JSON.stringify({ ...POINT, climb: 6.5 }),
    'a point at which the data are impossible': JSON.stringify({ ...POINT, nightSight: 0 }),
  };
  for (const [title, point] of Object.entries(cases)) {
    it.concurrent(title, async ({ expect }) => {
      const name = `${title.replaceAll(' ', '-')}.json`;
      const outcome = await logProb(name, point);
      expect(outcome).toMatchObject({ status: 1, stdout: '' });
      await expect(transcript(outcome).replaceAll(name, 'point.json')).toMatchFileSnapshot(
        `messages/${title.replaceAll(/[^A-Za-z0-9]+/g, '-')}.txt`,
      );
    });
  }

  it('refuses a level without its statistic in the words of a fit', async () => {
    workspace.write(
      'spread.ml',
      'layout Spread\ndemand d in [0, 9]\ncategory agent\ncapability x ~ normal(0, 2)\nobserve y ~ normal(x + sd(d, by = agent), 1)\n',
    );
    workspace.write('spread.csv', 'd,agent,y\n1,a,1\n2,a,2\n3,b,3\n');
    workspace.write('spread.json', '{"x": 0}');
    const said = async (...args: string[]) => {
      const { status, stderr } = await workspace.run(...args);
      return { status, error: stderr.slice(stderr.indexOf('error: ')).replace('error: y: ', 'error: ') };
    };
    const asked = await said('log-prob', 'spread.ml', 'spread.csv', '--at', 'spread.json');
    expect(asked).toEqual(await said('fit', 'spread.ml', 'spread.csv'));
    expect(asked).toMatchObject({ status: 1 });
    expect(asked.error).toContain('There is no `sd(d, by = agent)` for the level `b` of `agent`');
  });

  it.each([
    [
      'an infinite slope along `a`',
      'param a ~ uniform(0, 1)\nparam b ~ half_normal(1)\nobserve y ~ bernoulli(mix(0.5, log_margin(a, 2, 0.5), 0.4))',
    ],
    [
      'no slope that can be determined along `b`',
      'param a, b ~ half_normal(1)\nobserve y ~ bernoulli(mix(0.5, log_margin(a ^ b, 2), 0.4))',
    ],
  ])('refuses a point at an end of the supports with %s', async (told, rest) => {
    workspace.write('ends.ml', `layout Ends\n${rest}\n`);
    workspace.write('ends.csv', 'y\n1\n0\n');
    workspace.write('ends.json', JSON.stringify({ a: 0, b: 0 }));
    const { status, stdout, stderr } = await workspace.run(
      ...['log-prob', 'ends.ml', 'ends.csv', '--at', 'ends.json'],
    );
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(`has ${told}`);
    expect(stderr).toContain('a little inside');
  });

  it('takes one column at a time', async () => {
    const outcome = await logProb('point.json', JSON.stringify(POINT), 'robot1,robot2');
    expect(outcome).toMatchObject({ status: 2, stdout: '' });
    expect(outcome.stderr).toContain('--outcome success=robot1');
  });
});
