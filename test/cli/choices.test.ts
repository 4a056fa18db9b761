/** Ratings and choices in the command: the probability of each value in predictions, and how it is scored. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkspace, type Workspace } from './run-command.ts';

const LAYOUT = `layout Choice
category person
demand hard in [0, 3]
param skill[person] ~ normal(0, 1)
param lure ~ normal(0, 1)
observe answer in {right, lured, blank} ~ categorical_logit(2 + skill[person] - hard, lure, 0)
observe grade in {low, mid, high} ~ ordered_logistic(skill[person] - hard, -1, 1)
`;
const QUICK = ['--warmup', '200', '--draws', '100', '--chains', '2', '--seed', '1'];

let workspace: Workspace;
beforeAll(async () => {
  workspace = openWorkspace();
  workspace.write('choice.ml', LAYOUT);
  const rows = Array.from({ length: 96 }, (_, row) => {
    const hard = row % 4;
    const answer = (row * 7) % 10 < 8 - 2 * hard ? 'right' : row % 3 === 0 ? 'lured' : 'blank';
    return `p${row % 8},${hard},${answer},${['high', 'mid', 'mid', 'low'][(hard + (row % 5 === 0 ? 1 : 0)) % 4]}`;
  });
  workspace.write('rows.csv', ['person,hard,answer,grade', ...rows, ''].join('\n'));
  await workspace.run('fit', 'choice.ml', 'rows.csv', ...QUICK, '--out', 'fit');
}, 60_000);
afterAll(() => workspace.remove());

describe('predict', () => {
  it('shows the probability of each value, and the mean only of values with an order', async () => {
    workspace.write('new.csv', 'person,hard\np0,0\np0,3\n');
    const { status, stdout } = await workspace.run('predict', 'fit/answer', 'new.csv');
    expect(status).toBe(0);
    const [header, ...lines] = stdout
      .trim()
      .split('\n')
      .map((line) => line.split(','));
    const parts = ['mean', 'sd', 'lower', 'upper'];
    const of = (name: string) => parts.map((part) => `${name} ${part}`);
    expect(header).toEqual([
      ...['person', 'hard'],
      ...['answer = right', 'answer = lured', 'answer = blank'].flatMap(of),
      ...['grade', 'grade = low', 'grade = mid', 'grade = high'].flatMap(of),
    ]);
    for (const line of lines) {
      const means = ['right', 'lured', 'blank'].map((value) =>
        Number(line[header!.indexOf(`answer = ${value} mean`)]),
      );
      expect(means.reduce((a, b) => a + b)).toBeCloseTo(1, 12);
    }
    const at = header!.indexOf('answer = right mean');
    expect(Number(lines[0]![at])).toBeGreaterThan(Number(lines[1]![at]));
  });

  it('has them by value in JSON, where outcomes are drawn too', async () => {
    const { stdout } = await workspace.run('predict', 'fit/answer', 'new.csv', '--json', '--drawn', '2');
    const { answer, grade } = JSON.parse(stdout).outcomes;
    expect(Object.keys(answer)).toEqual(['probabilities', 'drawn']);
    expect(Object.keys(answer.probabilities)).toEqual(['right', 'lured', 'blank']);
    expect(Object.keys(grade)).toEqual(['mean', 'sd', 'lower', 'upper', 'probabilities', 'drawn']);
    expect(grade.probabilities.low.mean).toHaveLength(2);
  });
});

describe('evaluate', () => {
  it('scores each rating and choice by the probabilities of its values', async () => {
    const given = ['evaluate', 'choice.ml', 'rows.csv', '--folds', '2', ...QUICK];
    const { status, stdout } = await workspace.run(...given);
    // So few draws need not converge.
    expect([0, 3]).toContain(status);
    expect(stdout).toContain('answer: answer, 2 fits to about 48 rows each, tested on 48');
    expect(stdout).toContain('answer: grade, 2 fits to about 48 rows each, tested on 48');
    expect(stdout).toMatch(/Brier score {2}0\.\d{3} \* +0\.\d{3} \(\+0\.\d{3} ± 0\.\d{3}\)\nlog score/);
    expect(stdout).not.toContain('AUROC');
    const { subjects } = JSON.parse((await workspace.run(...given, '--json')).stdout);
    expect(subjects.answer.scores).toEqual({});
    expect(Object.keys(subjects.answer.valueScores)).toEqual(['answer', 'grade']);
  });

  it('has no table of predictions without an outcome of 0 and 1', async () => {
    const { status, stderr } = await workspace.run(
      ...['evaluate', 'choice.ml', 'rows.csv', '--folds', '2', '--predictions', 'p.csv'],
    );
    expect(status).toBe(2);
    expect(stderr).toMatchInlineSnapshot(`
      "error: \`--predictions\` writes the predictions of outcomes of 0 and 1 or of shares, and the layout has none.
        = help: Leave it out.
      "
    `);
  });
});

/** One that knows nothing of how hard a question is. */
const BLIND = `layout Blind
category person
demand hard in [0, 3]
param ease, lure ~ normal(0, 2)
observe answer in {right, lured, blank} ~ categorical_logit(ease, lure, 0)
`;

describe('whether a layout describes choices', () => {
  let fitted: string;
  beforeAll(async () => {
    workspace.write('blind.ml', BLIND);
    const [header, ...rows] = workspace.read('rows.csv').trim().split('\n');
    workspace.write('many.csv', [header, ...rows, ...rows, ...rows, ...rows, ''].join('\n'));
    fitted = (await workspace.run('fit', 'blind.ml', 'many.csv', ...QUICK, '--out', 'blind')).stdout;
  }, 60_000);

  it('is told in one line of `fit`, by the name of the value', () => {
    expect(fitted).toMatch(
      /warning: The layout does not describe `answer`: \d+ of 42 predictive checks fail\. The worst: `answer` is `right` in 16.7 % of 48 rows where `person` is p7, expected \S+ % \(\S+ to \S+ %\)\.\n {2}= help: Give each level of `person` a value of its own, such as `capability ability\[person\]`\./,
    );
  });

  it('is told by `predictive-check`, whose checks are of the share of each value', async () => {
    const { status, stdout } = await workspace.run('predictive-check', 'blind/answer', 'many.csv');
    expect(status).toBe(6);
    await expect(stdout).toMatchFileSnapshot('messages/predictive-check/choices.txt');
    const json = JSON.parse(
      (await workspace.run('predictive-check', 'blind/answer', 'many.csv', '--json')).stdout,
    );
    expect(json.outcomes.answer.checks[0]).toMatchObject({
      check: 'share of right',
      kind: 'share',
      value: 'right',
    });
  });

  it('stands on the first screen of a report', async () => {
    await workspace.run('report', 'blind/answer', '-o', 'blind.html');
    const page = workspace
      .read('blind.html')
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll('\u00a0', ' ');
    const alert = page.indexOf('The layout does not describe these data.');
    expect(alert).toBeGreaterThan(0);
    expect(page.slice(alert, alert + 400)).toMatch(
      /answer is right in 16.7 % of 48 rows where person is p7, expected \S+ % \(/,
    );
  });
});
