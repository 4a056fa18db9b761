/** The messages to and from the thread that learns trees. */
import type { Features, TrainingSet } from '../baselines/features.ts';

/** The package of the learner, an optional peer dependency. */
export const TREES_PACKAGE = 'ydf-training';

/** Boosted trees (Friedman 2001), or a random forest (Breiman 2001). */
export type TreesKind = 'boosted trees' | 'random forest';

export interface TreesTask {
  readonly kind: TreesKind;
  /** Whether the outcomes are shares, and not classes. */
  readonly isRegression: boolean;
  readonly training: TrainingSet;
  readonly test: Features;
}

export type TreesAnswer =
  | { readonly kind: 'probabilities'; readonly probabilities: Float64Array }
  /** The library is not installed. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'failure'; readonly message: string };
