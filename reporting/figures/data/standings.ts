/** The data of a figure of ranks: how subjects, or the levels of a category, rank by each ability. */
import type { Parameter } from '../../../host/parameters.ts';
import { chainsOf } from '../../../host/posterior.ts';
import { chanceText } from '../../../host/round-estimate.ts';
import { allFinite, pooled } from '../../../statistics/chains.ts';
import { rankIntervals } from '../../../statistics/rank-intervals.ts';
import type { ForestData, ForestGroup } from '../kinds/forest.ts';
import { atEnds, endsNote, type RowOrder } from './forest.ts';
import {
  chosenParameters,
  expectFew,
  FigureError,
  failedNote,
  hasFailed,
  type NamedPosterior,
  notFinite,
} from './named-fit.ts';

const MAX_ROWS = 400;
/**
 * @param fits of one layout; those that failed are left out. The levels of one fit are ranked within it, and of several fits their
 *   common abilities
 * @param only the names of parameters or latents; null for those of the profile
 * @param order how many rows of an ability are shown: all are ranked
 * @throws FigureError for an unknown name, draws that are not finite, or nothing to rank
 */
export function standingsData(
  fits: readonly NamedPosterior[],
  only: readonly string[] | null,
  { ends }: Pick<RowOrder, 'ends'> = {},
): ForestData {
  const own = fits.filter((fit) => !hasFailed(fit));
  const all = own.flatMap((fit) => chosenParameters(fit, only).map((parameter) => ({ fit, parameter })));
  const latents = [...new Map(all.map(({ parameter: { latent } }) => [latent.name, latent])).values()];
  const groups = latents.flatMap((latent): ForestGroup[] => {
    const ranked = all.filter(({ parameter }) => parameter.latent.name === latent.name);
    if (ranked.length < 2) return [];
    expectFew('ranks of one ability', ranked.length, MAX_ROWS, 'Name some of the levels with --only.');
    const ranks = rankIntervals(ranked.map(({ fit, parameter }) => drawsOf(fit, parameter)));
    const scale = { unit: 'rank', from: 1, to: ranked.length, endsAtFrom: true, endsAtTo: true };
    const rows = ranked.map(({ fit, parameter: { level } }, place) => {
      const { median, lower, upper, highest } = ranks[place]!;
      const name = level === null ? fit.name : own.length === 1 ? level : `${fit.name}, ${level}`;
      return {
        label: highest >= 0.01 ? `${name} (first: ${chanceText(highest)})` : name,
        ...{ center: median, hdi50: null, hdi95: [lower, upper] as const, decimals: 0, failed: false, scale },
      };
    });
    rows.sort((a, b) => a.center - b.center || a.hdi95[0] + a.hdi95[1] - b.hdi95[0] - b.hdi95[1]);
    return [{ title: latent.name, note: latent.doc, rows: atEnds(rows, ends), scale }];
  });
  if (groups.length === 0) {
    throw new FigureError(
      'There is nothing to rank: no ability has several levels or subjects.',
      'Give several fits, or the fit of a layout with a category.',
    );
  }
  return {
    title: 'Ranks',
    caption: [
      'Posterior medians of the ranks, where 1 is the highest, with the intervals from the 5 to the 95 % quantile. In brackets: the probability to be first, from 1 % on.',
      ...failedNote(fits),
    ]
      .join(' ')
      .concat(endsNote({ ends })),
    groups,
    marks: { center: 'median rank', narrow: null, wide: '90 % interval' },
  };
}

function drawsOf(fit: NamedPosterior, parameter: Parameter): Float64Array {
  const chains = chainsOf(fit, parameter);
  if (!allFinite(chains)) throw notFinite(fit, parameter);
  return pooled(chains);
}
