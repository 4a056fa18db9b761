/** Fits a compiled layout to data: samples the posterior, sums it up, and judges whether the numbers can be used. */
import type { ChainDraws } from './chain.ts';
import type { Columns } from './columns.ts';
import {
  type ParameterSummary,
  type SamplerSummary,
  samplerSummary,
  summarise,
} from './diagnose/summarise.ts';
import { type Verdict, verdict } from './diagnose/verdict.ts';
import type { LoadedModule } from './load.ts';
import { resolveSettings, type SampleOptions, sample } from './sample.ts';

/** A fitted profile. */
export interface Fit {
  /** One entry a chain. */
  readonly draws: readonly ChainDraws[];
  /** By latent, in the manifest's order. */
  readonly summary: Readonly<Record<string, ParameterSummary>>;
  readonly sampler: SamplerSummary;
  readonly verdict: Verdict;
  /** Wall time of sampling. */
  readonly samplingSeconds: number;
}

/**
 * Fits a layout to one set of columns.
 *
 * @throws HostError as `sample` does.
 */
export async function fit(model: LoadedModule, columns: Columns, options: SampleOptions = {}): Promise<Fit> {
  const settings = resolveSettings(options);
  const began = performance.now();
  const draws = await sample(model, columns, options);
  const samplingSeconds = (performance.now() - began) / 1000;
  const parameters = model.manifest.latents.map(({ name }, index) => ({
    name,
    chains: draws.map(({ latents }) => latents[index]!),
  }));
  const summary = summarise(parameters);
  const sampler = samplerSummary(draws, settings);
  const judged = verdict(summary, sampler, { ...settings, draws: parameters });
  return { draws, summary, sampler, verdict: judged, samplingSeconds };
}
