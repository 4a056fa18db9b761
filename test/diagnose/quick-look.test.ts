import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isUnremarkable } from '../../host/diagnose/quick-look.ts';
import { type SamplerSummary, summarise } from '../../host/diagnose/summarise.ts';
import { verdict } from '../../host/diagnose/verdict.ts';
import { parameter, WELL_SAMPLED } from './fits.ts';

const SETTING = { targetAccept: 0.8, maxTreeDepth: 10 };

/** Fits in which a little may be wrong: a chain apart, chains that drift, draws alike, or a sampler in trouble. */
const fits = fc
  .record({
    seed: fc.integer({ min: 1, max: 1e6 }),
    chains: fc.integer({ min: 1, max: 18 }),
    draws: fc.constantFrom(4, 300, 1000, 1000),
    correlation: fc.constantFrom(0, 0, 0.3, 0.95),
    apart: fc.constantFrom(0, 0, 0, 0.1, 0.5, 10),
    drift: fc.constantFrom(0, 0, 0, 0.2),
    stuck: fc.constantFrom(false, false, false, true),
    sampler: fc.record<Partial<SamplerSummary>>({
      divergences: fc.constantFrom(0, 0, 0, 1),
      maxTreeDepthHits: fc.constantFrom(0, 0, 0, 100),
      bfmi: fc.constantFrom([1, 1], [1, 1], [null, 1], [0.2, 1]),
    }),
  })
  .map(({ seed, chains, draws, correlation, apart, drift, stuck, sampler }) => {
    const place = (noise: number, chain: number, draw: number) =>
      stuck && chain === 0 ? 1 : noise + (chain === 0 ? apart : 0) + (drift * draw) / draws;
    return {
      draws: [
        parameter('a', seed, place, { correlation, draws, chains }),
        parameter('b', seed + 1, undefined, { draws, chains }),
      ],
      sampler: { ...WELL_SAMPLED, ...sampler, chains, draws },
    };
  });

describe('a quick look at a fit', () => {
  it('is satisfied only where the verdict finds nothing', () => {
    let satisfied = 0;
    fc.assert(
      fc.property(fits, ({ draws, sampler }) => {
        const summary = summarise(draws);
        if (!isUnremarkable(summary, sampler, { draws })) return;
        satisfied++;
        expect(verdict(summary, sampler, { ...SETTING, draws })).toEqual({
          status: 'converged',
          findings: [],
        });
      }),
      { numRuns: 150, seed: 1 },
    );
    expect(satisfied).toBeGreaterThan(5);
  });

  it('is satisfied with chains that agree, and not where a scout found what none of them did', () => {
    const draws = [parameter('a', 1), parameter('b', 2)];
    const summary = summarise(draws);
    const modes = [{ scouts: 3, logDensity: 0, logEvidence: 0, share: 1, values: {} }];
    expect(isUnremarkable(summary, WELL_SAMPLED, { draws })).toBe(true);
    expect(isUnremarkable(summary, WELL_SAMPLED, { draws, survey: { modes, visits: [0] } })).toBe(true);
    expect(isUnremarkable(summary, WELL_SAMPLED, { draws, survey: { modes, visits: [null] } })).toBe(false);
  });

  it('sees a draw that is no number', () => {
    const draws = [
      parameter('a', 1, (noise, chain, draw) => (chain === 2 && draw === 7 ? Number.NaN : noise)),
    ];
    expect(isUnremarkable(summarise(draws), WELL_SAMPLED, { draws })).toBe(false);
  });
});
