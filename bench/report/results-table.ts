/** The table of results in docs/explanation/performance.md, between two comments that mark its place. */
import type { Result } from '../results.ts';

const BEGIN = '<!-- results: begin (written by npm run bench) -->';
const END = '<!-- results: end -->';

/** The page with its table replaced. Throws an Error if the page lacks the marks. */
export function withResults(page: string, results: readonly Result[]): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin < 0 || end < begin)
    throw new Error('docs/explanation/performance.md has lost the marks of its table');
  return `${page.slice(0, begin)}${BEGIN}\n\n${resultsTable(results)}\n\n${page.slice(end)}`;
}

/** The results as a table of Markdown. */
export function resultsTable(results: readonly Result[]): string {
  const lines = results.map(({ name, unit, value, baseline, ratio }) => {
    const cells = [name, unit, number(value), number(baseline), ratio === null ? '' : `${number(ratio)} ×`];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| what | unit | value | beside | times better |',
    '| --- | --- | --: | --: | --: |',
    ...lines,
  ].join('\n');
}

/** Three digits. */
function number(value: number | null): string {
  return value === null ? '' : String(Number(value.toPrecision(3)));
}
