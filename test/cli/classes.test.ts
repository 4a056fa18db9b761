/** Classes of levels, from the layout through the fit to predictions, scores and the report. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkspace, type Workspace } from './run-command.ts';

const LAYOUT = `layout Rule
category person
param knowing : probability ~ beta(2, 2)
param slip, guess : probability ~ beta(2, 18)
class knows[person] ~ bernoulli(knowing)
observe right ~ bernoulli(mix(knows[person], guess, not slip))
`;
const PERSONS = 30;

let workspace: Workspace;
beforeAll(async () => {
  workspace = openWorkspace();
  workspace.write('rule.ml', LAYOUT);
  // Every third person is right but once in twelve rows, the others wrong but once.
  const rows = Array.from({ length: 12 * PERSONS }, (_, row) => {
    const [person, answer] = [row % PERSONS, Math.floor(row / PERSONS)];
    return `p${person},${Number((person % 3 === 0) !== (answer === person % 12))}`;
  });
  workspace.write('rows.csv', ['person,right', ...rows, ''].join('\n'));
  const quick = ['--warmup', '200', '--draws', '200', '--chains', '2', '--seed', '1'];
  await workspace.run('fit', 'rule.ml', 'rows.csv', ...quick, '--out', 'fit');
}, 60_000);
afterAll(() => workspace.remove());

describe('classes', () => {
  it('are reported with a probability for each level, which may be 1 in all draws', () => {
    const { parameters, status, checks } = JSON.parse(workspace.read('fit/right/summary.json'));
    expect(status).not.toBe('failed');
    expect(checks.outcomes.right.failed).toBe(0);
    for (let person = 0; person < PERSONS; person++) {
      const { mean } = parameters[`knows[p${person}]`];
      expect(Math.abs(mean - Number(person % 3 === 0))).toBeLessThan(0.01);
    }
    expect(parameters.knowing.mean).toBeGreaterThan(0.2);
    expect(parameters.knowing.mean).toBeLessThan(0.5);
  });

  it('have a report, with what is expected of the rows', async () => {
    const { status, stderr } = await workspace.run('report', 'fit/right', '--output', 'report.html');
    expect(stderr).not.toContain('cannot predict');
    expect(status).toBe(0);
    expect(workspace.read('report.html')).toContain('knows');
  });

  it('are drawn in a simulation', async () => {
    const given = ['--levels', 'person=40', '--profile', 'prior', '--seed', '2', '--out', 'made.csv'];
    expect((await workspace.run('simulate', 'rule.ml', ...given)).status).toBe(0);
    expect(workspace.read('made.csv').trim().split('\n')).toHaveLength(41);
  });

  it('weigh predictions: by what the fit knows of a level, and for a new one by how many have each state', async () => {
    workspace.write('new.csv', 'person\np0\np1\nzoe\n');
    const { status, stdout, stderr } = await workspace.run('predict', 'fit/right', 'new.csv', '--json');
    expect(status).toBe(0);
    expect(stderr).toContain('person "zoe": not in the fit');
    const [knows, guesses, unknown] = JSON.parse(stdout).outcomes.right.mean;
    const { slip, guess, knowing } = JSON.parse(workspace.read('fit/right/summary.json')).parameters;
    expect(knows).toBeCloseTo(1 - slip.mean, 6);
    expect(guesses).toBeCloseTo(guess.mean, 6);
    const mixed = knowing.mean * (1 - slip.mean) + (1 - knowing.mean) * guess.mean;
    expect(unknown).toBeCloseTo(mixed, 2);
  });

  it('are drawn from their posterior in predictive checks, and from the prior before a fit', async () => {
    const checked = await workspace.run('predictive-check', 'fit/right', 'rows.csv', '--json');
    expect(checked.status).toBe(0);
    const { wereFitted, outcomes } = JSON.parse(checked.stdout);
    expect(wereFitted).toBe(true);
    expect(outcomes.right.findings).toEqual([]);
    const prior = await workspace.run('predictive-check', '--prior', 'rule.ml', 'rows.csv', '--json');
    expect(prior.status).toBe(0);
    // A person all of whose answers are alike is right by the prior as often as another: 0.5 on average.
    const { mean } = JSON.parse(prior.stdout).outcomes.right.checks.find(
      (check: { kind: string }) => check.kind === 'mean',
    );
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.02);
  });

  it('are averaged over where rows are held out: of levels that were fitted, and of others', async () => {
    const quick = ['--folds', '2', '--warmup', '100', '--draws', '100', '--no-baselines', '--json'];
    const score = async (...args: readonly string[]) => {
      const { stdout } = await workspace.run('evaluate', 'rule.ml', 'rows.csv', ...args, ...quick);
      return JSON.parse(stdout).subjects.right.scores.right.logScore.layout.value;
    };
    // Wrong once in twelve answers; and of a person who was not seen, right with a probability of 0.36.
    expect(await score()).toBeGreaterThan(-0.4);
    const ofOthers = await score('--group', 'person');
    expect(ofOthers).toBeGreaterThan(-0.8);
    expect(ofOthers).toBeLessThan(-0.6);
  });

  it('are compared by leaving out rows, but not by WAIC', async () => {
    const { status, stdout } = await workspace.run('compare', 'fit/right', '--data', 'rows.csv', '--json');
    expect(status).toBe(0);
    const [{ elpd, pointwise }] = JSON.parse(stdout).fits;
    expect(elpd).toBeGreaterThan(-120);
    expect(elpd).toBeLessThan(-95);
    expect(pointwise.elpd).toHaveLength(12 * PERSONS);
    const waic = await workspace.run('compare', 'fit/right', '--data', 'rows.csv', '--criterion', 'waic');
    expect(waic.status).toBe(1);
    expect(waic.stderr).toContain('those of one level of `person` share their classes');
  });

  it.each(['map', 'laplace'])('follow from the fitted rows for an estimate by %s', async (method) => {
    const estimated = await workspace.run('fit', 'rule.ml', 'rows.csv', '--method', method, '--out', method);
    expect(estimated.status).toBe(0);
    workspace.write('known.csv', 'person\np0\np1\n');
    const { stdout } = await workspace.run('predict', `${method}/right`, 'known.csv', '--json');
    const [knows, guesses] = JSON.parse(stdout).outcomes.right.mean;
    expect(Math.abs(knows - 11 / 12)).toBeLessThan(0.03);
    expect(Math.abs(guesses - 1 / 12)).toBeLessThan(0.03);
  });
});

describe('several classes that are read together', () => {
  const both = LAYOUT.replace('class', 'class awake[person] ~ bernoulli(0.8)\nclass').replace(
    'mix(knows[person],',
    'mix(knows[person] and awake[person],',
  );

  it('are weighed by the fitted rows, read from where they were or from --fitted', async () => {
    const own = openWorkspace();
    own.write('both.ml', both);
    own.write('rows.csv', workspace.read('rows.csv'));
    own.write('new.csv', 'person\np0\np1\n');
    const quick = ['--warmup', '200', '--draws', '200', '--chains', '2', '--seed', '1'];
    await own.run('fit', 'both.ml', 'rows.csv', ...quick, '--out', 'fit');
    const known = await own.run('predict', 'fit/right', 'new.csv');
    expect(known.status).toBe(0);
    const [p0, p1] = known.stdout.trim().split('\n').slice(1);
    expect(Number(p0!.split(',')[1])).toBeGreaterThan(0.85);
    expect(Number(p1!.split(',')[1])).toBeLessThan(0.15);
    own.write('moved.csv', own.read('rows.csv'));
    own.write('rows.csv', 'person,right\np0,1\n');
    const changed = await own.run('predict', 'fit/right', 'new.csv');
    expect(changed.status).toBe(1);
    expect(changed.stderr).toMatchInlineSnapshot(`
      "error: rows.csv is no longer what was fitted, so the states of the classes at each level are not known: rows.csv gives 1 row, and the fit in fit/right is of 360.
        = help: Give the table as it was: --fitted TABLE.
      "
    `);
    const given = await own.run('predict', 'fit/right', 'new.csv', '--fitted', 'moved.csv');
    expect(given.stdout).toBe(known.stdout);
    own.remove();
  }, 30_000);

  it('are the only reason for --fitted without --stack', async () => {
    const { status, stderr } = await workspace.run(
      'predict',
      'fit/right',
      'rows.csv',
      '--fitted',
      'rows.csv',
    );
    expect(status).toBe(2);
    expect(stderr).toMatchInlineSnapshot(`
      "error: \`--fitted\` is for mixtures of fits, and only one fit is given.
        = help: Name the others: --stack FIT.
      "
    `);
  });
});
