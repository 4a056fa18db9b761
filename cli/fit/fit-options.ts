/** The options of `fit` that say what is fitted and how. `check` takes them too, so that it can be asked before a fit about that very fit. */
import type { Command } from 'commander';
import type { SamplerSettings } from '../../host/draws.ts';
import { ESTIMATE_METHODS } from '../../host/estimate/settings.ts';
import { type ChooseOptions, chooseOption } from '../options/choose-option.ts';
import { addDataOptions, type DataOptions } from '../options/data-options.ts';
import {
  addSamplerOptions,
  checkSamplerOptions,
  type SamplerOptions,
  seedOption,
} from '../options/sampler-options.ts';
import {
  addEstimateOptions,
  checkMethodOptions,
  type EstimateCommandOptions,
  type FitMethod,
  isEstimateMethod,
} from './estimate-options.ts';

type Sampled = Omit<SamplerOptions, 'method'> & Omit<SamplerSettings, 'method'>;

export interface SharedFitOptions extends DataOptions, ChooseOptions, Sampled, EstimateCommandOptions {
  readonly method: FitMethod;
}

/** Adds the options about the data, the choices and the methods, in that order. */
export function addFitOptions(command: Command): Command {
  const sampled = addSamplerOptions(
    addDataOptions(command).addOption(chooseOption()),
    {},
    {
      names: ESTIMATE_METHODS,
      meaning:
        '; mle, map: the highest likelihood, or posterior density, with standard errors; laplace: draws of the normal approximation at the mode',
    },
  );
  return addEstimateOptions(sampled).addOption(seedOption());
}

/** @throws Failure (usage) when an option that was given does not go with the method. */
export function checkFitOptions(options: SharedFitOptions, command: Command): void {
  const { method } = options;
  checkMethodOptions(method, command);
  if (!isEstimateMethod(method)) checkSamplerOptions({ ...options, method }, command);
}
