/** The ways in which a sweep is made: by one process, by array jobs of Slurm, by Dask and by Ray. */

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { markedProcesses, PART } from './kills.ts';

/** The folder of the layout, the table and the program, and the words of the sweep. */
export interface Workplace {
  readonly folder: string;
  readonly sweep: readonly string[];
  readonly parts: number;
  readonly slots: number;
  /** What all processes that are started have in their environment. */
  readonly mark: string;
  readonly environment: NodeJS.ProcessEnv;
  /** The Python that has Dask and Ray. */
  readonly python: string;
  /** The folder of the examples. */
  readonly examples: string;
}

/** One of them. */
export interface Way {
  /** Makes the sweep, or goes on with it; true once it is made and merged. */
  attempt(out: string): Promise<boolean>;
  /** Starts again what has been killed of the cluster itself. */
  repair(): void;
  close(): void;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** @returns its exit status; null if a signal ended it */
function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.on('close', (code) => resolve(code)));
}

/** Whether a merge found everything; 3 and 5 say that a fit did not converge or has a further mode. */
const isMade = (status: number | null) => [0, 3, 5].includes(status ?? -1);

function start(place: Workplace, program: string, args: readonly string[]): ChildProcess {
  return spawn(program, args, { cwd: place.folder, env: place.environment, stdio: 'ignore' });
}

/** One process with as many threads as there are slots. */
function plain(place: Workplace): Way {
  return {
    attempt: async (out) =>
      isMade(
        await ended(
          start(place, 'theodolite', [
            'sweep',
            ...place.sweep,
            '--workers',
            String(place.slots),
            '--out',
            out,
          ]),
        ),
      ),
    repair: () => undefined,
    close: () => undefined,
  };
}

/** A script of the examples that starts a cluster, and merges at the end. */
function script(name: string): (place: Workplace) => Way {
  return (place) => ({
    attempt: async (out) => {
      const cluster = ['--parts', String(place.parts), '--workers', String(place.slots), '--out', out];
      const args = [join(place.examples, name, 'sweep_parts.py'), ...cluster, ...place.sweep];
      return isMade(await ended(start(place, place.python, args)));
    },
    repair: () => undefined,
    close: () => undefined,
  });
}

/** Array jobs. What a merge says is missing is submitted again. */
function slurm(place: Workplace): Way {
  const { folder, parts, sweep, slots } = place;
  const cluster = join(folder, 'slurm');
  const starter = join(place.examples, 'slurm/start-slurm.sh');
  const environment = { ...place.environment, SLURM_CONF: join(cluster, 'slurm.conf'), PARTS: String(parts) };
  execFileSync(starter, [cluster], { env: { ...environment, SLURM_CPUS: String(slots) } });
  const run = (program: string, ...args: readonly string[]) =>
    spawnSync(program, args, { cwd: folder, env: environment, encoding: 'utf8' });
  const isRunning = (daemon: string) =>
    markedProcesses(place.mark).some(({ words }) => words.split(' ')[0]!.endsWith(daemon));
  const repair = () => {
    for (const daemon of ['slurmctld', 'slurmd']) if (!isRunning(daemon)) run(daemon);
  };
  const partsRunning = () => markedProcesses(place.mark).filter(({ words }) => PART.test(words)).length;
  const queue = () => run('squeue', '--noheader', '--array', '--format=%A');
  return {
    async attempt(out) {
      const merge = () => run('theodolite', 'sweep', '--merge', out);
      const lacking = existsSync(join(folder, out, 'shards/plan.json'))
        ? [...merge().stderr.matchAll(/part (\d+)\/\d+ lacks/g)].map(([, part]) => part!)
        : [];
      const array = `--array=${lacking.length === 0 ? `1-${parts}` : lacking.join(',')}`;
      const submit = () =>
        run(
          'sbatch',
          array,
          '--output=/dev/null',
          join(place.examples, 'slurm/sweep.sbatch'),
          ...sweep,
          '--out',
          out,
        );
      // The controller may have been killed.
      while (submit().status !== 0) {
        await pause(500);
        repair();
      }
      for (let idle = 0; ; ) {
        const { status, stdout } = queue();
        if (status === 0 && stdout.trim() === '') break;
        if (status !== 0) repair();
        await pause(200);
        // A job whose end nobody could report, because the daemons were dead, counts as running for minutes.
        idle = partsRunning() === 0 ? idle + 1 : 0;
        if (idle < 50) continue;
        run('scancel', '--user=root');
        idle = 0;
      }
      return isMade(merge().status);
    },
    repair,
    close: () => execFileSync(starter, ['--stop', cluster]),
  };
}

export const WAYS: Readonly<Record<string, (place: Workplace) => Way>> = {
  ...{ plain, slurm },
  dask: script('dask'),
  ray: script('ray'),
};
