import { expect, it } from 'vitest';
import { prepare } from '../../compiler/compile.ts';

/** The last step of what the compiler makes before it is assembled, which takes far longer. */
const planOf = (text: string) => prepare({ name: 'long.ml', text }).show('plan');

it('three thousand lets, each made of the one before, are compiled without running out of stack', {
  timeout: 240_000,
}, async () => {
  const lets = Array.from({ length: 3000 }, (_, i) => `let x${i + 1} = x${i} * 0.9999 + 0.001\n`);
  // From the last to the first, so that no order of theirs is at hand.
  const text = `layout Long\nparam a ~ normal(0, 1)\n${lets.toReversed().join('')}let x0 = a\nobserve y ~ normal(x3000, 1)\n`;
  expect(await planOf(text)).toMatch(/^When data is bound/);
});

it('as many cut points as a scale of hundreds of steps has are too', { timeout: 240_000 }, async () => {
  const cuts = Array.from({ length: 400 }, (_, i) => String(i / 10)).join(', ');
  const text = `layout Cuts\nparam s ~ normal(0, 1)\nobserve y ~ ordered_logistic(s, ${cuts})\n`;
  expect(await planOf(text)).toMatch(/^When data is bound/);
});
