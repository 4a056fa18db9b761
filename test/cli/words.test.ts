import { describe, expect, it } from 'vitest';
import { withOptions } from '../../cli/words.ts';

describe('a remedy of the library, as the command gives it', () => {
  it('has the options of the command for settings', () => {
    expect(withOptions('Run several: `chains: 4`.')).toBe('Run several: `--chains 4`.');
    expect(withOptions('Give it `targetAccept: 0.95, warmup: 2000`, and look.')).toBe(
      'Give it `--target-accept 0.95 --warmup 2000`, and look.',
    );
    expect(withOptions('Use `method: "map"` or `laplace`.')).toBe('Use `--method map` or `laplace`.');
    expect(withOptions('Name two: `only: height,dark`.')).toBe('Name two: `--only height,dark`.');
    expect(withOptions('Try another `seed`; name others with `only`.')).toBe(
      'Try another `--seed`; name others with `--only`.',
    );
  });

  it('leaves names of the layout alone', () => {
    const remedy = 'Narrow the priors of `seed`, `only` and `ability[draws: 3]`.';
    expect(withOptions(remedy)).toBe(remedy);
  });
});
