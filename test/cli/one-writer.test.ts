/** That nothing in `cli/` writes to a standard stream but through the one place that shows control characters. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { printable, shownJson, shownText } from '../../cli/printable.ts';

const CLI = fileURLToPath(new URL('../../cli', import.meta.url));

/** What writes to a terminal, or takes hold of a stream that does. */
const WRITES =
  /\bprocess\s*\.\s*(?:stdout|stderr)\b|\bconsole\s*\.|\bwriteSync\s*\(|\bcreateWriteStream\s*\(|['"]\/dev\/(?:stdout|stderr|tty)/;

/** The files that may, with why. */
const ALLOWED = new Map([
  ['terminal.ts', 'prints what a command has to say'],
  ['process/standard-streams.ts', 'is the streams themselves, and says what no command can'],
]);

describe('the code of the command', () => {
  it('writes to the standard streams in one place alone', () => {
    const writers = readdirSync(CLI, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .filter((file) => WRITES.test(readFileSync(join(CLI, file), 'utf8')));
    expect(writers.sort()).toEqual([...ALLOWED.keys()].sort());
  });
});

const HOSTILE = '\u001b]0;owned\u0007\u001b[2J\u009b31m\u007f\u202e\u2066\u200f\u2028\u2029\ud800\r\u0000';

describe('what a terminal is shown', () => {
  it('has every control and formatting character as an escape, and keeps lines and tabs', () => {
    const shown = shownText(`a\tb\n${HOSTILE}é 漢 ∞`, true);
    expect(shown).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u);
    expect(shown).toMatch(/^a\tb\n\\u\{1b\}\]0;owned\\u\{7\}/);
    expect(shown).toMatch(/é 漢 ∞$/);
    expect(printable('a\nb\tc')).toBe('a\\u{a}b\\u{9}c');
  });

  it('keeps the styles that we write, where there are any, and no others', () => {
    const ours = '\u001b[31m\u001b[1mred\u001b[22m\u001b[39m';
    expect(shownText(ours, true)).toBe(ours);
    expect(shownText(ours, false)).not.toContain('\u001b');
    for (const other of ['[8m', '[5m', '[7m', '[38;5;1m', '[0K', '[2J', '[1;1H'])
      expect(shownText(`\u001b${other}`, true)).toBe(`\\u{1b}${other}`);
  });

  it('has JSON that is the same value', () => {
    const value = { [`na${HOSTILE}me`]: `x\n${HOSTILE}\u{e0001}` };
    const shown = shownJson(`${JSON.stringify(value)}\n`);
    expect(JSON.parse(shown)).toEqual(value);
    expect(shown).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u);
  });
});
