/** Made-up draws of a layout with a category, to be written. */
import { prepare } from '../../compiler/compile.ts';
import type { DrawsFileOptions, WritablePosterior } from '../../files/fits/draws-provenance.ts';
import type { ChainDraws } from '../../host/draws.ts';
import { parametersOf } from '../../host/parameters.ts';

const { manifest } = prepare({
  name: 'walls.ml',
  text: `layout Walls

unit m

category team

demand height : m in [0, 5]

capability climb[team] : m ~ uniform(0, 6)
robustness slip : probability ~ beta(1, 9)

observe success ~ bernoulli(downscale(slip, margin(climb[team], height, steepness = 1 / 1 m)))
observe time ~ lognormal(slip, 1)
`,
});

const LEVELS = ['ada', 'a "b", ü'];

/** A chain of so many draws, all of whose numbers differ; those of the latents are what `value` says. */
function chain(id: number, draws: number, value: (latent: number, draw: number) => number): ChainDraws {
  const column = (of: (draw: number) => number) =>
    Float64Array.from({ length: draws }, (_, draw) => of(draw));
  return {
    lp: column((draw) => -12.5 - draw / 3),
    acceptStat: column((draw) => 1 / (draw + 1)),
    stepSize: column(() => id / 4),
    treeDepth: column((draw) => 1 + (draw % 3)),
    leapfrogs: column((draw) => 2 ** (1 + (draw % 3)) - 1),
    divergent: column((draw) => (draw % 2 === 1 ? 1 : 0)),
    energy: column((draw) => 14 + draw),
    latents: Array.from({ length: 3 }, (_, latent) => column((draw) => value(latent, draw))),
    gradients: 100,
    statistics: { values: [], byLevel: [] },
  };
}

/** @param value the latents' numbers, by chain from 1, latent and draw */
export function fittedDraws(
  draws: number,
  value: (chain: number, latent: number, draw: number) => number = (id, latent, draw) =>
    (100 * id + 10 * latent + draw) / 7,
): WritablePosterior {
  return {
    manifest,
    summary: {},
    parameters: parametersOf(manifest, new Map([['team', LEVELS]])),
    draws: [1, 2].map((id) => chain(id, draws, (latent, draw) => value(id, latent, draw))),
    settings: {
      method: 'nuts',
      chains: 2,
      warmup: 1000,
      draws,
      targetAccept: 0.8,
      maxTreeDepth: 10,
      seed: 18446744073709551615n,
    },
  };
}

/** What is written besides. */
export const WRITTEN: DrawsFileOptions = {
  columns: new Map([
    ['height', Float64Array.of(1, 2, 3)],
    ['team', Float64Array.of(0, 1, 0)],
    ['success', Float64Array.of(1, 0, 1)],
    ['time', Float64Array.of(2, Number.NaN, 0.25)],
  ]),
  version: '1.2.3',
};
