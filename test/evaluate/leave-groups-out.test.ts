/** Leave-one-group-out is compared with densities in closed form, with integrals on fine grids, and with fits that lack a group. */
import { describe, expect, it } from 'vitest';
import { withReplacements } from '../../analysis/evaluate/compare/criteria.ts';
import { integrateLikelihood } from '../../analysis/evaluate/compare/integrated-likelihood.ts';
import { leaveGroupsOut } from '../../analysis/evaluate/compare/leave-groups-out.ts';
import { refitWithoutGroup } from '../../analysis/evaluate/compare/refit-groups.ts';
import { compileSource } from '../../compiler/compile.ts';
import { type FittedModel, load, openThisThread } from '../../host/index.ts';
import { ofAllRows } from '../../host/predict/log-likelihood.ts';
import { toNewColumns } from '../../host/predict/new-columns.ts';
import { bindNewRows } from '../../host/predict/predictor.ts';
import { logMeanExp, logSumExp } from '../../statistics/log-sum-exp.ts';
import { openStream } from '../../statistics/random/stream.ts';

type Rows = Readonly<Record<string, readonly (number | string)[]>>;

async function fitOf(text: string, rows: Rows, draws = 300, seed = 1n): Promise<FittedModel> {
  const { bytes } = await compileSource({ name: 'layout.ml', text });
  const bound = await (await load(bytes)).bind(rows);
  return bound.fit({ chains: 2, warmup: 400, draws, seed, scouts: 0, pool: openThisThread() });
}

/** The log densities of all groups: draws × groups. */
async function integrated(text: string, fit: FittedModel, rows: Rows, column: string, every = 1) {
  const { predictor, columns } = await bindNewRows(
    fit.bound.model,
    fit.posterior,
    toNewColumns(fit.posterior.manifest, rows),
  );
  const cells = rows[column]!.map(String);
  const names = [...new Set(cells)];
  return integrateLikelihood(
    {
      ...{ posterior: fit.posterior, layoutText: text, predictor, columns, names, column },
      groupOfRow: Int32Array.from(cells, (cell) => names.indexOf(cell)),
    },
    { every },
  );
}

/** ∫ e^f over a box, by the trapezoid rule with so many steps along each side. */
function logIntegral(
  f: (...at: number[]) => number,
  box: readonly (readonly [number, number])[],
  steps: number,
): number {
  const logs: number[] = [];
  const visit = (at: number[]) => {
    const side = box[at.length];
    if (side === undefined) {
      logs.push(f(...at));
      return;
    }
    for (let step = 0; step <= steps; step++) visit([...at, side[0] + ((side[1] - side[0]) * step) / steps]);
  };
  visit([]);
  return logSumExp(logs) + box.reduce((sum, [lo, hi]) => sum + Math.log((hi - lo) / steps), 0);
}

const logNormal = (x: number, mean: number, sd: number) =>
  -0.5 * ((x - mean) / sd) ** 2 - Math.log(sd) - 0.5 * Math.log(2 * Math.PI);
const logLogistic = (x: number) => (x < 0 ? x - Math.log1p(Math.exp(x)) : -Math.log1p(Math.exp(-x)));

const SCHOOLS = `layout Schools
category school
param middle ~ normal(0, 5)
param spread ~ half_normal(2)
param effect[school] ~ normal(middle, spread)
observe gain ~ normal(effect[school], 1)
`;

/** Schools with as many pupils as their number says, around effects that differ. */
function schools(): { readonly school: string[]; readonly gain: number[] } {
  const random = openStream(3n, 'run', 0);
  const [school, gain]: [string[], number[]] = [[], []];
  for (let each = 0; each < 12; each++) {
    const effect = 1 + 1.3 * random.normal();
    for (let pupil = 0; pupil < 2 + (each % 4) * 2; pupil++) {
      school.push(`s${each}`);
      gain.push(effect + random.normal());
    }
  }
  return { school, gain };
}

/** The density of the gains of one school, whose effect is integrated over: normal, with variances 1 and covariances spread². */
function logDensityOfSchool(gains: readonly number[], middle: number, spread: number): number {
  const deviations = gains.map((gain) => gain - middle);
  const sum = deviations.reduce((a, b) => a + b);
  const squares = deviations.reduce((a, b) => a + b * b, 0);
  const one = 1 + gains.length * spread ** 2;
  const quadratic = squares - (spread ** 2 / one) * sum ** 2;
  return -0.5 * (gains.length * Math.log(2 * Math.PI) + Math.log(one) + quadratic);
}

const rows = schools();
const fit = await fitOf(SCHOOLS, rows, 1000);
const names = [...new Set(rows.school)];
const gainsOf = (name: string) => rows.gain.filter((_, row) => rows.school[row] === name);

describe('the density of a whole group at a draw', () => {
  it('is that in closed form of a normal population', async () => {
    const found = await integrated(SCHOOLS, fit, rows, 'school');
    expect(found.integrated).toEqual(['effect']);
    const [middle, spread] = [fit.draws('middle'), fit.draws('spread')];
    const errors = Array.from(found.values, (value, place) => {
      const [draw, group] = [Math.floor(place / names.length), place % names.length];
      return value - logDensityOfSchool(gainsOf(names[group]!), middle[draw]!, spread[draw]!);
    });
    expect(Math.max(...errors.map(Math.abs))).toBeLessThan(0.05);
    const mean = errors.reduce((a, b) => a + b) / errors.length;
    expect(Math.abs(mean)).toBeLessThan(1e-3);
    expect(Math.max(...found.error)).toBeLessThan(0.01);
    const square = errors.reduce((a, b) => a + b * b, 0) / errors.length;
    expect(square).toBeLessThan(2 * Math.max(...found.error) + 1e-6);
  });

  it('is so too where the population may be as narrow as nothing, as in a funnel', async () => {
    const random = openStream(9n, 'run', 0);
    const alike = { school: rows.school, gain: rows.school.map(() => 1 + random.normal()) };
    const narrow = await fitOf(SCHOOLS, alike, 500);
    const found = await integrated(SCHOOLS, narrow, alike, 'school');
    const [middle, spread] = [narrow.draws('middle'), narrow.draws('spread')];
    expect(Math.min(...spread)).toBeLessThan(0.02);
    const errors = Array.from(found.values, (value, place) => {
      const [draw, group] = [Math.floor(place / names.length), place % names.length];
      const gains = alike.gain.filter((_, row) => alike.school[row] === names[group]);
      return value - logDensityOfSchool(gains, middle[draw]!, spread[draw]!);
    });
    expect(Math.max(...errors.map(Math.abs))).toBeLessThan(0.05);
  });

  it('is an integral over all latents of the level: the difficulty and the slope of an item', async () => {
    const text = `layout Items
category item
demand ability in [-4, 4]
param spread ~ half_normal(2)
param hard[item] ~ normal(0, spread)
param sharp[item] ~ lognormal(0, 0.5)
observe right ~ bernoulli(irt_2pl(ability, hard[item], sharp[item]))
`;
    const random = openStream(5n, 'run', 0);
    const [item, ability, right]: [string[], number[], number[]] = [[], [], []];
    for (let each = 0; each < 5; each++) {
      for (let person = 0; person < 15; person++) {
        item.push(`i${each}`);
        ability.push(-2 + person / 3.5);
        right.push(Number(random.uniform() < 1 / (1 + Math.exp(-1.5 * (ability.at(-1)! - each + 2)))));
      }
    }
    const data = { item, ability, right };
    const items = await fitOf(text, data);
    const found = await integrated(text, items, data, 'item', 30);
    expect(found.integrated).toEqual(['hard', 'sharp']);
    const spread = items.draws('spread').filter((_, draw) => draw % 30 === 0);
    const errors = Array.from(found.values, (value, place) => {
      const [draw, group] = [Math.floor(place / 5), place % 5];
      const exact = logIntegral(
        (hard, logSharp) =>
          right.reduce(
            (sum, outcome, row) => {
              if (item[row] !== `i${group}`) return sum;
              const logit = Math.exp(logSharp) * (ability[row]! - hard);
              return sum + logLogistic(outcome === 1 ? logit : -logit);
            },
            logNormal(hard, 0, spread[draw]!) + logNormal(logSharp, 0, 0.5),
          ),
        [
          [-14, 14],
          [-2.5, 2.5],
        ],
        120,
      );
      return value - exact;
    });
    expect(Math.max(...errors.map(Math.abs))).toBeLessThan(0.2);
    const mean = errors.reduce((a, b) => a + b) / errors.length;
    expect(Math.abs(mean)).toBeLessThan(0.01);
  });

  it('follows priors that read each other: correlated abilities, and tasks in families', async () => {
    const text = `layout Abilities
category person
demand words, turns in [-3, 3]
capability verbal[person], spatial[person] ~ normal(0, 1.5) correlated lkj(2)
observe understood ~ bernoulli(margin(verbal[person], words))
observe turned ~ bernoulli(margin(spatial[person], turns))
`;
    const random = openStream(6n, 'run', 0);
    const [person, words, turns, understood, turned]: [string[], number[], number[], number[], number[]] = [
      [],
      [],
      [],
      [],
      [],
    ];
    for (let each = 0; each < 6; each++) {
      for (let row = 0; row < 10; row++) {
        person.push(`p${each}`);
        words.push(random.normal());
        turns.push(random.normal());
        understood.push(Number(random.uniform() < 1 / (1 + Math.exp(words.at(-1)! - each + 3))));
        turned.push(row === 9 ? Number.NaN : Number(random.uniform() < 1 / (1 + Math.exp(turns.at(-1)!))));
      }
    }
    const data = { person, words, turns, understood, turned };
    const abilities = await fitOf(text, data);
    const found = await integrated(text, abilities, data, 'person', 30);
    expect(found.integrated).toEqual(['verbal', 'spatial']);
    const correlation = abilities.draws('correlation[verbal, spatial]').filter((_, draw) => draw % 30 === 0);
    const errors = Array.from(found.values, (value, place) => {
      const [draw, group] = [Math.floor(place / 6), place % 6];
      const r = correlation[draw]!;
      const exact = logIntegral(
        (verbal, spatial) => {
          let sum = logNormal(verbal, 0, 1.5) + logNormal(spatial, r * verbal, 1.5 * Math.sqrt(1 - r * r));
          for (const [row, name] of person.entries()) {
            if (name !== `p${group}`) continue;
            const [one, two] = [verbal - words[row]!, spatial - turns[row]!];
            sum += logLogistic(understood[row] === 1 ? one : -one);
            if (!Number.isNaN(turned[row]!)) sum += logLogistic(turned[row] === 1 ? two : -two);
          }
          return sum;
        },
        [
          [-9, 9],
          [-9, 9],
        ],
        90,
      );
      return value - exact;
    });
    expect(Math.max(...errors.map(Math.abs))).toBeLessThan(0.1);
    expect(Math.abs(errors.reduce((a, b) => a + b) / errors.length)).toBeLessThan(0.01);
  });

  it('of a family integrates over its base and over its tasks', async () => {
    const text = `layout Families
category task in family
category family
param base[family] ~ normal(0, 2)
param wide ~ half_normal(1)
param hard[task] ~ normal(base[family], wide)
observe score ~ normal(hard[task], 0.5)
`;
    const random = openStream(8n, 'run', 0);
    const [task, family, score]: [string[], string[], number[]] = [[], [], []];
    for (let each = 0; each < 18; each++) {
      const hard = (Math.floor(each / 3) - 2.5) / 2 + 0.7 * random.normal();
      for (let attempt = 0; attempt < 3; attempt++) {
        task.push(`t${each}`);
        family.push(`f${Math.floor(each / 3)}`);
        score.push(hard + 0.5 * random.normal());
      }
    }
    const data = { task, family, score };
    const families = await fitOf(text, data);
    const found = await integrated(text, families, data, 'family', 10);
    expect(found.integrated).toEqual(['base', 'hard']);
    const wide = families.draws('wide').filter((_, draw) => draw % 10 === 0);
    const errors = Array.from(found.values, (value, place) => {
      const [draw, group] = [Math.floor(place / 6), place % 6];
      // Given its base, the tasks of a family are schools with a noise of 0.5, in whose unit the closed form is.
      const exact = logIntegral(
        (base) => {
          let sum = logNormal(base, 0, 2);
          for (let each = 3 * group; each < 3 * group + 3; each++) {
            const own = score.filter((_, row) => task[row] === `t${each}`).map((value) => value / 0.5);
            sum += logDensityOfSchool(own, base / 0.5, wide[draw]! / 0.5) - own.length * Math.log(0.5);
          }
          return sum;
        },
        [[-12, 12]],
        400,
      );
      return value - exact;
    });
    const mean = errors.reduce((a, b) => a + b) / errors.length;
    expect(Math.abs(mean)).toBeLessThan(0.05);
    expect(Math.max(...errors.map(Math.abs))).toBeLessThan(0.6);

    // By task, the base of a family is known from its other tasks, and only the task itself is integrated over.
    const byTask = await integrated(text, families, data, 'task', 10);
    expect(byTask.integrated).toEqual(['hard']);
    const base = families.draws('base[f0]').filter((_, draw) => draw % 10 === 0);
    const first = score.slice(0, 3).map((value) => value / 0.5);
    for (const [draw, value] of base.entries()) {
      const exact = logDensityOfSchool(first, value / 0.5, wide[draw]! / 0.5) - 3 * Math.log(0.5);
      expect(Math.abs(byTask.values[draw * 18]! - exact)).toBeLessThan(0.2);
    }
  });

  it('is the product over the rows if no latent is that of the group alone', async () => {
    const half = rows.school.map((_, row) => (row % 2 === 0 ? 'even' : 'odd'));
    const data = { ...rows, half };
    const found = await integrated(SCHOOLS, fit, data, 'half');
    expect(found).toMatchObject({ integrated: [], points: 0 });
    const logs = ofAllRows((await fit.pointwiseLogLikelihood(rows)).gain!);
    const draw = logs.subarray(0, half.length);
    const even = draw.filter((_, row) => half[row] === 'even').reduce((a, b) => a + b);
    expect(found.values[0]).toBeCloseTo(even, 10);
  });

  it('is the product over the levels of a group that has several of them', async () => {
    const pairs = rows.school.map((name) => `pair ${Math.floor(Number(name.slice(1)) / 2)}`);
    const data = { ...rows, pairs };
    const found = await integrated(SCHOOLS, fit, data, 'pairs', 100);
    const [middle, spread] = [fit.draws('middle'), fit.draws('spread')];
    const exact = ['s0', 's1'].map((name) => logDensityOfSchool(gainsOf(name), middle[0]!, spread[0]!));
    expect(found.values[0]).toBeCloseTo(exact[0]! + exact[1]!, 1);
  });
});

describe('leaving groups out', () => {
  it('says what fits without each group say of it', async () => {
    const { groups, sizes, estimate } = await leaveGroupsOut(fit, rows, {
      ...{ group: 'school', layout: SCHOOLS },
    });
    expect(groups).toEqual(names);
    expect(sizes.reduce((a, b) => a + b)).toBe(rows.school.length);
    expect(estimate.rows).toBe(12);
    expect(estimate.paretoK.veryBad).toBe(0);
    for (const [group, name] of names.entries()) {
      const kept = Array.from(rows.school.keys()).filter((row) => rows.school[row] !== name);
      const without = {
        school: kept.map((row) => rows.school[row]!),
        gain: kept.map((row) => rows.gain[row]!),
      };
      const again = await fitOf(SCHOOLS, without, 1000, 2n);
      const [middle, spread] = [again.draws('middle'), again.draws('spread')];
      const exact = logMeanExp(
        Array.from(middle, (value, draw) => logDensityOfSchool(gainsOf(name), value, spread[draw]!)),
      );
      const error = estimate.pointwise.monteCarloError[group]!;
      expect(Math.abs(estimate.pointwise.elpd[group]! - exact)).toBeLessThan(5 * error + 0.03);
    }
  }, 120_000);

  it('tells a layout with the right population from one with a wrong one, which rows one by one do not', async () => {
    const wide = SCHOOLS.replace('normal(middle, spread)', 'normal(0, 40)');
    const other = await fitOf(wide, rows, 500);
    const byGroup = await leaveGroupsOut(other, rows, { group: 'school', layout: wide });
    const right = await leaveGroupsOut(fit, rows, { group: 'school', layout: SCHOOLS });
    // A school is found by chance where it is with a density that is lower by about ln(40 / 1.3).
    expect(right.estimate.elpd - byGroup.estimate.elpd).toBeGreaterThan(12 * 2);
  });

  it('gives the same with the same draws, and reports how far it is', async () => {
    const told: number[] = [];
    const options = { group: 'school', layout: SCHOOLS, every: 2 };
    const first = await leaveGroupsOut(fit, rows, { ...options, onProgress: (done) => told.push(done) });
    const again = await leaveGroupsOut(fit, rows, options);
    expect(again.estimate).toEqual(first.estimate);
    expect(told.every((done, place) => place === 0 || done > told[place - 1]!)).toBe(true);
  });

  it('stops when it is told to', async () => {
    const stopped = leaveGroupsOut(fit, rows, {
      ...{ group: 'school', layout: SCHOOLS, signal: AbortSignal.abort(new Error('enough')) },
    });
    await expect(stopped).rejects.toThrow('enough');
  });
});

describe('a fit without a group', () => {
  const SCALED = `layout Scaled
category school
demand size in [0, 10]
param middle ~ normal(mean(size), 3)
param effect[school] ~ normal(middle, 1.5)
observe gain ~ normal(effect[school], 1)
`;

  it('says of the group what follows in closed form, by the statistics of the rows that are left', async () => {
    // The last school is far from the others, and its rows have another size.
    const far = 's11';
    const data = {
      school: rows.school,
      gain: rows.gain.map((gain, row) => (rows.school[row] === far ? gain + 9 : gain)),
      size: rows.school.map((school) => (school === far ? 8 : 1)),
    };
    const whole = await fitOf(SCALED, data, 1000);
    const bound = await bindNewRows(
      whole.bound.model,
      whole.posterior,
      toNewColumns(whole.posterior.manifest, data),
    );
    for (const which of ['s0', far]) {
      const found = await refitWithoutGroup(
        { posterior: whole.posterior, layoutText: SCALED, bound },
        { column: 'school', names: data.school },
        which,
        whole.bound.model,
        { pool: openThisThread() },
      );
      const gains = (name: string) => data.gain.filter((_, row) => data.school[row] === name);
      const kept = data.size.filter((_, row) => data.school[row] !== which);
      const start = kept.reduce((sum, size) => sum + size, 0) / kept.length;
      let [precision, weighted] = [1 / 9, start / 9];
      for (const name of names.filter((each) => each !== which)) {
        const own = gains(name);
        const weight = 1 / (1.5 ** 2 + 1 / own.length);
        precision += weight;
        weighted += (weight * own.reduce((sum, gain) => sum + gain, 0)) / own.length;
      }
      const spread = Math.sqrt(1.5 ** 2 + 1 / precision);
      const exact = logDensityOfSchool(gains(which), weighted / precision, spread);
      expect(found.status).toBe('converged');
      const error = 5 * found.monteCarloError + found.integrationError;
      expect(found.monteCarloError).toBeLessThan(0.3);
      expect(Math.abs(found.elpd - exact), `${which}: ${found.elpd}, not ${exact}`).toBeLessThan(error);
    }
  });

  it('takes the place of what importance sampling says, and changes the sums by that', async () => {
    const { estimate } = await leaveGroupsOut(fit, rows, { group: 'school', layout: SCHOOLS });
    const [old] = estimate.pointwise.elpd;
    const replaced = withReplacements(estimate, new Map([[0, { elpd: old! - 2, monteCarloError: 0.5 }]]));
    expect(replaced.elpd).toBeCloseTo(estimate.elpd - 2, 12);
    expect(replaced.effectiveParameters).toBeCloseTo(estimate.effectiveParameters + 2, 12);
    expect(replaced.pointwise.paretoK[0]).toBe(-Infinity);
    expect(replaced.paretoK.good).toBe(
      estimate.paretoK.good + Number(!(estimate.pointwise.paretoK[0]! <= estimate.paretoK.threshold)),
    );
    const rest = (values: Float64Array) => values.slice(1).reduce((sum, value) => sum + value * value, 0);
    expect(replaced.monteCarloError).toBeCloseTo(
      Math.sqrt(rest(estimate.pointwise.monteCarloError) + 0.25),
      12,
    );
  });
});

describe('groups that cannot be left out are refused', () => {
  const refusal = async (text: string, data: Rows, group: string) => {
    const { bytes } = await compileSource({ name: 'layout.ml', text });
    const bound = await (await load(bytes)).bind(data);
    const small = await bound.fit({
      ...{ chains: 1, warmup: 20, draws: 10, scouts: 0, pool: openThisThread() },
    });
    return leaveGroupsOut(small, data, { group, layout: text }).then(
      () => '',
      (error: Error & { remedy: string }) => `${error.message}\n${error.remedy}\n`,
    );
  };
  const score = Array.from({ length: 12 }, (_, row) => Math.sin(row));
  const step = score.map((_, row) => row % 4);
  const cases: Record<string, readonly [text: string, data: Rows, group: string]> = {
    'a walk': [
      `layout Walk
category step
capability skill[step] ~ normal(previous(skill[step], 0), 1)
observe score ~ normal(skill[step], 1)
`,
      { step, score },
      'step',
    ],
    'levels that sum to zero': [
      `layout Plane
category step
capability skill[step] ~ normal(0, 1) sum to zero
observe score ~ normal(skill[step], 1)
`,
      { step, score },
      'step',
    ],
    'a layout with classes': [
      `layout Classes
category step
param high ~ normal(0, 2)
class able[step] ~ bernoulli(0.5)
observe score ~ normal(high * able[step], 1)
`,
      { step, score },
      'step',
    ],
    'a factor': [
      `layout Factor
category step
capability skill[step] ~ normal(0, 1)
factor[step] -skill[step]^2
observe score ~ normal(skill[step], 1)
`,
      { step, score },
      'step',
    ],
    'a statistic of the outcomes': [
      `layout Mean
category step
param gain ~ normal(0, 1)
observe score ~ normal(gain * mean(score, by = step), 1)
`,
      { step, score },
      'step',
    ],
    'too many latents': [
      `layout Many
category task in family
category family
param base[family] ~ normal(0, 1)
param hard[task] ~ normal(base[family], 1)
observe score ~ normal(hard[task], 1)
`,
      {
        task: Array.from({ length: 120 }, (_, row) => `t${row}`),
        family: Array.from({ length: 120 }, (_, row) => `f${row % 2}`),
        score: Array.from({ length: 120 }, (_, row) => Math.sin(row)),
      },
      'family',
    ],
    'a single group': [SCHOOLS, { ...rows, all: rows.school.map(() => 'all') }, 'all'],
    'a row without a group': [
      SCHOOLS,
      { ...rows, half: rows.school.map((_, row) => (row === 4 ? '' : 'a')) },
      'half',
    ],
    'a column that is not there': [SCHOOLS, rows, 'half'],
  };
  it.each(Object.entries(cases))('%s', async (title, [text, data, group]) => {
    const told = await refusal(text, data, group);
    expect(told).not.toBe('');
    await expect(told).toMatchFileSnapshot(`messages/groups/${title.replaceAll(' ', '-')}.txt`);
  });

  it('a layout whose text is not known', async () => {
    await expect(leaveGroupsOut(fit, rows, { group: 'school' })).rejects.toThrow(
      'Whole groups can be left out only where the text of the layout is known',
    );
  });
});
