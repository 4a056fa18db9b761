/** The prior in the form of a fit, so that prior draws predict rows just as posterior draws do. */

import type { Prepared } from '../../../compiler/compile.ts';
import { bindNames } from '../../../compiler/interpret/scope.ts';
import { CONVERGED } from '../../../host/diagnose/quick-look.ts';
import { loadModule } from '../../../host/load.ts';
import { parametersOf } from '../../../host/parameters.ts';
import { pointwiseLogLikelihood } from '../../../host/predict/log-likelihood.ts';
import { toNewColumns } from '../../../host/predict/new-columns.ts';
import { predict } from '../../../host/predict/predict.ts';
import { mainPart } from '../../../host/row-tables.ts';
import { bindSampler } from '../../../host/sampler-instance.ts';
import { orderColumns } from '../../../module/columns.ts';
import { sketchOf } from '../../../module/data-sketch.ts';
import { type Levels, levelsOf } from '../../../module/levels.ts';
import { drawProfile, profileValues } from '../../simulate/profile.ts';
import { flattenProfile } from '../../simulate/profile-values.ts';
import type { PosteriorFit } from '../posterior-fit.ts';
import { runSeeds } from '../recovery/plan-recovery.ts';

export interface PriorPlan {
  /** The columns of the layout including outcomes; categories as level numbers. Of several tables the rows of all. */
  readonly columns: ReadonlyMap<string, Float64Array>;
  readonly levels: Levels;
  /** The number of profiles to draw. */
  readonly draws: number;
  readonly seed: bigint;
}

/**
 * Profiles drawn independently from the priors. Statistics that the layout reads are computed from the columns, as they
 * would be for a fit to them.
 *
 * @throws HostError when the columns do not fit the layout; SimulationError when a prior has no density given the
 *   latents drawn before it
 */
export async function priorFit(prepared: Prepared, plan: PriorPlan): Promise<PosteriorFit> {
  const { layout, manifest } = prepared;
  const { columns, draws, seed } = plan;
  const ordered = orderColumns(manifest, columns);
  const levels = levelsOf(manifest, ordered, plan.levels);
  const { bytes } = await prepared.compile(sketchOf(columns), { predicts: true });
  const loaded = await loadModule(bytes);
  const { statistics } = await bindSampler(loaded, { columns: ordered, levelNames: levels });
  const filled = Object.fromEntries(manifest.columns.map(({ name }, index) => [name, ordered[index]!]));
  const setting = {
    layout,
    levels,
    scopeOf: bindNames(layout, { rows: ordered[0]!.length, columns: filled }),
  };
  const parameters = parametersOf(manifest, levels);
  const latents = parameters.map(() => new Float64Array(draws));
  for (const [draw, each] of runSeeds(seed, draws).entries()) {
    const profile = profileValues(setting, drawProfile(setting, each));
    for (const [index, value] of flattenProfile(parameters, profile).entries()) latents[index]![draw] = value;
  }
  const main = mainPart(manifest);
  const posterior = {
    manifest: main,
    parameters,
    levels,
    statistics,
    draws: [{ latents }],
    verdict: CONVERGED,
  };
  const drawn = { ...posterior, fittedRows: 'none' as const };
  return {
    posterior,
    predict: (input, options) => predict(loaded, drawn, toNewColumns(main, input, levels), options),
    pointwiseLogLikelihood: (input, options) =>
      pointwiseLogLikelihood(loaded, posterior, toNewColumns(main, input, levels), options),
  };
}
