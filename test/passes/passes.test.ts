import { describe, expect, it } from 'vitest';
import { PASSES } from '../../compiler/passes/passes.ts';
import { expectPassKeepsMeaning } from '../rewrite/same-meaning.ts';

describe('the list of passes', () => {
  it('has a name of its own for each, of words that --show takes', () => {
    const names = PASSES.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  it('differentiates what is placed, and changes nothing before that it needs after', () => {
    const names = PASSES.map(({ name }) => name);
    expect(names.indexOf('stage')).toBeLessThan(names.indexOf('derive'));
    expect(names.indexOf('derive')).toBeLessThan(names.indexOf('forget-complements'));
  });
});

describe('each pass of the density keeps what random layouts mean', () => {
  for (const { name, programs, run } of PASSES) {
    if (run !== null && programs.includes('density')) it(name, () => expectPassKeepsMeaning(name));
  }
});
