/** The layout as Table 3 prints it, and read otherwise where the paper's own numbers contradict the print. */

export interface LayoutReading {
  /** A heading of a column. */
  readonly name: string;
  /** What `--choose` is given. */
  readonly choices: readonly string[];
}

export const PRINTED: LayoutReading = { name: 'Table 3', choices: [] };

/** Noise passes as many instances as the agent does, not as many as it fails. */
export const NOISE: LayoutReading = { name: 'noise', choices: ['noiseTowards=successes'] };

/** And the prior of the bias to one side reaches the biases of Figure 19. */
export const AMENDED: LayoutReading = {
  name: 'noise and side',
  choices: ['noiseTowards=successes', 'sidePrior=wide'],
};

export const READINGS: readonly LayoutReading[] = [PRINTED, NOISE, AMENDED];
