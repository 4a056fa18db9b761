/** What sequential Monte Carlo says beside the table: the evidence, and how the draws are shared among modes. */

import type { FitSummary } from '../../files/fits/fit-summary.ts';
import type { Parameter } from '../../host/parameters.ts';
import { formatEstimate, meaningfulDecimals } from '../../host/round-estimate.ts';
import { counted, listNames } from '../words.ts';

/** A mode with fewer of the draws is not worth a line. */
const LEAST_SHARE = 0.001;

/** Latents by which modes lie further apart than this, in sds, say where they are. */
const APART = 1;
/** Latents that say where a mode is, at most. */
const MOST_LATENTS = 3;

/** Nothing for a fit by chains. */
export function evidenceLines(report: FitSummary, parameters: readonly Parameter[]): string[] {
  const { particles, draws, chains } = report.sampler;
  if (particles === undefined) return [];
  const error = particles.logEvidenceError;
  const decimals =
    error === null || error === 0 ? 2 : Math.min(6, Math.max(1, 1 - Math.floor(Math.log10(error))));
  const interval = particles.logEvidenceInterval;
  const sure =
    error === null || interval === null
      ? ''
      : ` (standard error ${error.toFixed(decimals)}, 95 % interval ${interval.map((end) => end.toFixed(decimals)).join(' to ')} by Student's t)`;
  const temperatures = Math.max(...particles.runs.map((run) => run.temperatures));
  return [
    `log evidence ${particles.logEvidence.toFixed(decimals)}${sure}, from ${counted(chains, 'run')} of ${draws} particles through ${counted(temperatures, 'temperature')}`,
    ...modeLines(report.modes, parameters),
  ];
}

function modeLines(modes: FitSummary['modes'], parameters: readonly Parameter[]): string[] {
  const held = modes
    .flatMap(({ draws, values }) =>
      draws !== undefined && draws.share >= LEAST_SHARE ? [{ draws, values }] : [],
    )
    .sort((a, b) => b.draws.share - a.draws.share);
  if (held.length < 2) return [];
  const apart = ({ name }: Parameter) => {
    const means = held.map(({ values }) => values[name]!.mean);
    return (
      (Math.max(...means) - Math.min(...means)) / Math.max(...held.map(({ values }) => values[name]!.sd))
    );
  };
  const telling = [...parameters]
    .filter((parameter) => apart(parameter) > APART)
    .sort((a, b) => apart(b) - apart(a))
    .slice(0, MOST_LATENTS);
  return held.map(({ draws: { share, error }, values }) => {
    const where = telling.map(({ name }) => {
      const { mean, sd } = values[name]!;
      return `${name} ${formatEstimate(mean, meaningfulDecimals(sd, sd / 2))}`;
    });
    const sure = error === null ? '' : ` (standard error ${(100 * error).toFixed(1)} %)`;
    return `${(100 * share).toFixed(1)} % of the draws${sure} around ${listNames(where)}`;
  });
}
