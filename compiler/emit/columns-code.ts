/** How the host hands columns over and reads statistics. */
import { literal } from './dialect.ts';
import { indent } from './text.ts';

/** The functions that make room for the columns and say where each is. */
export function columnsCode(columns: readonly string[], pointers: ReadonlyMap<string, string>): string {
  const allocate = columns.flatMap((name) => [
    `${pointers.get(name)} = allocate(<usize>count << 3);`,
    `if (${pointers.get(name)} == 0) return false;`,
  ]);
  return `/** Makes room for \`count\` rows; false when there is no more memory. */
export function beginData(count: i32): bool {
  rows = count;
${indent(allocate, 2)}
  return true;
}

/** Where the host writes a column, or 0 for one that is not there. */
export function columnAt(index: i32): usize {
  switch (index) {
${columns.map((name, index) => `    case ${index}:\n      return ${pointers.get(name)};`).join('\n')}
  }
  return 0;
}`;
}

/** The function that reads the statistics of the manifest. */
export function statisticCode(names: readonly string[]): string {
  const cases = names.map((name, index) => `    case ${index}:\n      return ${name};`);
  return `/** A statistic of the data that is bound; NaN for one that is not there. */
export function statisticAt(index: i32): f64 {
${cases.length === 0 ? '' : `  switch (index) {\n${cases.join('\n')}\n  }\n`}  return ${literal(Number.NaN)};
}`;
}
