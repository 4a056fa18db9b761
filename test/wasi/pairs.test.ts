import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Both, openBoth } from './both.ts';

const LAYOUT = `layout Sessions
category text in {river, "a, b", court}
category person
category session ordered by day
demand day[session] in [0, 99]
param spread ~ half_normal(1)
param feel[person, text] ~ normal(0, spread)
capability skill[person, session] ~ normal(previous(skill[person, session], 0), 0.5)
observe right ~ bernoulli(logistic(skill[person, session] + feel[person, text]))
`;

/** Names that are quoted in a pair, with each kind of sign that a string of JSON escapes. */
const PEOPLE = [
  'Bo',
  '"Lovelace, Ada"',
  '"the ""quiet"" ones"',
  '"two\nlines, \t\b\f\r\u0001\u001f\u007f\\\\"',
  'back\\slash',
  'Zoë 😀',
  'p10',
  'p9',
];
const table = (people: readonly string[]) =>
  `person,session,day,text,right\n${people
    .flatMap((person, place) =>
      [0, 1, 2, 3].flatMap((session) => {
        const text = ['court', '"a, b"'][(place + session) % 2];
        // Not everybody is there each day, and a row is there twice.
        if ((place + session) % 3 === 0) return [];
        const row = `${person},s${session},${[7, 3, 20, 1][session]},${text},${(place * session) % 2}`;
        return session === 2 ? [row, row] : [row];
      }),
    )
    .join('\n')}\n`;

describe('pairs of levels', () => {
  let both: Both;
  beforeAll(async () => {
    both = await openBoth(LAYOUT);
  }, 60_000);
  afterAll(() => both.close());

  it('are made by a command module as by the host: the draws are the same bytes', async () => {
    const { wanted, found } = await both.answer(table(PEOPLE));
    expect(found).toEqual(wanted);
    expect(found.status).toBe(0);
    expect(found.stdout).toContain(' = feel[Bo, "a, b"]\n');
    expect(found.stdout).toContain(' = skill["the \\"quiet\\" ones", s0]\n');
  });

  it('may be many', async () => {
    const people = Array.from({ length: 300 }, (_, person) => `q${(person * 7) % 300}`);
    const { wanted, found } = await both.answer(table(people));
    expect(found).toEqual(wanted);
    expect(found.stdout).toMatch(/^# skill\.\d{3} = skill\[q299, s0\]$/m);
  });

  it('are no columns that the command module asks for', async () => {
    const { wanted, found } = await both.answer(table(PEOPLE).replace('person', 'who'));
    expect(found).toEqual(wanted);
    expect(found.stderr).toContain('`person`');
    expect(found.status).not.toBe(0);
  });
});
