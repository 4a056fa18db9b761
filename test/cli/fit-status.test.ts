/** The status that the shell is told of fits. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exitOfFits, setExitOfFits } from '../../cli/stored-fits/fit-status.ts';

const converged = { status: 'converged', findings: ['negligible-mode'] } as const;
const usable = { status: 'usable', findings: ['disagreement', 'divergences'] } as const;
const divided = { status: 'usable', findings: ['minor-mode'] } as const;
const failed = { status: 'failed', findings: ['separate-places'] } as const;

describe('the exit status of fits', () => {
  it.each([
    ['none', [], 0],
    ['those that converged, though there is a negligible mode', [converged], 0],
    ['those that are usable with care', [converged, usable], 0],
    ['one with a further mode that has mass', [divided, converged], 5],
    ['one that failed', [divided, failed, usable], 3],
  ])('of %s', (_, fits, status) => {
    expect(exitOfFits(fits)).toBe(status);
  });
});

describe('the status of a process', () => {
  let before: typeof process.exitCode;
  beforeEach(() => {
    before = process.exitCode;
    process.exitCode = undefined;
  });
  afterEach(() => {
    process.exitCode = before;
  });

  it('is that of the gravest of the fits that it used one after another', () => {
    setExitOfFits([usable]);
    expect(process.exitCode).toBeUndefined();
    setExitOfFits([divided]);
    expect(process.exitCode).toBe(5);
    setExitOfFits([failed]);
    expect(process.exitCode).toBe(3);
    setExitOfFits([divided]);
    expect(process.exitCode).toBe(3);
  });
});
