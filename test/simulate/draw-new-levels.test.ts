import { describe, expect, it } from 'vitest';
import { drawNewLevels } from '../../analysis/simulate/draw-new-levels.ts';
import { SimulationError } from '../../analysis/simulate/simulation-error.ts';
import { type LoadedModule, loadModule } from '../../host/load.ts';
import { nameOfPair } from '../../host/pairs.ts';
import { predict } from '../../host/predict/predict.ts';
import { compile } from '../../index.ts';
import { openStream } from '../../statistics/random/stream.ts';

const DRAWS = 4000;
const HALF = DRAWS / 2;

/** Numbers that stand for draws of a parameter, in two chains. */
function drawsOf(index: number, value: (z: number) => number): Float64Array[] {
  const random = openStream(7n, 'run', index);
  return [0, 1].map(() => Float64Array.from({ length: HALF }, () => value(random.normal())));
}

interface Given {
  readonly text: string;
  readonly levels: Readonly<Record<string, readonly string[]>>;
  /** Of each parameter, in the order of a draw. */
  readonly draws: readonly (readonly Float64Array[])[];
  readonly values?: readonly number[];
  readonly byLevel?: readonly (readonly number[])[];
}

async function fitOf({ text, levels, draws, values = [], byLevel = [] }: Given) {
  const loaded = await loadModule((await compile(text)).bytes);
  return {
    loaded,
    fit: {
      ...{ manifest: loaded.manifest, layoutText: text, levels: new Map(Object.entries(levels)) },
      statistics: { values, byLevel },
      draws: [0, 1].map((chain) => ({ latents: draws.map((each) => each[chain]!) })),
    },
  };
}

type Rows = Readonly<Record<string, readonly (string | number)[]>>;
const rowsOf = (rows: Rows) =>
  new Map(
    Object.entries(rows).map(([name, cells]): [string, Float64Array | readonly string[]] => [
      name,
      typeof cells[0] === 'string' ? (cells as readonly string[]) : Float64Array.from(cells as number[]),
    ]),
  );
const added = (levels: Readonly<Record<string, readonly string[]>>) => new Map(Object.entries(levels));

/** Both chains one after another. */
const all = (draws: readonly { readonly latents: readonly Float64Array[] }[], place: number) =>
  draws.flatMap(({ latents }) => [...latents[place]!]);

function expectStandardNormal(values: readonly number[]): void {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  // Five standard errors.
  expect(Math.abs(mean)).toBeLessThan(5 / Math.sqrt(values.length));
  expect(Math.abs(variance - 1)).toBeLessThan(5 * Math.sqrt(2 / values.length));
}

function expectUncorrelated(a: readonly number[], b: readonly number[]): void {
  const mean = a.reduce((sum, value, i) => sum + value * b[i]!, 0) / a.length;
  expect(Math.abs(mean)).toBeLessThan(5 / Math.sqrt(a.length));
}

const FAMILIES = `layout Families
category task in family
category family
demand size[family] in [0, 9]
demand length[task] in [0, 9]
param slope ~ normal(0, 1)
param spread ~ half_normal(1)
param base[family] ~ normal(slope * size[family], 2)
param hard[task] ~ normal(base[family] + effort, spread)
let effort = slope * (length[task] - mean(length[task]))
report twice[task] = 2 * hard[task]
observe y ~ normal(hard[task], 1)
`;
const ROWS = {
  task: ['t1', 't9', 't8', 't7'],
  family: ['f2', 'f2', 'f9', 'f1'],
  size: [2, 2, 5, 3],
  length: [1, 4, 7, 8],
};
const NEW = { task: ['t9', 't8', 't7'], family: ['f9'] };
const fitted = (): Promise<{ loaded: LoadedModule; fit: Parameters<typeof drawNewLevels>[0] }> =>
  fitOf({
    text: FAMILIES,
    levels: { task: ['t1', 't2'], family: ['f1', 'f2'] },
    values: [1.5],
    draws: [
      drawsOf(0, (z) => 1 + 0.3 * z),
      drawsOf(1, (z) => Math.exp(0.2 * z)),
      ...[2, 3].map((index) => drawsOf(index, (z) => index + z)),
      ...[4, 5].map((index) => drawsOf(index, (z) => index + z)),
      ...[6, 7].map((index) => drawsOf(index, (z) => z)),
    ],
  });

describe('latents of levels that a fit has not seen', () => {
  it('are drawn from their priors given each draw: of groups, demands of the level, and statistics of the fit', async () => {
    const { fit } = await fitted();
    const { draws, levels } = drawNewLevels(fit, rowsOf(ROWS), added(NEW), 1n);
    expect(levels.get('task')).toEqual(['t1', 't2', 't7', 't8', 't9']);
    expect(levels.get('family')).toEqual(['f1', 'f2', 'f9']);
    const [slope, spread, f1, f2, f9, t1, , t7, t8, t9] = Array.from({ length: 10 }, (_, place) =>
      all(draws, place),
    ) as number[][];
    expect([f1, f2, t1]).toEqual([2, 3, 4].map((place) => all(fit.draws, place)));
    const z = {
      f9: f9!.map((value, d) => (value - slope![d]! * 5) / 2),
      t7: t7!.map((value, d) => (value - f1![d]! - slope![d]! * 6.5) / spread![d]!),
      t8: t8!.map((value, d) => (value - f9![d]! - slope![d]! * 5.5) / spread![d]!),
      t9: t9!.map((value, d) => (value - f2![d]! - slope![d]! * 2.5) / spread![d]!),
    };
    for (const values of Object.values(z)) expectStandardNormal(values);
    expectUncorrelated(z.t7, z.t8);
    expectUncorrelated(z.t9, z.f9);
    expectUncorrelated(z.t9.slice(0, HALF), z.t9.slice(HALF));
  });

  it('are what a prediction reads, row by row and draw by draw', async () => {
    const { loaded, fit } = await fitted();
    const extended = drawNewLevels(fit, rowsOf(ROWS), added(NEW), 1n);
    const { outcomes, draws } = await predict(loaded, extended, rowsOf(ROWS), { values: true });
    expect(draws).toBe(DRAWS);
    const values = (row: number) => [...outcomes.y!.values!.subarray(row * DRAWS, (row + 1) * DRAWS)];
    expect([0, 1, 2, 3].map(values)).toEqual([5, 9, 8, 7].map((place) => all(extended.draws, place)));
  });

  it('depend on the seed and the name of a level, and not on which others there are', async () => {
    const { fit } = await fitted();
    const alone = rowsOf({ task: ['t9'], family: ['f2'], size: [2], length: [4] });
    const one = (seed: bigint) => all(drawNewLevels(fit, alone, added({ task: ['t9'] }), seed).draws, 6);
    const together = drawNewLevels(fit, rowsOf(ROWS), added(NEW), 1n);
    expect(one(1n)).toEqual(all(together.draws, 9));
    expect(one(2n)).not.toEqual(one(1n));
  });

  it('are correlated as the fit says', async () => {
    const { fit } = await fitOf({
      text: `layout Both
category person
param a[person], b[person] ~ normal(1, 2) correlated lkj(2)
observe y ~ normal(a[person] + b[person], 1)
`,
      levels: { person: ['p'] },
      draws: [drawsOf(0, (z) => z), drawsOf(1, (z) => z), drawsOf(2, (z) => Math.tanh(0.8 + 0.1 * z))],
    });
    const { manifest } = fit;
    const names = manifest.latents.map(({ name }) => name);
    // The correlation stands before or behind the two.
    const at = names.findIndex((name) => name.startsWith('correlation'));
    const draws = [0, 1].map((chain) => {
      const [a, b, rho] = fit.draws[chain]!.latents as [Float64Array, Float64Array, Float64Array];
      return { latents: names.map((name, place) => (place === at ? rho : name === 'a' ? a : b)) };
    });
    const extended = drawNewLevels(
      { ...fit, draws },
      rowsOf({ person: ['q'] }),
      added({ person: ['q'] }),
      1n,
    );
    const flat = extended.draws.map(({ latents }) => latents);
    const place = (name: string) =>
      names
        .slice(0, names.indexOf(name))
        .reduce((sum, each) => sum + (each === 'a' || each === 'b' ? 2 : 1), 0);
    const of = (name: string, level: number) => flat.flatMap((latents) => [...latents[place(name) + level]!]);
    const [a, b, rho] = [
      of('a', 1).map((x) => (x - 1) / 2),
      of('b', 1).map((x) => (x - 1) / 2),
      of(names[at]!, 0),
    ];
    expectStandardNormal(a);
    const left = b.map((value, d) => (value - rho[d]! * a[d]!) / Math.sqrt(1 - rho[d]! ** 2));
    expectStandardNormal(left);
    expectUncorrelated(left, a);
  });

  const WALK = `layout Walk
category step
param drift ~ half_normal(1)
capability skill[step] ~ normal(previous(skill[step], 0), drift)
observe y ~ normal(skill[step], 1)
`;
  const walk = (text = WALK) =>
    fitOf({
      ...{ text, levels: { step: ['s2', 's3'] } },
      draws: [drawsOf(0, (z) => Math.exp(0.2 * z)), drawsOf(1, (z) => z), drawsOf(2, (z) => 3 + z)],
    });

  it('go on with a walk behind its last level', async () => {
    const { fit } = await walk();
    const rows = rowsOf({ step: ['s11', 's4'] });
    const { draws, levels } = drawNewLevels(fit, rows, added({ step: ['s11', 's4'] }), 1n);
    expect(levels.get('step')).toEqual(['s2', 's3', 's4', 's11']);
    const [drift, , s3, s4, s11] = Array.from({ length: 5 }, (_, place) => all(draws, place)) as number[][];
    expectStandardNormal(s4!.map((value, d) => (value - s3![d]!) / drift![d]!));
    expectStandardNormal(s11!.map((value, d) => (value - s4![d]!) / drift![d]!));
  });

  const refusal = async (
    { fit }: Awaited<ReturnType<typeof walk>>,
    rows: Rows,
    levels: Readonly<Record<string, readonly string[]>>,
  ) => {
    try {
      drawNewLevels(fit, rowsOf(rows), added(levels), 1n);
    } catch (error) {
      if (error instanceof SimulationError) return `${error.message} ${error.remedy}`;
      throw error;
    }
    throw new Error('nothing was refused');
  };

  describe('in a walk of each person through steps', () => {
    const PAIRS = `layout Pairs
category person, step
param start[person] ~ normal(0, 2)
param a[person, step] ~ normal(0.5 * previous(a[person, step], start[person]) + 1, 2)
observe y ~ normal(a[person, step], 1)
`;
    const given = (text = PAIRS) =>
      fitOf({
        text,
        levels: {
          person: ['Ada', 'Bo, B'],
          step: ['9', '10', '11'],
          'person.step': ['Ada, 9', 'Ada, 11', '"Bo, B", 10'],
        },
        draws: [0, 1, 2, 3, 4].map((place) => drawsOf(place, (z) => place + z)),
      });
    const rowsOfPairs = (...pairs: readonly (readonly [string, string])[]) => ({
      person: pairs.map(([person]) => person),
      step: pairs.map(([, step]) => step),
      'person.step': pairs.map(([person, step]) => nameOfPair(person, step)),
    });

    it('go on from the last step of the person, and from the population where the person is new', async () => {
      const { loaded, fit } = await given();
      const rows = rowsOfPairs(['Zoe', '11'], ['Bo, B', '12'], ['Ada', '12'], ['Bo, B', '11'], ['Zoe', '9']);
      const unseen = { person: ['Zoe'], step: ['12'], 'person.step': rows['person.step'] };
      const extended = drawNewLevels(fit, rowsOf(rows), added(unseen), 1n);
      const { draws, levels, continued } = extended;
      const pairs = levels.get('person.step')!;
      expect([...pairs].sort()).toEqual([...fit.levels.get('person.step')!, ...rows['person.step']].sort());
      expect(Object.fromEntries(continued)).toEqual({
        'person.step': ['"Bo, B", 11', '"Bo, B", 12', 'Ada, 12'],
      });
      const zoe = all(draws, 2);
      expectStandardNormal(zoe.map((value) => value / 2));
      const at = (name: string) => all(draws, 3 + pairs.indexOf(name));
      const innovations = [
        ['Ada, 12', at('Ada, 11')],
        ['"Bo, B", 11', at('"Bo, B", 10')],
        ['"Bo, B", 12', at('"Bo, B", 11')],
        ['Zoe, 9', zoe],
        ['Zoe, 11', at('Zoe, 9')],
      ].map(([name, before]) =>
        at(name as string).map((value, d) => (value - 0.5 * (before as number[])[d]! - 1) / 2),
      );
      for (const values of innovations) expectStandardNormal(values);
      for (const [place, values] of innovations.slice(1).entries())
        expectUncorrelated(values, innovations[place]!);
      const { outcomes } = await predict(loaded, extended, rowsOf(rows), { values: true });
      const values = [...outcomes.y!.values!];
      expect(values.slice(0, DRAWS)).toEqual(at('Zoe, 11'));
      expect(values.slice(3 * DRAWS, 4 * DRAWS)).toEqual(at('"Bo, B", 11'));
    });

    it('are refused between its steps, and where a new step has no place', async () => {
      const between = rowsOfPairs(['Bo, B', '11'], ['Ada', '10']);
      expect(
        await refusal(await given(), between, { 'person.step': between['person.step'] }),
      ).toMatchInlineSnapshot(
        `"The pair Ada, 10 of \`person\` and \`step\` was not fitted, and \`a\` walks on from it to pairs of "Ada" that were. Only pairs behind the last one of "Ada" can be drawn: leave out its rows, or fit again to data that have rows of this pair."`,
      );
      const text = PAIRS.replace(
        'category person, step',
        'category person\ncategory step ordered by day\ndemand day[step] in [0, 99]',
      );
      const ordered = { ...rowsOfPairs(['Ada', '12']), day: [12] };
      const unseen = { step: ['12'], 'person.step': ordered['person.step'] };
      expect(await refusal(await given(text), ordered, unseen)).toMatchInlineSnapshot(
        `"The level "12" of \`step\` was not fitted, and the walk of \`a\` goes by \`day\`, which is not stored of the levels that were. Leave out its rows, or fit again to data that have rows of this level."`,
      );
      const known = { ...rowsOfPairs(['Bo, B', '11']), day: [11] };
      const { draws } = drawNewLevels(
        (await given(text)).fit,
        rowsOf(known),
        added({ 'person.step': ['"Bo, B", 11'] }),
        1n,
      );
      expectStandardNormal(all(draws, 5).map((value, d) => (value - 0.5 * all(draws, 4)[d]! - 1) / 2));
    });
  });

  it('lie around the mean of the fitted levels where these sum to zero', async () => {
    const text = `layout Plane
category item
param spread ~ half_normal(1)
param hard[item] ~ normal(0, spread) sum to zero
observe y ~ normal(hard[item], 1)
`;
    const given = await fitOf({
      ...{ text, levels: { item: ['a', 'b', 'c', 'd'] } },
      draws: [drawsOf(0, () => 2), ...[1, 2, 3, 4].map((index) => drawsOf(index, (z) => z))],
    });
    const { draws } = drawNewLevels(given.fit, rowsOf({ item: ['p', 'q'] }), added({ item: ['p', 'q'] }), 5n);
    const [p, q] = [all(draws, 5), all(draws, 6)];
    // Of four levels the mean has a variance of 2² / 4, and each new level that and its own of 2².
    expectStandardNormal(p.map((value) => value / Math.sqrt(5)));
    expectStandardNormal(p.map((value, draw) => (value - q[draw]!) / Math.sqrt(8)));
    expectStandardNormal(p.map((value, draw) => (value + q[draw]!) / Math.sqrt(12)));
  });

  it('are refused inside of a walk, and where the order of the fit is not known', async () => {
    expect(await refusal(await walk(), { step: ['s1'] }, { step: ['s1'] })).toMatchInlineSnapshot(
      `"The level "s1" of \`step\` was not fitted, and \`skill\` walks on from it to levels that were. Only levels behind the last one can be drawn: leave out its rows, or fit again to data that have rows of this level."`,
    );
    const ordered = WALK.replace('category step', 'category step ordered by day\ndemand day[step] in [0, 9]');
    expect(
      await refusal(await walk(ordered), { step: ['s4'], day: [4] }, { step: ['s4'] }),
    ).toMatchInlineSnapshot(
      `"The level "s4" of \`step\` was not fitted, and the walk of \`skill\` goes by \`day\`, which is not stored of the levels that were. Leave out its rows, or fit again to data that have rows of this level."`,
    );
  });

  it('are refused where the layout reads a statistic of their rows', async () => {
    const text = `layout By
category person
demand x in [0, 9]
param skill[person] ~ normal(mean(x, by = person), 1)
observe y ~ normal(skill[person], 1)
`;
    const given = await fitOf({
      ...{ text, levels: { person: ['p'] }, byLevel: [[2]] },
      draws: [drawsOf(0, (z) => z)],
    });
    expect(await refusal(given, { person: ['q'], x: [1] }, { person: ['q'] })).toMatchInlineSnapshot(
      `"The layout reads mean(x, by = person), and the level "q" of \`person\` had no rows in the fit. Leave out its rows, or fit again to data that have rows of this level."`,
    );
  });

  it('are refused where a draw of the fit leaves their prior no density', async () => {
    const given = await fitOf({
      text: `layout Bad
category person
demand size[person] in [0, 9]
param skill[person] ~ normal(0, size[person])
observe y ~ normal(skill[person], 1)
`,
      levels: { person: ['p'] },
      draws: [drawsOf(0, (z) => z)],
    });
    expect(await refusal(given, { person: ['q'], size: [0] }, { person: ['q'] })).toMatchInlineSnapshot(
      `"The prior normal(0, size[person]) of \`skill[q]\` has no density with mean = 0, sd = 0. Its parameters follow from other latents or from the demands: give others, or bound what the prior reads."`,
    );
  });
});
