import { expect, it } from 'vitest';
import { interpret } from '../../compiler/interpret/interpret.ts';
import { readLayout } from './read-layout.ts';

it('ten thousand lets, each of the one before it, are evaluated', () => {
  const count = 10_000;
  const lets = Array.from({ length: count }, (_, i) => `let l${i + 1} = l${i} * 0.5 + a`);
  const text = `layout Chain
param a ~ normal(0, 1)
let l0 = a
${lets.join('\n')}
observe y ~ normal(l${count}, 1)
`;
  const meaning = interpret(readLayout(text), { rows: 1, columns: { y: Float64Array.of(3) } });
  // The lets tend to 2 a.
  const normal = (z: number) => -0.5 * z * z - 0.5 * Math.log(2 * Math.PI);
  expect(meaning.logDensity({ a: 0.5 })).toBeCloseTo(normal(0.5) + normal(3 - 1), 10);
});
