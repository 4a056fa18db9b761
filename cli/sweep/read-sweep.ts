/** Reads the tables of a finished sweep, for box plots. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { BASELINES, type Baseline } from '../../analysis/evaluate/scores/scored-predictors.ts';
import { FileError } from '../../files/file-error.ts';
import { readRegularText } from '../../files/regular-file.ts';
import { readingProblem } from '../../files/system-problem.ts';
import { readNumber } from '../../files/tables/read-cell.ts';
import type { SweepDistributions } from '../../reporting/figures/kinds/sweep.ts';

const RUN_AGAIN = 'Run the same `sweep` command again.';

/** The cells by column name, as they are written. */
type Columns = ReadonlyMap<string, readonly string[]>;

/** @throws FileError when the folder holds no finished sweep, or a table of it is damaged */
export async function readSweep(folder: string): Promise<SweepDistributions> {
  const file = join(folder, 'distributions.csv');
  if (!existsSync(file)) throw noSweep(folder);
  const table = readTexts(file);
  const text = (name: string) => expectColumn(table, name, file);
  const number = (name: string) =>
    text(name).map((cell, row) => {
      const value = cell === '' ? Number.NaN : readNumber(cell);
      if (value !== null) return value;
      throw damaged(
        file,
        `row ${row + 1} of \`${name}\` has ${JSON.stringify(cell)} where a number is wanted`,
      );
    });
  const [quantities, names, axes, values] = ['quantity', 'name', 'axis', 'value'].map(text);
  const [count, least, lowerQuartile, median, upperQuartile, greatest] = [
    ...['count', 'least', 'lower quartile', 'median', 'upper quartile', 'greatest'],
  ].map(number);
  const scores = join(folder, 'scores.csv');
  const scored = existsSync(scores) ? readTexts(scores) : null;
  const keys = quantities!.map((quantity, row) => JSON.stringify([quantity, names![row]]));
  // Every quantity has the groups in the same order.
  const isOfFirst = (row: number) => keys[row] === keys[0];
  const rows = keys.map((_, row) => row);
  return {
    groups: rows.filter(isOfFirst).map((row) => ({ axis: axes![row] || null, value: values![row] || null })),
    quantities: [...new Set(keys)].map((key) => {
      const own = rows.filter((row) => keys[row] === key);
      const name = names![own[0]!]!;
      const isScore = quantities![own[0]!] === 'Brier score';
      return {
        kind: isScore ? 'brier' : 'posterior mean',
        name,
        distributions: own.map((row) =>
          count![row] === 0
            ? null
            : {
                count: count![row]!,
                least: least![row]!,
                lowerQuartile: lowerQuartile![row]!,
                median: median![row]!,
                upperQuartile: upperQuartile![row]!,
                greatest: greatest![row]!,
              },
        ),
        baselines: isScore && scored !== null ? baselinesOf(scored, name) : {},
      };
    }),
  };
}

/** The lowest and highest Brier score of the baselines, for the rows of an outcome. */
function baselinesOf(scores: Columns, outcome: string): Partial<Record<Baseline, readonly [number, number]>> {
  const outcomes = scores.get('outcome') ?? [];
  return Object.fromEntries(
    BASELINES.flatMap((baseline) => {
      const own = (scores.get(`${baseline} Brier`) ?? [])
        .filter((cell, row) => outcomes[row] === outcome && cell !== '')
        .map(Number);
      return own.length === 0 ? [] : [[baseline, [Math.min(...own), Math.max(...own)]]];
    }),
  );
}

/** A table as texts, because an alternative may be called `none`, which readers of data treat as a missing value. */
function readTexts(file: string): Columns {
  const { data, meta, errors } = Papa.parse<string[]>(textOf(file), { skipEmptyLines: true });
  const [heads, ...rows] = data;
  const uneven = rows.findIndex((row) => row.length !== heads?.length);
  if (heads === undefined || uneven >= 0 || errors.length > 0 || meta.aborted) {
    throw damaged(
      file,
      uneven >= 0 ? `row ${uneven + 1} has another length than its header` : 'it is no CSV',
    );
  }
  return new Map(heads.map((name, column) => [name, rows.map((row) => row[column]!)]));
}

/** @throws FileError */
function textOf(file: string): string {
  try {
    return readRegularText(file, RUN_AGAIN);
  } catch (error) {
    const problem = readingProblem(file, error);
    if (problem === null) throw error;
    throw new FileError(problem.message, problem.remedy);
  }
}

function expectColumn(table: Columns, name: string, file: string): readonly string[] {
  return table.get(name) ?? fail(damaged(file, `it has no column \`${name}\``));
}

function fail(error: FileError): never {
  throw error;
}

function damaged(file: string, why: string): FileError {
  return new FileError(`${file} is damaged: ${why}.`, RUN_AGAIN);
}

function noSweep(folder: string): FileError {
  if (!existsSync(folder)) {
    return new FileError(`There is no folder ${folder}.`, 'Give the folder that `sweep --out` wrote.');
  }
  if (existsSync(join(folder, 'sweep.json'))) {
    return new FileError(
      `The sweep in ${folder} is not finished: there is no distributions.csv in it.`,
      'Run the same `sweep` command again, which goes on from there.',
    );
  }
  return new FileError(
    `${folder} holds no sweep: there is no distributions.csv in it.`,
    'Give the folder that `sweep --out` wrote.',
  );
}
