/** The messages to and from the thread that learns boosted trees. */
import type { Features, TrainingSet } from '../baselines/features.ts';

/** The package of the learner, an optional peer dependency. */
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
