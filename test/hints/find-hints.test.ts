/** Each hint as it is told, and the data just beside it of which nothing is told. */
import { describe, expect, it } from 'vitest';
import { findHints } from '../../host/hints/find-hints.ts';
import { open } from './bind-layout.ts';

const ROWS = 210;

/** Heights from 0 to 10 m, in light and dark, at three widths. */
const height = Array.from({ length: ROWS }, (_, row) => (row % 21) / 2);
const dark = Array.from({ length: ROWS }, (_, row) => row % 2);
const width = Array.from({ length: ROWS }, (_, row) => 1 + (row % 3));

/** Climbs up to a height, and fails in one row of 17 whatever the height, and in the dark in one of three. */
const climbsTo = (reach: number) =>
  height.map((h, row) => (h < reach && row % 17 > 0 && (dark[row] === 0 || row % 5 > 1) ? 1 : 0));

const COLUMNS = { height, dark, width, done: climbsTo(5) };

function course(prior = 'uniform(0, 12)'): string {
  return `layout Course
unit m
demand height : m in [0, 20]
demand width : m in [0, 20]
demand dark : flag
capability climb : m ~ ${prior}
capability squeeze : m ~ half_normal(2)
capability sight : probability ~ beta(1, 1)
robustness slip : probability ~ beta(1, 9)
observe done ~ bernoulli(downscale(slip, margin(climb, height) and presence(sight, dark) and margin(width, squeeze, steepness = 1 / 1 m)))
`;
}

async function told(text: string, columns: Readonly<Record<string, readonly number[]>>): Promise<string> {
  const { loaded, columns: bound } = await open(text, columns);
  const hints = await findHints(loaded, bound);
  return hints
    .map(({ kind, names, message, remedy }) => `${kind} (${names.join(', ')})\n  ${message}\n  ${remedy}\n`)
    .join('');
}

/** One in four succeeds whatever is demanded. */
const guesses = (prior: string) => `layout Guess
unit m
demand height : m in [0, 20]
capability climb : m ~ ${prior}
observe done ~ bernoulli(between(0.25, 1, margin(climb, height)))
`;

const GUESSED = { height: height.map((h) => h + 6), done: height.map((_, row) => (row % 4 === 0 ? 1 : 0)) };

const SAID: Readonly<Record<string, () => Promise<string>>> = {
  'an outcome that is always 1': () => told(course(), { ...COLUMNS, done: height.map(() => 1) }),
  'an outcome that is always 0': () => told(course(), { ...COLUMNS, done: height.map(() => 0) }),
  'a measurement that never varies': () =>
    told(
      `layout Time
demand letters in [1, 20]
capability pace ~ half_normal(1)
param spread ~ half_normal(1)
observe time ~ lognormal(log(pace * letters), spread)
`,
      { letters: [1, 2, 3, 5], time: [3, 3, 3, 3] },
    ),
  'a demand that never varies': () => told(course(), { ...COLUMNS, width: width.map(() => 2) }),
  'a flag that never occurs, and the latent that it hides': () =>
    told(course(), { ...COLUMNS, dark: dark.map(() => 0), done: climbsTo(6) }),
  'a demand that is missing or what that is taken for': () =>
    told(course().replace('demand dark : flag', 'demand dark : flag missing = 0'), {
      ...COLUMNS,
      dark: dark.map((d) => (d === 1 ? Number.NaN : 0)),
    }),
  'demands that never vary': () =>
    told(course(), { ...COLUMNS, width: width.map(() => 2), height: height.map(() => 4) }),
  'two demands that vary together': () =>
    told(course(), { ...COLUMNS, width: height.map((h) => 1 + h / 10) }),
  'three demands that vary together': () =>
    told(course('uniform(0, 12)'), {
      ...COLUMNS,
      height: dark.map((d) => 3 + 4 * d),
      width: dark.map((d) => 1 + d),
      done: climbsTo(8),
    }),
  'a bound that no demand reaches': () => told(course('uniform(0, 56)'), { ...COLUMNS, done: climbsTo(99) }),
  'a prior without a bound that reaches too far': () =>
    told(course('half_normal(50)'), { ...COLUMNS, done: climbsTo(99) }),
  'a bound far below every demand': () => told(guesses('uniform(-40, 12)'), GUESSED),
  'a prior with an upper bound alone that reaches far below every demand': () =>
    told(guesses('normal(12, 30) in [-inf, 12]'), GUESSED),
};

const UNSAID: Readonly<Record<string, () => Promise<string>>> = {
  'data in which all varies': () => told(course(), COLUMNS),
  'a prior beyond the demands whose far values the rows rule out': () =>
    told(course('uniform(0, 56)'), { ...COLUMNS, done: climbsTo(5) }),
  'a prior that reaches a little beyond the hardest demand': () =>
    told(course('uniform(0, 12)'), { ...COLUMNS, done: climbsTo(99) }),
  'a prior with little mass beyond the hardest demand': () =>
    told(course('half_normal(5)'), { ...COLUMNS, done: climbsTo(99) }),
  'a prior whose values are large numbers': () =>
    told(
      `layout Far
unit m
demand height : m
capability climb : m ~ normal(5000, 5)
observe done ~ bernoulli(margin(climb, height, steepness = 1 / 1 m))
`,
      { height: [4998, 4999, 5001, 5002], done: [1, 1, 0, 0] },
    ),
  'a number of trials that is the same in every row': () =>
    told(
      `layout Tries
demand n : count
demand difficulty in [-3, 3]
capability skill ~ normal(0, 1)
observe wins ~ binomial(n, logistic(skill - difficulty))
`,
      { n: [10, 10, 10, 10], difficulty: [-1, 0, 1, 2], wins: [8, 6, 3, 1] },
    ),
  'a demand that only a prior reads': () =>
    told(
      `layout Prior
demand difficulty in [-3, 3]
demand hardest in [0, 10]
capability skill ~ normal(0, max(hardest))
observe done ~ bernoulli(logistic(skill - difficulty))
`,
      { difficulty: [-1, 0, 1, 2], hardest: [2, 2, 2, 2], done: [1, 1, 0, 0] },
    ),
  'continuous demands of a few items that several systems are given': () => {
    const systems = 8;
    const items = Array.from({ length: 25 }, (_, item) => item);
    const all = Array.from({ length: systems }, () => items).flat();
    return told(
      `layout Systems
category system
demand size in [0, 30]
demand noise in [0, 30]
capability reach[system] ~ normal(10, 5)
capability quiet[system] ~ normal(10, 5)
observe done ~ bernoulli(logistic(reach[system] - size) and logistic(quiet[system] - noise))
`,
      {
        system: all.map((_, row) => Math.floor(row / items.length)),
        size: all.map((item) => ((item * 7) % 25) + item / 100),
        noise: all.map((item) => ((item * 11) % 25) + Math.sqrt(item)),
        done: all.map((item, row) => ((item * 7) % 25 < 9 + (row % 5) && (item * 11) % 25 < 14 ? 1 : 0)),
      },
    );
  },
  'demands that vary together and are only read together': () =>
    told(
      `layout Speed
unit m, s
demand distance : m
demand time : s
capability pace : m / s ~ half_normal(3)
let speed = distance / time
observe done ~ bernoulli(log_margin(pace, speed))
`,
      { distance: [1, 2, 3, 4, 5], time: [3, 5, 7, 9, 11], done: [1, 1, 0, 1, 0] },
    ),
};

describe('before sampling it is told of', () => {
  for (const [name, tell] of Object.entries(SAID)) {
    it(name, async () => {
      await expect(await tell()).toMatchFileSnapshot(`messages/${name.replace(/[^A-Za-z0-9]+/g, '-')}.txt`);
    });
  }
});

describe('before sampling nothing is told of', () => {
  for (const [name, tell] of Object.entries(UNSAID)) {
    it(name, async () => {
      expect(await tell()).toBe('');
    });
  }
});

describe('hints about the levels of a category', () => {
  const persons = height.map((_, row) => Math.floor(row / 105));
  const layout = `layout Course
unit m
category person
demand height : m in [0, 20]
demand dark : flag
capability climb[person] : m ~ uniform(0, 56)
capability sight[person] : probability ~ beta(1, 1)
robustness slip : probability ~ beta(1, 9)
observe done ~ bernoulli(downscale(slip, margin(climb[person], height, steepness = 1 / 1 m) and presence(sight[person], dark)))
`;
  const levels = new Map([['person', ['Ada', 'Bob']]]);
  const names = async (columns: Readonly<Record<string, readonly number[]>>) => {
    const opened = await open(layout, { height, dark, person: persons, ...columns });
    const hints = await findHints(opened.loaded, opened.columns, { levels });
    return hints.map(({ kind, names }) => `${kind} ${names.join()}`);
  };
  const [far, near] = [climbsTo(99), climbsTo(5)];

  it('name those that they are about', async () => {
    const done = persons.map((person, row) => (person === 0 ? far[row]! : near[row]!));
    expect(await names({ done })).toEqual(['out-of-reach climb[Ada]']);
    const onlyAda = dark.map((d, row) => (persons[row] === 0 ? d : 0));
    expect(await names({ done: near, dark: onlyAda })).toEqual(['uninformed sight[Bob]']);
  });

  it('name the latent where they are about all levels', async () => {
    const found = await names({ done: near, dark: dark.map(() => 0) });
    expect(found).toEqual(['constant-demand dark', 'uninformed sight']);
  });
});

describe('hints', () => {
  it('are the same whatever rows come after many that already tell everything', async () => {
    const repeated = Object.fromEntries(
      Object.entries(COLUMNS).map(([name, values]) => [
        name,
        Array.from({ length: 12_000 }, (_, row) => values[row % ROWS]!),
      ]),
    );
    expect(await told(course(), repeated)).toBe('');
  });

  it('wait for the rows after the first ten thousand where these tell too little', async () => {
    const rows = 10_500;
    const easy = (row: number) => row < 10_000;
    const columns = Object.fromEntries(
      Object.entries(COLUMNS).map(([name, values]) => [
        name,
        Array.from({ length: rows }, (_, row) => values[row % ROWS]!),
      ]),
    );
    const heights = columns.height!.map((h, row) => (easy(row) ? h / 5 : h));
    const done = (from: number) =>
      heights.map((h, row) =>
        h < from && row % 17 > 0 && (columns.dark![row] === 0 || row % 5 > 1) ? 1 : 0,
      );
    expect(await told(course('uniform(0, 56)'), { ...columns, height: heights, done: done(5) })).toBe('');
    expect(await told(course('uniform(0, 56)'), { ...columns, height: heights, done: done(99) })).toContain(
      'out-of-reach',
    );
  });
});
