/** How the host reads statistics. */
import { literal } from './dialect.ts';

/** The function that reads the statistics of the manifest. */
export function statisticCode(names: readonly string[]): string {
  const cases = names.map((name, index) => `    case ${index}:\n      return ${name};`);
  return `/** A statistic of the data that is bound; NaN for one that is not there. */
export function statisticAt(index: i32): f64 {
${cases.length === 0 ? '' : `  switch (index) {\n${cases.join('\n')}\n  }\n`}  return ${literal(Number.NaN)};
}`;
}
