/**
 * A sweep as an array job of a real Slurm on this machine, with jobs that are killed. It needs root, and Debian's
 * `slurm-wlm` and `munge`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const pathOf = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url));
const has = (program: string) => spawnSync('which', [program]).status === 0;
const canRun = process.getuid?.() === 0 && ['slurmctld', 'slurmd', 'munged', 'sbatch'].every(has);
if (!canRun) console.log('skipped: array jobs of Slurm: this needs root, slurm-wlm and munge');

const SWEEP = [
  ...['sensitivity.ml', 'battery.csv', '--outcome', 'success=p20-nu0.1', '--folds', '2'],
  ...['--among', 'prior=flat,half', '--warmup', '200', '--draws', '200', '--chains', '2'],
];
const PARTS = 6;

describe.skipIf(!canRun)('an array job of Slurm', () => {
  let folder = '';
  let environment: NodeJS.ProcessEnv = {};
  const run = (program: string, ...args: readonly string[]) =>
    spawnSync(program, args, { cwd: folder, env: environment, encoding: 'utf8' });

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'theodolite-slurm-'));
    const bin = join(folder, 'theodolite');
    writeFileSync(bin, `#!/bin/sh\nexec ${process.execPath} ${pathOf('dist/cli/main.js')} "$@"\n`);
    chmodSync(bin, 0o755);
    for (const file of ['sensitivity/sensitivity.ml', 'navigation/battery.csv']) {
      writeFileSync(join(folder, file.split('/')[1]!), readFileSync(pathOf(`stdlib-layouts/${file}`)));
    }
    const cluster = join(folder, 'slurm');
    execFileSync(pathOf('examples/slurm/start-slurm.sh'), [cluster]);
    environment = {
      ...process.env,
      PATH: `${folder}:${process.env.PATH}`,
      SLURM_CONF: join(cluster, 'slurm.conf'),
    };
  }, 60_000);

  afterAll(() => {
    if (folder === '') return;
    execFileSync(pathOf('examples/slurm/start-slurm.sh'), ['--stop', join(folder, 'slurm')]);
    rmSync(folder, { recursive: true, force: true });
  });

  const submit = (array: string) => {
    const args = [`--array=${array}`, pathOf('examples/slurm/sweep.sbatch'), ...SWEEP, '--out', 'results'];
    const { status, stderr } = spawnSync('sbatch', args, {
      ...{ cwd: folder, encoding: 'utf8' },
      env: { ...environment, PARTS: String(PARTS) },
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  };
  const running = () =>
    run('squeue', '--noheader', '--array', '--format=%A').stdout.trim().split('\n').filter(Boolean);
  const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

  /** Kills the controller and starts it again; it finds its jobs in its folder of states. */
  const restartController = async () => {
    const pid = readFileSync(join(folder, 'slurm/slurmctld.pid'), 'utf8').trim();
    process.kill(Number(pid), 'SIGKILL');
    while (run('ps', '-p', pid).status === 0) await pause(100);
    expect(run('slurmctld').status).toBe(0);
    while (!/ is UP/.test(run('scontrol', 'ping').stdout)) await pause(100);
  };

  it('gives the bytes of one process, though jobs and the controller are killed and run again', async () => {
    expect(run('theodolite', 'sweep', ...SWEEP, '--out', 'whole').status).toBeLessThanOrEqual(3);
    submit(`1-${PARTS}`);
    let kills = 0;
    let controllers = 0;
    for (let round = 0; round < 40; round++) {
      while (running().length > 0) {
        // Long enough to have made some fits, and too short for all of a part.
        await pause(2500 + 300 * (kills % 4));
        const [job] = running();
        if (kills < 8 && job !== undefined) {
          run('scancel', '--signal=KILL', '--full', job);
          kills++;
          if (kills % 3 === 1) {
            await restartController();
            controllers++;
          }
        }
      }
      const { status, stderr } = run('theodolite', 'sweep', '--merge', 'results');
      if (status !== 1) break;
      const missing = [...stderr.matchAll(/part (\d+)\/\d+ lacks/g)].map(([, part]) => part!);
      // Before any job has begun its part, there is nothing to merge.
      submit(missing.length === 0 ? `1-${PARTS}` : missing.join(','));
    }
    expect(kills).toBeGreaterThanOrEqual(3);
    expect(controllers).toBeGreaterThanOrEqual(1);
    const filesOf = (out: string) =>
      new Map(
        readdirSync(join(folder, out))
          .filter((name) => name !== 'shards')
          .map((name) => [name, readFileSync(join(folder, out, name), 'utf8')]),
      );
    expect(filesOf('results')).toEqual(filesOf('whole'));
  }, 300_000);
});
