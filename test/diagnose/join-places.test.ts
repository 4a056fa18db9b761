/** Which places are one, given the barriers between them. */
import { describe, expect, it } from 'vitest';
import { type FindWay, joinChains, joinModes } from '../../host/diagnose/join-places.ts';
import { lostModes } from '../../host/diagnose/lost-modes.ts';
import type { Mode } from '../../host/diagnose/modes.ts';
import type { SeparatePlace } from '../../host/diagnose/separate-places.ts';
import { parameter, verdictOn } from './fits.ts';

const mode = (at: number, share: number, scouts = 5): Mode => ({
  scouts,
  logDensity: 0,
  logEvidence: Math.log(share),
  share,
  values: { x: { mean: at, sd: 1 } },
});

/** Positions are numbers, and the barrier between two is given by them. */
const ways =
  (barriers: Readonly<Record<string, number>>): FindWay =>
  async ({ from, to }) => {
    const found = from.map((place) => barriers[`${place[0]} ${to[0]}`] ?? 50);
    const barrier = Math.min(...found);
    return { barrier, from: found.indexOf(barrier) };
  };
const position = (at: number) => Float64Array.of(at);

describe('modes that no chain was at', () => {
  const near = parameter('x', 1);
  const joined = (modes: Mode[], barriers: Record<string, number>, visits: (number | null)[] = [0, null]) =>
    joinModes(
      { survey: { modes, visits }, lost: lostModes(modes, [near]) },
      {
        positions: modes.map(({ values }) => position(values.x!.mean)),
        ends: [position(100), position(101)],
        findWay: ways(barriers),
      },
    );

  it('count as visited by the chain to which there is no barrier', async () => {
    const { visits, barriers } = await joined([mode(0, 0.995), mode(20, 0.005)], { '101 20': 0.07 });
    expect(visits).toEqual([0, 1]);
    expect(barriers).toEqual([null, 0.07]);
  });

  it('stay as they are behind a barrier, which is told', async () => {
    const { visits, barriers } = await joined([mode(0, 0.995), mode(20, 0.005)], { '101 20': 1.5 });
    expect(visits).toEqual([0, null]);
    expect(barriers).toEqual([null, 1.5]);
  });

  it('stay as they are without one, where so much of the mass is there that draws should be', async () => {
    const { visits } = await joined([mode(0, 0.7), mode(20, 0.3)], { '101 20': 0 });
    expect(visits).toEqual([0, null]);
  });

  it('are not looked at where they would not be told of', async () => {
    const { barriers } = await joined([mode(0, 1), mode(20, 1e-5, 1)], { '101 20': 0.07 });
    expect(barriers).toEqual([null, null]);
  });

  it('of a funnel, at none of which chains were, are visited where they have no mass', async () => {
    expect((await joined([mode(20, 1e-6)], { '100 20': 0.3 }, [null])).visits).toEqual([0]);
    expect((await joined([mode(20, 0.5)], { '100 20': 0.3 }, [null])).visits).toEqual([null]);
  });
});

describe('places in which chains stay', () => {
  const places = [[1, 4], [2], [3]].map((chains): SeparatePlace => ({ chains, values: {} }));
  const ends = [10, 20, 30, 40].map(position);
  const join = (barriers: Record<string, number>) =>
    joinChains({ parameters: ['x'], places }, ends, ways(barriers), () => ({}));

  it('are one where no barrier lies between them', async () => {
    expect(await join({ '10 20': 0.2, '20 30': 0.4 })).toBeNull();
  });

  it('are told with the lowest barrier to another', async () => {
    expect(await join({ '10 20': 0.2, '10 30': 7, '20 30': 6 })).toEqual({
      parameters: ['x'],
      places: [
        { chains: [1, 2, 4], values: {}, barrier: 6 },
        { chains: [3], values: {}, barrier: 6 },
      ],
    });
  });

  it('have none where the density is 0 between them', async () => {
    const joined = await join({ '10 20': Infinity, '10 30': Infinity, '20 30': Infinity });
    expect(joined!.places.map(({ barrier }) => barrier)).toEqual([null, null, null]);
  });
});

describe('the verdict', () => {
  const draws = [parameter('x', 1, (noise, chain) => noise + (chain === 2 ? 40 : 0))];

  it('takes chains that no barrier keeps apart for slow ones', () => {
    const kinds = (places?: null) =>
      verdictOn(draws, {}, 0.8, places === null ? { places } : {}).findings.map(({ kind }) => kind);
    expect(kinds()).toEqual(['separate-places']);
    expect(kinds(null)).toEqual(['disagreement']);
  });

  it.each([
    ['a barrier', 12.345],
    ['no density', null],
  ])('tells of %s between places', (_, barrier) => {
    const places = [[1, 2, 4], [3]].map((chains) => ({ chains, values: { x: { mean: 0, sd: 1 } }, barrier }));
    const { findings } = verdictOn(draws, {}, 0.8, { places: { parameters: ['x'], places } });
    expect(findings[0]!.message).toMatchSnapshot();
  });

  it.each([
    ['behind a barrier', 5.4321],
    ['without one', 0.3],
  ])('tells of a mode that no chain was at, %s', (_, barrier) => {
    const survey = { modes: [mode(0, 0.8), mode(40, 0.2)], visits: [0, null], barriers: [null, barrier] };
    const { findings } = verdictOn([parameter('x', 1)], {}, 0.8, { survey });
    expect(findings[0]!.message).toMatchSnapshot();
  });

  it('tells of a mode that no chain was at by what is sampled, where there are reports too', () => {
    const survey = { modes: [mode(0, 0.8), mode(40, 0.2)], visits: [0, null], barriers: [null, 5] };
    const [x, total] = [parameter('x', 1), parameter('total', 2)];
    const { findings } = verdictOn([x, total], {}, 0.8, { survey });
    expect(findings[0]!.parameters).toEqual(['x']);
  });

  it('does not mind a report that is the same in all draws', () => {
    const x = parameter('x', 1);
    const still = { name: 'total', chains: x.chains.map((chain) => chain.map(() => 1)) };
    expect(verdictOn([x, still]).status).toBe('failed');
    expect(verdictOn([x, still], {}, 0.8, { sampled: [x] }).status).toBe('converged');
  });
});
