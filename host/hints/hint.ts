/** What a hint consists of: something that the data cannot tell about a layout, found before anything is sampled. */

/**
 * - `constant-outcome`: an outcome that is the same in every row
 * - `constant-demand`: demands that are the same in every row
 * - `together`: demands that always vary together
 * - `uninformed`: latents of which no row tells anything
 * - `out-of-reach`: an ability whose prior goes far beyond what the rows can tell apart, and the posterior with it
 */
export type HintKind = (typeof HINT_KINDS)[number];

/** All of them; only what reads hints back needs the list. */
export const HINT_KINDS = [
  'constant-outcome',
  'constant-demand',
  'together',
  'uninformed',
  'out-of-reach',
] as const;

/** Something that the data cannot tell, on which the user should act. */
export interface Hint {
  readonly kind: HintKind;
  /** The columns or latents concerned. */
  readonly names: readonly string[];
  /** What was found, in one sentence. */
  readonly message: string;
  /** What to do about it, in one sentence. */
  readonly remedy: string;
}
