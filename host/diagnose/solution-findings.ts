/** Findings about reports that solve an equation: draws in which it has no solution. */

import type { Finding } from './finding.ts';
import { endOf, type SolutionDraws } from './solutions.ts';
import { NO_SOLUTION_CAUTION } from './thresholds.ts';
import { listedNames, quoted, threeDigits } from './wording.ts';

interface Unsolved extends SolutionDraws {
  /** The shares of draws at the ends of the range. */
  readonly below: number;
  readonly above: number;
}

/** The finding about solutions that are at an end of their range in some draws; none if all are inside. */
export function solutionFindings(solutions: readonly SolutionDraws[]): Finding[] {
  const unsolved = solutions
    .map((each): Unsolved => {
      const draws = each.chains.flatMap((chain) => Array.from(chain));
      const share = (end: 'lo' | 'hi') =>
        draws.filter((value) => endOf(value, each.range) === end).length / draws.length;
      return { ...each, below: share('lo'), above: share('hi') };
    })
    .filter(({ below, above }) => below + above > 0)
    .sort((a, b) => b.below + b.above - (a.below + a.above));
  const [worst] = unsolved;
  if (worst === undefined) return [];
  const isCaution = worst.below + worst.above >= NO_SOLUTION_CAUTION;
  const subject = listedNames(unsolved.map((each) => `${quoted(each.name)} (${endsMet(each)})`));
  return [
    {
      kind: 'no-solution',
      weight: isCaution ? 'caution' : 'note',
      parameters: unsolved.map(({ name }) => name),
      message: `In some draws there is no solution in the range, and the end that is nearer to one counts: ${subject}.${
        isCaution ? ' Their means, and limits of intervals at an end, are bounds and not estimates.' : ''
      }`,
      remedy: `Look further, with \`from\` and \`to\` in \`solve\`, or report medians: they hold as long as fewer than half of the draws are at one end.`,
    },
  ];
}

/** The ends that draws count as, with the share of the draws. */
function endsMet({ range, below, above, unit }: Unsolved): string {
  const written = (end: number) => `${threeDigits(end)}${unit === '' ? '' : ` ${unit}`}`;
  return [
    ...(below > 0 ? [`${written(range.lo)} in ${percent(below)}`] : []),
    ...(above > 0 ? [`${written(range.hi)} in ${percent(above)}`] : []),
  ].join(', ');
}

function percent(share: number): string {
  return share < 0.001 ? 'less than 0.1 %' : `${threeDigits(Number((100 * share).toPrecision(2)))} %`;
}
