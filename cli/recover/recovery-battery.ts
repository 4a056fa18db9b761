/** What a recovery simulates outcomes for: the demands of a table or of a design, and the profile. */

import { fixDemands } from '../../analysis/evaluate/recovery/fixed-demands.ts';
import type { Design } from '../../analysis/simulate/design.ts';
import type { ProfileValues } from '../../analysis/simulate/profile-values.ts';
import type { Prepared } from '../../compiler/compile.ts';
import { badUsage } from '../failure.ts';
import { type FormatOptions, tableOptions } from '../options/data-options.ts';
import { parseDesign } from '../options/design-option.ts';
import type { RowFilter } from '../options/row-filter.ts';
import { type GivenDemands, readDemands, readProfile } from '../simulate/read-demands.ts';

export interface BatteryOptions extends FormatOptions {
  readonly design?: readonly string[];
  readonly rows: readonly RowFilter[];
  /** The path of a profile, or `prior`. */
  readonly profile: string;
  readonly seed: bigint;
}

export interface Battery extends GivenDemands {
  /** `prior` where each run draws its own. */
  readonly profile: ProfileValues | 'prior';
}

/** A table's path, or how the demands are made. @throws Failure (usage) unless there is the one or the other */
export function batterySource(data: string | undefined, { design, rows }: BatteryOptions): string | Design {
  if ((data === undefined) === (design === undefined)) {
    throw badUsage(
      data === undefined
        ? 'Nothing says what the demands are.'
        : 'A table of demands and `--design` are both given.',
      'Give a table after the layout, or let demands be made, such as --design random 200.',
    );
  }
  return design === undefined ? data! : parseDesign(design, rows, 'a table');
}

/** The demands are the same in every run: those of a design are made once. @throws Failure, FileError, SimulationError */
export async function openBattery(
  prepared: Prepared,
  source: string | Design,
  options: BatteryOptions,
  signal: AbortSignal,
): Promise<Battery> {
  const given =
    typeof source === 'string'
      ? await readDemands({
          ...{ path: source, manifest: prepared.manifest, filters: options.rows },
          ...{ options: tableOptions(options), signal },
        })
      : fixDemands(prepared.layout, source, options.seed);
  const { profile: path } = options;
  return {
    ...given,
    profile: path === 'prior' ? 'prior' : await readProfile(path, prepared, given.levels),
  };
}
