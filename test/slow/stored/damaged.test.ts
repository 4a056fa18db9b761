/** Every damage of one field of every file that commands read back, told by the commands: never a defect, a stack or a NaN. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LADDER, ladderTable } from '../../cli/ladder.ts';
import { openWorkspace, type Workspace } from '../../cli/run-command.ts';
import { damagedFiles, makeFiles } from '../../stored/damaged-files.ts';
import { damagesOf, toldOf, unfit } from '../../stored/damages.ts';
import { sealedIfWhole } from '../../stored/reseal.ts';

let workspace: Workspace;

beforeAll(async () => {
  workspace = openWorkspace();
  workspace.write('ladder.ml', LADDER);
  workspace.write('robots.csv', ladderTable());
  await makeFiles(workspace);
}, 600_000);
afterAll(() => workspace.remove());

describe('files with one field damaged', () => {
  it.each(damagedFiles)('$file by $words', ({ file, words, seal }) => {
    const all = damagesOf(JSON.parse(readFileSync(join(workspace.path, file), 'utf8')));
    const texts = all.map(({ value }) => (seal ? sealedIfWhole(value) : JSON.stringify(value)));
    const told = toldOf(workspace.path, file, words, texts);
    expect(
      told.flatMap((each, index) => (unfit(each) === null ? [] : [[all[index]!.name, unfit(each)]])),
    ).toEqual([]);
    expect(told.filter(({ status }) => status === 1).length).toBeGreaterThan(20);
  });
});
