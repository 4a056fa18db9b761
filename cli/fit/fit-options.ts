/**
 * The options of `fit` that say what is fitted and how. `check` takes them too, so that it can check a fit before it is
 * made.
 */
import type { Command } from 'commander';
import { areWhole } from '../../files/tables/several-files.ts';
import type { SamplerSettings } from '../../host/draws.ts';
import {
  DEFAULT_LARGE_STARTS,
  DEFAULT_LEVEL,
  DEFAULT_STARTS,
  ESTIMATE_METHODS,
  type EstimateMethod,
  MAX_WHOLE,
} from '../../host/estimate/settings.ts';
import { listNames } from '../../module/names.ts';
import { badInput, badUsage } from '../failure.ts';
import { unreadable } from '../inputs/read-file.ts';
import type { TableFiles } from '../inputs/table-files.ts';
import { type AskedWeight, ROW_WEIGHT } from '../inputs/weighted-layout.ts';
import { type ChooseOptions, chooseOption } from '../options/choose-option.ts';
import { addDataOptions, type DataOptions, tableReading } from '../options/data-options.ts';
import { properFraction, wholeNumber } from '../options/option-number.ts';
import {
  addSamplerOptions,
  checkSamplerOptions,
  type SamplerOptions,
  seedOption,
} from '../options/sampler-options.ts';

type Sampled = Omit<SamplerOptions, 'method'> & Omit<SamplerSettings, 'method'>;

export interface SharedFitOptions extends DataOptions, ChooseOptions, Sampled, EstimateCommandOptions {
  readonly method: FitMethod;
  /** The column by which rows count. */
  readonly weight?: string;
  /** The column of how many equal rows each row stands for. */
  readonly count?: string;
}

export interface EstimateCommandOptions {
  readonly starts?: number;
  readonly confidence: number;
}

/** The methods of `fit`: sampling the posterior, or point estimates. */
type FitMethod = SamplerSettings['method'] | EstimateMethod;

/** Adds the options about the data, the choices and the methods, in that order. */
export function addFitOptions(command: Command): Command {
  const sampled = addSamplerOptions(
    addDataOptions(command)
      .option(
        '--weight <column>',
        'count each row as often in the likelihood as this column says; 0 leaves it out. Whole weights are as good as repeated rows',
      )
      .option('--count <column>', 'take each row for as many equal rows as this column says')
      .addOption(chooseOption()),
    {},
    {
      names: ESTIMATE_METHODS,
      meaning:
        '; mle, map: the maximum of the likelihood or of the posterior density, with standard errors; laplace: draws of the normal approximation at the mode',
    },
  );
  return addEstimateOptions(sampled).addOption(seedOption());
}

function addEstimateOptions(command: Command): Command {
  return command
    .option(
      '--starts <n>',
      `number of climbs from random starts for mle, map and laplace (default: ${DEFAULT_STARTS}, or ${DEFAULT_LARGE_STARTS} for more than ${MAX_WHOLE} latents)`,
      wholeNumber('--starts', 1, 100_000),
    )
    .option(
      '--confidence <p>',
      'confidence level of the intervals of mle and map',
      properFraction('--confidence'),
      DEFAULT_LEVEL,
    );
}

/** @throws Failure (usage) when an option that was given does not go with the method. */
export function checkFitOptions(options: SharedFitOptions, command: Command): void {
  const { method } = options;
  checkMethodOptions(method, command);
  if (!isEstimateMethod(method)) checkSamplerOptions({ ...options, method }, command);
}

/**
 * The column by which rows count, null if the layout alone says how, and the options with that column bound. Whole
 * weights are counts, so that they give the same draws as repeated rows.
 *
 * @throws Failure (usage) for `--weight` and `--count` together; what reading the column throws
 */
export async function bindWeight<Options extends SharedFitOptions>(
  options: Options,
  { path, files }: TableFiles,
  signal: AbortSignal,
): Promise<{ readonly weight: AskedWeight | null; readonly options: Options }> {
  const { weight, count, bind = [] } = options;
  if (weight !== undefined && count !== undefined) {
    throw badUsage('`--weight` and `--count` do not go together.', 'Give one of them.');
  }
  const column = weight ?? count;
  if (column === undefined) return { weight: null, options };
  const reading = { ...tableReading(options).options, signal };
  const areCounts = await areWhole(files, column, reading).catch((error: unknown) => {
    throw unreadable(path, 'table', error);
  });
  if (count !== undefined && areCounts === false) {
    throw badInput(
      `The column \`${column}\` of ${path} does not say in each row for how many rows it stands: it has values that are no whole numbers from 0.`,
      'Correct them, or use --weight, which takes any numbers from 0.',
    );
  }
  return {
    weight: {
      kind: areCounts === true ? 'count' : 'weight',
      ...{ column, option: weight === undefined ? '--count' : '--weight' },
    },
    options: { ...options, bind: [...bind, { name: ROW_WEIGHT, column }] },
  };
}

export function isEstimateMethod(method: FitMethod): method is EstimateMethod {
  return (ESTIMATE_METHODS as readonly FitMethod[]).includes(method);
}

/** Options that only some methods take: the name in commander, the option as it is written, and the methods. */
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

/** @throws Failure (usage) when an option that was given does not go with the method. */
function checkMethodOptions(method: FitMethod, command: Command): void {
  for (const [name, option, methods] of OWN) {
    if (methods.includes(method) || command.getOptionValueSource(name) !== 'cli') continue;
    throw badUsage(
      `\`${option}\` does not go with \`--method ${method}\`.`,
      `Leave it out; it is an option of ${listNames([...methods])}.`,
    );
  }
}
