/** The layout as printed in Table 3, and other readings where the paper's own numbers contradict the print. */

export interface LayoutReading {
  /** A heading of a column. */
  readonly name: string;
  /** The argument of `--choose`. */
  readonly choices: readonly string[];
}

export const PRINTED: LayoutReading = { name: 'Table 3', choices: [] };

/** Noise passes the share of instances that the agent passes, not the share that it fails. */
export const NOISE: LayoutReading = { name: 'noise', choices: ['noiseTowards=successes'] };

/** In addition, the prior of the side bias includes the biases of Figure 19. */
export const AMENDED: LayoutReading = {
  name: 'noise and side',
  choices: ['noiseTowards=successes', 'sidePrior=wide'],
};

export const READINGS: readonly LayoutReading[] = [PRINTED, NOISE, AMENDED];
