/** The options that say how posteriors are sampled. */
import { type Command, Option } from 'commander';
import { METHODS, type SamplerSettings } from '../../host/draws.ts';
import { DEFAULT_SETTINGS } from '../../host/sample.ts';
import { DEFAULT_SCOUTS } from '../../host/scout.ts';
import { OPTION_PROBLEMS } from '../../module/option-problems.ts';
import { usageFailure } from '../failure.ts';
import { properFraction, seedNumber, wholeNumber } from './option-number.ts';

export interface SamplerOptions extends Omit<SamplerSettings, 'seed'> {
  readonly scouts: number;
  readonly workers?: number;
}

const METHOD =
  'nuts: chains; smc: sequential Monte Carlo, for posteriors with several modes, and for the evidence';

/**
 * @param defaults the defaults that differ from those of a single fit
 * @param others the command's other methods, with descriptions
 */
export function addSamplerOptions(
  command: Command,
  defaults: Partial<SamplerOptions> = {},
  others: { readonly names: readonly string[]; readonly meaning: string } = { names: [], meaning: '' },
): Command {
  const { method, chains, warmup, draws, targetAccept, maxTreeDepth, scouts } = {
    ...DEFAULT_SETTINGS,
    scouts: DEFAULT_SCOUTS,
    ...defaults,
  };
  return command
    .addOption(
      new Option('--method <name>', `${METHOD}${others.meaning}`)
        .choices([...METHODS, ...others.names])
        .default(method),
    )
    .option(
      '--chains <n>',
      'number of chains, or of independent runs of smc',
      wholeNumber('--chains', 1, 1024),
      chains,
    )
    .option(
      '--warmup <n>',
      'maximum number of steps per chain that adapt and are dropped; adaptation ends early once it is done; not for smc',
      wholeNumber('--warmup', 0, 1e6),
      warmup,
    )
    .option(
      '--draws <n>',
      'number of draws kept per chain, or of particles per run of smc',
      wholeNumber('--draws', 4, 1e6),
      draws,
    )
    .option(
      '--target-accept <p>',
      'target acceptance: nearer to 1 is slower and safer',
      properFraction('--target-accept'),
      targetAccept,
    )
    .option(
      '--max-tree-depth <n>',
      'maximum number of doublings of a trajectory',
      wholeNumber('--max-tree-depth', 1, 20),
      maxTreeDepth,
    )
    .option(
      '--scouts <n>',
      'number of climbs from random starts that search for places no chain visits',
      wholeNumber('--scouts', 0, 100_000),
      scouts,
    )
    .option(
      '--workers <n>',
      'maximum number of threads, for chains, and for the rows of large tables if there are fewer chains; the draws do not depend on it',
      wholeNumber('--workers', 1, 1024),
    );
}

export function seedOption(): Option {
  const { seed } = DEFAULT_SETTINGS;
  return new Option('--seed <n>', 'the same seed gives the same draws')
    .argParser(seedNumber('--seed'))
    .default(seed, String(seed));
}

/** @throws Failure (usage) when an option that was given does not go with the method. */
export function checkSamplerOptions({ method }: SamplerOptions, command: Command): void {
  if (method === 'smc' && command.getOptionValueSource('warmup') === 'cli') {
    throw usageFailure(OPTION_PROBLEMS.warmupOfParticles);
  }
}
