import { describe, expect, it } from 'vitest';
import { editDistance, nearest } from '../../module/names.ts';

describe('the edit distance', () => {
  it.each([
    ['', '', 0],
    ['abc', '', 3],
    ['kitten', 'sitting', 3],
    ['unifrom', 'uniform', 1],
    ['margin', 'margn', 1],
  ])('of %j and %j is %d', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
    expect(editDistance(b, a)).toBe(distance);
  });
});

describe('the nearest name', () => {
  it('is one that differs by few letters', () => {
    expect(nearest('memoryAbilty', ['visualAbility', 'memoryAbility'])).toBe('memoryAbility');
  });

  it('is one that differs by case alone, before others', () => {
    expect(nearest('NOISE', ['noisE', 'nose'])).toBe('noisE');
  });

  it('is none where all are far, or share no letter', () => {
    expect(nearest('elephant', ['margin', 'mix'])).toBeNull();
    expect(nearest('a', ['b'])).toBeNull();
  });
});
