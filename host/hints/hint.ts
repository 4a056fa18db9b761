/** The parts of a hint: something that the data cannot determine about a layout, found before sampling. */

/**
 * - `constant-outcome`: an outcome that is the same in every row
 * - `constant-demand`: demands that are the same in every row
 * - `together`: demands that always vary together
 * - `uninformed`: latents about which no row is informative
 * - `out-of-reach`: an ability whose prior, and with it the posterior, extends far beyond what the rows can distinguish
 */
export type HintKind = (typeof HINT_KINDS)[number];

/** All kinds; the list is needed only to read hints back. */
export const HINT_KINDS = [
  'constant-outcome',
  'constant-demand',
  'together',
  'uninformed',
  'out-of-reach',
] as const;

/** Something that the data cannot determine, and on which the user should act. */
export interface Hint {
  readonly kind: HintKind;
  /** The affected columns or latents. */
  readonly names: readonly string[];
  /** What was found, in one sentence. */
  readonly message: string;
  /** What to do about it, in one sentence. */
  readonly remedy: string;
}
