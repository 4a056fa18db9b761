/** The entry `theodolite`: compile a layout, load a module, bind data, fit, and read the profile; and simulate data from a layout. */

import type { Simulation, SimulationPlan } from './analysis/simulate/simulate.ts';
import type { PrepareOptions } from './compiler/compile.ts';
import { type LayoutInput, sourceOf } from './compiler/layout-input.ts';

export type { Design } from './analysis/simulate/design.ts';
export type { ProfileValues } from './analysis/simulate/profile-values.ts';
export type { Simulation, SimulationPlan } from './analysis/simulate/simulate.ts';
export { SimulationError } from './analysis/simulate/simulation-error.ts';
export * from './compiler/index.ts';
export * from './host/index.ts';

/**
 * Draws what a system with a profile would make of demands, by the interpreter's meaning of the layout. Its `columns` and `levels` are
 * what `Model.bind` takes, in the units of the layout, and its `profile` is what a fit should find. The profile is drawn from the
 * priors where the plan says `prior`, and the demands are made where it gives a design. The same plan gives the same
 * numbers. A statistic of an outcome that the layout reads, such as `mean(success)`, has no value before there are
 * outcomes: the plan must say what it is taken as.
 *
 * @throws LayoutError and ChoiceError as `compile` does; SimulationError when the demands, the profile or the statistics do
 *   not fit the layout, or a prior or an outcome has no distribution at what they make of its parameters; HostError of kind `data` when a category does not
 *   hold the numbers of its levels.
 */
export async function simulate(
  layout: LayoutInput,
  plan: SimulationPlan,
  options: PrepareOptions = {},
): Promise<Simulation> {
  const [{ prepare }, { simulateLayout }] = await Promise.all([
    import('./compiler/compile.ts'),
    import('./analysis/simulate/simulate.ts'),
  ]);
  return simulateLayout(prepare(sourceOf(layout), options).layout, plan);
}
