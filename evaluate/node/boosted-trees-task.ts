/** What a boosted-trees thread is given, and what it answers. */
import type { Features, TrainingSet } from '../baselines/features.ts';

/** XGBoost's parameters by the names that it has for them. */
export interface BoostedTreesSettings {
  /** How many trees. */
  readonly iterations: number;
  /** How many questions a tree asks at most. */
  readonly max_depth: number;
  /** By how much each tree's part is shrunk. */
  readonly eta: number;
  /** The ridge penalty of the leaves. */
  readonly lambda: number;
  /** The least sum of p (1 − p) in a leaf. */
  readonly min_child_weight: number;
}

export interface BoostedTreesTask {
  readonly training: TrainingSet;
  readonly test: Features;
  readonly settings: BoostedTreesSettings;
}

export type BoostedTreesAnswer =
  | { readonly kind: 'probabilities'; readonly probabilities: Float64Array }
  | { readonly kind: 'failure'; readonly message: string };
