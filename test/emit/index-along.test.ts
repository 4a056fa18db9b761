/** What a loop looks up for a pair of members stands together, behind a pointer that moves along with the members. */
import { describe, expect, it } from 'vitest';
import { showSource } from '../../compiler/compile.ts';
import { bound, compileText, expectInterpreted } from './bound-layout.ts';

const text = `layout Along
category agent
demand size, shade, far in [0, 10]
capability sight, contrast, reach ~ half_normal(5)
robustness noise[agent] : probability ~ beta(1, 9)
observe found ~ bernoulli(mix(noise[agent], margin(sight, size) and margin(contrast, shade) and margin(reach, far), 0.5))
`;

/** Levels of which pairs and triples repeat too: what is made of several is a domain of its own. */
const HIERARCHY = {
  rows: 1e6,
  distinct: (columns: readonly string[]) => 35 * 5 ** (columns.length - 1),
};
/** Levels of which not even pairs repeat, so that all are looked up by the rows; of agents there are too many for rows to be grouped by them. */
const FLAT = {
  rows: 1e6,
  distinct: (columns: readonly string[]) => {
    if (columns.length > 1 || columns[0] === 'far') return 1e6;
    return columns[0] === 'agent' ? 1e5 : 100;
  },
};
/** The same with few agents: the rows of each stand together. */
const GROUPED = {
  rows: 1e6,
  distinct: (columns: readonly string[]) => (columns.length > 1 || columns[0] === 'far' ? 1e6 : 100),
};

const AGENTS = 3;
/** What loops are in step with takes many pairs to show, the last of which may be half a pair. */
function data(rows: number): Record<string, number[]> {
  const each = (value: (row: number) => number) => Array.from({ length: rows }, (_, row) => value(row));
  return {
    agent: each((row) => (row * 5) % AGENTS),
    size: each((row) => (row * row) % 7),
    shade: each((row) => ((row * 3) % 11) / 2),
    far: each((row) => (row * 0.618) % 10),
    found: each((row) => ((row * 0.732) % 1 < 0.4 ? 1 : 0)),
  };
}

/** The same with some rows that stand for two, so that there are runs of several counts. */
function repeated(columns: Record<string, number[]>): Record<string, number[]> {
  const twice = (values: number[]) =>
    values.flatMap((value, row) => (row % 4 === 0 ? [value, value] : value));
  return Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, twice(values)]));
}

const POINTS = {
  'moderate probabilities': [0.3, -0.2, 1.1, -1, 0.4, -2],
  // Hardly anything is seen, and hardly anybody guesses: products of few rows are small, in the lanes of one pair at different times.
  'probabilities so low that products are small after few rows': [-9, -8, -7, -7, -6.5, -7.2],
  // 1 - p is as low as that of successes.
  'probabilities so high that those of failures are': [4.5, 4.2, 4.4, -7, -7.5, -6.8],
};

/** Of each loop that moves an index along, how many numbers of it are read in a turn and by how many it moves. */
function loops(code: string): { readonly read: number; readonly moved: number; readonly body: string }[] {
  return [
    ...code.matchAll(/function \w+<Index extends number>\(\): (?:void|f64) \{\n([\s\S]*?)\n {2}\}/g),
  ].map(([, body = '']) => ({
    read: [...body.matchAll(/load<Index>\(indexAt/g)].length,
    moved: Number(/indexAt \+= (\d+) \*/.exec(body)?.[1]),
    body,
  }));
}

describe.each([
  ['of a hierarchy of levels', HIERARCHY],
  ['of rows alone', FLAT],
  ['of rows in groups', GROUPED],
])('a program %s', async (_name, sketch) => {
  const compiled = await compileText(text, sketch);

  describe.each([1, 2, 3, 60, 301])('over %i rows', (rows) => {
    it.each(Object.entries(POINTS))('means what the interpreter says at %s', (_what, point) => {
      const once = data(rows);
      // Of two rows one is of the first agent and one of the third: the second has none.
      const agents = Math.max(...once.agent!) + 1;
      for (const columns of [once, repeated(once)])
        expectInterpreted(bound(compiled, columns), point.slice(0, 3 + agents));
    });
  });
});

it('fills up the last pair with what its own row looks up, and not with a level at which that could not be', async () => {
  const certain = `layout Certain
demand size, far in [0, 10]
capability sight, reach ~ uniform(0, 10)
observe found ~ bernoulli(log_margin(sight, size) and log_margin(reach, far))
`;
  const both = bound(await compileText(certain, FLAT), {
    // Nothing can fail where both are 0, the first level of either; three rows do elsewhere.
    size: [0, 1, 2, 3],
    far: [0, 4, 5, 0],
    found: [1, 0, 0, 0],
  });
  expectInterpreted(both, [0.3, -0.4]);
});

describe('the index of a loop', () => {
  it('moves by all that stands in it, where the loop reads but some of it', async () => {
    const found = loops(await showSource({ name: 'along.ml', text }, 'assemblyscript', HIERARCHY));
    expect(found.map(({ read, moved }) => moved - read)).toContain(4);
    expect(found.every(({ read, moved }) => read <= moved)).toBe(true);
  });

  it('is not set anew where the loop is left for a small product and entered again', async () => {
    const found = loops(await showSource({ name: 'along.ml', text }, 'assemblyscript', FLAT));
    const entered = found.filter(({ body }) => body.includes('while (isSmall)'));
    expect(entered.map(({ read }) => read)).toContain(6);
    for (const { body } of entered) {
      expect(body.indexOf('let indexAt')).toBeLessThan(body.indexOf('do {'));
      expect(body.indexOf('indexAt +=')).toBeLessThan(body.indexOf('isSmall = true'));
    }
  });
});
