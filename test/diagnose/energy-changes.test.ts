import { describe, expect, it } from 'vitest';
import { energyChanges, energyInformation } from '../../statistics/energy-information.ts';

describe('changes of the energy', () => {
  it('are those from draw to draw, beside how far each energy is from the mean', () => {
    const { marginal, transition } = energyChanges(Float64Array.of(5, 1, 3));
    expect([...marginal]).toEqual([-2, 0, 2]);
    expect([...transition]).toEqual([-4, 2]);
  });

  it('have the squares whose ratio is the fraction of missing information', () => {
    const energies = Float64Array.of(3, 1, 4, 1, 5, 9, 2, 6);
    const { marginal, transition } = energyChanges(energies);
    const squares = (values: Float64Array) => values.reduce((sum, each) => sum + each * each, 0);
    expect(squares(transition) / squares(marginal)).toBeCloseTo(energyInformation(energies)!, 12);
  });

  it('take two finite energies', () => {
    expect(() => energyChanges(Float64Array.of(1))).toThrow(RangeError);
    expect(() => energyChanges(Float64Array.of(1, Number.NaN))).toThrow(RangeError);
  });
});
