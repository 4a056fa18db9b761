/** Verdicts on made-up fits whose faults are known. */

import { describe, expect, it, test } from 'vitest';
import { isUnremarkable } from '../../host/diagnose/quick-look.ts';
import { separatePlaces } from '../../host/diagnose/separate-places.ts';
import { summarise } from '../../host/diagnose/summarise.ts';
import { verdict } from '../../host/diagnose/verdict.ts';
import { unsolvedAmong } from '../../host/reported.ts';
import { parameter, verdictOn, WELL_SAMPLED } from './fits.ts';

/** As Stan's chains of object permanence, agent 17: the last of four stays in another mode. */
const memory = parameter('memoryAbility', 1, (noise, chain) =>
  chain === 3 ? 3.09 + 0.07 * noise : 4.03 + 0.05 * noise,
);
const position = parameter('opAbility', 2, (noise, chain) => (chain === 3 ? 33.5 : 44.2) + 0.6 * noise);
const bias = parameter('rightLeftBias', 3, (noise) => 0.06 + 0.5 * noise);

test('a fit in order has converged, and nothing is said', () => {
  expect(verdictOn([parameter('acuity', 1), parameter('noise', 2)])).toEqual({
    status: 'converged',
    findings: [],
  });
});

test('chains that disagree among several modes are told of sequential Monte Carlo', () => {
  const skill = parameter('skill', 1, (noise, chain) => noise + (chain === 3 ? 1 : 0));
  const remedy = (shares: readonly number[]) => {
    const modes = shares.map((share) => ({
      ...{ scouts: 3, logDensity: 0, logEvidence: 0, share },
      values: { skill: { mean: 0, sd: 1 } },
    }));
    const survey = { modes, visits: modes.map(() => 0) };
    const shape = { draws: [skill], targetAccept: 0.8, maxTreeDepth: 10, survey };
    return verdict(summarise([skill]), WELL_SAMPLED, shape).findings[0]!.remedy;
  };
  expect(remedy([0.6, 0.4])).toContain('`method: "smc"`');
  expect(remedy([1, 1e-9])).not.toContain('smc');
});

describe('chains in separate places', () => {
  const found = verdictOn([bias, memory, position]);

  test('are one finding, which fails the fit', () => {
    expect(found.status).toBe('failed');
    expect(found.findings.map(({ kind }) => kind)).toEqual(['separate-places']);
  });

  test('are told by place, with the values there of the parameters that differ', () => {
    const [finding] = found.findings;
    expect(finding!.parameters).toEqual(['opAbility', 'memoryAbility']);
    expect(finding!.places!.map(({ chains }) => chains)).toEqual([[1, 2, 3], [4]]);
    expect(finding!.places![1]!.values.memoryAbility!.mean).toBeCloseTo(3.09, 1);
    expect(finding!.message).toMatch(
      /^The chains found 2 separate places and did not leave them: means and sds over all chains describe none of them\. Chains 1, 2 and 3: `opAbility` 44\.\d \(sd 0\.\d+\) and `memoryAbility` 4\.0\d \(sd 0\.0\d+\)\. Chain 4: `opAbility` 33\.\d \(sd 0\.\d+\) and `memoryAbility` 3\.\d+ \(sd 0\.0\d+\)\.$/,
    );
    expect(finding!.remedy).toContain('`chains: 8`');
  });

  test('are found three, when there are three', () => {
    const three = parameter('skill', 4, (noise, chain) => noise + [0, 9, 0, -9][chain]!);
    expect(verdictOn([three]).findings[0]!.places!.map(({ chains }) => chains)).toEqual([[1, 3], [2], [4]]);
  });

  test('name a parameter that only moves along by its R-hat', () => {
    const along = parameter('lavaAbility', 5, (noise, chain) => noise + (chain === 3 ? 1 : 0));
    expect(verdictOn([bias, along, position]).findings[0]!.parameters).toEqual(['opAbility', 'lavaAbility']);
  });

  test('are not claimed of chains that wander, which are merely slow', () => {
    const wandering = parameter('skill', 6, (noise) => noise, { correlation: 0.9999 });
    const { status, findings } = verdictOn([wandering]);
    expect(status).toBe('failed');
    expect(findings.map(({ kind }) => kind)).toEqual(['disagreement']);
  });

  test('are not claimed of chains that all move from one place to the other', () => {
    const moved = parameter('skill', 7, (noise, _, draw) => noise + (draw < 500 ? 0 : 9));
    expect(separatePlaces([moved])).toBeNull();
    expect(verdictOn([moved]).findings.map(({ kind }) => kind)).toEqual(['disagreement']);
  });

  test('are not claimed of one chain, nor of a handful of draws', () => {
    expect(separatePlaces([{ name: 'x', chains: memory.chains.slice(3) }])).toBeNull();
    expect(
      separatePlaces([{ name: 'x', chains: memory.chains.map((chain) => chain.subarray(0, 30)) }]),
    ).toBeNull();
  });
});

describe('chains that disagree without separate places', () => {
  const shifted = (by: number) => parameter('skill', 8, (noise, chain) => noise + (chain === 0 ? by : 0));

  test('fail the fit above an R-hat of 1.05, with its value and the advice to run longer', () => {
    const { status, findings } = verdictOn([shifted(0.8), bias]);
    expect(status).toBe('failed');
    expect(findings).toMatchObject([{ kind: 'disagreement', weight: 'fatal', parameters: ['skill'] }]);
    expect(findings[0]!.message).toMatch(/^The chains disagree on `skill` \(R-hat 1\.\d\d\)/);
    expect(findings[0]!.message).toContain('above 1.05 the numbers must not be used');
    expect(findings[0]!.remedy).toContain('`warmup: 2000, draws: 2000`');
  });

  test('leave it usable between 1.01 and 1.05', () => {
    const { status, findings } = verdictOn([shifted(0.25), bias]);
    expect(status).toBe('usable');
    expect(findings).toMatchObject([{ kind: 'disagreement', weight: 'caution', parameters: ['skill'] }]);
    expect(findings[0]!.message).toMatch(/`skill` \(R-hat 1\.0[1-4]\d\)/);
    expect(findings[0]!.message).toContain('Up to 1.05 the numbers may be used with care.');
  });

  test('are named worst first, a few of many', () => {
    const many = Array.from({ length: 9 }, (_, i) =>
      parameter(`p${i}`, 20 + i, (noise, chain) => noise + (chain === 0 ? 0.5 + i / 10 : 0)),
    );
    const [finding] = verdictOn(many).findings;
    expect(finding!.parameters).toHaveLength(9);
    expect(finding!.parameters[0]).toBe('p8');
    expect(finding!.message).toContain('and 4 others');
    expect(finding!.message).not.toContain('`p0`');
  });
});

describe('a mode that no chain was in', () => {
  const skill = parameter('skill', 1);
  const shared = (share: number, scouts = 3) => {
    const mode = (at: number, of: number, arrived: number) => ({
      ...{ scouts: arrived, logDensity: 0, logEvidence: Math.log(of), share: of },
      values: { skill: { mean: at, sd: 1 } },
    });
    const survey = { modes: [mode(0, 1 - share, 20), mode(40, share, scouts)], visits: [0, null] };
    return verdict(summarise([skill]), WELL_SAMPLED, {
      ...{ draws: [skill], targetAccept: 0.8, maxTreeDepth: 10 },
      survey,
    });
  };

  test.each([
    [1e-9, 'converged', 'negligible-mode', 'note'],
    [0.00099, 'converged', 'negligible-mode', 'note'],
    [0.00101, 'usable', 'minor-mode', 'caution'],
    [0.0099, 'usable', 'minor-mode', 'caution'],
    [0.0101, 'failed', 'separate-places', 'fatal'],
  ])('with %d of the mass makes the fit %s', (share, status, kind, weight) => {
    const found = shared(share);
    expect(found.status).toBe(status);
    expect(found.findings).toMatchObject([{ kind, weight }]);
  });

  test('says of a negligible one that it changes no number', () => {
    expect(shared(1e-5).findings[0]!.message).toContain(
      'with less than 0.1 % of the mass it changes no number',
    );
    expect(shared(0.005).findings[0]!.message).not.toContain('changes no number');
  });

  test('is told by one scout where it has mass, and by two where it has none', () => {
    expect(shared(0.005, 1).status).toBe('usable');
    expect(shared(0.0005, 1)).toEqual({ status: 'converged', findings: [] });
  });
});

describe('draws that tell little', () => {
  test('call for more, as many as would do', () => {
    const slow = parameter('skill', 32, (noise) => noise, { correlation: 0.85 });
    const { status, findings } = verdictOn([slow, bias]);
    expect(status).toBe('usable');
    expect(findings).toMatchObject([
      { kind: 'few-effective-draws', weight: 'caution', parameters: ['skill'] },
    ]);
    expect(findings[0]!.message).toMatch(
      /`skill` \(ESS \d+\); 400 effective draws are needed for 4 chains\. Down to 80 the numbers may be used with care\.$/,
    );
    const draws = Number(/draws: (\d+)/.exec(findings[0]!.remedy)![1]);
    expect(draws).toBeGreaterThanOrEqual(2000);
    expect(draws).toBeLessThan(10_000);
  });

  test('fail the fit below 20 effective draws a chain', () => {
    const skill = { name: 'skill', chains: bias.chains };
    const summary = { mean: 0, sd: 1, q5: -1, q50: 0, q95: 1, hdi95: [-1, 1] as const, mcse: 0.1 };
    const { status, findings } = verdict(
      { skill: { ...summary, essBulk: 79, essTail: 500, rhat: 1.005 } },
      WELL_SAMPLED,
      { draws: [skill], targetAccept: 0.8, maxTreeDepth: 10 },
    );
    expect(status).toBe('failed');
    expect(findings).toMatchObject([{ kind: 'few-effective-draws', weight: 'fatal' }]);
  });
});

describe('draws that cannot be judged', () => {
  test.each([1, 5])('of %d a chain fail the fit', (draws) => {
    const { status, findings } = verdictOn([parameter('skill', 1, undefined, { draws })]);
    expect(status).toBe('failed');
    expect(findings.map(({ kind }) => kind)).toEqual(['too-short']);
  });

  test('because a chain never moved fail the fit, which names it', () => {
    const { status, findings } = verdictOn([
      parameter('skill', 9, (noise, chain) => (chain === 1 ? 0.3 : noise)),
      bias,
    ]);
    expect(status).toBe('failed');
    expect(findings).toMatchObject([{ kind: 'stuck', parameters: ['skill'] }]);
    expect(findings[0]!.message).toMatch(/^Chain 2 never moved in `skill`/);
  });

  test('because there are too few values fail the fit', () => {
    const { status, findings } = verdictOn([parameter('skill', 9, (noise) => (noise > 0 ? 1 : 0))]);
    expect(status).toBe('failed');
    expect(findings.map(({ kind }) => kind)).toEqual(['stuck']);
  });

  test('because one is no number fail the fit', () => {
    const broken = parameter('skill', 9, (noise, chain, draw) =>
      chain === 2 && draw === 5 ? Number.NaN : noise,
    );
    const { status, findings } = verdictOn([broken, bias]);
    expect(status).toBe('failed');
    expect(findings).toMatchObject([{ kind: 'not-finite', parameters: ['skill'] }]);
  });
});

describe('a sampler in trouble', () => {
  const draws = [parameter('acuity', 1)];

  test.each([
    [0.8, '`targetAccept: 0.95`'],
    [0.95, '`targetAccept: 0.99`'],
    [0.99, 'priors'],
  ])('with divergences at target %d is told %s', (targetAccept, remedy) => {
    const { status, findings } = verdictOn(draws, { divergences: 7 }, targetAccept);
    expect(status).toBe('usable');
    expect(findings.map(({ kind }) => kind)).toEqual(['divergences']);
    expect(findings[0]!.message).toMatch(/^7 of 4000 draws/);
    expect(findings[0]!.remedy).toContain(remedy);
  });

  test('with a divergence in every tenth draw has failed', () => {
    expect(verdictOn(draws, { divergences: 399 }).status).toBe('usable');
    expect(verdictOn(draws, { divergences: 400 }).status).toBe('failed');
  });

  test('is told of trajectories cut off once they are one in a hundred', () => {
    expect(verdictOn(draws, { maxTreeDepthHits: 39 }).status).toBe('converged');
    const { status, findings } = verdictOn(draws, { maxTreeDepthHits: 40 });
    expect(status).toBe('usable');
    expect(findings).toMatchObject([{ kind: 'tree-depth' }]);
    expect(findings[0]!.message).toContain('1023 steps');
  });

  test('is told which chains have a low fraction of missing information', () => {
    const { status, findings } = verdictOn(draws, { bfmi: [0.31, 0.12, null, 0.29] });
    expect(status).toBe('usable');
    expect(findings).toMatchObject([{ kind: 'energy' }]);
    expect(findings[0]!.message).toMatch(/^Chains 2 and 4 .*BFMI down to 0\.12/);
  });

  test('with one chain is told to run several', () => {
    const { status, findings } = verdictOn([parameter('acuity', 1, undefined, { chains: 1 })], { bfmi: [1] });
    expect(status).toBe('usable');
    expect(findings.map(({ kind }) => kind)).toEqual(['single-chain']);
  });
});

test('what fails the fit is said before what calls for caution', () => {
  const { findings } = verdictOn([parameter('skill', 31, (noise) => noise, { correlation: 0.9 })], {
    divergences: 2000,
  });
  expect(findings.map(({ weight }) => weight)).toEqual(['fatal', 'caution']);
});

test('draws without a summary are refused', () => {
  expect(() => verdict({}, WELL_SAMPLED, { draws: [bias], targetAccept: 0.8, maxTreeDepth: 10 })).toThrow(
    RangeError,
  );
});

describe('a report that solves an equation', () => {
  const range = { lo: 1, hi: 600 };
  const fitOf = (atEnd: number) => {
    const drawn = parameter('horizon[A]', 8, (noise, _, draw) => (draw < atEnd ? 600 : 60 + noise));
    const inside = parameter('horizon[B]', 9, (noise) => 60 + noise);
    const latent = parameter('slope', 10);
    const draws = [latent, inside, drawn];
    const shown = draws.map(({ name }) => ({
      ...{ name, column: name, level: null },
      latent: {
        ...{ name, unit: 'minute', isProbability: false, scale: 'interval' as const, prior: '', doc: null },
        ...{ role: 'report' as const, ...(name === latent.name ? {} : { range }) },
      },
    }));
    const unsolved = unsolvedAmong(draws, shown);
    const evidence = { draws, sampled: [latent], unsolved, targetAccept: 0.8, maxTreeDepth: 10 };
    return { summary: summarise(draws), evidence };
  };
  const findingsOf = (atEnd: number) => {
    const { summary, evidence } = fitOf(atEnd);
    return verdict(summary, WELL_SAMPLED, evidence).findings.filter(({ kind }) => kind === 'no-solution');
  };

  it('is not mentioned if there is a solution in every draw', () => {
    expect(findingsOf(0)).toEqual([]);
    const { summary, evidence } = fitOf(0);
    expect(isUnremarkable(summary, WELL_SAMPLED, evidence)).toBe(true);
  });

  it('is a warning if 1 % of the draws have none, with the end that they count as', () => {
    const [finding] = findingsOf(10);
    expect(finding).toMatchObject({ weight: 'caution', parameters: ['horizon[A]'] });
    expect(finding!.message).toBe(
      'In some draws there is no solution in the range, and the end that is nearer to one counts: `horizon[A]` (600 minute in 1 %). Their means, and limits of intervals at an end, are bounds and not estimates.',
    );
  });

  it('is a note if fewer have none', () => {
    expect(findingsOf(9)[0]).toMatchObject({ weight: 'note' });
    const { summary, evidence } = fitOf(1);
    expect(isUnremarkable(summary, WELL_SAMPLED, evidence)).toBe(false);
  });
});
