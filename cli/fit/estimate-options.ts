/** The options of `fit` that say how points are estimated, and which options go with which method. */
import type { Command } from 'commander';
import type { SamplerSettings } from '../../host/draws.ts';
import { METHODS } from '../../host/draws.ts';
import {
  DEFAULT_LEVEL,
  DEFAULT_STARTS,
  ESTIMATE_METHODS,
  type EstimateMethod,
} from '../../host/estimate/settings.ts';
import { badUsage } from '../failure.ts';
import { properFraction, wholeNumber } from '../options/option-number.ts';
import { listNames } from '../words.ts';

export interface EstimateCommandOptions {
  readonly starts: number;
  readonly confidence: number;
}

/** How `fit` fits: it samples the posterior, or estimates points. */
export type FitMethod = SamplerSettings['method'] | EstimateMethod;

export const FIT_METHODS: readonly FitMethod[] = [...METHODS, ...ESTIMATE_METHODS];

export function addEstimateOptions(command: Command): Command {
  return command
    .option(
      '--starts <n>',
      'climbs from random starts of mle, map and laplace',
      wholeNumber('--starts', 1, 100_000),
      DEFAULT_STARTS,
    )
    .option(
      '--confidence <p>',
      'confidence of the intervals of mle and map',
      properFraction('--confidence'),
      DEFAULT_LEVEL,
    );
}

/** What only some methods take: the option, as commander calls it and as it is written, and the methods. */
const OWN: readonly (readonly [name: string, option: string, methods: readonly FitMethod[]])[] = [
  ['chains', '--chains', ['nuts', 'smc', 'laplace']],
  ['draws', '--draws', ['nuts', 'smc', 'laplace']],
  ['targetAccept', '--target-accept', ['nuts', 'smc']],
  ['maxTreeDepth', '--max-tree-depth', ['nuts', 'smc']],
  ['scouts', '--scouts', ['nuts', 'smc']],
  ['drawsAs', '--draws-as', ['nuts', 'smc']],
  ['warmup', '--warmup', ['nuts', 'smc']],
  ['starts', '--starts', ESTIMATE_METHODS],
  ['confidence', '--confidence', ['mle', 'map']],
];

export function isEstimateMethod(method: FitMethod): method is EstimateMethod {
  return (ESTIMATE_METHODS as readonly FitMethod[]).includes(method);
}

/** @throws Failure (usage) when an option that was given does not go with the method. */
export function checkMethodOptions(method: FitMethod, command: Command): void {
  for (const [name, option, methods] of OWN) {
    if (methods.includes(method) || command.getOptionValueSource(name) !== 'cli') continue;
    throw badUsage(
      `\`${option}\` does not go with \`--method ${method}\`.`,
      `Leave it out; it is of ${listNames([...methods])}.`,
    );
  }
}
