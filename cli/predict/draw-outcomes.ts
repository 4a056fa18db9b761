/** Outcomes that are drawn from their distributions, for rows that a stored fit predicts. */
import type { LoadedModule } from '../../host/load.ts';
import type { Fitted } from '../../host/predict/fitted.ts';
import { predict } from '../../host/predict/predict.ts';
import type { NewColumns } from '../../host/predict/rows.ts';
import { badInput } from '../failure.ts';
import { counted } from '../words.ts';
import type { DrawnOutcomes } from './predicted-columns.ts';

/** Draws outcomes at about as many draws of the fit as are shown, spread over its chains. @throws Failure (input) when the fit has fewer. */
export async function drawOutcomes(
  loaded: LoadedModule,
  fitted: Fitted,
  columns: NewColumns,
  shown: number,
  seed: bigint,
): Promise<DrawnOutcomes> {
  const lengths = fitted.draws.map(({ latents }) => latents[0]?.length ?? 0);
  const length = Math.max(...lengths);
  const perChain = Math.ceil(shown / fitted.draws.length);
  if (perChain > length) {
    throw badInput(
      `The fit has ${counted(length * fitted.draws.length, 'draw')}, and \`--drawn ${shown}\` wants more.`,
      `Give at most ${length * fitted.draws.length}.`,
    );
  }
  const every = perChain === 1 ? length : Math.floor((length - 1) / (perChain - 1));
  const { outcomes, draws } = await predict(loaded, fitted, columns, { seed, every });
  return {
    shown,
    draws,
    outcomes: Object.fromEntries(Object.entries(outcomes).map(([name, { drawn }]) => [name, drawn!])),
  };
}
