import { expect, it } from 'vitest';
import { checkDerived } from '../../host/predict/predictor.ts';
import { STAND_IN_MANIFEST } from '../host/stand-in.ts';

const [demand, outcome] = STAND_IN_MANIFEST.columns as [object, object];

it.each([
  ['factors that are not there', { columns: [demand, { ...outcome, factors: [0] }] }],
  ['factors that are no numbers', { columns: [demand, { ...outcome, factors: ['sees'] }] }],
])('a manifest with %s is refused before it predicts', (_, wrong) => {
  expect(() => checkDerived({ ...STAND_IN_MANIFEST, ...wrong } as never)).toThrowErrorMatchingSnapshot();
});

it('what a compiler says of derived nodes is taken', () => {
  expect(() => checkDerived(STAND_IN_MANIFEST)).not.toThrow();
});
