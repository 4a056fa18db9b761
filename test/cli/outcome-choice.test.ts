import { describe, expect, it } from 'vitest';
import { folderNames } from '../../cli/fit/result-files.ts';
import { parseOutcomeChoice } from '../../cli/options/data-options.ts';
import { describeAside, describeProgress, openProgressLine } from '../../cli/process/progress.ts';
import { subjectOf } from '../../cli/stored-fits/stored-fits.ts';
import { resolveSubjects } from '../../files/tables/plan-reading.ts';
import { readNumber } from '../../files/tables/read-cell.ts';
import { TableProblems } from '../../files/tables/table-error.ts';

const HEADER = ['x', 'agent1', 'agent10', 'agent2', 'a*b', 'success', 'move1', 'move2', 'move10'];

const subjects = (texts: readonly string[], outcomes: readonly string[]) =>
  resolveSubjects(texts.map(parseOutcomeChoice), outcomes, HEADER, 'table.csv').map(({ name, columns }) => [
    name,
    Object.fromEntries(columns),
  ]);

describe('--outcome', () => {
  it('makes a fit of each column a pattern matches, in natural order', () => {
    expect(subjects(['success=agent*'], ['success']).map(([name]) => name)).toEqual([
      'agent1',
      'agent2',
      'agent10',
    ]);
  });

  it('keeps the order of columns as written, each once', () => {
    expect(subjects(['success=agent10,agent?,agent2'], ['success']).map(([name]) => name)).toEqual([
      ...['agent10', 'agent1', 'agent2'],
    ]);
  });

  it('takes a column whose name looks like a pattern by its name', () => {
    expect(subjects(['success=a*b'], ['success'])).toEqual([['a*b', { success: 'a*b' }]]);
  });

  it('takes a column whose name holds a comma by its name', () => {
    const choice = parseOutcomeChoice('success=robot, version 1');
    expect(resolveSubjects([choice], ['success'], ['robot, version 1'], 'table.csv')).toEqual([
      { name: 'robot, version 1', columns: new Map([['success', 'robot, version 1']]) },
    ]);
  });

  it('reads an outcome from the column of its name when nothing is said', () => {
    expect(subjects([], ['success'])).toEqual([['success', { success: 'success' }]]);
  });

  it('pairs the columns of two outcomes', () => {
    expect(subjects(['success=agent1,agent2', 'move=move1,move2'], ['success', 'move'])).toEqual([
      ['agent1', { success: 'agent1', move: 'move1' }],
      ['agent2', { success: 'agent2', move: 'move2' }],
    ]);
  });

  it('uses the one column of an outcome for every fit of another', () => {
    expect(subjects(['move=move1,move2'], ['success', 'move'])).toEqual([
      ['move1', { success: 'success', move: 'move1' }],
      ['move2', { success: 'success', move: 'move2' }],
    ]);
  });

  it('refuses outcomes with different numbers of columns', () => {
    expect(() => subjects(['success=agent*', 'move=move1,move2'], ['success', 'move'])).toThrow(
      TableProblems,
    );
  });

  it('matches long patterns without trying every split', () => {
    const name = 'a'.repeat(5000);
    expect(() =>
      resolveSubjects([parseOutcomeChoice(`success=${'a*'.repeat(200)}b`)], ['success'], [name], 'table.csv'),
    ).toThrow('No column of table.csv matches');
  });
});

describe('the folder of a column', () => {
  it.each([
    ['tesseract', 'tesseract'],
    ['Gerät 2', 'Gerät 2'],
    ['../x', '%2E.%2Fx'],
    ['..', '%2E%2E'],
    ['.', '%2E'],
    ['a/b\\c', 'a%2Fb%5Cc'],
    ['50%', '50%25'],
    ['nul', '%6Eul'],
    ['CON.txt', '%43ON.txt'],
    ['tab\tname', 'tab%09name'],
    ['trailing.', 'trailing%2E'],
    ['com\u00b9.txt', '%63om\u00b9.txt'],
    ['con .txt', '%63on .txt'],
    ['summary.json', '%73ummary.json'],
    ['Model.WASM', '%4Dodel.WASM'],
  ])('%s is %s', (column, folder) => {
    expect(folderNames([column]).get(column)).toBe(folder);
    expect(subjectOf(`results/${folder}`)).toBe(column);
  });

  it('differs in more than case or accents from those of other columns', () => {
    const columns = ['Ada', 'ada', 'ADA', 'caf\u00e9', 'cafe\u0301', 'Bob'];
    const names = folderNames(columns);
    expect([...names.values()]).toEqual([...['%41da', 'ada', '%41%44%41', 'caf%C3%A9', 'cafe%CC%81', 'Bob']]);
    expect([...names.values()].map((name) => subjectOf(`results/${name}`))).toEqual(columns);
    // The same whichever comes first, and alone as it is.
    expect(folderNames(columns.toReversed()).get('Ada')).toBe('%41da');
    expect(folderNames(['Ada']).get('Ada')).toBe('Ada');
  });
});

describe('a number in a table', () => {
  it.each([
    ...([
      ['1', 1],
      ['-2.5e3', -2500],
      ['.5', 0.5],
      ['+3.', 3],
    ] as const),
    ...([
      ['', null],
      ['0x10', null],
      ['1,5', null],
      ['1 2', null],
      ['Infinity', null],
      ['e5', null],
    ] as const),
  ])('%s reads as %s', (text, value) => {
    expect(readNumber(text)).toBe(value);
  });
});

describe('the progress line', () => {
  const progress = {
    subject: 'gocr',
    index: 2,
    subjects: 3,
    done: 6000,
    total: 24_000,
    counts: 'draws',
  } as const;

  it('says the subject, which of how many, the draws and the time left', () => {
    expect(describeProgress(progress, 2000)).toBe('gocr (2 of 3), 6000 of 24000 draws, 6 s left');
  });

  it('says how far particles are on their way, which are drawn only at its end', () => {
    expect(describeProgress({ ...progress, counts: 'way' }, 2000)).toBe(
      'gocr (2 of 3), 25 % of the way from the prior, 6 s left',
    );
  });

  it('says minutes where seconds are many, and how long it has taken before it knows', () => {
    expect(describeProgress(progress, 200_000)).toContain('10 min left');
    const early = { ...progress, subjects: 1, done: 0 };
    expect(describeProgress(early, 5)).toBe('gocr, 0 of 24000 draws, 1 s so far');
    expect(describeProgress({ ...early, done: 1 }, 900)).toBe('gocr, 1 of 24000 draws, 1 s so far');
    expect(describeProgress({ ...early, done: 1 }, 3000)).toBe('gocr, 1 of 24000 draws, 1200 min left');
  });

  it('says of chains that none has a draw yet', () => {
    expect(describeProgress({ ...progress, phase: 'warm-up' }, 2000)).toBe(
      'gocr (2 of 3), warming up, 6000 of 24000 draws, 6 s left',
    );
    expect(describeProgress({ ...progress, phase: 'sampling' }, 2000)).toBe(
      'gocr (2 of 3), 6000 of 24000 draws, 6 s left',
    );
  });

  it('says what is done before and after the chains run', () => {
    const said = (['binding', 'warm-up', 'sampling', 'modes', 'summary'] as const).map((phase) =>
      describeAside({ ...progress, phase, parameters: 9000 }),
    );
    expect(said).toEqual([
      'gocr (2 of 3), binding its rows to the layout',
      null,
      null,
      'gocr (2 of 3), looking for separate modes',
      'gocr (2 of 3), summing up 9000 parameters',
    ]);
  });

  it('writes what follows at once, since the work may keep the thread busy, and once', () => {
    const written: string[] = [];
    const terminal = { isTTY: true, write: (text: string) => written.push(text) > 0 };
    const line = openProgressLine(terminal as unknown as NodeJS.WriteStream);
    for (let times = 0; times < 3; times++) line.sampling({ ...progress, subjects: 1, phase: 'binding' });
    line.sampling({ ...progress, subjects: 1, phase: 'summary', parameters: 1 });
    line.clear();
    const erased = '\r\x1b[K';
    expect(written).toEqual([
      'gocr, binding its rows to the layout …',
      erased,
      'gocr, summing up 1 parameter …',
      erased,
    ]);
  });

  it('does not say that nothing is left while it looks for separate modes', () => {
    expect(describeProgress({ ...progress, done: progress.total }, 9000)).toBe(
      'gocr (2 of 3), 24000 of 24000 draws, looking for separate modes and summing up',
    );
  });
});
