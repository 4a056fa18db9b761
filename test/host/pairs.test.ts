import { beforeAll, describe, expect, it } from 'vitest';
import { levelsOfPair, nameOfPair } from '../../host/pairs.ts';
import { compile, type FittedModel, HostError, load, type Model, openThisThread } from '../../index.ts';

let model: Model;
beforeAll(async () => {
  model = await load(
    (
      await compile(`layout Pairs
category person
category step ordered by day
demand day[step] in [0, inf]
capability skill[person] ~ normal(0, 1)
param feel[person, step] ~ normal(skill[person], 0.5)
observe y ~ normal(feel[person, step], 1)
`)
    ).bytes,
  );
});

const DATA = {
  person: ['Bo', 'Ada', 'Bo', 'Ada', 'Bo, Jr'],
  step: ['last', 'first', 'first', 'last', 'last'],
  day: [9, 2, 2, 9, 9],
  y: [1, 0, 0.5, 2, 1.5],
};

const NAMES = ['Ada, first', 'Ada, last', 'Bo, first', 'Bo, last', '"Bo, Jr", last'];

it('the name of a pair tells its levels', () => {
  const levels = ['Ada', '', ' ', 'Bo, Jr', '"', '\\"', 'a\nb', '\\', '", "', 'Éva'];
  for (const pair of levels.flatMap((first) => levels.map((second) => [first, second] as const)))
    expect(levelsOfPair(nameOfPair(...pair))).toEqual(pair);
  expect(() => levelsOfPair('Ada')).toThrow(RangeError);
});

const refusal = (made: Promise<unknown>) =>
  made.then(
    () => 'no refusal',
    (error: unknown) =>
      error instanceof HostError ? `${error.kind}: ${error.message} ${error.remedy}` : String(error),
  );

const fitTo = async (data: typeof DATA): Promise<FittedModel> =>
  (await model.bind(data)).fit({ chains: 1, warmup: 100, draws: 50, seed: 1n, pool: openThisThread() });

describe('pairs of levels', () => {
  it('are those that occur, in the order of the first level and then of the second', async () => {
    const { levels, parameters } = await model.bind(DATA);
    expect(levels.get('person.step')).toEqual(NAMES);
    const named = parameters.map(({ name }) => name).filter((name) => name.startsWith('feel'));
    expect(named).toEqual(NAMES.map((name) => `feel[${name}]`));
  });

  it('of a row are found by names and by numbers alike', async () => {
    const named = await fitTo(DATA);
    const bound = await model.bind(
      { ...DATA, person: [1, 0, 1, 0, 2], step: [1, 0, 0, 1, 1] },
      {
        levels: new Map([
          ['person', ['Ada', 'Bo', 'Bo, Jr']],
          ['step', ['first', 'last']],
        ]),
      },
    );
    const numbered = await bound.fit({ chains: 1, warmup: 100, draws: 50, seed: 1n, pool: openThisThread() });
    expect(numbered.summary()).toEqual(named.summary());
  });

  it('are predicted where the fit had them, and else refused by name', async () => {
    const fitted = await fitTo(DATA);
    const rows = { person: ['Ada', 'Bo, Jr'], step: ['last', 'last'], day: [9, 9] };
    const predicted = (await fitted.predict(rows)).outcomes.y!;
    const own = ['feel[Ada, last]', 'feel["Bo, Jr", last]'].map((name) => fitted.summary()[name]!.mean!);
    for (const [row, mean] of own.entries()) expect(predicted.mean[row]).toBeCloseTo(mean, 10);
    expect(
      await refusal(fitted.predict({ person: ['Bo, Jr'], step: ['first'], day: [2] })),
    ).toMatchInlineSnapshot(
      `"data: The category \`person.step\` is "\\"Bo, Jr\\", first" in row 1, a level that the fit did not have: it had "Ada, first", "Ada, last", "Bo, first", "Bo, last", "\\"Bo, Jr\\", last". Leave out the row, or fit again to data that have rows of this level."`,
    );
  });

  it('that are given by name must hold those of the rows', async () => {
    expect(
      await refusal(model.bind(DATA, { levels: new Map([['person.step', NAMES.slice(1)]]) })),
    ).toMatchInlineSnapshot(
      `"data: The pair of levels in row 2 is not among the given levels of \`person.step\`. Give its name among the levels, or leave the levels out: they are then those that the columns hold."`,
    );
  });
});
