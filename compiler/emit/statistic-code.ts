/** How the host reads statistics. */
import { literal } from './dialect.ts';

/** The function that reads the statistics of the manifest. */
export function statisticCode(names: readonly string[]): string {
  return `/** A statistic of the data that is bound; NaN for one that is not there. */
export function statisticAt(index: i32): f64 {
${casesCode(names)}  return ${literal(Number.NaN)};
}`;
}

/** The function that finds the values of the statistics by levels, whose arrays are given. */
export function levelStatisticCode(arrays: readonly string[]): string {
  return `/** Where a statistic by the levels of a category is, one f64 a level; 0 for one that is not there. */
export function levelStatisticAt(index: i32): usize {
${casesCode(arrays)}  return 0;
}`;
}

function casesCode(names: readonly string[]): string {
  const cases = names.map((name, index) => `    case ${index}:\n      return ${name};`);
  return cases.length === 0 ? '' : `  switch (index) {\n${cases.join('\n')}\n  }\n`;
}
