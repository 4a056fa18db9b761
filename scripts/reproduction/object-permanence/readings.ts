/** The layout as Table 3 prints it, and read otherwise where the paper's own numbers contradict the print. */

export interface Reading {
  /** A heading of a column. */
  readonly name: string;
  /** What `--choose` is given. */
  readonly choices: readonly string[];
}

export const PRINTED: Reading = { name: 'Table 3', choices: [] };

/** Noise passes as many instances as the agent does, not as many as it fails. */
export const NOISE: Reading = { name: 'noise', choices: ['noiseTowards=successes'] };

/** And the prior of the bias to one side reaches the biases of Figure 19. */
export const AMENDED: Reading = {
  name: 'noise and side',
  choices: ['noiseTowards=successes', 'sidePrior=wide'],
};

export const READINGS: readonly Reading[] = [PRINTED, NOISE, AMENDED];
