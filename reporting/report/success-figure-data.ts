/** What a figure of success by demand shows of a subject, from what its fit expects of its rows. */

import type { ManifestColumn } from '../../module/manifest.ts';
import { highestDensityInterval } from '../../statistics/highest-density.ts';
import { mean } from '../../statistics/moments.ts';
import { wilsonInterval } from '../../statistics/proportion-interval.ts';
import type { DemandLevelShown, SuccessByDemandData } from '../figures/kinds/success-by-demand.ts';
import type { ExpectedLevel } from './report-fit.ts';
import type { ReportSubject } from './subjects.ts';

/** The levels are those of the report's tables. A demand that is the same in all rows has no panel. */
export function successFigureData(
  { name, fit, expected }: ReportSubject,
  outcome: ManifestColumn,
): SuccessByDemandData {
  const demands = expected?.demands ?? {};
  return {
    title: `Success of ${name} by demand`,
    caption: `The rate of ${outcome.name} in rows with about as much of a demand, whatever their other demands are: points are what came, with 95 % intervals (Wilson 1927); the line is what the fit expects of the same rows, with the interval that holds it with a probability of 95 %. The rows are those that were fitted.`,
    outcome: outcome.name,
    panels: fit.manifest.columns.flatMap((column) => {
      const levels = (demands[column.name] ?? []).flatMap((level) => shown(level, outcome.name));
      if (levels.length < 2) return [];
      return [{ demand: column.name, unit: column.unit, doc: column.doc, levels }];
    }),
  };
}

function shown(
  { lower, upper, mean: meanDemand, rates }: ExpectedLevel,
  outcome: string,
): DemandLevelShown[] {
  const { observed, seen, draws } = rates[outcome]!;
  if (observed === null) return [];
  return [
    {
      ...{ lower, upper, meanDemand, rows: seen, observed },
      interval: wilsonInterval(Math.round(observed * seen), seen),
      expected: mean(draws),
      expectedInterval: highestDensityInterval(draws.slice().sort(), 0.95),
    },
  ];
}
