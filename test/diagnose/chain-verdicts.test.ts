import { describe, expect, it } from 'vitest';
import { chainVerdicts } from '../../host/diagnose/chain-verdicts.ts';
import { normalDraws } from '../report/made-fits.ts';

const chainsAt = (...means: number[]) => means.map((mean, chain) => normalDraws([mean, 1], `chain ${chain}`));
const quiet = { divergences: 0, bfmi: 1 };

describe('the verdict on a chain', () => {
  it('is fine where all agree', () => {
    const verdicts = chainVerdicts(
      [{ name: 'climb', chains: chainsAt(0, 0, 0, 0) }],
      [quiet, quiet, quiet, quiet],
    );
    expect(verdicts).toEqual([1, 2, 3, 4].map((chain) => ({ chain, status: 'fine', remarks: [] })));
  });

  it('names the one that stays apart', () => {
    const verdicts = chainVerdicts([{ name: 'climb', chains: chainsAt(0, 0, 9, 0) }], null);
    expect(verdicts.map(({ status }) => status)).toEqual(['fine', 'fine', 'bad', 'fine']);
    expect(verdicts[2]!.remarks).toEqual(['stays apart in `climb`, where the others agree without it']);
  });

  it('is bad for all where no one explains the disagreement', () => {
    const halves = chainVerdicts([{ name: 'climb', chains: chainsAt(0, 0, 9, 9) }], null);
    expect(halves.map(({ status }) => status)).toEqual(['bad', 'bad', 'bad', 'bad']);
    expect(halves[0]!.remarks).toEqual([
      'does not agree with the others in `climb`, and no single chain is the cause',
    ]);
    const two = chainVerdicts([{ name: 'climb', chains: chainsAt(0, 9) }], null);
    expect(two.map(({ remarks }) => remarks)).toEqual([
      ['does not agree with the other in `climb`'],
      ['does not agree with the other in `climb`'],
    ]);
  });

  it('tells of chains that never moved, and of draws that are no numbers', () => {
    const still = new Float64Array(250).fill(1);
    const wild = normalDraws([0, 1], 'wild');
    wild[3] = Number.NaN;
    const chains = chainsAt(0, 0, 0);
    expect(chainVerdicts([{ name: 'climb', chains: [still, ...chains] }], null)[0]).toEqual({
      chain: 1,
      status: 'bad',
      remarks: ['never moved in `climb`'],
    });
    expect(chainVerdicts([{ name: 'climb', chains: [...chains, wild] }], null)[3]).toEqual({
      chain: 4,
      status: 'bad',
      remarks: ['draws of `climb` are infinite or not numbers'],
    });
  });

  it('weighs divergences by their share, and tells of low energies', () => {
    const verdicts = chainVerdicts(
      [{ name: 'climb', chains: chainsAt(0, 0, 0) }],
      [
        { divergences: 3, bfmi: 1 },
        { divergences: 25, bfmi: 1 },
        { divergences: 0, bfmi: 0.123 },
      ],
    );
    expect(verdicts).toEqual([
      { chain: 1, status: 'caution', remarks: ['3 of 250 draws diverged'] },
      { chain: 2, status: 'bad', remarks: ['25 of 250 draws diverged'] },
      {
        chain: 3,
        status: 'caution',
        remarks: ['moved slowly between the middle and the tails (BFMI 0.123; it should be at least 0.3)'],
      },
    ]);
  });
});
