/** What a boosted-trees thread is given, and what it answers. */
import type { Features, TrainingSet } from '../baselines/features.ts';

/** Where the trees come from: a package that users install beside this one (a peer dependency), since it is a seventh of the size of all else. */
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
