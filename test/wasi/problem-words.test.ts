import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COMMAND_PROBLEMS } from '../../compiler/emit/command-problems.ts';
import { emitSentences } from '../../compiler/emit/problem-code.ts';
import { OPTION_PROBLEMS } from '../../module/option-problems.ts';
import { filledSentence, type ProblemTemplate, problemOf } from '../../module/problem-text.ts';
import { TABLE_PROBLEMS, tableProblem } from '../../module/table-problems.ts';

const ROOT = new URL('../../', import.meta.url);

/** The text of all files below some folders. */
function textOf(...folders: readonly string[]): string {
  return folders
    .flatMap((folder) =>
      readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => readFileSync(new URL(`${folder}/${name}`, ROOT), 'utf8')),
    )
    .join('\n');
}

const HOST = textOf('files', 'cli');
const MODULE = textOf('runtime/wasi');
const capital = (code: string) => code[0]!.toUpperCase() + code.slice(1);

describe('a problem of the catalogues', () => {
  it.each(Object.keys({ ...TABLE_PROBLEMS, ...OPTION_PROBLEMS }))('%s is told by the command', (code) => {
    expect(HOST).toMatch(new RegExp(`'${code}'|OPTION_PROBLEMS\\.${code}\\b`));
  });

  it.each(Object.keys(COMMAND_PROBLEMS))('%s is told by the command module', (code) => {
    expect(MODULE).toContain(`tell${capital(code)}(`);
  });

  it('that the module tells is one of them', () => {
    const known = new Set(
      Object.keys({ ...TABLE_PROBLEMS, ...OPTION_PROBLEMS, ...COMMAND_PROBLEMS }).map(capital),
    );
    const imported = [...MODULE.matchAll(/import \{([^}]*)\} from '\.\/sentences'/g)].flatMap(([, names]) =>
      names!.split(',').map((name) => name.trim()),
    );
    const told = imported.filter((name) => name.startsWith('tell')).map((name) => name.slice(4));
    expect(told.length).toBeGreaterThan(40);
    expect(told.filter((name) => !known.has(name))).toEqual([]);
  });
});

describe('a sentence', () => {
  it('has its slots filled, and chooses between two texts by what a slot holds', () => {
    const row = { table: 't.csv', record: 'line', row: 3, width: 4 };
    expect(tableProblem('fieldCount', { ...row, count: 1 }).message).toBe(
      't.csv, line 3: it has 1 field where the header has 4.',
    );
    expect(tableProblem('fieldCount', { ...row, count: 2 }).message).toContain('2 fields where');
    const twice = { table: 't', column: 'a' };
    expect(tableProblem('twoColumns', { ...twice, isText: true }).remedy).toMatch(/ in the first line\.$/);
    expect(tableProblem('twoColumns', { ...twice, isText: false }).remedy).toMatch(/name of its own\.$/);
  });

  it('shows a long cell on one line, cut', () => {
    expect(filledSentence('{cell}', { cell: `a\n${'b'.repeat(50)}` })).toBe(`a ${'b'.repeat(37)}…`);
  });

  it('takes a value as it is, whatever braces are in it', () => {
    expect(filledSentence('{known}{meant}', { known: '{meant}', meant: '$&' })).toBe('{meant}$&');
  });

  it('with a slot that is none is refused when it is made', () => {
    const template: ProblemTemplate = { message: '{nobody} knows.', remedy: '' };
    expect(() => problemOf(template, {} as never)).toThrow('`nobody` is no slot of a sentence');
  });

  it('is written once for all problems that have it', () => {
    const code = emitSentences();
    expect(code.match(/found "/g)!.length).toBeLessThan(6);
    expect(code).toContain(
      'export function tellNoNumber(row: u64, column: Text, cell: Text, wanted: Text): void {',
    );
  });
});
