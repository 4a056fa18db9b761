/** Ctrl-C while a table is read, as processes: each input is one on which the reading takes minutes, or for ever, if nothing ends it. */
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readlinkSync, realpathSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createGzip } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkspace, type Workspace } from './run-command.ts';

const LAYOUT = `layout Small
demand height in [0, 9]
param level ~ normal(0, 1)
observe success ~ bernoulli_logit(level - height)
`;

const ROW = '{"height": 1, "success": 1}\n';

let workspace: Workspace;
beforeAll(async () => {
  workspace = openWorkspace();
  workspace.write('small.ml', LAYOUT);
  await Promise.all([
    packed('blank-lines.csv.gz', 'height,success\n1,1\n', '\n'),
    packed('blank-lines.jsonl.gz', ROW, '\n'),
    packed('rows.csv.gz', 'height,success\n', '1,1\n'),
    packed('rows.jsonl.gz', '', ROW),
    packed('list.json.gz', '[', '{"height": 1, "success": 1},\n'),
    packed('blanks.json.gz', '[', ' \n'),
  ]);
});
afterAll(() => workspace.remove());

/** A small file that holds a thousand million bytes: what is `repeated`, behind `start`. */
async function packed(name: string, start: string, repeated: string): Promise<void> {
  const file = openSync(join(workspace.path, name), 'w');
  const piece = Buffer.from(repeated.repeat(Math.ceil((1 << 20) / repeated.length)));
  const once = async (content: Buffer | string) => {
    const gzip = createGzip({ level: 1 });
    gzip.end(content);
    const parts: Buffer[] = [];
    for await (const part of gzip) parts.push(part as Buffer);
    return Buffer.concat(parts);
  };
  // Members of gzip one behind another are one file.
  writeSync(file, await once(start === '' ? repeated : start));
  const member = await once(piece);
  for (let i = 0; i < 1000; i++) writeSync(file, member);
  closeSync(file);
}

/** Waits until a process has a file open, and a little longer, so that it reads it. */
async function hasOpened(pid: number, path: string): Promise<void> {
  const wanted = realpathSync(path);
  for (;;) {
    const open = readdirSync(`/proc/${pid}/fd`).some((fd) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${fd}`) === wanted;
      } catch {
        return false;
      }
    });
    await new Promise((resolve) => setTimeout(resolve, open ? 300 : 20));
    if (open) return;
  }
}

describe.skipIf(process.platform !== 'linux')('Ctrl-C ends the reading of', () => {
  it.each([
    'blank-lines.csv.gz',
    'blank-lines.jsonl.gz',
    'rows.csv.gz',
    'rows.jsonl.gz',
    'list.json.gz',
    'blanks.json.gz',
  ])('%s', async (name) => {
    const { child, ended } = workspace.start('check', 'small.ml', name, '--unpacked-limit', '4000');
    await hasOpened(child.pid!, join(workspace.path, name));
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ status: 130, stderr: 'Interrupted: nothing was written.\n' });
  });

  it('a pipe that goes on for ever', async () => {
    execFileSync('mkfifo', [join(workspace.path, 'pipe')]);
    const { child, ended } = workspace.start('check', 'small.ml', 'pipe');
    // Opening waits for the other side.
    const side = openSync(join(workspace.path, 'pipe'), 'w');
    writeSync(side, 'height,success\n');
    await new Promise((resolve) => setTimeout(resolve, 300));
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ status: 130, stderr: 'Interrupted: nothing was written.\n' });
    closeSync(side);
  });

  it('a pipe that nobody writes to', async () => {
    execFileSync('mkfifo', [join(workspace.path, 'silent')]);
    const { child, ended } = workspace.start('check', 'small.ml', 'silent');
    await hasOpened(child.pid!, join(workspace.path, 'silent'));
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ status: 130, stderr: 'Interrupted: nothing was written.\n' });
  });

  it('no pipe whose writer comes late', async () => {
    execFileSync('mkfifo', [join(workspace.path, 'late')]);
    const { child, ended } = workspace.start('check', 'small.ml', 'late');
    await hasOpened(child.pid!, join(workspace.path, 'late'));
    const side = openSync(join(workspace.path, 'late'), 'w');
    writeSync(side, 'height,success\n1,1\n2,0\n');
    closeSync(side);
    expect(await ended).toMatchObject({ status: 0, stdout: expect.stringContaining('2 rows') });
  });
});
