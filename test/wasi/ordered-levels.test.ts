import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Both, openBoth } from './both.ts';

let both: Both;
beforeAll(async () => {
  both = await openBoth(`layout Training
unit token
category step ordered by tokens
category person
demand tokens[step] : token in [0, inf] missing = 5
demand height in [0, 10]
capability climb[step] ~ normal(previous(climb[step], 5), 1)
capability help[person] ~ normal(0, 1)
observe success ~ bernoulli(margin(climb[step] + help[person], height))
`);
}, 60_000);
afterAll(() => both.close());

/** Rows of steps, each with its tokens. */
const table = (steps: readonly (readonly [name: string, tokens: string])[]) =>
  `step,tokens,person,height,success\n${steps
    .flatMap(([step, tokens], place) =>
      [1, 4, 6].map((height) => `${step},${tokens},p${place},${height},${(height + place) % 2}`),
    )
    .join('\n')}\n`;

/** As many steps as there is no room for at first, in no order. */
const many = Array.from({ length: 70 }, (_, step) => [`s${step}`, String((step * 37) % 71)] as const);

describe('levels that a demand orders', () => {
  it('are in that order in the draws of the command module and of the host, which are the same bytes', async () => {
    const { wanted, found } = await both.answer(
      table([
        ['late', '1e3'],
        ['first', '-0'],
        ['9', '12.5'],
        ['10', ''],
      ]),
    );
    expect(found).toEqual(wanted);
    expect(found.status).toBe(0);
    expect(found.stdout).toMatch(
      /climb\.1 = climb\[first\]\n.*climb\.2 = climb\[10\]\n.*climb\.3 = climb\[9\]\n.*climb\.4 = climb\[late\]\n/,
    );
  });

  it('are ordered however many there are', async () => {
    const { wanted, found } = await both.answer(table(many));
    expect(found).toEqual(wanted);
    expect(found.stdout).toContain('climb.2 = climb[s48]\n');
  });

  const cases: Record<string, string> = {
    'two levels of one value': table([...many.slice(0, 5), ['other', '37']]),
    'a level of two values': table([
      ['a', '1'],
      ['b', '2'],
      ['a', '3'],
    ]),
  };
  it.each(Object.entries(cases))('are refused in the same words in both, of %s', async (title, text) => {
    const { wanted, found } = await both.answer(text);
    expect(found).toEqual(wanted);
    expect(found.status).not.toBe(0);
    await expect(found.stderr).toMatchFileSnapshot(`messages/levels/${title.replaceAll(' ', '-')}.txt`);
  });
});
