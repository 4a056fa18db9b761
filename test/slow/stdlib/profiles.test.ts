/** The profiles on the pages of worked layouts are what the commands there print. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorkspace, type Workspace } from '../../cli/run-command.ts';

const ROOT = new URL('../../../', import.meta.url);
const pathOf = (file: string) => fileURLToPath(new URL(file, ROOT));

/** Pages that begin a profile with its header, by the command above it and the lines below. */
const PROFILES = readdirSync(pathOf('stdlib-layouts')).flatMap((folder) => {
  const page = pathOf(`stdlib-layouts/${folder}/README.md`);
  if (!existsSync(page)) return [];
  const text = readFileSync(page, 'utf8');
  const command = /^npx theodolite (fit stdlib-layouts\/\S+ \S+)$/m.exec(text)?.[1];
  const [, profile] = /^```text\n( +unit +mean +sd [^`]*)```$/m.exec(text) ?? [];
  return command === undefined || profile === undefined
    ? []
    : [{ folder, command: command.split(' '), lines: profile.trimEnd().split('\n') }];
});

let workspace: Workspace;
beforeAll(() => {
  workspace = openWorkspace();
});
afterAll(() => workspace.remove());

it('there are some', () => {
  expect(PROFILES.length).toBeGreaterThanOrEqual(14);
});

it.for(PROFILES)('$folder', async ({ command, lines }) => {
  const [name, ...files] = command;
  const { status, stdout, stderr } = await workspace.run(name!, ...files.map(pathOf));
  expect(status).toBe(0);
  expect(stderr).not.toContain('warning');
  const printed = stdout.split('\n');
  for (const line of lines) expect(printed).toContain(line);
});
