/** Each export of a module in turn does not return, under each command that runs modules: one signal ends it. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FUNCTIONS } from '../../../module/abi.ts';
import { LADDER, ladderRows, ladderTable } from '../../cli/ladder.ts';
import { openWorkspace, type Workspace } from '../../cli/run-command.ts';
import { interruptStuck, NOTES } from '../../cli/stuck.ts';
import { endless } from '../../host/endless.ts';
import { reseal } from '../../stored/reseal.ts';

const DATA = ['robots.csv', '--outcome', 'success=robot1'];
/** So many that rows that are alike are found before. */
const MANY = ['many.csv', '--outcome', 'success=robot1'];
const SHORT = ['--warmup', '100', '--draws', '100'];

const COMMANDS: Readonly<Record<string, (module: string, fit: string) => readonly string[]>> = {
  fit: (module) => ['fit', module, ...DATA, ...SHORT, '--out', 'out'],
  'fit to many rows': (module) => ['fit', module, ...MANY, ...SHORT, '--out', 'out'],
  'fit --method smc': (module) => ['fit', module, ...DATA, '--method', 'smc', '--draws', '100'],
  'fit --method mle': (module) => ['fit', module, ...DATA, '--method', 'mle', '--out', 'out'],
  'fit --method map': (module) => ['fit', module, ...DATA, '--method', 'map'],
  'fit --method laplace': (module) => ['fit', module, ...DATA, '--method', 'laplace'],
  'log-prob': (module) => ['log-prob', module, ...DATA, '--at', 'at.json'],
  predict: (_, fit) => ['predict', fit, 'robots.csv', '--derived', 'sees', '--out', 'out.csv'],
  'predictive-check': (_, fit) => ['predictive-check', fit, 'robots.csv', '--out', 'out.json'],
  compare: (_, fit) => ['compare', fit, 'fits/robot1', '--data', 'robots.csv'],
  report: (_, fit) => ['report', fit, '--data', 'robots.csv', '-o', 'out.html'],
  'plot success-by-demand': (_, fit) => [
    ...['plot', 'success-by-demand', fit, '--data', 'robots.csv', '-o', 'out.svg'],
  ],
};

let workspace: Workspace;
let whole: Uint8Array;

beforeAll(async () => {
  workspace = openWorkspace(NOTES);
  workspace.write('ladder.ml', LADDER.replace('observe', 'let sees = presence(nightSight, dark)\n\nobserve'));
  workspace.write('robots.csv', ladderTable());
  workspace.write('many.csv', ladderTable(ladderRows(12_000)));
  workspace.write('at.json', JSON.stringify({ climb: 2, nightSight: 0.7, lean: 0.1 }));
  await workspace.run('fit', 'ladder.ml', ...DATA, '--out', 'fits', ...SHORT);
  whole = readFileSync(join(workspace.path, 'fits/robot1/model.wasm'));
}, 120_000);
afterAll(() => workspace.remove());

describe.each([...Object.keys(FUNCTIONS), 'ascend', 'objective'])(
  '`%s` that does not return is ended in',
  (name) => {
    beforeAll(async () => {
      const bytes = await endless(whole, name);
      workspace.write(`${name}.wasm`, bytes);
      cpSync(join(workspace.path, 'fits'), join(workspace.path, `fits-${name}`), { recursive: true });
      writeFileSync(join(workspace.path, `fits-${name}/robot1/model.wasm`), bytes);
      // A module that is not by the digest of the fit would be refused before it runs.
      reseal(join(workspace.path, `fits-${name}/robot1`));
    });

    it.each(Object.keys(COMMANDS))('%s', async (command) => {
      const args = COMMANDS[command]!(`${name}.wasm`, `fits-${name}/robot1`);
      const { status, stderr } = await interruptStuck(workspace, args);
      // A command that does not call it ends by itself.
      expect([0, 3, 5, 6, 130], stderr).toContain(status);
      const all = readdirSync(workspace.path, { recursive: true, encoding: 'utf8' });
      expect(all.filter((each) => each.includes('partial'))).toEqual([]);
    });
  },
);
