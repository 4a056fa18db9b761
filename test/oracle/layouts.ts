/** Layouts whose density is one row of the table: each parameter is a column of the data, plus a latent that is 0. */

import { prepare } from '../../compiler/compile.ts';
import type { OutcomeDefinition } from '../../compiler/families/outcome.ts';
import { type OutcomeFamily, outcomes } from '../../compiler/families/outcomes.ts';
import { isListKind, type ParameterKind } from '../../compiler/families/parameters.ts';
import { type PriorFamily, priors } from '../../compiler/families/priors.ts';
import { interpret } from '../../compiler/interpret/interpret.ts';
import { bindModule } from '../compile/bound-module.ts';
import type { Cut, Row } from './table.ts';

/** A value with its derivatives by the names of the arguments. */
export interface Found {
  readonly value: number;
  readonly by: Readonly<Record<string, number>>;
}

/** What the module says at a row, and what the interpreter says, which has no derivatives. */
export interface Both {
  readonly module: Found;
  readonly meaning: number;
}

/** A latent of this prior adds ln 1 to a density and nothing to its derivatives: 0 exactly. */
const NONE = 'uniform(-0.5, 0.5)';

/** The place that an argument has in the layout: a column, a latent, and the expression of both. */
function place(prefix: string, name: string) {
  return { name, column: `${prefix}${name}Given`, latent: `${prefix}${name}Moved` };
}

interface Opened {
  /** The density where each column and each latent has a value; all that is not named has `otherwise`, or is missing. */
  at(columns: Readonly<Record<string, number>>, latents: Readonly<Record<string, number>>): Both;
}

async function open(text: string): Promise<Opened> {
  const { bytes, manifest, layout } = await prepare({ name: 'oracle.ml', text }).compile(undefined, {
    predicts: false,
  });
  const names = layout.latents.map(({ name }) => name);
  return {
    at(columns, latents) {
      const column = ({ name }: { readonly name: string }) => [name, [columns[name] ?? Number.NaN]] as const;
      const data = { rows: 1, columns: Object.fromEntries(manifest.columns.map(column)) };
      const values = names.map((name) => latents[name] ?? 0);
      const { value, gradient } = bindModule(bytes, manifest, data).logDensity(values);
      const by = Object.fromEntries(names.map((name, index) => [name, gradient[index]!]));
      const byName = Object.fromEntries(names.map((name, index) => [name, values[index]!]));
      return { module: { value, by }, meaning: interpret(layout, data).logDensity(byName) };
    },
  };
}

/** The density of an outcome at its rows. */
export function openOutcome(family: OutcomeFamily): Promise<(row: Row) => Both> {
  const { parameters: kinds, choice }: OutcomeDefinition = outcomes[family];
  const named = Object.entries(kinds).flatMap(([parameter, kind]) => {
    const names = isListKind(kind) ? [1, 2, 3].map((cut) => `${parameter}${cut}`) : [parameter];
    return names.map((name) => [name, kind] as const);
  });
  return openDistribution(named, choice !== undefined, (parts) => `${family}(${parts.join(', ')})`);
}

type Kinds = readonly (readonly [string, ParameterKind])[];

/** The mixtures of the table: the kinds of their parameters, and how they are written. */
const MIXTURES: Readonly<Record<string, readonly [Kinds, (parts: readonly string[]) => string]>> = {
  times: [
    [
      ['lapse', 'probability'],
      ['rate', 'shape'],
      ['mu', 'number'],
      ['sigma', 'shape'],
    ],
    ([lapse, rate, mu, sigma]) =>
      `mixture {${lapse}: exponential(${rate}), not ${lapse}: lognormal(${mu}, ${sigma})}`,
  ],
  bells: [
    [
      ['first', 'shape'],
      ['second', 'shape'],
      ['mean', 'number'],
      ['sd', 'shape'],
      ['df', 'shape'],
      ['location', 'number'],
      ['scale', 'shape'],
    ],
    ([first, second, mean, sd, df, location, scale]) =>
      `mixture {${first}: normal(${mean}, ${sd}), ${second}: student_t(${df}, ${location}, ${scale}), 1: normal(0, 1)}`,
  ],
  counts: [
    [
      ['idle', 'probability'],
      ['low', 'shape'],
      ['mean', 'shape'],
      ['dispersion', 'shape'],
    ],
    ([idle, low, mean, dispersion]) =>
      `mixture {${idle}: poisson(${low}), not ${idle}: neg_binomial(${mean}, ${dispersion})}`,
  ],
  ratings: [
    [
      ['careless', 'probability'],
      ['eta', 'number'],
      ['cut1', 'cuts'],
      ['cut2', 'cuts'],
    ],
    ([careless, eta, cut1, cut2]) =>
      `mixture {${careless}: categorical_logit(0, 0, 0), not ${careless}: ordered_logistic(${eta}, ${cut1}, ${cut2})}`,
  ],
};

/** The density of a mixture of the table at its rows. */
export function openMixture(name: string): Promise<(row: Row) => Both> {
  const [kinds, write] = MIXTURES[name]!;
  return openDistribution(kinds, false, write);
}

async function openDistribution(
  kinds: Kinds,
  hasChoice: boolean,
  write: (parts: readonly string[]) => string,
): Promise<(row: Row) => Both> {
  const observed = hasChoice ? 'choice, y' : 'y';
  const places = kinds.map(([name, kind]) => ({
    ...place('', name),
    isProbability: kind === 'probability' || kind === 'openProbability',
    isCount: kind === 'trials',
  }));
  const lines = places.flatMap(({ column, latent, isProbability, isCount }) => {
    if (isProbability) return [`param ${latent} : probability ~ uniform(0, 1)`];
    return isCount ? [`demand ${column} : count`] : [`demand ${column}`, `param ${latent} ~ ${NONE}`];
  });
  const parameters = places.map(({ column, latent, isProbability, isCount }) =>
    isProbability ? latent : isCount ? column : `${column} + ${latent}`,
  );
  const text = ['layout Oracle', ...lines, `observe ${observed} ~ ${write(parameters)}`].join('\n');
  const opened = await open(text);
  return ({ at }) => {
    const given = Object.fromEntries(places.map(({ name, column }) => [column, at[name]!]));
    const latents = places
      .filter(({ isProbability }) => isProbability)
      .map(({ name, latent }) => [latent, at[name]!]);
    const { module, meaning } = opened.at(
      { y: at.y!, ...(hasChoice ? { choice: at.choice! } : {}), ...given },
      Object.fromEntries(latents),
    );
    const moved = places.filter(({ isCount }) => !isCount);
    const by = Object.fromEntries(moved.map(({ name, latent }) => [name, module.by[latent]!]));
    return { module: { value: module.value, by }, meaning };
  };
}

/** Shapes that the layout says as numbers in the rows called `small`: with these some densities are written with powers. */
const SMALL: Partial<Record<PriorFamily, Readonly<Record<string, number>>>> = {
  gamma: { shape: 2.5 },
  inv_gamma: { shape: 3.5 },
  beta: { a: 2, b: 3 },
  scaled_beta: { a: 1.5, b: 4 },
};

/** One latent of a prior that is cut off in one way, and the places of what it is given. */
interface Latent {
  readonly x: string;
  readonly places: readonly (ReturnType<typeof place> & { readonly isShare: boolean })[];
  readonly lines: readonly string[];
}

function latentOf(family: PriorFamily, cut: Cut): Latent {
  const given = cut === 'small' ? (SMALL[family] ?? {}) : {};
  const ends = [
    ...(cut === 'lower' || cut === 'both' ? ['from'] : []),
    ...(cut === 'upper' || cut === 'both' ? ['to'] : []),
  ];
  const own = Object.keys(priors[family].parameters);
  // The ends of what a probability is cut off to are probabilities, which only a latent can be here.
  const isShare = (name: string) => family === 'beta' && ends.includes(name);
  const places = [...own, ...ends]
    .filter((name) => !(name in given))
    .map((name) => ({ ...place(cut, name), isShare: isShare(name) }));
  const written = (name: string) => {
    const found = places.find((each) => each.name === name);
    if (found === undefined) return `${given[name]}`;
    return found.isShare ? found.latent : `max(${found.column}) + ${found.latent}`;
  };
  const [from, to] = [
    ends.includes('from') ? written('from') : '-inf',
    ends.includes('to') ? written('to') : 'inf',
  ];
  const x = `${cut}X`;
  const range = ends.length === 0 ? '' : ` in [${from}, ${to}]`;
  const declared = places.flatMap(({ column, latent, isShare: share }) =>
    share
      ? [`param ${latent} : probability ~ uniform(0, 1)`]
      : [`demand ${column}`, `param ${latent} ~ ${NONE}`],
  );
  const type = family === 'beta' ? ' : probability' : '';
  return {
    x,
    places,
    lines: [...declared, `param ${x}${type} ~ ${family}(${own.map(written).join(', ')})${range}`],
  };
}

/** What the data and the latents are for a latent to be at a row. */
function given({ x, places }: Latent, { at }: Row) {
  return {
    columns: Object.fromEntries(places.map(({ name, column }) => [column, at[name]!])),
    latents: {
      [x]: at.x!,
      ...Object.fromEntries(
        places.filter(({ isShare }) => isShare).map(({ name, latent }) => [latent, at[name]!]),
      ),
    },
  };
}

/**
 * The density of a prior at its rows, whole and cut off. One layout has a latent for each of the ways, and all but the one that is asked for
 * are at their first rows, whose values are taken away again.
 */
export async function openPrior(
  family: PriorFamily,
  rows: Partial<Record<Cut, readonly Row[]>>,
): Promise<(cut: Cut, row: Row) => Both> {
  const latents = Object.keys(rows).map((cut) => [cut as Cut, latentOf(family, cut as Cut)] as const);
  const lines = latents.flatMap(([, latent]) => latent.lines);
  const opened = await open(['layout Oracle', ...lines, 'observe y ~ normal(0, 1)'].join('\n'));
  return (cut, row) => {
    const rest = latents.filter(([other]) => other !== cut);
    const own = latents.find(([other]) => other === cut)![1];
    const all = [given(own, row), ...rest.map(([other, latent]) => given(latent, rows[other]![0]!))];
    const { module, meaning } = opened.at(
      Object.assign({}, ...all.map(({ columns }) => columns)),
      Object.assign({}, ...all.map((each) => each.latents)),
    );
    const others = rest.reduce((sum, [other]) => sum + rows[other]![0]!.value, 0);
    const by = Object.fromEntries(own.places.map(({ name, latent }) => [name, module.by[latent]!]));
    return {
      module: { value: module.value - others, by: { x: module.by[own.x]!, ...by } },
      meaning: meaning - others,
    };
  };
}
