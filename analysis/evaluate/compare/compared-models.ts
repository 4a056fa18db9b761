/** Models that are compared: their log predictive densities of the same rows. */

export interface ComparedModel {
  readonly name: string;
  /** The log predictive density of each row, in nats, as `Loo.pointwise.elpd` has it. */
  readonly elpd: ArrayLike<number>;
}

/**
 * The number of rows of the matrix.
 *
 * @throws RangeError without models or rows, when models have different rows, or a density or a count is not finite
 */
export function countComparedRows(
  models: readonly ComparedModel[],
  counts: ArrayLike<number> | null,
): number {
  const rows = models[0]?.elpd.length ?? 0;
  if (rows === 0) throw new RangeError('there is nothing to compare');
  for (const { name, elpd } of models) {
    if (elpd.length !== rows)
      throw new RangeError(`\`${name}\` has ${elpd.length} rows where others have ${rows}`);
    if (!Array.from(elpd).every(Number.isFinite)) {
      throw new RangeError(`a log predictive density of \`${name}\` is not finite`);
    }
  }
  if (counts !== null && (counts.length !== rows || !Array.from(counts).every((count) => count >= 1))) {
    throw new RangeError('counts are at least 1, one for each row');
  }
  return rows;
}
