/** What the documents say of limits is what the verdict goes by. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as limits from '../../host/diagnose/thresholds.ts';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

/** The cells of the row of the table under a heading of docs/explanation/sampler.md that begins so. */
function row(of: string): string[] {
  const [, section] = read('docs/explanation/sampler.md').split('## When a fit may be used\n');
  const line = section!
    .split('\n## ')[0]!
    .split('\n')
    .find((each) => each.startsWith(`| ${of}`));
  return line!
    .split('|')
    .slice(2, -1)
    .map((cell) => cell.trim());
}

/** In words, of the whole numbers that there is a word for. */
const fraction = (times: number) => ({ 2: 'a half', 3: 'a third', 4: 'a quarter', 5: 'a fifth' })[times];
const percent = (share: number) => `${100 * share} %`;

describe('the table of limits in docs/explanation/sampler.md', () => {
  it.each([
    [
      'R-hat',
      `at most ${limits.R_HAT_CAUTION}`,
      `at most ${limits.R_HAT_FATAL}`,
      `above ${limits.R_HAT_FATAL}`,
    ],
    [
      'effective draws',
      `at least ${limits.EFFECTIVE_DRAWS_CAUTION}`,
      `at least ${limits.EFFECTIVE_DRAWS_FATAL}`,
      `fewer than ${limits.EFFECTIVE_DRAWS_FATAL}`,
    ],
    [
      'divergences',
      'none',
      `less than ${percent(limits.DIVERGENCES_FATAL)} of the draws`,
      `${percent(limits.DIVERGENCES_FATAL)} or more`,
    ],
    [
      'trajectories',
      `less than ${percent(limits.TREE_DEPTH_CAUTION)}`,
      `${percent(limits.TREE_DEPTH_CAUTION)} or more`,
      '',
    ],
    [
      'step size',
      `at least ${fraction(limits.STEP_SIZE_APART)}`,
      `less than ${fraction(limits.STEP_SIZE_APART)} after two warm-ups`,
      '',
    ],
    [
      `draws of a chain that diverge, where less than ${percent(limits.DIVERGENCES_FATAL)}`,
      `less than ${percent(limits.CHAIN_DIVERGENCES_FAILED)}`,
      `${percent(limits.CHAIN_DIVERGENCES_FAILED)} or more after two warm-ups`,
      '',
    ],
    ['BFMI', `at least ${limits.ENERGY_CAUTION}`, `less than ${limits.ENERGY_CAUTION}`, ''],
    ['draws of each chain', `at least ${limits.LEAST_DRAWS}`, '', `fewer than ${limits.LEAST_DRAWS}`],
    [
      'draws in which an equation',
      `less than ${percent(limits.NO_SOLUTION_CAUTION)}, a note`,
      `${percent(limits.NO_SOLUTION_CAUTION)} or more`,
      '',
    ],
    [
      'the mass of modes',
      `less than ${percent(limits.NEGLIGIBLE_SHARE)}, a note`,
      `less than ${percent(limits.UNVISITED_SHARE_FATAL)}, with status 5`,
      `${percent(limits.UNVISITED_SHARE_FATAL)} or more`,
    ],
    [
      'standard deviation of the runs',
      `at most ${limits.EVIDENCE_SPREAD_CAUTION}`,
      `at most ${limits.EVIDENCE_SPREAD_FATAL}`,
      `above ${limits.EVIDENCE_SPREAD_FATAL}`,
    ],
    [
      'the log evidence that particles miss',
      `at most ${limits.EVIDENCE_LAG_CAUTION}`,
      `at most ${limits.EVIDENCE_LAG_FATAL}`,
      `above ${limits.EVIDENCE_LAG_FATAL}`,
    ],
    [
      'the log of the prior',
      `at most ${limits.PRIOR_MASS_CAUTION} off`,
      `at most ${limits.PRIOR_MASS_FATAL} off`,
      `more than ${limits.PRIOR_MASS_FATAL} off`,
    ],
    [
      'draws of the prior',
      `at least ${limits.ANCESTORS_CAUTION}`,
      `at least ${limits.ANCESTORS_FATAL}`,
      `fewer than ${limits.ANCESTORS_FATAL}`,
    ],
    [
      'acceptance',
      `at least ${percent(limits.ACCEPTANCE_CAUTION)}`,
      `less than ${percent(limits.ACCEPTANCE_CAUTION)}`,
      '',
    ],
  ])('has those of %s', (of, ...cells) => {
    expect(row(of)).toEqual(cells);
  });
});

describe('the pages for readers of a fit', () => {
  const page = (path: string) => read(path).replaceAll(/\s+/g, ' ');

  it('say of R-hat what the verdict does', () => {
    const readFit = page('docs/guides/read-a-fit.md');
    expect(readFit).toContain(`Above ${limits.R_HAT_CAUTION} they do not quite agree: a warning says`);
    expect(readFit).toContain(`Above ${limits.R_HAT_FATAL} they disagree: the fit ends with status 3`);
  });

  it('say of further modes with how much of the mass they have a status', () => {
    expect(page('docs/reference/command.md')).toContain(
      `with ${100 * limits.NEGLIGIBLE_SHARE} to ${percent(limits.UNVISITED_SHARE_FATAL)} of the mass`,
    );
  });
});
