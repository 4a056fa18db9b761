/** The interface of a plain JavaScript loop: a log density on the unconstrained scale that writes its gradient. */

/** Columns by name, all of one length. */
export type LoopColumns = ReadonlyMap<string, Float64Array>;

/**
 * Returns the log density, with the log Jacobian and the normalised priors, at `position` and writes its gradient: one
 * number per latent, in the order of the layout's manifest.
 */
export type HandLoop = (position: Float64Array, gradient: Float64Array) => number;

/** The column with that name. Throws a RangeError if there is none. */
export function loopColumn(columns: LoopColumns, name: string): Float64Array {
  const column = columns.get(name);
  if (column === undefined) throw new RangeError(`there is no column \`${name}\``);
  return column;
}
