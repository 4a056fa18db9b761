/**
 * Tries clusters on this machine: how fast a sweep is in parts, compared with one process, and whether it has the same
 * bytes though what it runs on is killed. `node dist/bench/clusters/trial.js FOLDER --help` lists the options. Slurm
 * needs root, slurm-wlm and munge; Dask and Ray the Python that `THEODOLITE_PYTHON` names.
 */
import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { uniformNumbers } from '../uniform.ts';
import { killOne, markedProcesses } from './kills.ts';
import { LAYOUTS, sweepWords, writeWorkplace } from './sweep.ts';
import { WAYS, type Way, type Workplace } from './ways.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    agents: { type: 'string', default: '1000' },
    rows: { type: 'string', default: '40' },
    draws: { type: 'string', default: '200' },
    parts: { type: 'string', default: '20' },
    slots: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '1' },
    kills: { type: 'string', default: '0' },
    pause: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    on: { type: 'string', default: 'plain,slurm,dask,ray' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help || positionals.length !== 1) {
  console.log(`node dist/bench/clusters/trial.js FOLDER [options]

  --agents 1000  subjects, each fitted with ${LAYOUTS} layouts
  --rows 40      tasks of each subject
  --draws 200    draws of each of two chains, after as many steps of warm-up
  --parts 20     parts of the sweep
  --slots 2      processes at a time
  --rounds 1     how often each way is measured, in alternation
  --on plain,slurm,dask,ray
  --kills 0      of each way but plain, instead of a measurement
  --pause 2      mean seconds between two kills
  --seed 1       of the kills`);
  process.exit(values.help ? 0 : 2);
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = resolve(positionals[0]!);
// What an earlier trial made would not be made again.
if (existsSync(folder)) throw new Error(`${folder} is there already: give a new folder`);
const number = (
  name: 'agents' | 'rows' | 'draws' | 'parts' | 'slots' | 'rounds' | 'kills' | 'pause' | 'seed',
) => Number(values[name]);
const size = { agents: number('agents'), rows: number('rows'), draws: number('draws') };
writeWorkplace(folder, size, join(root, 'dist/cli/main.js'));
const mark = `THEODOLITE_TRIAL=${randomUUID()}`;
const place: Workplace = {
  mark,
  ...{ folder, sweep: sweepWords(size), parts: number('parts'), slots: number('slots') },
  environment: {
    ...process.env,
    PATH: `${folder}:${process.env.PATH}`,
    THEODOLITE_CACHE: join(folder, 'modules'),
    THEODOLITE_TRIAL: mark.split('=')[1],
    RAY_USAGE_STATS_ENABLED: '0',
  },
  python: process.env.THEODOLITE_PYTHON ?? 'python3',
  examples: join(root, 'examples'),
};
const names = values.on.split(',');
const fits = size.agents * LAYOUTS;

/** The files of a sweep, without the folder of its parts. */
function filesOf(out: string): ReadonlyMap<string, string> {
  const kept = readdirSync(join(folder, out)).filter((name) => name !== 'shards' && !name.startsWith('.'));
  return new Map(kept.map((name) => [name, readFileSync(join(folder, out, name), 'base64')]));
}

function hasBytesOf(out: string, other: string): boolean {
  const [found, wanted] = [filesOf(out), filesOf(other)];
  return found.size === wanted.size && [...wanted].every(([name, text]) => found.get(name) === text);
}

/** Seconds of processor time of the processes of `theodolite` since the last call. */
function processorSeconds(): number {
  const file = join(folder, 'processor.txt');
  // What Bash says of a killed process is among them.
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => /^[\d.]+ [\d.]+$/.test(line));
  rmSync(file);
  return lines.flatMap((line) => line.split(' ').map(Number)).reduce((sum, seconds) => sum + seconds, 0);
}

function tell(line: string): void {
  console.log(line);
  appendFileSync(join(folder, 'trial.txt'), `${line}\n`);
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Makes the sweep while processes are killed, until it is made. */
async function withKills(way: Way, out: string): Promise<string> {
  const random = uniformNumbers(number('seed'));
  const killed: Record<string, number> = { part: 0, worker: 0, controller: 0 };
  let [isDone, count, attempts] = [false, 0, 0];
  const killing = (async () => {
    while (!isDone && count < number('kills')) {
      await pause(2000 * number('pause') * random());
      const victim = isDone ? null : killOne(mark, random);
      if (victim === null) continue;
      killed[victim]!++;
      count++;
      if (victim !== 'part') {
        await pause(300);
        way.repair();
      }
    }
  })();
  while (!isDone) {
    attempts++;
    isDone = await way.attempt(out);
  }
  await killing;
  return `${count} kills (${Object.entries(killed)
    .map(([victim, kills]) => `${victim} ${kills}`)
    .join(', ')}), begun ${attempts} times`;
}

tell(`${fits} fits in ${place.parts} parts, ${place.slots} slots, ${size.rows} rows, ${size.draws} draws`);
for (let round = 1; round <= number('rounds'); round++) {
  for (const name of names) {
    const out = `${name}-${round}`;
    const way = WAYS[name]!(place);
    try {
      const began = performance.now();
      const kills = number('kills') > 0 && name !== 'plain' ? await withKills(way, out) : null;
      if (kills === null && !(await way.attempt(out))) throw new Error(`${out} was not made`);
      const seconds = (performance.now() - began) / 1000;
      const same =
        out === 'plain-1'
          ? 'the bytes of the others'
          : hasBytesOf(out, 'plain-1')
            ? 'same bytes'
            : 'OTHER BYTES';
      tell(
        `${out}: ${seconds.toFixed(1)} s, ${processorSeconds().toFixed(1)} s of processors in theodolite, ${kills === null ? '' : `${kills}, `}${same}`,
      );
    } finally {
      way.close();
      for (const { pid } of markedProcesses(mark)) process.kill(pid, 'SIGKILL');
    }
  }
}
