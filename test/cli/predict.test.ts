/** `theodolite predict`, as a user runs it. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepare } from '../../compiler/compile.ts';
import type { FittedModel } from '../../host/api/fitted-model.ts';
import { reseal, sealed } from '../stored/reseal.ts';
import { HEADER, LADDER, ladderRows, ladderTable } from './ladder.ts';
import { openWorkspace, transcript, type Workspace } from './run-command.ts';

/** As a program has it: chains run in threads, which only what was built can start. */
const { compile, load }: typeof import('../../index.ts') = await import(
  new URL('../../dist/index.js', import.meta.url).href
);

/** A chance level that is a statistic of the data, and a factor that is a conjunction itself. */
const GUESSING = LADDER.replace('layout Ladder', 'layout Guessing').replace(
  /observe[\s\S]*/,
  `let sees = presence(nightSight, dark)
let gets = margin(climb + lean * side, height) and sees
let knack = logistic(climb / 1 m)
observe success ~ bernoulli(mix(0.1, gets and knack, mean(success)))
`,
);
const TEAMS = `layout Teams
unit m
category team
demand height : m in [0, 9]
capability climb[team] : m ~ uniform(0, 10)
observe success ~ bernoulli(margin(climb[team], height, steepness = 1 / 1 m))
`;
const QUICK = ['--chains', '2', '--warmup', '200', '--draws', '60', '--scouts', '0'];
const SETTINGS = { chains: 2, warmup: 200, draws: 60, scouts: 0, workers: 1 } as const;

let workspace: Workspace;
/** The columns of the rows to be predicted, and of all. */
const rowsOf = (wanted: (row: number) => boolean) => {
  const rows = ladderRows().map((line) => line.split(','));
  const chosen = rows.filter((_, row) => wanted(row));
  const column = (name: string) => chosen.map((fields) => Number(fields[HEADER.split(',').indexOf(name)]));
  return Object.fromEntries(
    ['height', 'dark', 'side', 'tries', 'robot1'].map((name) => [name, column(name)]),
  );
};
const isTest = (row: number) => row % 5 === 0;

/** The fit that was stored, made anew by the module that was stored with it. */
async function fittedAgain(folder: string): Promise<FittedModel> {
  const model = await load(readFileSync(join(workspace.path, folder, 'model.wasm')));
  const { robot1, ...demands } = rowsOf((row) => !isTest(row));
  return (await model.bind({ ...demands, success: robot1! })).fit(SETTINGS);
}

const TRAIN = ['robots.csv', '--outcome', 'success=robot1', '--rows', 'split=train', ...QUICK];

beforeAll(async () => {
  workspace = openWorkspace();
  workspace.write('ladder.ml', LADDER);
  workspace.write('guessing.ml', GUESSING);
  workspace.write('teams.ml', TEAMS);
  workspace.write('robots.csv', ladderTable());
  const heights = Array.from(
    { length: 30 },
    (_, row) => `${['10', '9', '2'][row % 3]},${row % 10},${row % 2}`,
  );
  workspace.write('teams.csv', `team,height,success\n${heights.join('\n')}\n`);
  await workspace.run('fit', 'guessing.ml', ...TRAIN, '--out', 'fits');
  await workspace.run('fit', 'guessing.ml', ...TRAIN, '--out', 'parquet', '--draws-as', 'parquet');
  await workspace.run('fit', 'teams.ml', 'teams.csv', ...QUICK, '--out', 'teams');
  await workspace.run('fit', 'teams.ml', 'teams.csv', '--method', 'map', '--out', 'estimated');
  await workspace.run('build', 'teams.ml');
  await workspace.run('fit', 'teams.wasm', 'teams.csv', ...QUICK, '--out', 'built');
  workspace.write('eight.csv', 'team,height\n9,7\n8,7\n8,1\n');
}, 120_000);
afterAll(() => workspace.remove());

/** The ladder itself, fitted to the same rows. */
async function fitPlain(): Promise<void> {
  if (!existsSync(join(workspace.path, 'plain')))
    await workspace.run('fit', 'ladder.ml', ...TRAIN, '--out', 'plain');
}

const predict = (...args: readonly string[]) => workspace.run('predict', ...args);
const HELD_OUT = ['fits/robot1', 'robots.csv', '--rows', 'split=test'];
const parse = (text: string) =>
  Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;

describe('predict', () => {
  it('adds to the rows of a table, of which all columns are kept, what the same fit predicts in a program, to the last digit', async () => {
    const { stdout } = await predict(...HELD_OUT);
    const lines = stdout.trim().split('\n');
    const given = ladderTable().trim().split('\n');
    expect(lines[0]).toBe(`${given[0]},success mean,success sd,success lower,success upper`);
    const kept = given.slice(1).filter((_, row) => isTest(row));
    expect(lines.slice(1).map((line) => line.split(',').slice(0, 9).join(','))).toEqual(kept);
    const { outcomes } = await (await fittedAgain('fits/robot1')).predict(rowsOf(isTest));
    for (const part of ['mean', 'sd', 'lower', 'upper'] as const) {
      const predicted = parse(stdout).map((row) => Number(row[`success ${part}`]));
      expect(predicted).toEqual([...outcomes.success![part]]);
    }
  });

  it('gives other intervals, `let`s and costs when they are asked for, as a program has them', async () => {
    const { stdout } = await predict(
      ...[...HELD_OUT, '--interval', '0.5', '--hdi', '--derived', 'knack,sees', '--explain', '--every', '3'],
    );
    const rows = parse(stdout);
    const { outcomes, derived } = await (await fittedAgain('fits/robot1')).predict(rowsOf(isTest), {
      ...{
        probability: 0.5,
        interval: 'highest-density',
        derived: ['knack', 'sees'],
        explain: true,
        every: 3,
      },
    });
    const numbers = (column: string) => rows.map((row) => Number(row[column]));
    expect(numbers('success lower')).toEqual([...outcomes.success!.lower]);
    expect(numbers('sees upper')).toEqual([...derived.sees!.upper]);
    expect(derived.knack!.mean).toHaveLength(1);
    expect(new Set(numbers('knack mean'))).toEqual(new Set(derived.knack!.mean));
    const { factors, costliest, innermost } = outcomes.success!.explanation!;
    for (const [label, cost, places] of [
      ['costliest', 'cost', costliest],
      ['innermost', 'innermost cost', innermost],
    ] as const) {
      expect(rows.map((row) => row[`success ${label}`])).toEqual(
        [...places].map((place) => factors[place]!.name),
      );
      expect(numbers(`success ${cost}`)).toEqual([...places].map((place, row) => factors[place]!.cost[row]));
    }
    expect(rows.some((row) => row['success innermost'] !== row['success costliest'])).toBe(true);
  });

  it('draws outcomes by the seed, as a program does', async () => {
    const drawn = ['--drawn', '6', '--seed', '7'];
    const { stdout } = await predict(...HELD_OUT, ...drawn);
    // Two chains of 60 draws: three of each, at its beginning, its middle and its end.
    const { outcomes, draws } = await (await fittedAgain('fits/robot1')).predict(rowsOf(isTest), {
      seed: 7n,
      every: 29,
    });
    expect(draws).toBe(6);
    const shown = parse(stdout).flatMap((row) =>
      Array.from({ length: 6 }, (_, index) => Number(row[`success drawn ${index + 1}`])),
    );
    expect(shown).toEqual([...outcomes.success!.drawn!]);
    expect(new Set(shown)).toEqual(new Set([0, 1]));
    expect((await predict(...HELD_OUT, ...drawn)).stdout).toBe(stdout);
    expect((await predict(...HELD_OUT, '--drawn', '6', '--seed', '8')).stdout).not.toBe(stdout);
  });

  it('takes statistics from the data that were fitted: a row by itself is predicted as among others', async () => {
    const all = parse((await predict(...HELD_OUT)).stdout);
    workspace.write(
      'one.csv',
      `height,dark,side,tries\n${ladderRows()[5]!.split(',').slice(0, 4).join(',')}\n`,
    );
    const [one] = parse((await predict('fits/robot1', 'one.csv')).stdout);
    expect(one!['success mean']).toBe(all[1]!['success mean']);
  });

  it('wants no outcomes, and does not look at those that are there', async () => {
    const rows = ladderRows().filter((_, row) => isTest(row));
    workspace.write(
      'strange.csv',
      ladderTable(
        rows.map((line) => `${line},perhaps`),
        `${HEADER},success`,
      ),
    );
    const { status, stdout } = await predict('fits/robot1', 'strange.csv');
    expect(status).toBe(0);
    const means = (text: string) => parse(text).map((row) => row['success mean']);
    expect(means(stdout)).toEqual(means((await predict(...HELD_OUT)).stdout));
  });

  it('predicts with draws in Parquet what it predicts with those in CSV', async () => {
    const { stdout } = await predict('parquet/robot1', ...HELD_OUT.slice(1));
    expect(stdout).toBe((await predict(...HELD_OUT)).stdout);
  });

  it('predicts with the layout where there is no module', async () => {
    await workspace.run('fit', 'guessing.ml', ...TRAIN, '--out', 'bare');
    rmSync(join(workspace.path, 'bare/robot1/model.wasm'));
    const { status, stdout } = await predict('bare/robot1', ...HELD_OUT.slice(1), '--layout', 'guessing.ml');
    expect(status).toBe(0);
    const expected = parse((await predict(...HELD_OUT)).stdout);
    for (const [row, { 'success mean': mean }] of parse(stdout).entries())
      expect(Number(mean)).toBeCloseTo(Number(expected[row]!['success mean']), 12);
  });

  it('compiles the layout with the choices of the fit, and takes a module that was built with them', async () => {
    const choices = GUESSING.replace(
      'uniform(0, 6)',
      'choose prior { flat: uniform(0, 6), low: half_normal(1) }',
    );
    workspace.write('choices.ml', choices);
    const low = ['--choose', 'prior=low'];
    await workspace.run('fit', 'choices.ml', ...TRAIN, ...low, '--out', 'low');
    await workspace.run('build', 'choices.ml', ...low, '-o', 'low.wasm');
    const own = parse((await predict('low/robot1', ...HELD_OUT.slice(1))).stdout);
    for (const layout of ['choices.ml', 'low.wasm']) {
      const { status, stdout } = await predict('low/robot1', ...HELD_OUT.slice(1), '--layout', layout);
      expect(status).toBe(0);
      for (const [row, { 'success mean': mean }] of parse(stdout).entries())
        expect(Number(mean)).toBeCloseTo(Number(own[row]!['success mean']), 12);
    }
  });

  it('has no module of a fit by one that cannot predict, nor keeps that of an earlier fit', async () => {
    const unable = await prepare({ name: 'guessing.ml', text: GUESSING }).compile(undefined, {
      predicts: false,
    });
    workspace.write('unable.wasm', unable.bytes);
    await workspace.run('fit', 'guessing.ml', ...TRAIN, '--out', 'twice');
    await workspace.run('fit', 'unable.wasm', ...TRAIN, '--out', 'twice');
    const { status, stderr } = await predict('twice/robot1', ...HELD_OUT.slice(1));
    expect(status).toBe(1);
    expect(stderr).toContain('error: twice/robot1 holds no model.wasm, the module that predicts.\n');
  });

  it('tells categories by the names of their levels, whatever levels the rows have', async () => {
    const all = parse((await predict('teams/success', 'teams.csv')).stdout);
    workspace.write('nine.csv', 'team,height\n9,7\n');
    const [nine] = parse((await predict('teams/success', 'nine.csv')).stdout);
    expect(nine!['success mean']).toBe(
      all.find(({ team, height }) => team === '9' && height === '7')!['success mean'],
    );
  });

  it('draws levels that the fit did not have from their population, and says so', async () => {
    const drawn = await predict('teams/success', 'eight.csv');
    expect(drawn).toMatchObject({ status: 0 });
    expect(drawn.stderr).toMatchInlineSnapshot(`
      "note: team "8": not in the fit, and so drawn from the population. Check that the names are right.
      "
    `);
    const [header] = drawn.stdout.split('\n');
    expect(header).toMatch(/^team,height,new levels,success mean,/);
    const rows = parse(drawn.stdout);
    expect(rows.map((row) => row['new levels'])).toEqual(['', 'team', 'team']);
    workspace.write('nine-alone.csv', 'team,height\n9,7\n');
    const [nine] = parse((await predict('teams/success', 'nine-alone.csv')).stdout);
    expect(rows[0]!['success mean']).toBe(nine!['success mean']);
    // Less is known of it than of a team that was fitted.
    expect(Number(rows[1]!['success sd'])).toBeGreaterThan(Number(rows[0]!['success sd']));
  });

  it('draws the same for them by a seed, with and without drawn outcomes', async () => {
    const means = async (...args: readonly string[]) =>
      JSON.parse((await predict('teams/success', 'eight.csv', '--json', ...args)).stdout);
    const first = await means();
    expect(first.newLevels).toEqual({ team: ['8'] });
    expect((await means('--drawn', '4')).outcomes.success.mean).toEqual(first.outcomes.success.mean);
    const other = await means('--seed', '2');
    expect(other.outcomes.success.mean[1]).not.toBe(first.outcomes.success.mean[1]);
    expect(other.outcomes.success.mean[0]).toBe(first.outcomes.success.mean[0]);
  });

  it('writes a file, and says what is in it', async () => {
    const { stdout } = await predict(...HELD_OUT);
    expect(await predict(...HELD_OUT, '--out', 'made/predictions.csv')).toEqual({
      status: 0,
      stdout: '',
      stderr: 'made/predictions.csv: 12 rows of success\n',
    });
    expect(workspace.read('made/predictions.csv')).toBe(stdout);
  });

  it('prints one JSON object with --json', async () => {
    const { stdout } = await predict(...HELD_OUT, '--json', '--explain', '--drawn', '3');
    const { outcomes, interval, rows, draws, layout } = JSON.parse(stdout);
    expect({ interval, rows, draws, layout }).toEqual({
      ...{ interval: { probability: 0.9, kind: 'equal-tailed' }, rows: 12, draws: 120, layout: 'Guessing' },
    });
    const means = parse((await predict(...HELD_OUT)).stdout).map((row) => Number(row['success mean']));
    expect(outcomes.success.mean).toEqual(means);
    expect(outcomes.success.drawn).toHaveLength(12);
    expect(outcomes.success.drawn[0]).toHaveLength(3);
    expect(outcomes.success.explanation.factors[0].cost).toHaveLength(12);
  });

  it('mixes several fits by the weights of a comparison, stored or made anew', async () => {
    await fitPlain();
    const fits = ['fits/robot1', 'plain/robot1'];
    const fitted = ['robots.csv', '--rows', 'split=train'];
    await workspace.run('compare', ...fits, '--data', ...fitted, '--out', 'comparison.json');
    const weights = Object.fromEntries(
      JSON.parse(workspace.read('comparison.json')).fits.map((each: Record<string, unknown>) => [
        each.fit,
        each.weight,
      ]),
    );
    const together = [...HELD_OUT, '--stack', 'plain/robot1'];
    const stored = await predict(...together, '--weights', 'comparison.json', '--json');
    expect(stored.status).toBe(0);
    const { outcomes, stack, draws } = JSON.parse(stored.stdout);
    expect(draws).toBe(240);
    expect(stack).toEqual([
      { fit: 'fits/robot1', layout: 'Guessing', weight: weights['fits/robot1'] },
      { fit: 'plain/robot1', layout: 'Ladder', weight: weights['plain/robot1'] },
    ]);
    expect(stored.stderr).toBe(
      `mixed: ${fits.map((fit) => `${weights[fit].toFixed(2)} of ${fit}`).join(', ')}\n`,
    );
    const alone = async (fit: string) =>
      JSON.parse((await predict(fit, ...HELD_OUT.slice(1), '--json')).stdout).outcomes.success.mean;
    const [first, second] = [await alone(fits[0]!), await alone(fits[1]!)];
    for (const [row, mean] of outcomes.success.mean.entries()) {
      const expected = weights[fits[0]!] * first[row] + weights[fits[1]!] * second[row];
      expect(mean).toBeCloseTo(expected, 12);
    }
    const anew = await predict(
      ...together,
      ...['--fitted', 'robots.csv', '--fitted-rows', 'split=train', '--json'],
    );
    expect(JSON.parse(anew.stdout)).toEqual(JSON.parse(stored.stdout));
    const table = await predict(...together, '--weights', 'comparison.json');
    expect(parse(table.stdout).map((row) => Number(row['success lower']))).toEqual(outcomes.success.lower);
  });

  it('has the status of a fit that did not converge, and predicts all the same', async () => {
    const poor = ['--chains', '2', '--warmup', '0', '--draws', '4', '--scouts', '0', '--out', 'poor'];
    await workspace.run('fit', 'guessing.ml', ...TRAIN.slice(0, 5), ...poor);
    const { status, stdout, stderr } = await predict('poor/robot1', ...HELD_OUT.slice(1));
    expect(status).toBe(3);
    expect(parse(stdout)).toHaveLength(12);
    await expect(stderr).toMatchFileSnapshot('messages/predict/a-fit-that-did-not-converge.txt');
  });
});

describe('predict refuses in words', () => {
  const fitFile = (name: string) => readFileSync(join(workspace.path, 'fits/robot1', name));
  /** A copy of the fit in which one file is another. */
  const damage = (changed: string | null, change: (text: string) => string | Uint8Array) => {
    for (const name of ['summary.json', 'draws.csv', 'model.wasm'])
      workspace.write(`damaged/${name}`, name === changed ? change(String(fitFile(name))) : fitFile(name));
  };
  /** The same with digests that are right again, as whoever changes files on purpose can have them. */
  const forge = (changed: string, change: (text: string) => string | Uint8Array) => {
    damage(changed, change);
    reseal(join(workspace.path, 'damaged'));
  };
  const lose = (name: string) => {
    damage(null, String);
    rmSync(join(workspace.path, 'damaged', name));
  };
  const lineOf = (text: string) => text.split('\n');
  const DAMAGED = ['damaged', ...HELD_OUT.slice(1)];
  const cases: Record<string, [status: number, args: readonly string[], prepare?: () => void]> = {
    'a folder that is not there': [1, ['fit/robot1', 'robots.csv']],
    'a mixture without weights': [2, [...HELD_OUT, '--stack', 'plain/robot1']],
    'a mixture of weights from two places': [
      2,
      [...HELD_OUT, '--stack', 'plain/robot1', '--weights', 'w.json', '--fitted', 'robots.csv'],
    ],
    'weights of one fit': [2, [...HELD_OUT, '--weights', 'w.json']],
    'a fit twice in a mixture': [2, [...HELD_OUT, '--stack', 'fits/robot1', '--weights', 'w.json']],
    'rows of weights that are stored': [
      2,
      [...HELD_OUT, '--stack', 'plain/robot1', '--weights', 'w.json', '--fitted-rows', 'split=train'],
    ],
    'factors of a mixture': [2, [...HELD_OUT, '--stack', 'plain/robot1', '--weights', 'w.json', '--explain']],
    'weights that are not there': [1, [...HELD_OUT, '--stack', 'plain/robot1', '--weights', 'w.json']],
    'weights that are no comparison': [
      1,
      [...HELD_OUT, '--stack', 'plain/robot1', '--weights', 'robots.csv'],
    ],
    'weights of other fits': [
      1,
      [...HELD_OUT, '--stack', 'plain/robot1', '--weights', 'others.json'],
      () => workspace.write('others.json', JSON.stringify({ fits: [{ fit: './fits/robot1', weight: 1 }] })),
    ],
    'weights of more fits': [
      1,
      [...HELD_OUT, '--stack', 'plain/robot1', '--weights', 'more.json'],
      () =>
        workspace.write(
          'more.json',
          JSON.stringify({
            fits: ['fits', 'plain', 'third'].map((fit) => ({ fit: `${fit}/robot1`, weight: 1 / 3 })),
          }),
        ),
    ],
    'a folder of several fits': [1, ['fits', 'robots.csv']],
    'a folder of no fit': [1, ['fits/robot1/chains', 'robots.csv']],
    'a file for a fit': [1, ['guessing.ml', 'robots.csv']],
    'no module': [1, DAMAGED, () => lose('model.wasm')],
    'a module that was changed': [
      1,
      DAMAGED,
      () => forge('model.wasm', () => fitFile('model.wasm').subarray(0, 9)),
    ],
    'a module of another fit': [1, DAMAGED, () => damage('model.wasm', (text) => text.slice(0, 9))],
    'draws of another fit': [1, DAMAGED, () => damage('draws.csv', (text) => text.replace(/\d\n$/, '\n'))],
    'a summary in which a number was changed': [
      1,
      DAMAGED,
      () => damage('summary.json', (text) => text.replace(/"q50": \d/, '"q50": 9')),
    ],
    'a summary of an earlier version': [
      1,
      DAMAGED,
      () =>
        damage('summary.json', (text) => {
          const { files: _, sha256: __, ...summary } = JSON.parse(text);
          return JSON.stringify(summary);
        }),
    ],
    'no draws': [1, DAMAGED, () => lose('draws.csv')],
    'another layout': [1, [...HELD_OUT, '--layout', 'ladder.ml']],
    'a summary that is no JSON': [1, DAMAGED, () => damage('summary.json', (text) => text.slice(0, 900))],
    'a summary of something else': [1, DAMAGED, () => damage('summary.json', () => '{"rows": 3}')],
    'statistics that are gone': [
      1,
      DAMAGED,
      () =>
        forge('summary.json', (text) => {
          const summary = JSON.parse(text);
          summary.fitted.statistics = [];
          return JSON.stringify(summary);
        }),
    ],
    'draws that are cut off in a line': [1, DAMAGED, () => forge('draws.csv', (text) => text.slice(0, -7))],
    'draws that are cut off between lines': [
      1,
      DAMAGED,
      () => forge('draws.csv', (text) => `${lineOf(text).slice(0, -30).join('\n')}\n`),
    ],
    'a draw too many': [1, DAMAGED, () => forge('draws.csv', (text) => `${text}${lineOf(text).at(-2)}\n`)],
    'a draw with a field too few': [
      1,
      DAMAGED,
      () => forge('draws.csv', (text) => text.replace(/,[^,\n]*\n$/, '\n')),
    ],
    'a draw with text': [
      1,
      DAMAGED,
      () => forge('draws.csv', (text) => text.replace(/,[^,\n]*\n$/, ',0x1f\n')),
    ],
    'draws without a parameter': [
      1,
      DAMAGED,
      () => forge('draws.csv', (text) => text.replace(',climb,', ',clime,')),
    ],
    'draws in Parquet of another fit': [
      1,
      ['other', ...HELD_OUT.slice(1)],
      () => {
        for (const name of ['summary.json', 'model.wasm', 'draws.parquet'])
          workspace.write(`other/${name}`, readFileSync(join(workspace.path, 'parquet/robot1', name)));
        const summary = JSON.parse(workspace.read('other/summary.json'));
        workspace.write(
          'other/summary.json',
          sealed({ ...summary, sampler: { ...summary.sampler, chains: 4, draws: 60 } }),
        );
      },
    ],
    'a level that an estimate did not have': [1, ['estimated/success', 'eight.csv']],
    'a level that the fit of a built module did not have': [1, ['built/success', 'eight.csv']],
    'a level that several fits did not have': [
      1,
      ['teams/success', 'eight.csv', '--stack', 'built/success', '--fitted', 'teams.csv'],
    ],
    'a seed of nothing for several fits': [
      2,
      ['teams/success', 'eight.csv', '--stack', 'built/success', '--fitted', 'teams.csv', '--seed', '3'],
    ],
    'a demand that is not there': [
      1,
      ['fits/robot1', 'low.csv'],
      () => workspace.write('low.csv', 'height,dark,side\n1,0,0\n'),
    ],
    'a table that has predictions already': [
      1,
      ['fits/robot1', 'again.csv'],
      () =>
        workspace.write(
          'again.csv',
          ladderTable(
            ladderRows().map((line) => `${line},1`),
            `${HEADER},success mean`,
          ),
        ),
    ],
    'a let that is not there': [2, [...HELD_OUT, '--derived', 'knak']],
    'nothing to explain': [2, ['teams/success', 'teams.csv', '--explain']],
    'a seed of nothing': [2, [...HELD_OUT, '--seed', '3']],
    'more outcomes than draws': [1, [...HELD_OUT, '--drawn', '121']],
    'an interval of one': [2, [...HELD_OUT, '--interval', '1']],
    'a file of another format': [2, [...HELD_OUT, '--out', 'predictions.parquet']],
    'a file that cannot be written': [4, [...HELD_OUT, '--out', 'robots.csv/predictions.csv']],
  };
  it.each(Object.entries(cases))('%s', async (title, [status, args, prepare]) => {
    prepare?.();
    const outcome = await predict(...args);
    expect(outcome).toMatchObject({ status, stdout: '' });
    await expect(transcript(outcome)).toMatchFileSnapshot(
      `messages/predict/${title.replaceAll(/[^A-Za-z0-9]+/g, '-')}.txt`,
    );
  });
});

it('a module of the API and one of the command mean the same', async () => {
  const { manifest } = await load(readFileSync(join(workspace.path, 'fits/robot1/model.wasm')));
  expect(manifest.meaning).toBe((await compile(GUESSING)).manifest.meaning);
});
