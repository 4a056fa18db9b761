import { describe, expect, it } from 'vitest';
import { densityText, programsOfText } from './programs.ts';
import { expectStepKeepsMeaning } from './same-meaning.ts';

const SEES = ['demand size in [0, 10]', 'capability sight ~ uniform(0, 1)', 'let sees = margin(sight, size)'];
const GRASPS = [
  'demand depth in [0, 10]',
  'capability reach ~ uniform(0, 1)',
  'let grasps = margin(reach, depth)',
];
const DARES = [
  'demand dark : flag',
  'capability nerve : probability ~ beta(1, 1)',
  'let dares = presence(nerve, dark)',
];
const SLIPS = ['robustness noise : probability ~ beta(1, 1)'];

/** What the sum over the failures of an outcome adds up, where its probability is `success`. */
function failureText(declarations: readonly string[], success: string): string {
  const text = ['layout Pairs', ...declarations, `observe done ~ bernoulli(${success})`, ''].join('\n');
  const programs = programsOfText(text, 'nothing repeats');
  return densityText(programs, programs.paired).split('sum over rows with done = 0 of ')[1]!;
}

describe('lowering probabilities to pairs', () => {
  it('keeps what random layouts mean', () => expectStepKeepsMeaning('sumsSplit', 'paired'));

  it('takes the failure of a conjunction without subtracting', () => {
    expect(failureText([...SEES, ...GRASPS], 'sees and grasps')).toBe(
      '(log(logistic(size - sight) + logistic(sight - size) * logistic(depth - reach)))',
    );
  });

  it('takes the failure of a mixture as the mixture of the failures', () => {
    expect(failureText([...SLIPS, ...SEES, ...GRASPS], 'mix(noise, sees, grasps)')).toBe(
      '(log((1 - noise) * logistic(size - sight) + noise * logistic(depth - reach)))',
    );
  });

  it('swaps the halves of what is negated', () => {
    expect(failureText([...SLIPS, ...SEES, ...GRASPS], 'not mix(noise, sees, grasps)')).toBe(
      '(log((1 - noise) * logistic(sight - size) + noise * logistic(reach - depth)))',
    );
  });

  it('leaves nothing of a factor that is certain', () => {
    expect(failureText(DARES, 'dares')).toBe('(log(dark * (1 - nerve)))');
  });

  it('names both halves after the author’s name for the probability', () => {
    const { graph, paired } = programsOfText(
      `layout Named
demand size in [0, 10]
capability sight ~ uniform(0, 1)
capability nerve : probability ~ beta(1, 1)
let sees = margin(sight, size) and nerve
observe done ~ bernoulli(mix(0.5, sees, nerve))
`,
      'nothing repeats',
    );
    const names = Array.from({ length: graph.size }, (_, id) => graph.nameOf(id));
    expect(names).toEqual(expect.arrayContaining(['sees', 'notSees']));
    expect(paired.roots.every((id) => graph.node(id).op !== 'logOf')).toBe(true);
  });
});
