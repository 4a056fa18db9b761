import { describe, expect, it } from 'vitest';
import { makeDemands } from '../../analysis/simulate/design.ts';
import { type Simulation, simulateLayout } from '../../analysis/simulate/simulate.ts';
import { SimulationError } from '../../analysis/simulate/simulation-error.ts';
import { interpret } from '../../compiler/interpret/interpret.ts';
import { checkFacts } from '../../host/level-facts.ts';
import { readLayout } from '../interpret/read-layout.ts';

const FAMILIES = readLayout(`layout Families
category task in family
category family
category model in {base, tuned, distilled}
demand size[family] in [0, 9]
demand open[task] : flag
demand here in [0, 1]
param base[family] ~ normal(size[family], 1)
param hard[task] ~ normal(base[family] + open[task], 1)
capability skill[model] ~ normal(0, 1)
observe y ~ normal(skill[model] - hard[task] + here, 1)
`);
const ARENA = readLayout(`layout Arena
category model = left, right
capability strength[model] ~ normal(0, 1)
observe wins ~ bernoulli(logistic(strength[left] - strength[right]))
`);

type Design = Parameters<typeof makeDemands>[1];
const made = (layout: typeof FAMILIES, design: Design) => makeDemands(layout, design, 1n);
const pairs = (columns: ReadonlyMap<string, Float64Array>, ...names: readonly string[]) =>
  Array.from(columns.get(names[0]!)!, (_, row) => names.map((name) => columns.get(name)![row]).join());
const times = (all: readonly unknown[]) =>
  [...new Set(all)].map((each) => all.filter((other) => other === each).length);

function refusal(layout: typeof FAMILIES, design: Design): string {
  try {
    made(layout, design);
  } catch (error) {
    if (error instanceof SimulationError) return `${error.message} ${error.remedy}`;
  }
  throw new Error('nothing was refused');
}

describe('a design with levels', () => {
  it('has increasing values of a demand that orders levels, which walks go along', () => {
    const ordered = (range: string) =>
      readLayout(`layout Walk
category step ordered by tokens
demand tokens[step] : count in ${range}
capability skill[step] ~ normal(previous(skill[step], 0), 1)
observe y ~ normal(skill[step], 1)
`);
    const { columns } = made(ordered('[3, 9]'), { kind: 'crossed', rows: 100, levels: { step: 7 } });
    expect(columns.get('tokens')).toEqual(Float64Array.of(3, 4, 5, 6, 7, 8, 9));
    expect(columns.get('step')).toEqual(Float64Array.of(0, 1, 2, 3, 4, 5, 6));
    expect(refusal(ordered('[3, 8]'), { kind: 'crossed', rows: 100, levels: { step: 7 } })).toBe(
      'The category `step` has 7 levels, and the demand `tokens`, by which they are ordered, only 6 values. Make at most 6 levels, or widen what the layout declares for `tokens`.',
    );
  });

  it('refuses levels that are numbered in another order than a demand says', () => {
    const layout = readLayout(`layout Walk
category step ordered by tokens
demand tokens[step] in [0, 9]
capability skill[step] ~ normal(previous(skill[step], 0), 1)
observe y ~ normal(skill[step], 1)
`);
    const simulated = (tokens: readonly number[]) =>
      simulateLayout(layout, {
        demands: new Map([
          ['tokens', Float64Array.from(tokens)],
          ['step', Float64Array.of(0, 1, 2, 1)],
        ]),
        ...{ profile: 'prior', seed: 1n },
      });
    expect(simulated([1, 4, 7, 4]).columns.get('y')).toHaveLength(4);
    expect(() => simulated([1, 7, 4, 7])).toThrow(
      'The levels of `step` are not numbered in the order of `tokens`, as the layout orders them.',
    );
  });

  it('crosses them, and draws what is the same in all rows of a level once for each', () => {
    const { rows, columns, levels } = made(FAMILIES, {
      kind: 'crossed',
      rows: 1000,
      levels: { task: 7, family: 3 },
    });
    expect(rows).toBe(21);
    expect([...columns.keys()]).toEqual(['size', 'open', 'here', 'task', 'family', 'model']);
    expect(times(pairs(columns, 'task', 'model'))).toEqual(Array(21).fill(1));
    expect(times(pairs(columns, 'task', 'family'))).toEqual(Array(7).fill(3));
    expect(new Set(columns.get('family'))).toEqual(new Set([0, 1, 2]));
    expect(new Set(columns.get('size')).size).toBe(3);
    expect(new Set(columns.get('here')).size).toBe(21);
    expect(levels.get('model')).toEqual(['base', 'tuned', 'distilled']);
    expect(levels.get('task')).toEqual(['1', '2', '3', '4', '5', '6', '7']);
    const facts = {
      columns: [
        { name: 'size', index: 'family' },
        { name: 'open', index: 'task' },
        { name: 'task', within: 'family' },
        { name: 'family' },
      ],
    } as unknown as Parameters<typeof checkFacts>[0];
    expect(() => checkFacts(facts, (name) => columns.get(name))).not.toThrow();
  });

  it('has random rows in which each level comes as often as any other', () => {
    const { columns } = made(FAMILIES, {
      kind: 'random',
      rows: 50,
      levels: { task: 20, family: 4, model: 2 },
    });
    expect(times([...columns.get('task')!]).sort()).toEqual([...Array(10).fill(2), ...Array(10).fill(3)]);
    expect(times([...columns.get('model')!])).toEqual([25, 25]);
    // Not in turn.
    expect([...columns.get('task')!.slice(0, 20)]).not.toEqual([...columns.get('task')!.slice(20, 40)]);
  });

  it('repeats a grid of demands for every combination', () => {
    const { rows, columns } = made(FAMILIES, {
      kind: 'grid',
      rows: 100,
      levels: { task: 4, family: 2, model: 2 },
    });
    expect(rows).toBe(96);
    expect(times(pairs(columns, 'task', 'model', 'here'))).toEqual(Array(96).fill(1));
    expect(new Set(columns.get('here')).size).toBe(12);
  });

  it('names different levels in the columns of one category', () => {
    const crossed = made(ARENA, { kind: 'crossed', rows: 1000, levels: { model: 4 } }).columns;
    expect(times(pairs(crossed, 'left', 'right'))).toEqual(Array(12).fill(1));
    const random = made(ARENA, { kind: 'random', rows: 40, levels: { model: 4 } }).columns;
    for (const columns of [crossed, random])
      expect(columns.get('left')!.some((level, row) => level === columns.get('right')![row])).toBe(false);
    expect(times([...random.get('left')!])).toEqual([10, 10, 10, 10]);
  });

  it('is simulated with a profile that is drawn for those levels', () => {
    const { columns, profile }: Simulation = simulateLayout(FAMILIES, {
      demands: { kind: 'crossed', rows: 1000, levels: { task: 5, family: 2, model: 3 } },
      profile: 'prior',
      seed: 4n,
    });
    expect(Object.keys(profile.hard as object)).toEqual(['1', '2', '3', '4', '5']);
    expect(Object.keys(profile.skill as object)).toEqual(['base', 'tuned', 'distilled']);
    const point = Object.fromEntries(
      Object.entries(profile).map(([name, value]) => [
        name,
        typeof value === 'number' ? value : Object.values(value),
      ]),
    );
    const data = { rows: 15, columns: Object.fromEntries(columns) };
    expect(Number.isFinite(interpret(FAMILIES, data).logDensity(point))).toBe(true);
  });

  it('is refused in words where it cannot be', () => {
    const told = [
      refusal(FAMILIES, { kind: 'crossed', rows: 100 }),
      refusal(FAMILIES, { kind: 'crossed', rows: 100, levels: { task: 5, family: 2, modle: 3 } }),
      refusal(FAMILIES, { kind: 'crossed', rows: 100, levels: { task: 2, family: 3 } }),
      refusal(FAMILIES, { kind: 'crossed', rows: 100, levels: { task: 5, family: 2, model: 4 } }),
      refusal(FAMILIES, { kind: 'crossed', rows: 10, levels: { task: 5, family: 2 } }),
      refusal(FAMILIES, { kind: 'random', rows: 4, levels: { task: 5, family: 2 } }),
      refusal(ARENA, { kind: 'random', rows: 4, levels: { model: 1 } }),
    ];
    expect(told).toMatchInlineSnapshot(`
      [
        "A design does not say which rows belong to which level of the category \`task\`. Say how many levels it has, or give a table of demands with a column that does.",
        "The layout has no category \`modle\` to make levels of. Its categories are task, family, model.",
        "The category \`task\` cannot have 2 levels. Give at least 3, one for each level of \`family\`.",
        "The category \`model\` cannot have 4 levels. Give at most 3, which the layout lists.",
        "Every combination of these levels once takes 15 rows, more than 10. Allow so many, make fewer levels, or take random rows.",
        "4 rows cannot hold the 5 levels of the category \`task\`. Make at least as many rows, or fewer levels.",
        "The category \`model\` cannot have 1 levels. Give at least 2: a row names 2 different ones.",
      ]
    `);
  });
});
