import { chmodSync, lstatSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Outcome, openWorkspace, transcript, type Workspace } from './run-command.ts';

const LOOSE =
  'layout Jump\nunit m\n\n\ndemand height:m in[0,3] // how high\ncapability leap:m~uniform(0,3)\n';
const FORMATTED = `layout Jump
unit m

demand height : m in [0, 3] // how high
capability leap : m ~ uniform(0, 3)
`;
const WRONG = 'layout Jump\nunit m\ndemand height : m in [0, \ncapability leap:m~uniform(0,3)\n';

let workspace: Workspace;
beforeEach(() => {
  workspace = openWorkspace();
});
afterEach(() => workspace.remove());

async function runWithInput(input: string, ...args: readonly string[]): Promise<Outcome> {
  const { child, ended } = workspace.start(...args);
  child.stdin!.end(input);
  return ended;
}

describe('fmt of files', () => {
  it('rewrites those that are not in form, and says which', async () => {
    workspace.write('loose.ml', LOOSE);
    workspace.write('formatted.ml', FORMATTED);
    expect(await workspace.run('fmt', 'loose.ml', 'formatted.ml')).toEqual({
      status: 0,
      stdout: '',
      stderr: 'loose.ml: formatted\n',
    });
    expect(workspace.read('loose.ml')).toBe(FORMATTED);
    expect(workspace.read('formatted.ml')).toBe(FORMATTED);
    expect(readdirSync(workspace.path).sort()).toEqual(['formatted.ml', 'loose.ml']);
  });

  it('does not write one that is in form', async () => {
    workspace.write('formatted.ml', FORMATTED);
    const before = statSync(join(workspace.path, 'formatted.ml'));
    await workspace.run('fmt', 'formatted.ml');
    const after = statSync(join(workspace.path, 'formatted.ml'));
    expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs]);
  });

  it('leaves permissions and links as they are', async () => {
    workspace.write('shared/loose.ml', LOOSE);
    chmodSync(join(workspace.path, 'shared/loose.ml'), 0o640);
    symlinkSync('shared/loose.ml', join(workspace.path, 'link.ml'));
    expect(await workspace.run('fmt', 'link.ml')).toMatchObject({ status: 0 });
    expect(lstatSync(join(workspace.path, 'link.ml')).isSymbolicLink()).toBe(true);
    expect(workspace.read('shared/loose.ml')).toBe(FORMATTED);
    expect(statSync(join(workspace.path, 'shared/loose.ml')).mode & 0o777).toBe(0o640);
  });

  it('leaves one with a mistake untouched, shows the mistake, and formats the others', async () => {
    workspace.write('wrong.ml', WRONG);
    workspace.write('loose.ml', LOOSE);
    const outcome = await workspace.run('fmt', 'wrong.ml', 'absent.ml', 'loose.ml');
    await expect(transcript(outcome)).toMatchFileSnapshot('messages/layouts-that-cannot-be-formatted.txt');
    expect(workspace.read('wrong.ml')).toBe(WRONG);
    expect(workspace.read('loose.ml')).toBe(FORMATTED);
  });

  it('formats one whose names and types are wrong', async () => {
    workspace.write('types.ml', 'layout L\nlet p=nothing+1\n');
    expect(await workspace.run('fmt', 'types.ml')).toMatchObject({ status: 0 });
    expect(workspace.read('types.ml')).toBe('layout L\nlet p = nothing + 1\n');
  });
});

describe('fmt --check', () => {
  it('lists the files that would change, writes none, and has status 1', async () => {
    workspace.write('loose.ml', LOOSE);
    workspace.write('formatted.ml', FORMATTED);
    workspace.write('also loose.ml', LOOSE);
    expect(await workspace.run('fmt', '--check', 'loose.ml', 'formatted.ml', 'also loose.ml')).toEqual({
      status: 1,
      stdout: 'loose.ml\nalso loose.ml\n',
      stderr: '',
    });
    expect(workspace.read('loose.ml')).toBe(LOOSE);
  });

  it('says nothing where all are in form', async () => {
    workspace.write('formatted.ml', FORMATTED);
    const quiet = { status: 0, stdout: '', stderr: '' };
    expect(await workspace.run('fmt', '--check', 'formatted.ml')).toEqual(quiet);
    expect(await runWithInput(FORMATTED, 'fmt', '--check')).toEqual(quiet);
  });

  it('has status 1 for a mistake too', async () => {
    workspace.write('wrong.ml', WRONG);
    const { status, stdout, stderr } = await workspace.run('fmt', '--check', 'wrong.ml');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('error[unclosed-bracket]');
  });

  it('tells whether the standard input is in form', async () => {
    expect(await runWithInput(LOOSE, 'fmt', '--check', '-')).toEqual({
      status: 1,
      stdout: 'standard input\n',
      stderr: '',
    });
  });
});

describe('fmt of the standard input', () => {
  it.each([[['fmt']], [['fmt', '-']]])('writes to the standard output: %s', async (args) => {
    expect(await runWithInput(LOOSE, ...args)).toEqual({ status: 0, stdout: FORMATTED, stderr: '' });
  });

  it('writes nothing for a text with a mistake, which it shows', async () => {
    const outcome = await runWithInput(WRONG, 'fmt');
    await expect(transcript(outcome)).toMatchFileSnapshot(
      'messages/a-standard-input-that-cannot-be-formatted.txt',
    );
  });

  it('is read whole, in however many pieces it comes', async () => {
    const line = (i: number) => `demand d${i}${' '.repeat(40)}: flag\n`;
    const rest = Array.from({ length: 5000 }, (_, i) => line(i)).join('');
    const { status, stdout } = await runWithInput(`layout Long\n\n${rest}`, 'fmt');
    expect(status).toBe(0);
    expect(stdout.match(/^demand /gm)).toHaveLength(5000);
  });

  it('does not go with files', async () => {
    workspace.write('loose.ml', LOOSE);
    const outcome = await runWithInput(LOOSE, 'fmt', 'loose.ml', '-');
    await expect(transcript(outcome)).toMatchFileSnapshot('messages/usage/standard-input-beside-files.txt');
    expect(workspace.read('loose.ml')).toBe(LOOSE);
  });
});

describe('what fmt cannot rewrite', () => {
  it.each([
    ['a directory to format', 'folder'],
    ['a device to format', '/dev/null'],
    ['a layout to format in another encoding', 'latin1.ml'],
  ])('is refused in words: %s', async (title, path) => {
    workspace.write('folder/x', '');
    workspace.write('latin1.ml', Uint8Array.from([0x6c, 0xe9]));
    const outcome = await workspace.run('fmt', path);
    expect(outcome).toMatchObject({ status: 1, stdout: '' });
    await expect(transcript(outcome)).toMatchFileSnapshot(`messages/${title.replaceAll(' ', '-')}.txt`);
  });
});
