/**
 * What is predicted of rows of a layout with classes, beside every way to give all levels their states, one by one: in each of them the flags are
 * demands, so that nothing is summed.
 */
import { describe, expect, it } from 'vitest';
import { compileSource } from '../../compiler/compile.ts';
import { type InterpretedPrediction, interpretPrediction } from '../../compiler/interpret/predict.ts';
import type { Data } from '../../compiler/interpret/scope.ts';
import { type LoadedModule, loadModule } from '../../host/load.ts';
import { pointwiseLogLikelihood } from '../../host/predict/log-likelihood.ts';
import { predict } from '../../host/predict/predict.ts';
import { readLayout } from '../interpret/read-layout.ts';

const HEAD = `layout Classes
category person
demand needs in [0, 1]
param slip, guess : probability ~ beta(2, 6)
param ability[person] ~ normal(0, 1)
`;
const FLAGS = 'demand knows[person], slow[person], steady[person], quick[person] : flag\n';

/** The classes of a layout, how their states are shared out at a level, and what is observed. */
interface Case {
  readonly classes: string;
  readonly observed: string;
  /** The flags and the share of each state. */
  readonly states: readonly { readonly flags: readonly string[]; share(ability: number): number }[];
}

const GUESS = 0.3;
const shareOfWay = {
  slow: () => 0.2,
  steady: () => 0.5,
  quick: (ability: number) => Math.exp(ability),
} as const;
const ways = (Object.keys(shareOfWay) as (keyof typeof shareOfWay)[]).map((flag) => ({
  flags: [flag] as readonly string[],
  share: (ability: number) =>
    shareOfWay[flag](ability) / Object.values(shareOfWay).reduce((sum, share) => sum + share(ability), 0),
}));
const WAY = 'class way[person] in {slow: 0.2, steady: 0.5, quick: exp(ability[person])}\n';

const CASES: Readonly<Record<string, Case>> = {
  'one class': {
    classes: WAY,
    observed: `let speed = 1 + 2 * slow[person] - 0.5 * steady[person]
observe success ~ bernoulli(logistic(speed - needs) and not slip)
observe time ~ normal(ability[person] + slow[person] * needs, 0.5 + steady[person])
observe grade in {low, middle, high} ~ ordered_logistic(speed - 1, -1, 1)
`,
    states: ways,
  },
  'a flag that leaves a row impossible': {
    classes: 'class knows[person] ~ bernoulli(guess)\n',
    observed: `let speed = 1 + knows[person]
observe success ~ bernoulli(knows[person] and not slip)
observe time ~ normal(ability[person], speed)
observe grade in {low, middle, high} ~ categorical_logit(0, speed, needs)
`,
    states: [
      { flags: [], share: () => 1 - GUESS },
      { flags: ['knows'], share: () => GUESS },
    ],
  },
  'two classes that are read together': {
    classes: `class knows[person] ~ bernoulli(guess)\n${WAY}`,
    observed: `let speed = 1 + knows[person] + 2 * slow[person]
observe success ~ bernoulli(mix(knows[person] or slow[person], guess, logistic(needs - 1)))
observe time ~ normal(ability[person] + slow[person] * needs, 0.5 + steady[person])
observe grade in {low, middle, high} ~ partial_credit(knows[person] - quick[person], -1, 1)
`,
    states: [0, 1].flatMap((knows) =>
      ways.map(({ flags, share }) => ({
        flags: [...flags, ...(knows === 1 ? ['knows'] : [])],
        share: (ability: number) => share(ability) * (knows === 1 ? GUESS : 1 - GUESS),
      })),
    ),
  },
};

/** The last was not fitted. */
const PERSONS = ['Ada', 'Bo', 'Cy', 'Di'];
const POINT = { slip: 0.1, guess: GUESS, ability: [0.4, -0.8, 1.1, 0.2] };

const rowsOf = (count: number, persons: number, withOutcomes: boolean): Data => {
  const column = (value: (row: number) => number) =>
    Float64Array.from({ length: count }, (_, row) => value(row));
  const there = (value: (row: number) => number) =>
    column((row) => (withOutcomes && row % 5 !== 3 ? value(row) : Number.NaN));
  return {
    rows: count,
    columns: {
      person: column((row) => row % persons),
      needs: column((row) => (row % 4) / 4),
      success: there((row) => Number(row % persons === 1 || row === 0)),
      time: there((row) => Math.sin(3 * row)),
      // Row 8 is like row 2 in everything.
      grade: there((row) => 1 + ((row % 6) % 3)),
    },
  };
};
const FITTED: Data = (() => {
  const data = rowsOf(9, 3, true);
  for (const column of Object.values(data.columns) as Float64Array[]) column[8] = column[2]!;
  return data;
})();
const NEW = rowsOf(8, 4, false);

/** Every way to give the four persons their states: its probability without any data, and the columns of flags for some rows. */
function* waysOf({ states }: Case) {
  const total = states.length ** PERSONS.length;
  for (let code = 0; code < total; code++) {
    const own = PERSONS.map((_, level) => states[Math.floor(code / states.length ** level) % states.length]!);
    yield {
      share: own.reduce((product, state, level) => product * state.share(POINT.ability[level]!), 1),
      with: (data: Data): Data => ({
        rows: data.rows,
        columns: {
          ...data.columns,
          ...Object.fromEntries(
            ['knows', 'slow', 'steady', 'quick'].map((flag) => [
              flag,
              Float64Array.from(data.columns.person!, (level) => Number(own[level]!.flags.includes(flag))),
            ]),
          ),
        },
      }),
    };
  }
}

interface Summed {
  /** The probability of the fitted rows, and without each of them. */
  readonly joint: number;
  readonly without: Float64Array;
  /** The mean of `value` of the new rows over the ways, weighed by their probability given the fitted rows. */
  mean(value: (prediction: InterpretedPrediction) => ArrayLike<number>): Float64Array;
  /** For an outcome of two new rows, the mean of the product of their means. */
  product(outcome: number, first: number, second: number): number;
}

function sumOverWays(given: Case, isPrior = false): Summed {
  const layout = readLayout(`${HEAD}${FLAGS}${given.observed}`);
  const found = [...waysOf(given)].map((way) => {
    const at = (rows: Data) => interpretPrediction(layout, way.with(NEW), way.with(rows))(POINT);
    const { logLikelihoods } = at(FITTED);
    const ofRow = Float64Array.from({ length: FITTED.rows }, (_, row) =>
      logLikelihoods.reduce(
        (product, each) => product * (Number.isNaN(each[row]!) ? 1 : Math.exp(each[row]!)),
        1,
      ),
    );
    const joint = isPrior ? way.share : ofRow.reduce((product, p) => product * p, way.share);
    const without = ofRow.map((_, left) =>
      ofRow.reduce((p, each, row) => (row === left ? p : p * each), way.share),
    );
    return { joint, without, prediction: at(NEW) };
  });
  const joint = found.reduce((sum, each) => sum + each.joint, 0);
  const averaged = (value: (prediction: InterpretedPrediction) => number) =>
    found.reduce((sum, each) => sum + (each.joint * value(each.prediction)) / joint, 0);
  return {
    joint,
    without: Float64Array.from({ length: FITTED.rows }, (_, row) =>
      found.reduce((sum, each) => sum + each.without[row]!, 0),
    ),
    mean: (value) =>
      Float64Array.from({ length: NEW.rows }, (_, row) => averaged((prediction) => value(prediction)[row]!)),
    product: (outcome, first, second) =>
      averaged(({ means }) => means[outcome]![first]! * means[outcome]![second]!),
  };
}

const named = (data: Data) =>
  new Map<string, Float64Array | readonly string[]>(
    Object.entries(data.columns).map(([name, values]) => [
      name,
      name === 'person' ? Array.from(values, (level) => PERSONS[level]!) : (values as Float64Array),
    ]),
  );

async function compiled({ classes, observed }: Case): Promise<LoadedModule> {
  return loadModule(
    (await compileSource({ name: 'classes.ml', text: `${HEAD}${classes}${observed}` })).bytes,
  );
}

/** A fit of one draw, or of many that are alike, and what it reports. */
function fitOf({ manifest }: LoadedModule, given: Case, draws = 1) {
  const layout = readLayout(`${HEAD}${FLAGS}${given.observed}`);
  const whole = [...waysOf(given)].map((way) => {
    const { logLikelihoods } = interpretPrediction(layout, way.with(NEW), way.with(FITTED))(POINT);
    const logs = logLikelihoods.flatMap((each) => [...each]).filter((value) => !Number.isNaN(value));
    return { way, joint: way.share * Math.exp(logs.reduce((a, b) => a + b, 0)) };
  });
  const total = whole.reduce((sum, { joint }) => sum + joint, 0);
  const levels = { rows: PERSONS.length, columns: { person: Float64Array.from(PERSONS.keys()) } };
  const reports = (manifest.reports ?? []).flatMap(({ name }) => {
    const chances = new Float64Array(PERSONS.length);
    for (const { way, joint } of whole) {
      const flags = way.with(levels).columns[name]!;
      for (const level of chances.keys()) chances[level]! += (flags[level]! * joint) / total;
    }
    // The last person was not in the fit.
    return [...chances].map((chance, level) => (level === 3 ? Number.NaN : chance));
  });
  const latents = [POINT.slip, POINT.guess, ...POINT.ability, ...reports];
  return {
    draws: [{ latents: latents.map((value) => new Float64Array(draws).fill(value)) }],
    levels: new Map([['person', PERSONS]]),
    statistics: { values: [], byLevel: [] },
    fittedRows: { columns: manifest.columns.map(({ name }) => FITTED.columns[name] as Float64Array) },
  };
}

const close = (found: number, wanted: number, what: string) =>
  expect(Math.abs(found - wanted), `${what} is ${found}, not ${wanted}`).toBeLessThanOrEqual(
    1e-12 * Math.max(1, Math.abs(wanted)),
  );

describe.each(Object.entries(CASES))('rows of a layout with %s', (_, given) => {
  it('have the mean over all ways to give the levels their states, as the fitted rows weigh them', async () => {
    const loaded = await compiled(given);
    const fit = fitOf(loaded, given);
    const wanted = sumOverWays(given);
    const { outcomes, derived } = await predict(loaded, fit, named(NEW), { derived: ['speed'] });
    for (const [index, [name, { mean }]] of Object.entries(outcomes).entries()) {
      const means = wanted.mean((prediction) => prediction.means[index]!);
      for (const [row, value] of mean.entries())
        close(value, means[row]!, `the mean of ${name} in row ${row}`);
    }
    const speeds = wanted.mean((prediction) => prediction.derived[0]!);
    for (const [row, value] of derived.speed!.mean.entries())
      close(value, speeds[row]!, `speed in row ${row}`);
  });

  it('have that of the prior where nothing was fitted', async () => {
    const loaded = await compiled(given);
    const fit = { ...fitOf(loaded, given), fittedRows: 'none' as const };
    const wanted = sumOverWays(given, true);
    const { outcomes } = await predict(loaded, fit, named(NEW));
    for (const [index, { mean }] of Object.values(outcomes).entries()) {
      const means = wanted.mean((prediction) => prediction.means[index]!);
      for (const [row, value] of mean.entries()) close(value, means[row]!, `a mean in row ${row}`);
    }
  });

  it('are left out one by one: of the others of the level the state follows without them', async () => {
    const loaded = await compiled(given);
    const { joint, without } = sumOverWays(given);
    const found = Object.values(await pointwiseLogLikelihood(loaded, fitOf(loaded, given), named(FITTED)));
    for (let row = 0; row < FITTED.rows; row++) {
      const ofRow = found.map(({ values, distinctOf }) => values[distinctOf[row]!]!);
      const own = ofRow.reduce((sum, value) => (Number.isNaN(value) ? sum : sum + value), 0);
      close(own, Math.log(joint / without[row]!), `row ${row}`);
      expect(ofRow.map(Number.isNaN)).toEqual(
        ['success', 'time', 'grade'].map((name) => Number.isNaN(FITTED.columns[name]![row])),
      );
    }
  });

  it('are drawn with one state for all rows of a level', async () => {
    const loaded = await compiled(given);
    const draws = 6000;
    const fit = fitOf(loaded, given, draws);
    const wanted = sumOverWays(given);
    const { outcomes } = await predict(loaded, fit, named(NEW), { outcomes: ['success'], seed: 3n });
    const drawn = outcomes.success!.drawn!;
    const rate = (value: (draw: number) => number) =>
      Array.from({ length: draws }, (_, draw) => value(draw)).reduce((a, b) => a + b) / draws;
    const at = (row: number) => (draw: number) => drawn[row * draws + draw]!;
    const expectRate = (found: number, mean: number, what: string) =>
      expect(Math.abs(found - mean), `${what}: ${found} for ${mean}`).toBeLessThan(
        4 * Math.sqrt((mean * (1 - mean)) / draws) + 1e-12,
      );
    const means = wanted.mean((prediction) => prediction.means[0]!);
    for (let row = 0; row < NEW.rows; row++) expectRate(rate(at(row)), means[row]!, `row ${row}`);
    // Rows 0 and 4, 1 and 5, … are of one person.
    for (let row = 0; row < 4; row++) {
      const both = rate((draw) => at(row)(draw) * at(row + 4)(draw));
      expectRate(both, wanted.product(0, row, row + 4), `rows ${row} and ${row + 4}`);
    }
  });
});

it('several classes that are read together need the fitted rows', async () => {
  const given = CASES['two classes that are read together']!;
  const loaded = await compiled(given);
  const { fittedRows: _, ...fit } = fitOf(loaded, given);
  await expect(predict(loaded, fit, named(NEW))).rejects.toMatchObject({
    message:
      'In which state `knows` and `way` are together at a level follows from the rows that were fitted, and these are not stored.',
  });
});
