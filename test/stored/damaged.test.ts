/** Files that commands wrote and read back, with one field damaged: told in words with the file and the place, or read as they are. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSummary } from '../../files/fits/read-summary.ts';
import { LADDER, ladderTable } from '../cli/ladder.ts';
import { openWorkspace, type Workspace } from '../cli/run-command.ts';
import { damagedFiles, makeFiles } from './damaged-files.ts';
import { type Damage, type DamagedRun, damagesOf, type Told, toldInEach, unfit } from './damages.ts';
import { sealed, sealedIfWhole } from './reseal.ts';

/** One of so many damages is told by a command here; all are in the slow tests. */
const EACH = 80;

let workspace: Workspace;
const inside = (...names: readonly string[]) => join(workspace.path, ...names);

beforeAll(async () => {
  workspace = openWorkspace();
  workspace.write('ladder.ml', LADDER);
  workspace.write('robots.csv', ladderTable());
  await makeFiles(workspace);
}, 240_000);
afterAll(() => workspace.remove());

describe('a summary with one field damaged', () => {
  const damages = (): Damage[] => damagesOf(JSON.parse(workspace.read('fits/robot1/summary.json')));
  const reading = (text: string) => {
    workspace.write('damaged/summary.json', text);
    return () => readSummary(inside('damaged'));
  };

  it('is refused, with the file and what to do', () => {
    const all = damages();
    expect(all.length).toBeGreaterThan(700);
    const whole = workspace.read('fits/robot1/summary.json');
    for (const { name, value } of all) {
      const text = JSON.stringify(value);
      // What is no damage, such as an empty list of findings that is emptied.
      if (text === JSON.stringify(JSON.parse(whole))) continue;
      expect(reading(text), name).toThrow(
        expect.objectContaining({
          name: 'FileError',
          message: expect.stringContaining('summary.json'),
          remedy: expect.stringMatching(/\.$/),
        }),
      );
    }
  });

  it('is refused with the place where it is not of its shape, whatever its digest', () => {
    const summary = JSON.parse(workspace.read('fits/robot1/summary.json'));
    const told = (change: (copy: typeof summary) => void) => {
      const copy = structuredClone(summary);
      change(copy);
      try {
        reading(sealed(copy))();
      } catch (error) {
        return (error as Error).message.replace(/.*summary\.json is damaged: /, '');
      }
      return 'read';
    };
    expect([
      told((copy) => void delete copy.parameters.climb.mean),
      told((copy) => {
        copy.parameters.climb.mean = 'x';
      }),
      told((copy) => {
        copy.parameters.climb.hdi95 = [1];
      }),
      told((copy) => {
        copy.sampler.chains = -1;
      }),
      told((copy) => {
        copy.status = 'fine';
      }),
      told((copy) => {
        copy.outcomes.success = { column: 'robot1' };
      }),
      told((copy) => {
        copy.findings = [{ kind: 'new' }];
      }),
      told((copy) => {
        copy.parameters.climb.mean = 3;
      }),
    ]).toEqual([
      '`parameters.climb.mean` is missing, where a number or null is wanted.',
      '`parameters.climb.mean` is the text "x", where a number or null is wanted.',
      '`parameters.climb.hdi95` is a list of 1, where a list of two or null is wanted.',
      '`sampler.chains` is the number -1, where a whole number from 1 is wanted.',
      '`status` is the text "fine", where one of "converged", "usable", "failed" is wanted.',
      '`outcomes.success` is an object, where an object with `successes`, `values` or `mean` is wanted.',
      expect.stringMatching(/^`findings\[0\]\.kind` is the text "new", where one of "not-finite", /),
      // A number for a number has the shape; only the digest tells it, which was made right here.
      'read',
    ]);
  });
});

/** Of each case its runs, and what is told in them: one process runs those of all, since it takes longer to start one. */
class Cases<Case> {
  readonly #runsOf: (each: Case) => readonly DamagedRun[];
  readonly #told = new Map<Case, Told[]>();

  constructor(runsOf: (each: Case) => readonly DamagedRun[]) {
    this.#runsOf = runsOf;
  }

  run(all: readonly Case[]): void {
    const runs = all.map(this.#runsOf);
    const told = toldInEach(workspace.path, runs.flat());
    let begin = 0;
    for (const [index, each] of all.entries()) {
      const end = begin + runs[index]!.length;
      this.#told.set(each, told.slice(begin, end));
      begin = end;
    }
    expect(begin).toBe(told.length);
  }

  toldOf(each: Case): Told[] {
    return this.#told.get(each)!;
  }
}

type DamagedFile = (typeof damagedFiles)[number];

describe('files with one field damaged', () => {
  const chosenOf = (file: string) =>
    damagesOf(JSON.parse(readFileSync(inside(file), 'utf8'))).filter((_, index) => index % EACH === 0);
  const cases = new Cases<DamagedFile>(({ file, words, seal }) =>
    chosenOf(file).map(({ value }) => ({
      file,
      words,
      text: seal ? sealedIfWhole(value) : JSON.stringify(value),
    })),
  );
  beforeAll(() => cases.run(damagedFiles), 240_000);

  it.each(damagedFiles)('$file by $words', (each) => {
    const chosen = chosenOf(each.file);
    const told = cases.toldOf(each);
    expect(told).toHaveLength(chosen.length);
    const wrong = told.flatMap((said, index) =>
      unfit(said) === null ? [] : [[chosen[index]!.name, unfit(said)]],
    );
    expect(wrong).toEqual([]);
    expect(told.some(({ status }) => status === 1)).toBe(true);
  });
});

describe('files that lie deep in themselves', () => {
  const DEPTH = 100_000;
  const lists = '['.repeat(DEPTH) + ']'.repeat(DEPTH);
  const objects = `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`;
  /** All of it, and a field that nothing reads. */
  const texts = (whole: string) => [
    ...[lists, objects],
    ...[lists, objects].map((deep) => whole.trimEnd().replace(/\}$/, `,"deep":${deep}}`)),
  ];
  const more: typeof damagedFiles = [
    {
      file: 'at.json',
      words: ['log-prob', 'ladder.ml', 'robots.csv', '--outcome', 'success=robot1', '--at', 'at.json'],
      seal: false,
    },
    { file: 'table.json', words: ['predict', 'fits/robot1', 'table.json'], seal: false },
    { file: 'table.jsonl', words: ['predict', 'fits/robot1', 'table.jsonl'], seal: false },
  ];

  const isStored = (file: string) => !more.some((each) => each.file === file);
  const all = [
    ...[...damagedFiles.filter(({ seal }) => !seal), ...damagedFiles.filter(({ seal }) => seal)],
    ...more,
  ];
  const cases = new Cases<DamagedFile>(({ file, words }) =>
    texts(readFileSync(inside(file), 'utf8')).map((text) => ({ words, file, text })),
  );
  beforeAll(() => {
    for (const { file } of more) workspace.write(file, '{"climb": 2}');
    cases.run(all);
  }, 240_000);

  it.each(all)('are refused in words: $file by $words', (each) => {
    const told = cases.toldOf(each);
    expect(told).toHaveLength(4);
    for (const said of told) {
      expect(unfit(said)).toBe(null);
      expect(said.status).toBe(1);
      // A list is no list of rows, and no text of rows holds what is deep in one.
      if (isStored(each.file))
        expect(said.stderr).toContain('its lists and objects lie more than 100 deep in each other');
    }
  });
});
