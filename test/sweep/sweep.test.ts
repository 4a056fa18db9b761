/** The plan, the journals and the tables of a sweep. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  JournalError,
  type Journalled,
  journalLine,
  readJournal,
  sortedJournal,
} from '../../analysis/sweep/journal.ts';
import { partKey, partsOfPlan, planSweep, taskKey } from '../../analysis/sweep/plan.ts';
import type { BaselineResult, HeldOutScores, SweepResult } from '../../analysis/sweep/result.ts';
import { fitsTable, parametersTable, scoresTable } from '../../analysis/sweep/tidy.ts';
import { sweepResult } from '../../cli/sweep/sweep-folder.ts';
import { selectionsOf } from '../../compiler/choose/alternatives.ts';
import { parse } from '../../grammar/parse.ts';
import type { ParameterSummary } from '../../host/diagnose/summarise.ts';
import { crc32 } from '../../module/checksum.ts';

const LAYOUT = `layout Nested
demand d
param a ~ choose prior { flat: uniform(0, 1), peaked: normal(0, choose width { narrow: 1, wide: 5 }) }
param b ~ normal(0, choose width { narrow: 1, wide: 5 })
param c ~ choose other { low: uniform(0, choose top { one: 1, two: 2 }), high: uniform(3, 4) }
observe y ~ normal(a + b * d + c, 1)
`;

const SUMMARY: ParameterSummary = {
  ...{ mean: 1.5, sd: 0.5, q5: 0.7, q50: 1.4, q95: 2.4, hdi95: [0.6, 2.3], mcse: 0.01 },
  ...{ essBulk: 900, essTail: 800, rhat: 1.001 },
};

const TASKS = planSweep({
  selections: [{ prior: 'flat' }, { prior: 'peaked', width: 'wide' }],
  subjects: ['Ada', 'Bo, "the second"'],
  splits: ['fold 1', 'fold 2'],
  seeds: [1n, 2n ** 63n],
});

function scores(brier: number): HeldOutScores {
  const others = { calibration: 0.01, refinement: 0.1, auroc: null, calibrationError: 0.2 };
  return { rows: 30, brier, ...others, logScore: brier === 0 ? '-inf' : -0.5 };
}

const RESULTS = new Map(
  TASKS.map((task, index): [string, SweepResult] => [
    taskKey(task),
    {
      key: taskKey(task),
      status: index === 3 ? 'failed' : 'converged',
      findings: index === 3 ? ['disagreement'] : [],
      divergences: index,
      parameters: { a: SUMMARY, b: index === 5 ? { ...SUMMARY, rhat: null } : SUMMARY },
      ...(index === 2 ? {} : { scores: { y: scores(0.1 * index) } }),
    },
  ]),
);

const BASELINES = new Map(
  partsOfPlan(TASKS).map((part, index): [string, BaselineResult] => [
    partKey(part),
    {
      ...{ key: partKey(part), training: 60, test: 30 },
      outcomes: { y: { scores: { aggregate: scores(0.25 + index) }, silent: {} } },
    },
  ]),
);
const FINISHED = { fits: RESULTS, baselines: BASELINES };

describe('the selections of a layout', () => {
  const { layout } = parse({ name: 'nested.ml', text: LAYOUT });

  it('are each combination of alternatives that makes another layout, once', () => {
    const selections = selectionsOf(layout!).map((selection) => Object.values(selection).join(' '));
    expect(selections).toEqual([
      ...['flat narrow low one', 'flat narrow low two', 'flat narrow high'],
      ...['flat wide low one', 'flat wide low two', 'flat wide high'],
      ...['peaked narrow low one', 'peaked narrow low two', 'peaked narrow high'],
      ...['peaked wide low one', 'peaked wide low two', 'peaked wide high'],
    ]);
  });

  it('keep to the alternatives that are asked for, in their order', () => {
    const among = { width: ['wide'], other: ['high', 'low'], top: ['two'] };
    const selections = selectionsOf(layout!, among).map((selection) => Object.values(selection).join(' '));
    expect(selections).toEqual([
      'flat wide high',
      'flat wide low two',
      'peaked wide high',
      'peaked wide low two',
    ]);
  });

  it('are one without any choice where there is nothing to choose', () => {
    const { layout: plain } = parse({
      name: 'p.ml',
      text: 'layout P\nparam a ~ normal(0, 1)\nobserve y ~ normal(a, 1)\n',
    });
    expect(selectionsOf(plain!)).toEqual([{}]);
  });
});

describe('a plan', () => {
  it('has each fit once, the seed varying fastest', () => {
    expect(TASKS).toHaveLength(16);
    expect(new Set(TASKS.map(taskKey)).size).toBe(16);
    expect(TASKS.slice(0, 3).map(({ split, seed }) => [split, seed])).toEqual([
      ['fold 1', 1n],
      ['fold 1', 2n ** 63n],
      ['fold 2', 1n],
    ]);
  });

  it('has each part of each subject once, whatever the layouts and seeds', () => {
    expect(partsOfPlan(TASKS).map(({ subject, split }) => `${subject} ${split}`)).toEqual([
      ...['Ada fold 1', 'Ada fold 2', 'Bo, "the second" fold 1', 'Bo, "the second" fold 2'],
    ]);
    expect(partsOfPlan([{ ...TASKS[0]!, split: null }])).toEqual([]);
  });
});

describe('a journal', () => {
  const text = [...RESULTS.values()].map(journalLine).join('');
  const bytes = new TextEncoder().encode(text);
  const keys = TASKS.map(taskKey);
  const read = (written: Uint8Array) => readJournal(written, keys, sweepResult);

  it('cut off at any byte keeps the fits whose lines are whole', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: bytes.length }), (length) => {
        const { entries: results, wholeBytes } = read(bytes.subarray(0, length));
        expect(wholeBytes).toBeLessThanOrEqual(length);
        expect([...results.values()]).toEqual([...RESULTS.values()].slice(0, results.size));
        expect([...results.values()].map(journalLine).join('')).toBe(
          new TextDecoder().decode(bytes.subarray(0, wholeBytes)),
        );
      }),
    );
  });

  it('is the same when it is finished, in whatever order fits came, and once or twice', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...RESULTS.values()], { minLength: RESULTS.size }),
        fc.array(fc.constantFrom(...RESULTS.values())),
        (order, again) => {
          const written = new TextEncoder().encode([...order, ...again].map(journalLine).join(''));
          expect(sortedJournal(keys, read(written).entries)).toBe(text);
        },
      ),
    );
  });

  it.each([
    ['text', 'nonsense\n', 'damaged'],
    ['no checksum', `${JSON.stringify(RESULTS.values().next().value!)}\n`, 'damaged'],
    ['other JSON', journalLine({ key: '3', status: 'converged', parameters: null } as Journalled), 'damaged'],
    ['a fit of another sweep', journalLine({ ...RESULTS.values().next().value!, key: '[]' }), 'foreign'],
  ])('with %s is refused with the line', (_, line, reason) => {
    const damaged = new TextEncoder().encode(`${journalLine(RESULTS.values().next().value!)}${line}`);
    const reading = () => read(damaged);
    expect(reading).toThrow(JournalError);
    expect(reading).toThrow(expect.objectContaining({ line: 2, reason }));
  });

  it('with an entry that lies deep in itself is refused with the line, whatever its checksum', () => {
    const entry = journalLine({ ...RESULTS.values().next().value!, deep: null } as Journalled);
    const text = entry
      .replace(/,"crc32":.*\n/, '}')
      .replace('"deep":null', `"deep":${'{"a":['.repeat(50_000)}${']}'.repeat(50_000)}`);
    const sum = crc32(new TextEncoder().encode(text)).toString(16).padStart(8, '0');
    const line = `${text.slice(0, -1)},"crc32":"${sum}"}\n`;
    expect(() => read(new TextEncoder().encode(line))).toThrow(
      expect.objectContaining({
        line: 1,
        reason: 'damaged',
        detail: 'its lists and objects lie more than 100 deep in each other',
      }),
    );
  });
});

describe('a journal that was changed', () => {
  const lines = [...RESULTS.values()].slice(0, 3).map(journalLine);
  const bytes = new TextEncoder().encode(lines.join(''));

  it('is refused whichever byte of a whole line is another, and never read as something else', () => {
    fc.assert(
      fc.property(fc.nat(bytes.length - 2), fc.integer({ min: 1, max: 255 }), (place, change) => {
        const damaged = bytes.slice();
        damaged[place]! ^= change;
        expect(() => readJournal(damaged, TASKS.map(taskKey), sweepResult)).toThrow(
          expect.objectContaining({ reason: 'damaged' }),
        );
      }),
    );
  });

  it('says which line it is, and what is wrong with it', () => {
    const damaged = lines.join('').replace('"divergences":', '"divergencez":');
    expect(() => readJournal(new TextEncoder().encode(damaged), TASKS.map(taskKey), sweepResult)).toThrow(
      expect.objectContaining({ line: 1, detail: 'its checksum says that it was changed' }),
    );
  });
});

describe('the tables', () => {
  it('have a row for each fit, and one for each of its parameters', () => {
    const fits = fitsTable(TASKS, FINISHED);
    expect(fits).toHaveLength(17);
    expect(fits[0]).toEqual([
      ...['prior', 'width', 'subject', 'split', 'seed', 'status', 'findings', 'error'],
      ...['divergences', 'worst R-hat', 'least ESS bulk'],
    ]);
    expect(fits[4]).toEqual([
      ...['flat', null, 'Ada', 'fold 2', '9223372036854775808', 'failed', 'disagreement', null],
      ...[3, 1.001, 900],
    ]);
    expect(fits[6]!.at(-2)).toBeNull();
    const parameters = parametersTable(TASKS, FINISHED);
    expect(parameters).toHaveLength(33);
    expect(new Set(parameters.map(({ length }) => length)).size).toBe(1);
    expect(parameters[2]!.slice(5, 9)).toEqual(['converged', 'b', 1.5, 0.5]);
  });

  it('have the scores of each fit beside those of who knows no layout, of the same rows', () => {
    const [head, ...rows] = scoresTable(TASKS, FINISHED);
    expect(head!.slice(5)).toEqual([
      ...['status', 'outcome', 'training rows', 'test rows'],
      ...['layout', 'aggregate'].flatMap((name) =>
        ['Brier', 'calibration', 'refinement', 'log score', 'AUROC', 'calibration error'].map(
          (score) => `${name} ${score}`,
        ),
      ),
    ]);
    expect(rows).toHaveLength(16);
    const cells = rows.map((row) => Object.fromEntries(row.map((cell, place) => [head![place], cell])));
    expect(cells[0]).toMatchObject({
      'layout Brier': 0,
      'layout log score': '-inf',
      'layout AUROC': null,
    });
    expect(cells[1]).toMatchObject({ 'layout Brier': 0.1, 'layout log score': -0.5, 'test rows': 30 });
    // A fit that there is not has no scores.
    expect(cells[2]).toMatchObject({
      'layout Brier': null,
      'layout log score': null,
      'aggregate Brier': 1.25,
    });
    expect(cells.map((row) => row['aggregate Brier']).slice(0, 10)).toEqual([
      ...[0.25, 0.25, 1.25, 1.25, 2.25, 2.25, 3.25, 3.25, 0.25, 0.25],
    ]);
  });

  it('leave the splits out where there are none', () => {
    const tasks = planSweep({ selections: [{}], subjects: ['Ada'], splits: [null], seeds: [1n] });
    const [result] = RESULTS.values();
    const results = new Map([[taskKey(tasks[0]!), { ...result!, key: taskKey(tasks[0]!) }]]);
    expect(fitsTable(tasks, { fits: results, baselines: new Map() })[0]!.slice(0, 3)).toEqual([
      ...['subject', 'seed', 'status'],
    ]);
    expect(scoresTable(tasks, { fits: results, baselines: new Map() })).toHaveLength(1);
  });
});
