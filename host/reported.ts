/** The reports of a layout, besides its latents. Loaded only for a layout with reports. */

import type { Levels } from '../module/levels.ts';
import { type Manifest, type ManifestQuantity, quantitiesOf } from '../module/manifest.ts';
import { checkForm, type Form, wrong } from './check-manifest.ts';
import { endOf, type SolutionDraws } from './diagnose/solutions.ts';
import { type Parameter, parametersOf } from './parameters.ts';

const REPORTS: Form = [
  {
    name: 'a name',
    role: 'report',
    'index?': 'a name',
    unit: 'a unit',
    isProbability: 'true or false',
    scale: 'ordinal, interval, ratio',
    prior: 'a line',
    'range?': { lo: 'a number', hi: 'a number' },
    doc: 'a doc or null',
  },
];

/**
 * Checks that the reports of a manifest are complete.
 *
 * @param manifest one that passed `checkManifest`
 * @param levels those of the fit, also of categories that only tables beside the main one have
 * @throws HostError of kind `module` that names the wrong place
 */
export function checkReported(manifest: Manifest, levels: Levels = new Map()): void {
  const { columns, latents, reports = [] } = manifest;
  checkForm(reports, REPORTS, 'reports');
  const names = new Set([...columns, ...latents].map(({ name }) => name));
  const categories = new Set([
    ...columns.filter(({ role }) => role === 'category').map(({ name, category = name }) => category),
    ...levels.keys(),
  ]);
  for (const [place, { name, index, range }] of reports.entries()) {
    if (names.has(name)) throw wrong(`reports[${place}].name`, `there is another \`${name}\``);
    names.add(name);
    if (index !== undefined && !categories.has(index))
      throw wrong(`reports[${place}].index`, `\`${index}\` is no category`);
    if (range !== undefined && !(range.lo < range.hi)) throw wrong(`reports[${place}].range`, `it is empty`);
  }
}

/**
 * The sampled and the reported quantities, in the order of a draw.
 *
 * @throws HostError of kind `module` as `checkReported` does
 */
export function drawnOf(manifest: Manifest, levels: Levels = new Map()): Parameter[] {
  checkReported(manifest, levels);
  return parametersOf({ latents: quantitiesOf(manifest) }, levels);
}

/** The number of values of latents or reports, given the number of levels of each category. */
export function valuesIn(
  quantities: readonly ManifestQuantity[] | undefined,
  sizes: ReadonlyMap<string, number>,
): number {
  return (quantities ?? []).reduce(
    (sum, { index }) => sum + (index === undefined ? 1 : sizes.get(index)!),
    0,
  );
}

/** The reports that solve an equation and have no solution in some draws. `parameters` are those of `draws`, in this order. */
export function unsolvedAmong(
  draws: readonly Pick<SolutionDraws, 'name' | 'chains'>[],
  parameters: readonly Parameter[],
): SolutionDraws[] {
  return draws.flatMap((each, index) => {
    const { latent } = parameters[index]!;
    const range = latent.role === 'report' ? latent.range : undefined;
    if (range === undefined) return [];
    const isUnsolved = each.chains.some((chain) => chain.some((value) => endOf(value, range) !== null));
    return isUnsolved ? [{ ...each, range, unit: latent.unit }] : [];
  });
}
