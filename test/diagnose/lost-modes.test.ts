import { describe, expect, it } from 'vitest';
import { withoutLost } from '../../host/diagnose/lost-modes.ts';
import type { Mode } from '../../host/diagnose/modes.ts';
import { visits } from '../../host/diagnose/modes.ts';
import type { ParameterDraws } from '../../host/diagnose/summarise.ts';
import { Simulator } from '../outcomes/simulate.ts';

const CHAINS = 4;
const DRAWS = 500;

/** A wide mode at 0 and a narrow one at 5 sds of the wide, in the first of five parameters. */
const NAMES = ['a', 'b', 'c', 'd', 'e'];
const NARROW = { at: 5, sd: 0.2 };

function mode(share: number, at: number, sd: number): Mode {
  const values = Object.fromEntries(
    NAMES.map((name, i) => [name, i === 0 ? { mean: at, sd } : { mean: 0, sd: 1 }]),
  );
  return { scouts: 8, logDensity: 0, logEvidence: Math.log(share), share, values };
}

/** Draws of which so many, of the first chain, are in the narrow mode; `drawn` makes one of the wide one's. */
function draws(
  narrow: number,
  drawn: (random: Simulator) => number = (random) => random.normal(),
): ParameterDraws[] {
  const random = new Simulator(5);
  return NAMES.map((name, i) => ({
    name,
    chains: Array.from({ length: CHAINS }, (_, chain) =>
      Float64Array.from({ length: DRAWS }, (__, draw) =>
        i > 0
          ? random.normal()
          : chain === 0 && draw < narrow
            ? NARROW.at + NARROW.sd * random.normal()
            : drawn(random),
      ),
    ),
  }));
}

const visited = (modes: readonly Mode[], parameters: ParameterDraws[]) =>
  withoutLost({ modes, visits: visits(modes, parameters)! }, parameters).survey.visits.map(
    (chain) => chain !== null,
  );

describe('a narrow mode within reach of the draws of a wide one', () => {
  it('counts as visited by its distance alone', () => {
    expect(visits([mode(0.6, 0, 1), mode(0.4, NARROW.at, NARROW.sd)], draws(0))).not.toContain(null);
  });

  it('is unvisited where none of the draws that its share makes one expect is near', () => {
    expect(visited([mode(0.6, 0, 1), mode(0.4, NARROW.at, NARROW.sd)], draws(0))).toEqual([true, false]);
  });

  it('is so too where it has most of the mass', () => {
    expect(visited([mode(0.8, NARROW.at, NARROW.sd), mode(0.2, 0, 1)], draws(0))).toEqual([false, true]);
  });

  it('is visited where one chain was there', () => {
    expect(visited([mode(0.6, 0, 1), mode(0.4, NARROW.at, NARROW.sd)], draws(40))).toEqual([true, true]);
  });

  it('stays visited where so small a share is missed by chance', () => {
    expect(visited([mode(0.97, 0, 1), mode(0.03, NARROW.at, NARROW.sd)], draws(0))).toEqual([true, true]);
  });

  it('stays visited where Laplace’s approximation says of no mode where the draws are', () => {
    const elsewhere = draws(0, (random) => 20 + random.normal());
    const modes = [mode(0.6, 0, 1), mode(0.4, NARROW.at, NARROW.sd)];
    expect(withoutLost({ modes, visits: [0, 0] }, elsewhere).survey.visits).toEqual([0, 0]);
  });
});
