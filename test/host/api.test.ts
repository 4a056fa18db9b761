/** The objects that programs hold: models, bound models and fits. */
import { beforeAll, describe, expect, it } from 'vitest';
import { compile, type FittedModel, HostError, load, type Model, openThisThread } from '../../index.ts';

const CLIMB = `layout Climb
unit m
category agent
demand height : m in [0, 4]
demand dark : flag missing = 0
capability climb[agent] : m ~ uniform(0, 5)
robustness slip : probability ~ beta(1, 9)
observe success ~ bernoulli(downscale(slip, margin(climb[agent], height, steepness = 1 / 1 m) and presence(0.9, dark)))
`;
const AGENT = ['Bo', 'Ada', 'Bo', 'Ada', 'Ada', 'Bo', 'Ada', 'Bo'];
const HEIGHT = [1, 2, 0.5, 3.5, 1.5, 2.5, 2, 1.5];
const DARK = [0, 1, 0, 0, 1, 0, 0, 0];
const SUCCESS = [1, 1, 1, 0, 1, 0, 1, 0];
const DATA = { agent: AGENT, height: HEIGHT, dark: DARK, success: SUCCESS };
const POINT = { climb: { Ada: 2.5, Bo: 1.25 }, slip: 0.125 };

let model: Model;
beforeAll(async () => {
  model = await load((await compile(CLIMB)).bytes);
});

async function refusal(work: () => unknown): Promise<{ kind: string; message: string; remedy: string }> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return { kind: error.kind, message: error.message, remedy: error.remedy };
  }
  throw new Error('nothing was refused');
}

/** As libraries of Arrow have a table; none of them is needed. */
function arrowTable(columns: Record<string, readonly unknown[] | Float64Array | BigInt64Array>) {
  return {
    getChild(name: string) {
      const values = columns[name];
      if (values === undefined) return null;
      return {
        type: { typeId: 0 },
        length: values.length,
        nullCount: [...values].filter((value) => value === null).length,
        toArray: () => values,
        [Symbol.iterator]: () => values[Symbol.iterator]() as Iterator<unknown>,
      };
    },
  };
}

it('a point at which the density jumps has no slopes, and says so', async () => {
  // 0^0 is 1, and 0 to any power above 0 is 0.
  const text =
    'layout Jump\nparam a, b ~ half_normal(1)\nobserve y ~ bernoulli(mix(0.5, log_margin(a ^ b, 2), 0.4))\n';
  const bound = await (await load((await compile(text)).bytes)).bind({ y: [1, 0] });
  expect(bound.logDensity({ a: 0.1, b: 0 }).gradient.every(Number.isFinite)).toBe(true);
  expect(await refusal(() => bound.logDensity({ a: 0, b: 0 }))).toEqual({
    kind: 'data',
    message: 'The log density has no slope along `b` there.',
    remedy: 'Move the latents inside their supports.',
  });
});

describe('data', () => {
  it('are the same in every form that programs have them in', async () => {
    const expected = (await model.bind(DATA)).logDensity(POINT);
    const flags = DARK.map((dark) => dark === 1);
    const forms = [
      new Map(Object.entries(DATA)),
      { ...DATA, dark: flags, other: ['not', 'looked', 'at'] },
      { ...DATA, height: Float32Array.from(HEIGHT), success: Uint8Array.from(SUCCESS) },
      { ...DATA, dark: DARK.map((dark) => (dark === 1 ? 1 : null)) },
      { ...DATA, dark: DARK.map(BigInt), height: Float64Array.from(HEIGHT) },
      arrowTable({ ...DATA, height: Float64Array.from(HEIGHT), dark: flags.map((dark) => dark || null) }),
      arrowTable({ ...DATA, dark: BigInt64Array.from(DARK.map(BigInt)) }),
    ];
    for (const form of forms) expect((await model.bind(form)).logDensity(POINT)).toEqual(expected);
  });

  it('name the levels of categories, or number those that are given', async () => {
    const named = await model.bind(DATA);
    expect(named.levels).toEqual(new Map([['agent', ['Ada', 'Bo']]]));
    expect(named.parameters.map(({ name }) => name)).toEqual(['climb[Ada]', 'climb[Bo]', 'slip']);
    const levels = new Map([['agent', ['Bo', 'Ada']]]);
    const numbered = await model.bind(
      { ...DATA, agent: AGENT.map((agent) => (agent === 'Bo' ? 0 : 1)) },
      { levels },
    );
    expect(numbered.parameters.map(({ name }) => name)).toEqual(['climb[Bo]', 'climb[Ada]', 'slip']);
    expect(numbered.logDensity(POINT).logDensity).toBeCloseTo(named.logDensity(POINT).logDensity, 12);
    const ordered = await model.bind(DATA, { levels });
    expect(ordered.logDensity(POINT)).toEqual(numbered.logDensity(POINT));
  });

  it('that do not fit are refused with the column and the row', async () => {
    const wrong = {
      absent: { agent: AGENT, height: HEIGHT, dark: DARK },
      short: { ...DATA, height: [1] },
      text: { ...DATA, height: HEIGHT.map(String) },
      'not an array': { ...DATA, height: '12345678' as unknown as string[] },
      'too large': { ...DATA, dark: DARK.map(() => 2n ** 60n + 1n) },
      'out of range': { ...DATA, height: HEIGHT.map((height) => height + 2) },
      'no level': { ...DATA, agent: ['Ada', null, ...AGENT.slice(2)] },
      'inherited name': Object.create(DATA) as typeof DATA,
    };
    const told: Record<string, unknown> = {};
    for (const [title, data] of Object.entries(wrong)) told[title] = await refusal(() => model.bind(data));
    told['unknown level'] = await refusal(() => model.bind(DATA, { levels: new Map([['agent', ['Bo']]]) }));
    told['level too many'] = await refusal(() =>
      model.bind(DATA, { levels: new Map([['agent', ['Ada', 'Bo', 'Cy']]]) }),
    );
    expect(told).toMatchSnapshot();
  });
});

describe('a log density', () => {
  it('takes a point by names or in order, and has its gradient in order', async () => {
    const data = await model.bind(DATA);
    const { logDensity, gradient } = data.logDensity(POINT);
    expect(data.logDensity([2.5, 1.25, 0.125])).toEqual({ logDensity, gradient });
    expect(data.logDensity(Float64Array.of(2.5, 1.25, 0.125))).toEqual({ logDensity, gradient });
    const step = 1e-6;
    for (const [index, slope] of gradient.entries()) {
      const at = (by: number) =>
        data.logDensity([2.5, 1.25, 0.125].map((value, other) => (other === index ? value + by : value)))
          .logDensity;
      expect((at(step) - at(-step)) / (2 * step)).toBeCloseTo(slope, 5);
    }
  });

  it('is minus infinity outside the support', async () => {
    const data = await model.bind(DATA);
    expect(data.logDensity({ ...POINT, slip: 1.5 })).toEqual({
      logDensity: Number.NEGATIVE_INFINITY,
      gradient: new Float64Array(3),
    });
  });

  it('refuses what is no point', async () => {
    const data = await model.bind(DATA);
    const wrong = {
      'too few': [1, 2],
      unknown: { ...POINT, climbs: 3 },
      absent: { climb: POINT.climb },
      'one for all levels': { ...POINT, climb: 2 },
      'level absent': { ...POINT, climb: { Ada: 1 } },
      'level unknown': { ...POINT, climb: { Ada: 1, Bo: 2, Cy: 3 } },
    };
    const told: Record<string, unknown> = {};
    for (const [title, point] of Object.entries(wrong)) {
      told[title] = await refusal(() => data.logDensity(point as number[]));
    }
    expect(told).toMatchSnapshot();
  });
});

describe('a fit', () => {
  let fit: FittedModel;
  beforeAll(async () => {
    const data = await model.bind(DATA);
    fit = await data.fit({ pool: openThisThread(), chains: 2, warmup: 300, draws: 200, seed: 3 });
  });

  it('has draws by the names of parameters, chain after chain', () => {
    expect(fit.parameters.map(({ name }) => name)).toEqual(['climb[Ada]', 'climb[Bo]', 'slip']);
    const draws = fit.draws('climb[Bo]');
    expect(draws).toHaveLength(400);
    const [first, second] = fit.chains('climb[Bo]');
    expect(draws.subarray(0, 200)).toEqual(first);
    expect(draws.subarray(200)).toEqual(second);
    const mean = draws.reduce((sum, draw) => sum + draw, 0) / 400;
    expect(fit.summary()['climb[Bo]']!.mean).toBeCloseTo(mean, 10);
    expect(() => fit.draws('climb[Cy]')).toThrowErrorMatchingSnapshot();
  });

  it('is a table of text with a row for each parameter', () => {
    const lines = `${fit}`.split('\n');
    expect(lines.at(-4)).toMatch(/^ +unit +mean +sd +95 % HDI +ESS bulk +ESS tail +R-hat$/);
    expect(lines.at(-1)).toMatch(/^slip +probability +0\.\d+ +0\.\d+ +0\.\d+ to 0\.\d+ +\d+ +\d+ +[\d.]+$/);
    expect(fit.profile().slip!.unit).toBe('probability');
  });

  it('says in its text that it did not converge', async () => {
    const data = await model.bind(DATA);
    const short = await data.fit({ pool: openThisThread(), chains: 2, warmup: 1, draws: 5, scouts: 0 });
    expect(short.verdict.status).toBe('failed');
    const lines = `${short}`.split('\n');
    expect(lines[0]).toBe('This fit did not converge. The numbers below are no estimates: do not use them.');
    expect(lines.at(-4)).toMatch(/^NOT CONVERGED +unit/);
    for (const line of lines.slice(-3)) expect(line).toMatch(/^! /);
  });

  it('writes its draws as CmdStan does', async () => {
    const lines = (await fit.drawsCsv()).split('\n');
    expect(lines).toContain(
      'lp__,accept_stat__,stepsize__,treedepth__,n_leapfrog__,divergent__,energy__,climb.1,climb.2,slip',
    );
    expect(lines.filter((line) => /^-?\d/.test(line))).toHaveLength(400);
  });

  it('predicts rows without outcomes, the levels of which it knows', async () => {
    const rows = { agent: ['Bo', 'Ada'], height: [1, 3], dark: [0, null] };
    const { outcomes } = await fit.predict(rows);
    const { mean, lower, upper } = outcomes.success!;
    const byHand = (agent: string, height: number) => {
      const climb = fit.draws(`climb[${agent}]`);
      const slip = fit.draws('slip');
      return climb.reduce((sum, at, draw) => sum + (1 - slip[draw]!) / (1 + Math.exp(height - at)), 0) / 400;
    };
    expect(mean[0]).toBeCloseTo(byHand('Bo', 1), 10);
    expect(mean[1]).toBeCloseTo(byHand('Ada', 3), 10);
    for (const row of [0, 1]) {
      expect(lower[row]).toBeLessThan(mean[row]!);
      expect(upper[row]).toBeGreaterThan(mean[row]!);
    }
    const told = [
      await refusal(() => fit.predict({ ...rows, agent: ['Bo', 'Cy'] })),
      await refusal(() => fit.predict({ ...rows, height: [1, 5] })),
      await refusal(() => fit.predict({ agent: ['Bo'], height: [1] })),
    ];
    expect(told).toMatchSnapshot();
  });

  it('predicts by numbers of levels where the data were bound by them', async () => {
    const levels = new Map([['agent', ['Ada', 'Bo']]]);
    const codes = AGENT.map((agent) => (agent === 'Ada' ? 0 : 1));
    const data = await model.bind({ ...DATA, agent: codes }, { levels });
    const coded = await data.fit({ pool: openThisThread(), chains: 2, warmup: 300, draws: 200, seed: 3 });
    const { outcomes } = await coded.predict({ agent: [1, 0], height: [1, 3], dark: [0, 0] });
    const named = await fit.predict({ agent: ['Bo', 'Ada'], height: [1, 3], dark: [0, 0] });
    expect(outcomes).toEqual(named.outcomes);
  });

  it('says how likely each outcome was at each draw', async () => {
    const { success } = await fit.pointwiseLogLikelihood(DATA);
    const { outcomes } = await fit.predict(DATA, { values: true });
    const row = 3;
    const place = success!.distinctOf[row]!;
    for (const draw of [0, 123, 399]) {
      const probability = outcomes.success!.values![row * 400 + draw]!;
      const logMass = success!.values[draw * success!.distinct + place]!;
      expect(logMass).toBeCloseTo(Math.log(SUCCESS[row] === 1 ? probability : 1 - probability), 10);
    }
  });

  it('takes a seed as a number or a bigint, and refuses what is no seed', async () => {
    const data = await model.bind(DATA);
    const again = await data.fit({ pool: openThisThread(), chains: 2, warmup: 300, draws: 200, seed: 3n });
    expect(await again.drawsCsv()).toBe(await fit.drawsCsv());
    const told = [];
    for (const seed of [0.5, -1, 2 ** 53, -1n, 2n ** 64n]) {
      told.push(await refusal(() => data.fit({ pool: openThisThread(), seed })));
    }
    expect(told).toMatchSnapshot();
  });
});

it.each([
  [0, ['sampling', 'summary']],
  [4, ['sampling', 'modes', 'summary']],
])('with %i scouts, a fit tells its phases in order', async (scouts, phases) => {
  const told: string[] = [];
  const data = await model.bind(DATA);
  await data.fit({
    ...{ pool: openThisThread(), chains: 2, warmup: 50, draws: 50, scouts },
    onPhase: (phase) => told.push(phase),
  });
  expect(told).toEqual(phases);
});

it('a fit tells its progress, and is given up when the signal is aborted', async () => {
  const data = await model.bind(DATA);
  const told: [number, number, number[]][] = [];
  await data.fit({
    ...{ pool: openThisThread(), chains: 2, warmup: 50, draws: 50, scouts: 0 },
    onProgress: (done, total, chains) => told.push([done, total, [...chains]]),
  });
  expect(told.at(-1)).toEqual([200, 200, [100, 100]]);
  const controller = new AbortController();
  const long = data.fit({
    ...{ pool: openThisThread(), draws: 1_000_000, signal: controller.signal },
    onProgress: () => controller.abort(),
  });
  await expect(long).rejects.toMatchObject({ kind: 'interrupted' });
});
