/** Energy plot: the distribution of energies in each chain, and of their changes in one transition. */

import { areaY, line as lineMark } from '@observablehq/plot';
import { allFinite } from '../../../statistics/chains.ts';
import { energyChanges, energyInformation } from '../../../statistics/energy-information.ts';
import { kernelDensity } from '../../../statistics/kernel-density.ts';
import { FigureError, failedNote, type NamedPosterior } from '../data/named-fit.ts';
import { expectSampler } from '../data/sampling.ts';
import { stacked } from '../draw/drawing.ts';
import { type FigureSvg, figure } from '../draw/figure.ts';
import type { Frame } from '../draw/frame.ts';
import { boxSample, legend, lineSample } from '../draw/legend.ts';
import { byChain } from '../draw/marks.ts';
import { numberText } from '../draw/text.ts';

export interface EnergyChain {
  /** Densities at the data's `at`. */
  readonly marginal: readonly number[];
  readonly transition: readonly number[];
  /** The Bayesian fraction of missing information. */
  readonly bfmi: number;
}

export interface EnergyData {
  readonly title: string;
  readonly caption: string;
  /** Values of the energy minus its chain mean, and of energy changes, ascending. */
  readonly at: readonly number[];
  readonly chains: readonly EnergyChain[];
}

const PLACES = 121;
const HEIGHT = 170;

export function energy(data: EnergyData, frame: Frame): FigureSvg {
  const { theme } = frame;
  const { at, chains } = data;
  const points = (of: (chain: EnergyChain) => readonly number[]) =>
    chains.flatMap((chain, number) => of(chain).map((y, place) => ({ chain: number + 1, x: at[place]!, y })));
  const marginal = points((chain) => chain.marginal);
  const transition = points((chain) => chain.transition);
  const step = roundBelow(at.at(-1)! * 0.75);
  const drawing = stacked(
    frame,
    [
      legend(frame, [
        { label: 'marginal energy', sample: boxSample(frame, theme.accent, 0.35) },
        {
          label: 'energy transition',
          sample: lineSample(frame, theme.warning, { width: 1.75, dash: '5 3' }),
        },
      ]),
      byChain(frame, {
        title: `BFMI ${chains.map(({ bfmi }) => numberText(bfmi, 2)).join(', ')}`,
        height: HEIGHT,
        noun: 'chain',
        chains: chains.length,
        isHeaded: true,
        marginLeft: 6,
        marginBottom: 36,
        x: {
          domain: [at[0]!, at.at(-1)!],
          ticks: [-step, 0, step],
          label: 'energy less its mean, and its changes (nats)',
          labelAnchor: 'center',
          labelArrow: 'none',
        },
        y: { axis: null },
        marks: [
          areaY(marginal, { fx: 'chain', x: 'x', y: 'y', fill: theme.accent, fillOpacity: 0.3 }),
          lineMark(marginal, { fx: 'chain', x: 'x', y: 'y', stroke: theme.accent, strokeWidth: 1.5 }),
          lineMark(transition, {
            fx: 'chain',
            x: 'x',
            y: 'y',
            stroke: theme.warning,
            strokeWidth: 1.75,
            strokeDasharray: '5 3',
          }),
        ],
      }),
    ],
    8,
  );
  const fractions = chains.map(({ bfmi }, number) => `chain ${number + 1} ${numberText(bfmi, 2)}`).join(', ');
  return figure(frame, drawing, {
    title: data.title,
    caption: data.caption,
    alt: `Densities of the energies beside their changes from draw to draw. Bayesian fractions of missing information: ${fractions}.`,
  });
}

/** The largest of 1, 2 and 5 times a power of ten that is not above the value. */
function roundBelow(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([5, 2].find((times) => times * power <= value) ?? 1);
}

/** @throws FigureError when the fit has no energies, or they are constant */
export function energyData(fit: NamedPosterior): EnergyData {
  const sampler = expectSampler(fit);
  const energies = sampler.map(({ energy }) => energy);
  const bfmi = energies.map(energyInformation);
  if (!allFinite(energies) || bfmi.some((each) => each === null)) {
    throw new FigureError(
      `The energies of ${fit.name} are not finite, or never change.`,
      'Fit again as its summary.json says.',
    );
  }
  const changes = energies.map(energyChanges);
  const all = changes.flatMap(({ marginal, transition }) => [
    marginal[0]!,
    marginal.at(-1)!,
    transition[0]!,
    transition.at(-1)!,
  ]);
  // Includes the tails of the kernels.
  const reach = 1.15 * Math.max(...all.map(Math.abs));
  const at = Array.from({ length: PLACES }, (_, place) => reach * ((2 * place) / (PLACES - 1) - 1));
  const open = { lo: Number.NEGATIVE_INFINITY, hi: Number.POSITIVE_INFINITY };
  return {
    title: `Energies of ${fit.name}`,
    caption: [
      'How the energies of each chain are spread about their mean, and how far one transition takes them (Betancourt 2017).',
      'Where the transitions are much narrower the chain hardly gets into the tails: a Bayesian fraction of missing information (BFMI) below 0.3 is a warning.',
      ...failedNote([fit]),
    ].join(' '),
    at,
    chains: changes.map(({ marginal, transition }, chain) => ({
      marginal: [...kernelDensity(marginal, at, open)!],
      transition: [...kernelDensity(transition, at, open)!],
      bfmi: bfmi[chain]!,
    })),
  };
}
