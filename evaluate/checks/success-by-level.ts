/** Success by level of each demand, as observed and as a model makes it. */
import { type DemandLevel, levelsOfDemand } from './levels-of-demand.ts';
import { isSurprising, type PredictiveCheck, predictiveCheck } from './predictive-check.ts';

export interface LevelCheck extends PredictiveCheck {
  readonly demand: string;
  readonly lowerDemand: number;
  readonly upperDemand: number;
  /** How many rows of the level have an outcome. `observed`, `mean` and the quantiles are means of the outcome over them: rates of success. */
  readonly rows: number;
  readonly fails: boolean;
}

/** Outcomes that a model made for the same rows, one replication after another: replications × rows numbers. */
export type ReplicatedOutcomes = Float64Array;

/**
 * For each level of each demand the mean outcome beside those of the replications: of outcomes that are 0 or 1 the rate of success. Rows
 * without an outcome are left out of both, and levels without rows left out.
 *
 * @param demands by name, one number a row
 * @param outcomes NaN where missing
 * @param chance at which two-sided p value a check fails
 * @throws RangeError when lengths do not fit together, or a replicated outcome is not finite where one was observed
 */
export function checkSuccessByLevel(
  demands: ReadonlyMap<string, ArrayLike<number>>,
  outcomes: ArrayLike<number>,
  replicated: ReplicatedOutcomes,
  chance = 0.05,
): LevelCheck[] {
  const rows = outcomes.length;
  const replications = replicated.length / rows;
  if (!(Number.isInteger(replications) && replications >= 1)) {
    throw new RangeError(`${replicated.length} outcomes are not replications of ${rows} rows`);
  }
  return [...demands].flatMap(([demand, values]) => {
    if (values.length !== rows) {
      throw new RangeError(`\`${demand}\` has ${values.length} rows where outcomes have ${rows}`);
    }
    return levelsOfDemand(values).flatMap((level) => {
      const observedRows = level.rows.filter((row) => !Number.isNaN(outcomes[row]!));
      if (observedRows.length === 0) return [];
      const check = predictiveCheck(
        meanOf(outcomes, observedRows, 0),
        Array.from({ length: replications }, (_, replication) =>
          meanOf(replicated, observedRows, replication * rows),
        ),
      );
      return [levelCheck(demand, level, observedRows.length, check, chance)];
    });
  });
}

function levelCheck(
  demand: string,
  { lower, upper }: DemandLevel,
  rows: number,
  check: PredictiveCheck,
  chance: number,
): LevelCheck {
  return {
    demand,
    lowerDemand: lower,
    upperDemand: upper,
    rows,
    ...check,
    fails: isSurprising(check, chance),
  };
}

function meanOf(values: ArrayLike<number>, rows: readonly number[], start: number): number {
  return rows.reduce((sum, row) => sum + values[start + row]!, 0) / rows.length;
}
