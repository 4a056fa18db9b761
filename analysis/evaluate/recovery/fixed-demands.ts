/** The demands of a design, made once for all runs of a recovery. */
import type { TypedLayout } from '../../../compiler/check/typed-layout.ts';
import type { Levels } from '../../../module/levels.ts';
import { type Design, expectNoCategories, makeDemands } from '../../simulate/design.ts';

export interface FixedDemands {
  /** The design itself of a layout without demands, of which it says how many rows there are. */
  readonly demands: ReadonlyMap<string, Float64Array> | Design;
  readonly levels: Levels;
}

/** @throws SimulationError as `makeDemands` does */
export function fixDemands(layout: TypedLayout, design: Design, seed: bigint): FixedDemands {
  expectNoCategories(layout);
  const { columns, levels } = makeDemands(layout, design, seed);
  return { demands: columns.size > 0 ? columns : design, levels };
}
