import { describe, expect, it } from 'vitest';
import { densityText, programsOfText } from './programs.ts';
import { expectStepKeepsMeaning } from './same-meaning.ts';

/** `size` and `grip` have two values each, `depth` sixteen: a product with `grip` first takes four values. */
const LAYOUT = `layout Lifted
demand size, grip in {1, 2}
demand depth in [0, 10]
capability sight, reach, hold ~ uniform(0, 1)
robustness slip : probability ~ beta(1, 1)
observe done ~ bernoulli(mix(slip, margin(sight, size) and margin(hold, grip) and margin(reach, depth), 0.2))
`;

describe('lifting factors to where they repeat', () => {
  it('keeps what random layouts mean', () => expectStepKeepsMeaning('paired', 'lifted'));

  it('multiplies and adds once for each level what all rows of a level share', () => {
    const programs = programsOfText(LAYOUT, 'guessed from the declarations');
    expect(programs.fired['lift-factors']).toBeGreaterThan(0);
    const [successes, failures] = densityText(programs, programs.lifted).split(
      ' + sum over rows with done = 0',
    );
    expect(successes).toContain(
      'log((1 - slip) * logistic(sight - size) * logistic(hold - grip) * logistic(reach - depth) + slip * 0.2)',
    );
    expect(failures).toContain('* logistic(depth - reach)');
  });

  it('leaves what binding computes as the author wrote it', () => {
    const programs = programsOfText(
      `layout Bound
demand depth in [0, 10]
demand size, grip in {1, 2}
capability sight ~ uniform(0, 1)
observe done ~ bernoulli(logistic(sight - depth * size * grip))
`,
      'guessed from the declarations',
    );
    expect(programs.fired['lift-factors']).toBe(0);
    expect(programs.lifted.roots).toEqual(programs.paired.roots);
  });

  it('leaves a sum of which two terms take as many values as the whole', () => {
    const programs = programsOfText(
      `layout Both
demand size in {1, 2}
demand depth, far in [0, 10]
capability sight, reach, nerve ~ uniform(0, 1)
observe done ~ bernoulli(
  margin(nerve, size) and mix(0.3, logistic(sight - size * depth * far), logistic(reach - size * depth / (1 + far)))
)
`,
      'guessed from the declarations',
    );
    expect(densityText(programs, programs.paired)).toContain('* (0.7 *');
    expect(densityText(programs, programs.lifted)).toBe(densityText(programs, programs.paired));
  });

  it('leaves a sum that reads the one before it twice, over and over, as it stands', () => {
    const lets = Array.from({ length: 30 }, (_, index) => `let s${index + 1} = s${index} + s${index}`);
    const text = `layout Doubled
demand depth in [0, 10]
capability reach ~ uniform(0, 1)
let s0 = reach - depth
${lets.join('\n')}
observe done ~ bernoulli_logit(s30)
`;
    // Written out it has 2³⁰ terms.
    expect(programsOfText(text, 'guessed from the declarations').graph.size).toBeLessThan(1000);
  });

  it('takes the square of a sum for a product of two', () => {
    const programs = programsOfText(
      `layout Squared
demand lit : flag
demand depth in [0, 10]
capability sight, reach ~ uniform(0, 1)
observe done ~ bernoulli(margin((sight + and(0.1, lit, logistic(reach))) ^ 2, depth))
`,
      'everything repeats',
    );
    expect(densityText(programs, programs.lifted)).toContain('logistic(reach)');
  });

  it('leaves sums and products alone where nothing repeats', () => {
    const programs = programsOfText(LAYOUT, 'nothing repeats');
    expect(programs.fired['lift-factors']).toBe(0);
    expect(programs.lifted.roots).toEqual(programs.paired.roots);
  });
});
