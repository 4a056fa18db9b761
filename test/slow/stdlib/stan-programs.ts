/** How the latents and columns of each worked layout become the parameters and data of the Stan program beside it. */

import type { TypedLayout } from '../../../compiler/check/typed-layout.ts';
import type { Selection } from '../../../compiler/choose/alternatives.ts';
import type { NamedColumns } from '../../../module/to-columns.ts';

/** Numbers of a Stan parameter, row by row, and ln |∂ ours / ∂ Stan's| for each. */
interface Read {
  readonly values: readonly number[];
  readonly logSlopes: readonly number[];
}

/** What is known where a Stan parameter is read: a point of ours and the layout's table. */
export interface Context {
  readonly layout: TypedLayout;
  readonly point: Readonly<Record<string, number | readonly number[]>>;
  readonly table: NamedColumns;
}

type Reader = (context: Context) => Read;

export interface Program {
  readonly folder?: string;
  readonly table: string;
  /** The file of each table beside the main one. */
  readonly tables?: Readonly<Record<string, string>>;
  readonly choose?: Selection;
  /** Data of Stan that have no column of the same name. */
  readonly data?: (context: Omit<Context, 'point'>) => Readonly<Record<string, unknown>>;
  /** Stan's parameters that are no latents of the same name. */
  readonly parameters?: Readonly<Record<string, Reader>>;
  /** Names in Stan's constraints. */
  readonly constants?: Readonly<Record<string, number>>;
  /** How far from 0 latents are on the unconstrained scale, by their names. */
  readonly around?: Readonly<Record<string, number>>;
  /** The relative precision of Stan's density, where it is not that of doubles. */
  readonly precision?: number;
}

const numbersOf = (value: number | readonly number[]): readonly number[] =>
  typeof value === 'number' ? [value] : value;

/** A latent of ours; those of a dimension beside each other, for each level. */
export function latent(...names: readonly string[]): Reader {
  return ({ point }) => {
    const parts = names.map((name) => numbersOf(point[name]!));
    const values = parts[0]!.flatMap((_, level) => parts.map((part) => part[level]!));
    return { values, logSlopes: values.map(() => 0) };
  };
}

const log = (name: string): Reader => changed(name, Math.log, (value) => Math.log(value));

/** @param logSlope ln |∂ ours / ∂ Stan's| at a value of ours */
function changed(
  name: string,
  change: (value: number) => number,
  logSlope: (value: number) => number,
): Reader {
  return ({ point }) => {
    const values = numbersOf(point[name]!);
    return { values: values.map(change), logSlopes: values.map(logSlope) };
  };
}

/** A latent less its mean, divided by its spread. */
function standard(read: Reader | string, mean: At, spread: At): Reader {
  return (context) => {
    const { values, logSlopes } = (typeof read === 'string' ? latent(read) : read)(context);
    const [centre, scale] = [mean, spread].map((each) => atEach(each, context, values.length)) as [
      number[],
      number[],
    ];
    return {
      values: values.map((value, place) => (value - centre[place]!) / scale[place]!),
      logSlopes: logSlopes.map((slope, place) => slope + Math.log(scale[place]!)),
    };
  };
}

/** A number, a latent, or a number for each value. */
type At = number | string | ((context: Context) => readonly number[]);

function atEach(at: At, context: Context, count: number): readonly number[] {
  if (typeof at === 'function') return at(context);
  if (typeof at === 'number') return new Array(count).fill(at);
  const values = numbersOf(context.point[at]!);
  return values.length === 1 ? new Array(count).fill(values[0]) : values;
}

/** Values of pairs of levels, the levels of one category below each other. */
function pairs(name: string, first: string, second: string): Reader {
  return ({ point, table }) => {
    const codes = (category: string) => table.columns.get(category)!;
    const [rows, columns] = [first, second].map((category) => table.levels!.get(category)!.length) as [
      number,
      number,
    ];
    const pair = [...table.columns.keys()].find(
      (column) => column.includes('.') && table.levels!.has(column),
    )!;
    const values = new Array<number>(rows * columns);
    codes(pair).forEach((code, row) => {
      values[codes(first)[row]! * columns + codes(second)[row]!] = numbersOf(point[name]!)[code]!;
    });
    return { values, logSlopes: values.map(() => 0) };
  };
}

/** The Cholesky factor of the correlations of the group that a latent is in, row by row, of which Stan's slopes are `factorSlopes`. */
function factor(member: string): Reader {
  return ({ layout, point }) => {
    const { partials } = layout.correlations.find(({ members }) => members.includes(member))!;
    const values = choleskyFactor(partials, point).flat();
    // Stan's unconstrained numbers are the inverse hyperbolic tangents of our partial correlations.
    const slopes = partials.flat().map((name) => Math.log1p(-((point[name] as number) ** 2)));
    return { values, logSlopes: slopes };
  };
}

function choleskyFactor(partials: readonly (readonly string[])[], point: Context['point']): number[][] {
  return partials.map((names, row) => {
    let left = 1;
    const line = names.map((name) => {
      const partial = point[name] as number;
      const value = partial * Math.sqrt(left);
      left -= value ** 2;
      return value;
    });
    return [...line, Math.sqrt(left), ...new Array<number>(partials.length - row - 1).fill(0)];
  });
}

/** Correlated latents as independent standard normal ones: a row for each member. */
function whitened(scales: readonly At[], member: string): Reader {
  return (context) => {
    const { members, partials } = context.layout.correlations.find((group) =>
      group.members.includes(member),
    )!;
    const lower = choleskyFactor(partials, context.point);
    const parts = members.map((name) => numbersOf(context.point[name]!));
    const levels = parts[0]!.length;
    const widths = scales.map((scale) => atEach(scale, context, 1)[0]!);
    const rows: number[][] = [];
    for (const [k, part] of parts.entries())
      rows.push(
        part.map((value, level) => {
          const before = rows.reduce((sum, row, i) => sum + lower[k]![i]! * row[level]!, 0);
          return (value / widths[k]! - before) / lower[k]![k]!;
        }),
      );
    const logSlopes = rows.flatMap((_, k) => new Array(levels).fill(Math.log(widths[k]! * lower[k]![k]!)));
    return { values: rows.flat(), logSlopes };
  };
}

/** What each level of a category has, from the first row that says it. */
export function factOf({ columns }: NamedColumns, name: string, category: string): number[] {
  const codes = columns.get(category)!;
  const values = columns.get(name)!;
  const facts: number[] = [];
  codes.forEach((code, row) => {
    if (!Number.isNaN(values[row]!)) facts[code] ??= values[row]!;
  });
  return facts;
}

const transposed = (columns: readonly (readonly number[])[]): number[][] =>
  columns[0]!.map((_, row) => columns.map((column) => column[row]!));

/** ln of a latent for each of its levels, less that of another, divided by a third. */
const standardLog = (name: string, centre: string, spread: string): Reader =>
  standard(
    log(name),
    ({ point }) => numbersOf(point[name]!).map(() => Math.log(point[centre] as number)),
    spread,
  );

const FEATURES = ['steps', 'negations', 'distractors'];
const ABILITIES = ['language', 'reasoning', 'knowledge'];
const folder = 'response-matrix';
const sharpness = { log_sharp: log('sharp') };

export const PROGRAMS: Readonly<Record<string, Program>> = {
  'annotated-demands': {
    table: 'attempts.csv',
    parameters: {
      log_typical: log('typical'),
      z: standardLog('length', 'typical', 'spread'),
      log_horizon: log('horizon'),
    },
  },
  arena: {
    table: 'verdicts.csv',
    parameters: { z: standard('strength', 0, 'spread') },
  },
  bifactor: {
    folder,
    table: 'answers-bifactor.csv',
    parameters: {
      special: pairs('special', 'system', 'area'),
      log_of_all: log('ofAll'),
      log_of_area: log('ofArea'),
    },
  },
  'bounded-success': { folder: 'margins', table: 'bounded-success.csv', constants: { chance: 0.25 } },
  ...Object.fromEntries(
    ['weakest', 'strongest', 'product', 'complementary', 'mean'].map((name, place) => [
      `combinations ${name}`,
      {
        folder: 'margins',
        table: 'combinations.csv',
        choose: { combination: name },
        data: () => ({ combination: place + 1 }),
      },
    ]),
  ),
  counts: {
    table: 'readings.csv',
    parameters: {
      z_accuracy: standard('accuracy', 0, 'ofReaders'),
      z_hard: standard('hard', 0, 'ofPassages'),
    },
  },
  // Stan sums the series of a decision's density to 1e-6, the terms of each slope too.
  decisions: { table: 'decisions.csv', around: { delay: -3.5 }, precision: 1e-5 },
  'differential-functioning': {
    table: 'answers.csv',
    parameters: {
      z: standard(
        'ability',
        ({ point, table }) =>
          factOf(table, 'focal', 'person').map((focal) => focal * (point.impact as number)),
        1,
      ),
      t: standard('shift', 0, 'usual'),
    },
  },
  facets: {
    table: 'grades.csv',
    parameters: {
      z_ability: standard('ability', 0, 'ofCandidates'),
      z_hard: standard('hard', 0, 'ofTasks'),
      z_severity: standard('severity', 0, 'ofJudges'),
      steps: latent('step2', 'step3', 'step4'),
    },
  },
  families: {
    table: 'attempts.csv',
    data: ({ table }) => ({ family: factOf(table, 'family', 'task').map((code) => code + 1) }),
    parameters: {
      z_base: standard('base', 0, 'ofFamilies'),
      z_hard: standard(
        'hard',
        ({ point, table }) => factOf(table, 'family', 'task').map((code) => numbersOf(point.base!)[code]!),
        'withinFamilies',
      ),
    },
  },
  'graded-response': {
    table: 'answers.csv',
    parameters: { threshold: latent('threshold.two', 'threshold.three', 'threshold.four') },
  },
  'learning-curves': {
    table: 'attempts.csv',
    parameters: { z_start: standard('start', 0, 'ofStarts'), z_pace: standard('pace', 0, 'ofGains') },
  },
  'learnt-noise': { folder: 'margins', table: 'learnt-noise.csv' },
  'linear-logistic': {
    table: 'answers.csv',
    data: ({ table }) => ({
      features: 3,
      has: transposed(FEATURES.map((name) => factOf(table, `has.${name}`, 'item'))),
    }),
    parameters: {
      weight: latent(...FEATURES.map((name) => `weight.${name}`)),
      z: standard(
        'hard',
        ({ point, table }) => {
          const facts = FEATURES.map((name) => factOf(table, `has.${name}`, 'item'));
          return facts[0]!.map((_, item) =>
            FEATURES.reduce(
              (sum, name, place) => sum + (point[`weight.${name}`] as number) * facts[place]![item]!,
              point.base as number,
            ),
          );
        },
        'residual',
      ),
    },
  },
  multidimensional: {
    folder,
    table: 'answers-dimensions.csv',
    data: ({ table }) => ({
      K: 3,
      draws: transposed(ABILITIES.map((name) => [...table.columns.get(`draws.${name}`)!])),
    }),
    parameters: {
      range: latent(...ABILITIES.map((name) => `range.${name}`)),
      correlation: factor('skill.language'),
      z: whitened(
        ABILITIES.map((name) => `range.${name}`),
        'skill.language',
      ),
    },
  },
  'nominal-response': {
    table: 'options.csv',
    parameters: {
      pull: latent('pull.b', 'pull.c', 'pull.d'),
      sharp: latent('sharp.b', 'sharp.c', 'sharp.d'),
    },
  },
  'partial-credit': { table: 'points.csv', parameters: { steps: latent('one', 'two', 'three') } },
  'rapid-guessing': { table: 'answers.csv' },
  rasch: { folder, table: 'answers-rasch.csv' },
  'rated-demands': {
    table: 'attempts.csv',
    tables: { ratings: 'ratings.csv' },
    parameters: {
      log_typical: log('typical'),
      z: standardLog('length', 'typical', 'spread'),
      log_horizon: log('horizon'),
    },
  },
  regression: { folder: 'margins', table: 'households.csv' },
  'response-times': {
    table: 'times.csv',
    parameters: { z_speed: standard('speed', 0, 'ofPersons'), z_long: standard('long', 0, 'ofItems') },
  },
  scaling: {
    table: 'answers.csv',
    parameters: {
      z: standard(
        'skill',
        ({ point, table }) => {
          const orders = factOf(table, 'compute', 'model').map(Math.log10);
          const codes = [...table.columns.get('model')!];
          const mean = codes.reduce((sum, code) => sum + orders[code]!, 0) / codes.length;
          return orders.map((each) => (point.base as number) + (point.gain as number) * (each - mean));
        },
        'spread',
      ),
    },
  },
  'shared-steepness': { folder: 'margins', table: 'shared-steepness.csv' },
  skills: {
    table: 'answers.csv',
    data: ({ table }) => ({
      skills: 3,
      needs: transposed(['add', 'borrow', 'carry'].map((name) => factOf(table, `needs.${name}`, 'item'))),
    }),
    parameters: { share: latent('share.add', 'share.borrow', 'share.carry') },
  },
  'speed-accuracy': {
    table: 'answers.csv',
    parameters: {
      z_person: whitened([1, 1], 'ability'),
      z_item: whitened([1, 1], 'hard'),
      L_person: factor('ability'),
      L_item: factor('hard'),
    },
  },
  testlets: {
    table: 'answers.csv',
    data: ({ table }) => ({ about: [...table.columns.get('text')!].map((code) => code + 1), texts: 3 }),
    parameters: {
      z_ability: standard('ability', 0, 'spread'),
      z_special: (context) => {
        const { values } = pairs('special', 'person', 'text')(context);
        const extra = numbersOf(context.point.extra!);
        const persons = values.length / extra.length;
        return {
          values: extra.flatMap((each, text) =>
            Array.from({ length: persons }, (_, person) => values[person * extra.length + text]! / each),
          ),
          logSlopes: values.map((_, place) => Math.log(extra[place % extra.length]!)),
        };
      },
    },
  },
  'three-parameter': { folder, table: 'answers-three.csv', parameters: sharpness },
  'time-horizon': {
    table: 'attempts.csv',
    parameters: {
      z: standardLog('horizon', 'typical', 'spread'),
    },
  },
  'two-parameter': { folder, table: 'answers-two.csv', parameters: sharpness },
};
