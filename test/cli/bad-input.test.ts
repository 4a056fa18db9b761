import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HEADER, LADDER, ladderRows, ladderTable } from './ladder.ts';
import { openWorkspace, transcript, type Workspace } from './run-command.ts';

let workspace: Workspace;

beforeAll(async () => {
  workspace = openWorkspace();
  workspace.write('ladder.ml', LADDER);
  workspace.write('robots.csv', ladderTable());
  expect(await workspace.run('build', 'ladder.ml')).toMatchObject({ status: 0 });
}, 60_000);
afterAll(() => workspace.remove());

/** A good row with some of its nine fields replaced. */
function row(changes: Readonly<Record<string, string>>): string {
  const fields = ladderRows(2)[1]!.split(',');
  return HEADER.split(',')
    .map((name, index) => changes[name] ?? fields[index]!)
    .join(',');
}

const withRow = (changes: Readonly<Record<string, string>>) => ladderTable([...ladderRows(3), row(changes)]);

const file = (title: string) => `messages/${title.replaceAll(/[^A-Za-z0-9]+/g, '-')}.txt`;

/** Fits the ladder, built before, to a table. */
async function fitTable(name: string, table: string | Uint8Array, options: readonly string[]) {
  workspace.write(name, table);
  return workspace.run('fit', 'ladder.wasm', name, '--warmup', '50', '--draws', '50', ...options);
}

const ROBOT1 = ['--outcome', 'success=robot1'];

describe('a table is refused in words', () => {
  const cases: Record<string, [table: string | Uint8Array, ...options: string[]]> = {
    'a missing column': [ladderTable(ladderRows(), HEADER.replace('height', 'heigth'))],
    'two missing columns': [ladderTable(ladderRows(), HEADER.replace('height', 'a').replace('dark', 'b'))],
    'no names in the first line': [`${ladderRows().join('\n')}\n`],
    'a column twice': [ladderTable(ladderRows(), HEADER.replace('silly', 'dark'))],
    'text in a number column': [withRow({ height: 'tall' })],
    'a comma that may be of thousands': [withRow({ height: '"1,500"' })],
    'a decimal comma': [withRow({ height: '"1,5"' })],
    'a word for a flag': [withRow({ dark: 'Yes' })],
    'a value above its range': [withRow({ height: '4.5' })],
    'a value that is not in its set': [withRow({ side: '2' })],
    'a flag that is neither 0 nor 1': [withRow({ dark: '0.5' })],
    'a count that is not whole': [withRow({ tries: '1.5' })],
    'a number too large for a double': [withRow({ tries: '1e999' })],
    'a missing value': [withRow({ height: '' })],
    'a missing value written NA': [withRow({ side: 'NA' })],
    'an outcome that is missing everywhere': [
      ladderTable(ladderRows(3).map((_, i) => row({ robot1: i === 1 ? 'NA' : '' }))),
    ],
    'an outcome that is not 0 or 1': [ladderTable(), '--outcome', 'success=silly'],
    'an empty file': [''],
    'only a header': [`${HEADER}\n`],
    'a row with too few fields': [ladderTable([...ladderRows(3), '1,0,0'])],
    'a quote that is never closed': [`${ladderTable()}"1,0\n`],
    'a file that is not text': [Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0])],
    'control characters in a cell': [withRow({ height: '\u001b[31mred' })],
    'no row left by the filter': [ladderTable(), '--outcome', 'success=robot1', '--rows', 'split=validation'],
    'a filter on a column that is not there': [
      ladderTable(),
      '--outcome',
      'success=robot1',
      '--rows',
      'spilt=train',
    ],
    'an outcome column that is not there': [ladderTable(), '--outcome', 'success=robot3'],
    'a pattern that matches no column': [ladderTable(), '--outcome', 'success=agent*'],
    'no column of the name of the outcome': [ladderTable(), '--seed', '1'],
    'seven problems': [
      ladderTable([
        row({ height: 'x' }),
        row({ height: '9', dark: '7' }),
        row({ side: '' }),
        row({ tries: '-1' }),
        ...ladderRows(2),
        row({ height: '', dark: 'no' }),
      ]),
    ],
  };
  for (const [title, [table, ...options]] of Object.entries(cases)) {
    it.concurrent(title, async ({ expect }) => {
      const name = `${title.replaceAll(' ', '-')}.csv`;
      const outcome = await fitTable(name, table, options.length > 0 ? options : ROBOT1);
      expect(outcome).toMatchObject({ status: 1, stdout: '' });
      await expect(transcript(outcome).replaceAll(name, 'table.csv')).toMatchFileSnapshot(file(title));
    });
  }

  it('names the line that a row begins on, after quoted line ends, empty lines and a byte order mark', async () => {
    const rows = ladderRows(4).map((text) => text.replaceAll('\n', ''));
    const header = `\ufeff${HEADER},"a note\r\nin two lines"`;
    const text = [header, `${rows[0]},"x\r\ny"`, '', `${rows[1]},z`, `${row({ height: '5' })},"p\r\nq"`].join(
      '\r\n',
    );
    const { status, stderr } = await fitTable('lines.csv', text, ROBOT1);
    expect(status).toBe(1);
    // Two lines of header, two of the first row, an empty one, one more row: then the seventh.
    expect(stderr).toContain('lines.csv, line 7, column `height`: found 5');
  });
});

describe('files are refused in words', () => {
  const cases: Record<string, readonly string[]> = {
    'a layout that does not exist': ['fit', 'lader.ml', 'robots.csv'],
    'a layout that is a directory': ['check', '.'],
    'a table that does not exist': ['fit', 'ladder.wasm', 'robot.csv', '--outcome', 'success=robot1'],
    'a table of the documentation in another folder': ['fit', 'ladder.wasm', 'stdlib-layouts/ocr/words.csv'],
    'a table where the layout belongs': ['fit', 'robots.csv', 'ladder.ml'],
    'a layout where the table belongs': ['fit', 'ladder.wasm', 'ladder.ml', '--outcome', 'success=robot1'],
    'a module that is not ours': ['fit', 'foreign.wasm', 'robots.csv'],
    'a layout that is not text': ['check', 'bytes.ml'],
    'a layout in another encoding': ['check', 'latin1.ml'],
    'a layout in UTF-16': ['check', 'utf16.ml'],
    'a layout in UTF-16 without a mark': ['check', 'unmarked.ml'],
    'a table in UTF-16': ['fit', 'ladder.wasm', 'utf16.csv', '--outcome', 'success=robot1'],
    'a point in UTF-16': [
      ...['log-prob', 'ladder.wasm', 'robots.csv', '--outcome', 'success=robot1', '--at', 'utf16.json'],
    ],
    'a point in another encoding': [
      ...['log-prob', 'ladder.wasm', 'robots.csv', '--outcome', 'success=robot1', '--at', 'latin1.json'],
    ],
    'an output directory that is a file': [
      ...['fit', 'ladder.wasm', 'robots.csv', '--outcome', 'success=robot1', '--out', 'robots.csv'],
    ],
    'a module put into a directory that is a file': ['build', 'ladder.ml', '-o', 'robots.csv/ladder.wasm'],
    'a module put where a directory is': ['build', 'ladder.ml', '-o', 'folder'],
  };
  const statuses: Record<string, number> = {
    'an output directory that is a file': 4,
    'a module put into a directory that is a file': 4,
    'a module put where a directory is': 4,
  };
  beforeAll(() => {
    workspace.write('foreign.wasm', Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
    workspace.write('bytes.ml', Uint8Array.from([0x6c, 0, 0xe9]));
    workspace.write('latin1.ml', Buffer.from(`${LADDER}/// As of the caf\u00e9.\n`, 'latin1'));
    workspace.write('utf16.ml', Buffer.from(`\ufeff${LADDER}`, 'utf16le'));
    workspace.write('unmarked.ml', Buffer.from(LADDER, 'utf16le').swap16());
    workspace.write('utf16.csv', Buffer.from(`\ufeff${ladderTable()}`, 'utf16le'));
    workspace.write('utf16.json', Buffer.from('\ufeff{"climb": 1}', 'utf16le'));
    workspace.write('latin1.json', Buffer.from('{\n  "climb\u00e9": 1\n}', 'latin1'));
    workspace.write('folder/x', '');
  });
  for (const [title, args] of Object.entries(cases)) {
    it.concurrent(title, async ({ expect }) => {
      const outcome = await workspace.run(...args);
      expect(outcome).toMatchObject({ status: statuses[title] ?? 1, stdout: '' });
      const said = transcript(outcome)
        .replaceAll(workspace.path, '.')
        .replaceAll(/\S+(?=\/stdlib-layouts)/g, 'PACKAGE');
      await expect(said).toMatchFileSnapshot(file(title));
    });
  }
});

describe('a layout with mistakes is refused with its source', () => {
  const cases: Record<string, string> = {
    'a syntax mistake': LADDER.replace('demand dark : flag', 'demand dark : : flag'),
    'a misspelt name': LADDER.replace('margin(climb +', 'margin(clim +'),
    'a unit that does not fit': LADDER.replace('lean * side', 'side'),
    'a real where a probability is wanted': LADDER.replace('presence(nightSight, dark)', 'climb'),
    'three mistakes at once': LADDER.replace('in [0, 4]', 'in [0, ]')
      .replace('beta(1, 1)', 'betta(1, 1)')
      .replace('0.1 m', '0.1 km'),
  };
  for (const [title, text] of Object.entries(cases)) {
    it.concurrent(title, async ({ expect }) => {
      const name = `${title.replaceAll(' ', '-')}.ml`;
      workspace.write(name, text);
      const checked = await workspace.run('check', name);
      expect(checked).toMatchObject({ status: 1, stdout: '' });
      await expect(transcript(checked).replaceAll(name, 'layout.ml')).toMatchFileSnapshot(file(title));
    });
  }

  it('in the same words by check, build and fit', async () => {
    workspace.write('wrong.ml', LADDER.replace('margin(climb +', 'margin(clim +'));
    const checked = await workspace.run('check', 'wrong.ml');
    for (const args of [
      ['build', 'wrong.ml'],
      ['build', 'wrong.ml', '--show', 'plan'],
      ['fit', 'wrong.ml', 'robots.csv'],
      ['log-prob', 'wrong.ml', 'robots.csv', '--at', 'point.json'],
    ]) {
      expect(await workspace.run(...args)).toEqual(checked);
    }
  });
});
