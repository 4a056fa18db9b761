/** How the levels of a category rank by an ability. */
import type { FitSummary } from '../../files/fits/fit-summary.ts';
import type { Posterior } from '../../host/posterior.ts';
import { chainsOf } from '../../host/posterior.ts';
import { chanceText } from '../../host/round-estimate.ts';
import { pooled } from '../../statistics/chains.ts';
import { rankIntervals } from '../../statistics/rank-intervals.ts';

/** With more levels than this, ranks are not computed. */
const MAX_LEVELS = 2000;

/** By ability or report with a category, how each of its levels ranks; absent without any. */
export function standingsOf(fit: Posterior): Pick<FitSummary, 'standings'> {
  const latents = [...new Set(fit.parameters.map(({ latent }) => latent))].filter(
    ({ role, index }) => index !== undefined && (role === 'capability' || role === 'report'),
  );
  const standings = latents.flatMap((latent) => {
    const own = fit.parameters.filter((parameter) => parameter.latent === latent);
    if (own.length < 2 || own.length > MAX_LEVELS) return [];
    const draws = own.map((parameter) => pooled(chainsOf(fit, parameter)));
    if (draws.some((values) => values.some(Number.isNaN))) return [];
    const ranks = rankIntervals(draws);
    return [[latent.name, own.map(({ level }, place) => ({ level: level!, ...ranks[place]! }))] as const];
  });
  return standings.length === 0 ? {} : { standings: Object.fromEntries(standings) };
}

/** The number of levels that are named, and the least probability with which. */
const MAX_NAMED = 3;
const LEAST = 0.05;

/** `First in skill: Ada with a probability of 51 %, Bob of 22 %.` for each ability of three levels or more. */
export function standingLines({
  standings = {},
  status,
}: Pick<FitSummary, 'standings' | 'status'>): string[] {
  if (status === 'failed') return [];
  return Object.entries(standings).flatMap(([name, levels]) => {
    if (levels.length < 3) return [];
    const first = [...levels]
      .sort((a, b) => b.highest - a.highest)
      .filter(({ highest }) => highest >= LEAST)
      .slice(0, MAX_NAMED)
      .map(
        ({ level, highest }, place) =>
          `${level} ${place === 0 ? 'with a probability of' : 'of'} ${chanceText(highest)}`,
      );
    return first.length === 0 ? [] : [`First in ${name}: ${first.join(', ')}.`];
  });
}
