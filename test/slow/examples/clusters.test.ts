/**
 * The examples for Dask, Ray and Spark, on clusters that they start on this machine, with workers that are killed: what they write has
 * the bytes of fits that one process makes one after another. A cluster is tried if the Python that `THEODOLITE_PYTHON` names has it.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPython, PYTHON } from '../../python.ts';

const FOLDER = resolve('packages/python');
const LAYOUT = resolve('stdlib-layouts/navigation/navigation.ml');
const BATTERY = resolve('stdlib-layouts/navigation/battery.csv');
const ENVIRONMENT = {
  ...process.env,
  PYTHONPATH: `${FOLDER}/src`,
  PYTHONDONTWRITEBYTECODE: '1',
  THEODOLITE_PACKAGE: resolve('.'),
  RAY_USAGE_STATS_ENABLED: '0',
};

/** A row for each task of each agent, and the profiles of all agents. */
const PLAIN = `
import sys, warnings, pandas as pd, theodolite as th
warnings.simplefilter("ignore")
layout, battery = sys.argv[1:]
wide = pd.read_csv(battery)
agents = [f"p{p}-nu{nu}" for p in (20, 24, 28) for nu in (0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)]
runs = wide.melt(["task", "goalDistance", "goalSize"], agents, var_name="agent", value_name="success")
runs.to_csv("runs.csv", index=False)
mixed = runs.sample(frac=1, random_state=1)
for number in range(4):
    mixed.iloc[number::4].to_csv(f"part-{number}.csv", index=False)
model, profiles = th.Model(layout), []
for agent in sorted(agents):
    fit = model.fit(wide, outcome=agent, progress=False)
    profile = fit.summary().reset_index()
    profile.insert(0, "subject", agent)
    profile.insert(1, "status", fit.status)
    profiles.append(profile)
pd.concat(profiles).to_csv("summary.csv", index=False)
`;
const AGENTS = 30;

const CLUSTERS = (
  [
    ['dask', 'fit_subjects', ['dask', 'distributed']],
    ['dask', 'fit_groups', ['dask', 'distributed', 'pyarrow']],
    ['ray', 'fit_subjects', ['ray']],
    ['spark', 'fit_subjects', ['pyspark', 'pyarrow']],
  ] as const
).filter(([name, , modules]) => {
  if (!hasPython(['wasmtime', 'numpy', 'pandas', ...modules], `the example for ${name}`)) return false;
  const lacksJava = name === 'spark' && spawnSync('java', ['-version']).status !== 0;
  if (lacksJava) process.stderr.write('skipped: the example for spark: there is no java\n');
  return !lacksJava;
});

describe.skipIf(CLUSTERS.length === 0)('fits of many subjects on a cluster', () => {
  let folder = '';

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'theodolite-clusters-'));
    execFileSync(process.execPath, [`${FOLDER}/build.mjs`], { stdio: 'ignore' });
    execFileSync(PYTHON, ['-c', PLAIN, LAYOUT, BATTERY], { cwd: folder, env: ENVIRONMENT });
  }, 120_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const summaryOf = (out: string) => readFileSync(join(folder, out, 'summary.csv'), 'utf8');

  /** Runs the example of a cluster; `seen` gets the number of fits so far and the process of the last. */
  function run(
    cluster: string,
    script: string,
    table: string,
    out: string,
    seen: (fits: number, worker: number, driver: number) => void,
  ): Promise<{ status: number | null; told: string; workers: readonly number[] }> {
    return new Promise((done) => {
      const path = resolve(`examples/${cluster}/${script}.py`);
      const args = [path, LAYOUT, table, '--by', 'agent', '--outcome', 'success', '--out', out];
      const child = spawn(PYTHON, args, {
        cwd: folder,
        env: ENVIRONMENT,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const workers: number[] = [];
      let told = '';
      let begun = '';
      child.stderr.on('data', (piece: Buffer) => {
        told += piece.toString();
        const lines = (begun + piece.toString()).split('\n');
        begun = lines.pop()!;
        for (const line of lines) {
          const worker = /: fitted by process (\d+)$/.exec(line)?.[1];
          if (worker === undefined) continue;
          workers.push(Number(worker));
          seen(workers.length, Number(worker), child.pid!);
        }
      });
      child.on('close', (status) => done({ status, told, workers }));
    });
  }

  for (const [cluster, script] of CLUSTERS) {
    /** Whether each profile is stored as soon as it is there. Otherwise they come together, and the table may be in several files. */
    const stores = script === 'fit_subjects' && cluster !== 'spark';
    const table = stores ? 'runs.csv' : 'part-*.csv';

    it(`loses nothing on ${cluster} by ${script} if workers are killed`, async () => {
      const killed: number[] = [];
      const { status, told, workers } = await run(
        cluster,
        script,
        table,
        `${cluster}-${script}`,
        (fits, worker) => {
          // It is at its next fit.
          if (fits % 8 !== 4 || killed.length === 3) return;
          process.kill(worker, 'SIGKILL');
          killed.push(worker);
        },
      );
      expect(status, told).toBe(0);
      // Where a task has several fits, all of them are made again.
      expect(workers.length, told).toBeGreaterThanOrEqual(AGENTS);
      if (stores) expect(workers.length, told).toBe(AGENTS);
      expect(new Set(killed).size, told).toBeGreaterThanOrEqual(2);
      // Others took their places.
      expect(new Set(workers).size, told).toBeGreaterThan(2);
      expect(summaryOf(`${cluster}-${script}`)).toBe(readFileSync(join(folder, 'summary.csv'), 'utf8'));
    }, 300_000);

    if (!stores) continue;
    it(`goes on with ${cluster} after the script was killed`, async () => {
      const first = await run(cluster, script, table, `${cluster}-script`, (fits, _, driver) => {
        if (fits === 10) process.kill(driver, 'SIGKILL');
      });
      expect(first.status, first.told).toBe(null);
      const second = await run(cluster, script, table, `${cluster}-script`, () => {});
      expect(second.status, second.told).toBe(0);
      expect(second.workers.length, second.told).toBeLessThanOrEqual(AGENTS - 9);
      expect(summaryOf(`${cluster}-script`)).toBe(readFileSync(join(folder, 'summary.csv'), 'utf8'));
    }, 300_000);
  }
});
