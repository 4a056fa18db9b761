/** The names in the text of a prior, as a manifest has it. */

/** What stands there as a name: of a family, a function, a unit, a latent, a column or a `let`. */
export function namesIn(prior: string): readonly string[] {
  return prior.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? [];
}
