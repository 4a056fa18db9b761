/** What a boosted-trees thread is given, and what it answers. */
import type { Features, TrainingSet } from '../baselines/features.ts';

/** The package of the trees. Users who want them install it beside this one, as an optional peer dependency. */
export const BOOSTED_TREES_PACKAGE = 'ydf-training';

export interface BoostedTreesTask {
  readonly training: TrainingSet;
  readonly test: Features;
}

export type BoostedTreesAnswer =
  | { readonly kind: 'probabilities'; readonly probabilities: Float64Array }
  /** The library is not installed. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'failure'; readonly message: string };
