/**
 * The options of `fit` that say what is fitted and how. `check` takes them too, so that it can check a fit before it is
 * made.
 */
import type { Command } from 'commander';
import type { Table } from '../../files/tables/layout-table.ts';
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
import { badUsage } from '../failure.ts';
import { type OpenLayout, openLayout } from '../inputs/open-layout.ts';
import { type AskedWeight, ROW_WEIGHT } from '../inputs/weighted-layout.ts';
import { type ChooseOptions, chooseOption } from '../options/choose-option.ts';
import { addDataOptions, type DataOptions, tableOption } from '../options/data-options.ts';
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
  /** A column each of whose levels is fitted by itself. */
  readonly each?: string;
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
      .addOption(tableOption())
      .option(
        '--weight <column>',
        'count each row as often in the likelihood as this column says; 0 leaves it out. Whole weights are as good as repeated rows',
      )
      .option('--count <column>', 'take each row for as many equal rows as this column says')
      .option('--each <column>', 'make one fit for each level of this column of the table, to its rows alone')
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
 * The column by which rows count, null if the layout alone says how, and the options with that column bound.
 *
 * @throws Failure (usage) for `--weight` and `--count` together
 */
export function bindWeight<Options extends SharedFitOptions>(
  options: Options,
): { readonly weight: AskedWeight | null; readonly options: Options } {
  const { weight, count, bind = [] } = options;
  if (weight !== undefined && count !== undefined) {
    throw badUsage('`--weight` and `--count` do not go together.', 'Give one of them.');
  }
  const column = weight ?? count;
  if (column === undefined) return { weight: null, options };
  return {
    weight:
      weight === undefined
        ? { kind: 'count', option: '--count', column }
        : { kind: 'weight', option: '--weight', column },
    options: { ...options, bind: [...bind, { name: ROW_WEIGHT, column }] },
  };
}

/**
 * The layout and the weight once the table is known: whole weights are counts, so that they give the same draws as
 * repeated rows. The table is not read a second time, since it may be a pipe.
 *
 * @param opened the layout as it was opened for reading the table
 */
export async function settleWeight(
  path: string,
  opened: OpenLayout,
  { choose }: Pick<SharedFitOptions, 'choose'>,
  asked: AskedWeight | null,
  { demands }: Pick<Table, 'demands'>,
): Promise<{ readonly opened: OpenLayout; readonly weight: AskedWeight | null }> {
  if (asked?.kind !== 'weight' || !demands.get(ROW_WEIGHT)!.every(Number.isInteger))
    return { opened, weight: asked };
  const weight: AskedWeight = { ...asked, kind: 'count' };
  return { opened: await openLayout(path, choose, { weight }), weight };
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
