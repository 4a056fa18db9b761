/** The results of a run: one entry per quantity, stored as JSON. */
import { renameSync, writeFileSync } from 'node:fs';

export interface Result {
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  /** The same quantity of the alternative, in the same run; null without an alternative. */
  readonly baseline: number | null;
  /** The factor by which the value is better than the baseline: faster, or more effective; null without a baseline. */
  readonly ratio: number | null;
}

/** A quantity without an alternative. */
export function alone(name: string, unit: string, value: number): Result {
  return { name, unit, value, baseline: null, ratio: null };
}

/** A time or a cost, where less is better. */
export function lessIsBetter(name: string, unit: string, value: number, baseline: number): Result {
  return { name, unit, value, baseline, ratio: baseline / value };
}

/** A yield, where more is better. */
export function moreIsBetter(name: string, unit: string, value: number, baseline: number): Result {
  return { name, unit, value, baseline, ratio: value / baseline };
}

/** Writes a file beside its place and renames it, so that an interrupted run leaves the old file intact. */
export function replaceFile(file: URL, text: string): void {
  const beside = new URL(`${file.href}.new`);
  writeFileSync(beside, text);
  renameSync(beside, file);
}

/** The results as they are stored: rounded to five digits, more than their precision. */
export function resultsJson(results: readonly Result[]): string {
  const rounded = (_: string, value: unknown) =>
    typeof value === 'number' ? Number(value.toPrecision(5)) : value;
  return `[\n${results.map((result) => `  ${JSON.stringify(result, rounded)}`).join(',\n')}\n]\n`;
}
