import { expect, it } from 'vitest';
import { LayoutParser } from '../../grammar/parser.ts';
import { makeLexer } from '../../grammar/tokens.ts';

it('Chevrotain finds no mistake in the tokens, each of which can be met', () => {
  expect(makeLexer({ skipValidations: false }).lexerDefinitionErrors).toEqual([]);
});

it('Chevrotain finds no mistake in the rules: no choice is ambiguous and none is endless', () => {
  expect(() => new LayoutParser({ skipValidations: false })).not.toThrow();
});
