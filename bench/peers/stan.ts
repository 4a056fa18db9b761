/** Stan on the same data in the same run, if Rscript with rstan is installed. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Battery } from '../battery.ts';
import { PACKAGE, REFERENCE } from '../package-files.ts';
import { lessIsBetter, type Result } from '../results.ts';

/** The output of stan.R. */
interface StanTimes {
  readonly gradientMicroseconds: number;
  readonly compileSeconds: number;
  readonly fitSeconds: number | null;
}

const INSTALL = `skipped: Stan, since Rscript with rstan is not there. On Debian:
  apt install r-cran-rstan r-cran-rcppeigen r-cran-jsonlite libboost-dev`;

/** Stan's times, compared with those measured before in this run. Prints what it skips, and why. */
export function measureStan(
  batteries: readonly Battery[],
  gradients: ReadonlyMap<Battery, Result>,
  measured: readonly Result[],
): Result[] {
  if (!rstanIsThere()) {
    console.log(INSTALL);
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), 'theodolite-stan-'));
  try {
    return batteries.flatMap((battery) => {
      const program = stanProgram(battery);
      if (program === null) {
        console.log(`skipped: Stan on ${battery.name}, whose program is not beside this checkout`);
        return [];
      }
      const found = (start: string) => measured.find(({ name }) => name.startsWith(start));
      const fit = found(`whole fit, ${battery.name}`);
      const times = runStan(program, battery, folder, fit !== undefined);
      if (times === null) return [];
      const cold = found(`compiling, ${battery.name}, cold`);
      const beside = (name: string, unit: string, value: number, baseline: number) =>
        lessIsBetter(`${name}, ${battery.name}, beside Stan`, unit, value, baseline);
      const results = [beside('gradient', 'µs', gradients.get(battery)!.value, times.gradientMicroseconds)];
      if (cold !== undefined)
        results.push(beside('compiling', 'ms', cold.value, times.compileSeconds * 1000));
      if (fit !== undefined) results.push(beside('whole fit', 's', fit.value, times.fitSeconds!));
      return results;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function rstanIsThere(): boolean {
  const { status } = spawnSync('Rscript', ['-e', 'library(rstan); library(jsonlite)'], { stdio: 'ignore' });
  return status === 0;
}

/** The Stan program of a battery's layout; null if it is absent. */
function stanProgram({ source }: Battery): URL | null {
  const name = source.name.replace(/^.*\/(.*)\.ml$/, '$1.stan');
  const places = [new URL('bench/peers/', PACKAGE), ...(REFERENCE === null ? [] : [REFERENCE])];
  return places.map((place) => new URL(name, place)).find((file) => existsSync(file)) ?? null;
}

/** Null if R fails; R has then printed the reason, and the run ends with status 1. */
function runStan(program: URL, battery: Battery, folder: string, withFit: boolean): StanTimes | null {
  const table = join(folder, 'rows.csv');
  writeFileSync(table, csvOf(battery));
  const script = fileURLToPath(new URL('bench/peers/stan.R', PACKAGE));
  const args = [script, fileURLToPath(program), table, ...(withFit ? ['fit'] : [])];
  const { status, stdout } = spawnSync('Rscript', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { R_MAKEVARS_USER: makeFlags(folder), ...process.env },
  });
  if (status !== 0) {
    console.error(`Stan on ${battery.name} failed: Rscript ended with status ${status}`);
    process.exitCode = 1;
    return null;
  }
  return JSON.parse(stdout.trim().split('\n').at(-1)!);
}

/** A file that makes R compile Stan programs optimised for this processor, which is not the default. */
function makeFlags(folder: string): string {
  const file = join(folder, 'Makevars');
  writeFileSync(file, 'CXX14FLAGS = -O3 -march=native\nCXX17FLAGS = -O3 -march=native\n');
  return file;
}

/** The rows with the outcome, which is the last column, called `y`. */
function csvOf({ rows, columns }: Battery): string {
  const names = [...columns.keys()];
  const header = [...names.slice(0, -1), 'y'].join();
  const values = [...columns.values()];
  const lines = Array.from({ length: rows }, (_, row) => values.map((column) => column[row]).join());
  return `${[header, ...lines].join('\n')}\n`;
}
