import { beforeAll, describe, expect, it } from 'vitest';
import { checkLevelFacts } from '../../host/level-facts.ts';
import { compile, HostError, load, type Manifest, type Model, openThisThread } from '../../index.ts';

let model: Model;
beforeAll(async () => {
  model = await load(
    (
      await compile(`layout Families
category task in family
category family in {algebra, geometry}
category model
demand compute[model] in [0, inf] missing = 1
param base[family] ~ normal(0, 1)
param hard[task] ~ normal(base[family], 1)
capability skill[model] ~ normal(log(compute[model]), 1)
observe success ~ bernoulli(margin(skill[model], hard[task]))
`)
    ).bytes,
  );
});

const DATA = {
  task: ['b', 'a', 'c', 'b', 'a', 'c'],
  family: ['geometry', 'algebra', 'geometry', 'geometry', 'algebra', 'geometry'],
  model: ['x', 'x', 'x', 'y', 'y', 'y'],
  compute: [5, 5, 5, null, null, 1],
  success: [1, 0, 1, 1, 0, 0],
};

const refusal = (changes: Partial<Record<keyof typeof DATA, readonly unknown[]>>) =>
  model.bind({ ...DATA, ...changes } as typeof DATA).then(
    () => 'no refusal',
    (error: unknown) =>
      error instanceof HostError ? `${error.kind}: ${error.message} ${error.remedy}` : String(error),
  );

describe('what a layout says of levels', () => {
  it('holds of a table, whose levels are in the order of their list', async () => {
    const { levels, parameters } = await model.bind(DATA);
    expect(levels.get('family')).toEqual(['algebra', 'geometry']);
    expect(parameters.map(({ name }) => name).slice(0, 2)).toEqual(['base[algebra]', 'base[geometry]']);
  });

  it('refuses a level with two values, a level in two groups, and one that is not listed, each by name', async () => {
    expect(await refusal({ compute: [5, 5, 6, null, null, 1] })).toMatchInlineSnapshot(
      `"data: The demand \`compute\` is 5 in row 1 and 6 in row 3, both of the level \`x\` of \`model\`. Each level of \`model\` has one value of \`compute\`: correct a row, or declare it without \`[model]\`, as a demand of each row."`,
    );
    expect(await refusal({ compute: [5, 5, 5, null, 2, 1] })).toMatchInlineSnapshot(
      `"data: The demand \`compute\` is 1 in row 4 and 2 in row 5, both of the level \`y\` of \`model\`. Each level of \`model\` has one value of \`compute\`: correct a row, or declare it without \`[model]\`, as a demand of each row."`,
    );
    expect(await refusal({ family: DATA.family.with(3, 'algebra') })).toMatchInlineSnapshot(
      `"data: The level \`b\` of \`task\` belongs to \`geometry\` of \`family\` in row 1 and to \`algebra\` in row 4. Each level of \`task\` belongs to one of \`family\`: correct a row, or give levels of different groups names of their own."`,
    );
    expect(await refusal({ family: DATA.family.with(3, 'topology') })).toMatchInlineSnapshot(
      `"data: The level "topology" is not among those that the layout lists: algebra, geometry. Correct it, or list it where the layout declares the category."`,
    );
  });

  it('is the same of rows that are predicted', async () => {
    const fitted = await (await model.bind(DATA)).fit({
      ...{ warmup: 20, draws: 20, chains: 1, pool: openThisThread() },
    });
    const { rows } = await fitted.predict(DATA);
    expect(rows).toBe(6);
    await expect(fitted.predict({ ...DATA, compute: [5, 7, 5, 1, 1, 1] })).rejects.toThrow(
      'The demand `compute` is 5 in row 1 and 7 in row 2, both of the level `x` of `model`.',
    );
  });

  it('is itself checked in the manifest', () => {
    const changed = (change: (columns: Record<string, unknown>[]) => void) => () => {
      const manifest = structuredClone(model.manifest) as unknown as { columns: Record<string, unknown>[] };
      change(manifest.columns);
      checkLevelFacts(manifest as unknown as Manifest);
    };
    expect(changed(() => undefined)).not.toThrow();
    for (const [change, place] of [
      [(columns) => Object.assign(columns[0]!, { index: 'success' }), 'columns[0].index'],
      [(columns) => Object.assign(columns[0]!, { within: 'task' }), 'columns[0].within'],
      [(columns) => Object.assign(columns[1]!, { within: 'task' }), 'columns[1].within'],
      [(columns) => Object.assign(columns[2]!, { levels: ['a', 'a'] }), 'columns[2].levels'],
      [(columns) => Object.assign(columns[2]!, { levels: [1] }), 'columns[2].levels[0]'],
    ] as [(columns: Record<string, unknown>[]) => void, string][])
      expect(changed(change)).toThrow(`\`${place}\``);
  });
});
