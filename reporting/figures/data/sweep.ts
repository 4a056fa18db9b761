/** From the summary of a sweep to its box plots. */

import type { SweepGroup, SweepSummary, SweptQuantity } from '../../../analysis/sweep/sum-up.ts';
import type { ManifestLatent } from '../../../module/manifest.ts';
import type { SweepBoxData, SweepPanel } from '../kinds/sweep.ts';
import { FigureError } from './figure-error.ts';
import { expectFew } from './words.ts';

/** What of a summary its box plots show. */
export interface SweepDistributions {
  readonly groups: readonly Pick<SweepGroup, 'axis' | 'value'>[];
  readonly quantities: readonly Pick<SweptQuantity, 'kind' | 'name' | 'distributions' | 'baselines'>[];
}

const MAX_PANELS = 20;

/**
 * @param summary of `sumUpSweep`, or as much as was stored of it
 * @param latents what is known of the parameters, for their units and comments
 * @param only the names of outcomes or parameters; Brier scores and the profile, or all parameters where `latents` are not known, when absent
 * @throws FigureError when a name is in no table of the sweep, or no fit of it can be used
 */
export function sweepData(
  name: string,
  summary: SweepDistributions | SweepSummary,
  latents: readonly ManifestLatent[],
  only: readonly string[] | null,
): SweepBoxData {
  const { groups, quantities } = summary;
  const names = quantities.map((quantity) => quantity.name);
  const unknown = only?.find((each) => !names.includes(each));
  if (unknown !== undefined) {
    throw new FigureError(
      `The sweep ${name} has no outcome or parameter \`${unknown}\`.`,
      `It has ${[...new Set(names)].join(', ')}.`,
    );
  }
  const params = new Set(latents.filter(({ role }) => role === 'param').map((latent) => latent.name));
  const chosen = quantities.filter((quantity) =>
    only === null ? !params.has(quantity.name.replace(/\[.*$/s, '')) : only.includes(quantity.name),
  );
  expectFew('quantities of a sweep', chosen.length, MAX_PANELS, 'Name some with `only`.');
  const panels = chosen
    .map((quantity) => panelOf(quantity, groups, latents))
    .filter(({ rows }) => rows.length > 0);
  if (panels.length === 0) {
    throw new FigureError(
      `No fit of the sweep ${name} can be used, so that there is nothing to show.`,
      'See `status` and `findings` in its fits.csv.',
    );
  }
  const hasScores = chosen.some(({ kind }) => kind === 'brier');
  return {
    title: `What the alternatives make of the fits of ${name}`,
    caption: [
      'Each box is of all fits with one alternative, whatever else varied: median, quartiles, and the least and the greatest.',
      ...(hasScores
        ? [
            'Brier scores are of rows that were held out, the lower the better; dashed, those of predictors that know no layout.',
          ]
        : []),
      'Fits that did not converge are left out.',
    ].join(' '),
    panels,
  };
}

function panelOf(
  { kind, name, distributions, baselines }: SweepDistributions['quantities'][number],
  groups: SweepDistributions['groups'],
  latents: readonly ManifestLatent[],
): SweepPanel {
  const latent =
    kind === 'brier' ? undefined : latents.find((each) => each.name === name.replace(/\[.*$/s, ''));
  return {
    title: kind === 'brier' ? `Brier score of ${name}` : `posterior mean of ${name}`,
    note: latent?.doc ?? null,
    unit: latent === undefined ? '' : latent.isProbability ? 'probability' : latent.unit,
    rows: groups.flatMap(({ axis, value }, place) => {
      const distribution = distributions[place] ?? null;
      return distribution === null ? [] : [{ axis, label: value ?? 'all fits', distribution }];
    }),
    references: Object.entries(baselines).map(([label, [least, greatest]]) => ({ label, least, greatest })),
  };
}
