/** Every command, interrupted at moments that are spread over all that it does. */
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LADDER, ladderRows, ladderTable } from './ladder.ts';
import { type Outcome, openWorkspace, type Workspace } from './run-command.ts';

const DATA = ['robots.csv', '--outcome', 'success=robot1'];
const SHORT = ['--warmup', '100', '--draws', '100'];

/** A command line; what it writes has a name that begins with `out`. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  check: ['check', 'ladder.ml', ...DATA],
  build: ['build', 'ladder.ml', 'robots.csv', '-o', 'out/module.wasm'],
  fit: ['fit', 'ladder.ml', 'robots.csv', '--outcome', 'success=robot1,robot2', ...SHORT, '--out', 'out'],
  'fit --method smc': ['fit', 'ladder.ml', ...DATA, '--method', 'smc', '--draws', '100', '--out', 'out'],
  'fit --method mle': ['fit', 'ladder.ml', ...DATA, '--method', 'mle', '--out', 'out'],
  'fit --method map': ['fit', 'ladder.ml', ...DATA, '--method', 'map', '--out', 'out'],
  'fit --method laplace': ['fit', 'ladder.ml', ...DATA, '--method', 'laplace', '--out', 'out'],
  'log-prob': ['log-prob', 'ladder.ml', ...DATA, '--at', 'at.json'],
  evaluate: ['evaluate', 'ladder.ml', ...DATA, ...SHORT, '--folds', '2', '--out', 'out.json'],
  predict: ['predict', 'fits/robot1', 'robots.csv', '--out', 'out.csv'],
  'predictive-check': ['predictive-check', 'fits/robot1', 'robots.csv', '--out', 'out.json'],
  'predictive-check --prior': ['predictive-check', 'ladder.ml', ...DATA, '--prior'],
  compare: ['compare', 'fits/robot1', 'again/robot1', '--data', 'robots.csv', '--out', 'out.json'],
  'compare --group': [
    ...['compare', 'fits/robot1', '--data', 'robots.csv', '--group', 'height', '--out', 'out.json'],
  ],
  report: ['report', 'fits', '--data', 'robots.csv', '-o', 'out.html'],
  'plot success-by-demand': [
    ...['plot', 'success-by-demand', 'fits/robot1', '--data', 'robots.csv', '-o', 'out.svg'],
  ],
  'plot, as a picture': ['plot', 'forest', 'fits/robot1', '-o', 'out.png'],
  'plot graph': ['plot', 'graph', 'ladder.ml', '-o', 'out.svg'],
  simulate: ['simulate', 'ladder.ml', '--demands', 'robots.csv', '--profile', 'prior', '--out', 'out.csv'],
  recover: ['recover', 'ladder.ml', 'robots.csv', '--runs', '3', ...SHORT, '--out', 'out'],
  sweep: ['sweep', 'ladder.ml', ...DATA, '--seeds', '1,2', ...SHORT, '--out', 'out'],
};

/** Statuses of a command that ends by itself. */
const ENDED = [0, 3, 5, 6];

/**
 * Starts each command as often as there are moments, and sends SIGINT and SIGTERM in turn.
 *
 * @param momentsOf for each command, by its number, when, in milliseconds after its start
 * @param toTheEnd runs it to its end, which tells how long it takes
 */
export function describeSignals(
  momentsOf: (command: number, toTheEnd: () => Promise<number>) => Promise<readonly number[]>,
): void {
  let workspace: Workspace;

  beforeAll(async () => {
    workspace = openWorkspace();
    workspace.write('ladder.ml', LADDER);
    workspace.write('robots.csv', ladderTable(ladderRows(200)));
    workspace.write('at.json', JSON.stringify({ climb: 2, nightSight: 0.7, lean: 0.1 }));
    const fitted = await workspace.run('fit', 'ladder.ml', ...DATA, ...SHORT, '--out', 'fits');
    expect(fitted.stderr).not.toContain('defect');
    cpSync(join(workspace.path, 'fits'), join(workspace.path, 'again'), { recursive: true });
  }, 120_000);
  afterAll(() => workspace.remove());

  /** The files that are there, without those of whole results. */
  const rest = () => {
    const all = readdirSync(workspace.path, { recursive: true, encoding: 'utf8' });
    return {
      partial: all.filter((name) => name.includes('partial')),
      out: all.filter((name) => name.startsWith('out')),
    };
  };
  const clear = () => {
    for (const name of readdirSync(workspace.path))
      if (name.startsWith('out')) rmSync(join(workspace.path, name), { recursive: true });
  };

  const expectInterrupted = ({ status, stderr }: Outcome) => {
    expect(status, stderr).toBe(130);
    expect(stderr.match(/Interrupted: /g), stderr).toHaveLength(1);
    const said = stderr.split('\n').at(-2)!;
    const { partial, out } = rest();
    expect(partial).toEqual([]);
    // What says that nothing was written has written nothing.
    if (said.includes('nothing was written')) expect(out).toEqual([]);
    else expect(out).not.toEqual([]);
  };

  describe('ends within what it was at, and in order', () => {
    for (const [index, [name, args]] of Object.entries(COMMANDS).entries()) {
      it(name, async () => {
        const toTheEnd = async () => {
          const began = performance.now();
          const { status, stderr } = await workspace.start(...args).ended;
          expect(ENDED, stderr).toContain(status);
          clear();
          return performance.now() - began;
        };
        for (const [turn, milliseconds] of (await momentsOf(index, toTheEnd)).entries()) {
          const { child, ended } = workspace.start(...args);
          await new Promise((resolve) => setTimeout(resolve, milliseconds));
          child.kill(turn % 2 === 0 ? 'SIGINT' : 'SIGTERM');
          const outcome = await ended;
          // It may have ended before; or Node had not begun to listen, and the system ended it.
          if (outcome.status === 130) expectInterrupted(outcome);
          else expect([...ENDED, null], outcome.stderr).toContain(outcome.status);
          clear();
        }
      });
    }
  });
}
