/** The output of the process of one fit, as one line of JSON; its draws are in a separate file. */
export interface FitReport {
  /** Seconds of CPU from the model's text to a sampler that is ready. */
  readonly compileSeconds: number;
  /** Seconds of CPU of warm-up and sampling, data included. */
  readonly fitSeconds: number;
  /** Evaluations of the gradient in warm-up and sampling; null if the sampler does not report it. */
  readonly gradients: number | null;
  readonly samplingGradients: number | null;
  readonly divergences: number;
  readonly chains: number;
  /** Per chain. The file holds 64-bit numbers: for every parameter, chain by chain, its draws. */
  readonly draws: number;
  readonly names: readonly string[];
}
