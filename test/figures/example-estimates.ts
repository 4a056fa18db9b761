/** Point estimates of the example fits' parameters: with an interval, on a bound, and none at all. */
import type { FigureEstimate } from '../../reporting/figures/data/estimate-forest.ts';
import { exampleFit } from './example-fits.ts';

export function exampleEstimate(name: string, shift: number, failed = false): FigureEstimate {
  const { draws: _, ...shown } = exampleFit(name, shift, { ends: new Map() });
  const inside = (estimate: number, se: number) => ({
    estimate,
    se,
    interval: [estimate - 1.96 * se, estimate + 2.1 * se] as const,
  });
  const known: FigureEstimate['estimates'] = {
    climb: inside(3 + shift, 0.4),
    grip: { estimate: 1, se: null, interval: null, bound: 'upper' },
    reach: { estimate: null, se: null, interval: null },
  };
  const estimates = Object.fromEntries(
    shown.parameters.map((parameter, place) => [parameter.name, known[parameter.name] ?? inside(place, 0.3)]),
  );
  const verdict = { status: failed ? 'failed' : 'converged', findings: [] } as const;
  return { ...shown, verdict, method: 'mle', confidence: 0.9, estimates };
}
