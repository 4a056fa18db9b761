/**
 * Explains why no start was found: which prior or outcome has no finite density in the middle of the priors, and which
 * latents would make it finite.
 */

import { HostError } from '../module/host-error.ts';
import { levelsOf } from '../module/levels.ts';
import { type Manifest, TABLE_COLUMN } from '../module/manifest.ts';
import { listedNames, quoted, threeDigits } from './diagnose/wording.ts';
import { bindExports, instantiate } from './instance.ts';
import type { LoadedModule } from './load.ts';
import { namesIn, namesRead, type Parameter, parametersOf } from './parameters.ts';
import { partOf } from './row-tables.ts';
import type { Rows } from './rows.ts';
import { SamplerInstance } from './sampler-instance.ts';

/**
 * The distances from the middle of its prior at which a latent is tried, on the unconstrained scale, where a prior has
 * a standard deviation of about 1.
 */
const REACHES = [0.5, 1, 2, 4, 8, 16, 32, 64];

/** Maximum number of levels that are distinguished; a latent with more is named as a whole. */
const MAX_LEVELS = 200;

/**
 * The maximum number of distinct rows among which one without finite density is searched: each step binds all of them.
 */
const MAX_ROWS = 100_000;

/** The density of a part of the model on the unconstrained scale. */
type Density = (position: ArrayLike<number>) => {
  readonly logDensity: number;
  readonly gradient: Float64Array;
};

/** The parts of a message, in words. */
interface Reason {
  readonly message: string;
  readonly remedy: string;
}

/**
 * The error of kind `start`, with its cause if it can be found. Chains search a start ever nearer to the middle of the
 * priors, so the cause shows there. The search determines which prior or outcome has no finite density there, in which
 * row, and which single latent would make it finite if moved.
 *
 * @param error that of a chain, a run or an estimate; returned unchanged if the module breaks off or memory runs out in
 * the search
 */
export async function explainNoStart(loaded: LoadedModule, rows: Rows, error: HostError): Promise<HostError> {
  try {
    const reason = await findReason(loaded, rows);
    return new HostError('start', `${error.message} ${reason.message}`, reason.remedy);
  } catch (other) {
    if (other instanceof HostError) return error;
    throw other;
  }
}

async function findReason(loaded: LoadedModule, rows: Rows): Promise<Reason> {
  const { manifest } = loaded;
  const instance = await bind(loaded, rows);
  const parameters = parametersOf(manifest, levelsOf(manifest, rows.columns, rows.levelNames ?? new Map()));
  const model: Model = { instance, parameters };
  const middle = new Float64Array(instance.size);
  if (!isFiniteAt((at) => instance.logPriorUnconstrained(at), middle)) return reasonInPriors(model);
  if (isFiniteAt((at) => instance.logDensityUnconstrained(at), middle)) {
    return {
      message:
        'It is finite in the middle of the priors, but at none of the places around it that were tried.',
      remedy: 'Give the latents narrower priors, or remove what makes the density jump.',
    };
  }
  return reasonInOutcomes(model, await findOutcome(loaded, rows, middle));
}

interface Model {
  readonly instance: SamplerInstance;
  readonly parameters: readonly Parameter[];
}

async function bind(loaded: LoadedModule, rows: Rows): Promise<SamplerInstance> {
  return bindExports(SamplerInstance, loaded.manifest, await instantiate(loaded, rows), rows);
}

/** Whether a density and its slopes are finite there, as the start of a chain requires. */
function isFiniteAt(density: Density, position: ArrayLike<number>): boolean {
  const { logDensity, gradient } = density(position);
  return Number.isFinite(logDensity) && gradient.every(Number.isFinite);
}

function reasonInPriors(model: Model): Reason {
  const { instance, parameters } = model;
  const density: Density = (position) => instance.logPriorUnconstrained(position);
  const middle = new Float64Array(instance.size);
  const outside = instance.outsideSupport(instance.constrain(middle));
  const moves = outside === null ? movesThatMend(model, density) : [];
  if (moves.length > 0) {
    return {
      message: `Where all latents are in the middle of their priors, the density of a prior is not finite. ${wouldBeFinite(moves)}`,
      remedy: remedyOfMoves(moves, 'the priors that read'),
    };
  }
  const { gradient } = density(middle);
  const sloped = parameters.filter((_, index) => index === outside || !Number.isFinite(gradient[index]!));
  // The type checker has verified a prior that reads only numbers, so a bad slope of its latent comes from priors that
  // read it.
  const isSuspect = ({ latent }: Parameter) => !ofNumbers(latent, instance.manifest);
  const guesses = [sloped.filter(isSuspect), sloped, parameters.filter(isSuspect), parameters];
  const guessed = guesses.find((each) => each.length > 0)!;
  const latents = [...new Set(guessed.map(({ latent }) => latent))];
  const names = latents.map(({ name }) => quoted(name));
  const priors = latents.map(({ name, prior }) => `${quoted(name)}, ${quoted(prior)},`);
  const isOne = latents.length === 1;
  return {
    message: `${isOne ? 'The prior' : 'One of the priors'} of ${listedNames(priors)} has no finite density${statisticsIn(
      instance,
      latents.map(({ prior }) => prior),
    )}.`,
    remedy: `Give ${isOne ? names[0]! : 'these latents'} ${isOne ? 'a prior' : 'priors'} whose spread is above 0, and whose upper bound is above the lower, with these data.`,
  };
}

/** Whether a prior reads no latent, no `let` and no statistic. */
function ofNumbers(
  latent: Parameter['latent'],
  { latents, derived, statistics, levelStatistics }: Manifest,
): boolean {
  const named = new Set([...latents, ...derived].map(({ name }) => name));
  const taken = [...statistics, ...levelStatistics.map(({ text }) => text)];
  return (
    !namesRead(latent).some((name) => named.has(name)) && !taken.some((text) => latent.prior.includes(text))
  );
}

/** The values of the statistics that some priors read, as the end of a sentence. */
function statisticsIn({ manifest, statistics }: SamplerInstance, priors: readonly string[]): string {
  const read = manifest.statistics.flatMap((text, index) =>
    priors.some((prior) => prior.includes(text))
      ? [`${quoted(text)} is ${threeDigits(statistics.values[index]!)}`]
      : [],
  );
  return read.length === 0 ? '' : ` where ${listedNames(read)}`;
}

/** An outcome without a finite density, and one of its rows in words; `row` is null if unknown. */
interface Impossible {
  readonly outcome: string;
  readonly row: string | null;
}

function reasonInOutcomes(model: Model, impossible: Impossible | null): Reason {
  const { instance, parameters } = model;
  const density: Density = (position) => instance.logDensityUnconstrained(position);
  const where = impossible?.row == null ? '' : ` in the row where ${impossible.row}`;
  const what =
    impossible === null ? 'the density of these data' : `the density of ${quoted(impossible.outcome)}`;
  const message = `Where all latents are in the middle of their priors, ${what} is not finite${where}.`;
  const moves = movesThatMend(model, density);
  if (moves.length > 0) {
    return { message: `${message} ${wouldBeFinite(moves)}`, remedy: remedyOfMoves(moves) };
  }
  const { gradient } = density(new Float64Array(instance.size));
  const names = new Set(
    parameters.flatMap(({ latent }, index) =>
      Number.isFinite(gradient[index]!) ? [] : [quoted(latent.name)],
    ),
  );
  const depends = names.size === 0 ? '' : ` It depends on ${listedNames([...names])}.`;
  return {
    message: `${message}${depends} Moving any one latent, up to ${REACHES.at(-1)} standard deviations of its prior to either side, does not make it finite.`,
    remedy: `See whether ${impossible === null ? 'an outcome' : quoted(impossible.outcome)} has the logarithm or the root of a number below 0 with these priors, a spread that is not above 0, cut points that are not in order, a value outside of the range after \`in\`, or a probability of 0; then change the priors${names.size === 0 ? '' : ` of ${listedNames([...names])}`}, or what is wrong in the layout or the data.`,
  };
}

/** A latent that alone makes a density finite if it is moved. */
interface Move {
  readonly name: string;
  readonly prior: string;
  /** Its approximate required value, on its own scale. */
  readonly value: number;
}

/**
 * The latents each of which alone makes the density finite, with all others in the middle of the priors. All levels of
 * a latent are moved together.
 */
function movesThatMend({ instance, parameters }: Model, density: Density): Move[] {
  return [...new Set(parameters.map(({ latent }) => latent))].flatMap((latent): Move[] => {
    const places = parameters.flatMap((each, index) => (each.latent === latent ? [index] : []));
    const moved = (some: readonly number[], by: number) => {
      const position = new Float64Array(instance.size);
      for (const place of some) position[place] = by;
      return position;
    };
    const by = REACHES.flatMap((reach) => [reach, -reach]).find((each) =>
      isFiniteAt(density, moved(places, each)),
    );
    if (by === undefined) return [];
    const needed =
      places.length > MAX_LEVELS
        ? places
        : places.filter(
            (place) =>
              !isFiniteAt(
                density,
                moved(
                  places.filter((other) => other !== place),
                  by,
                ),
              ),
          );
    const value = instance.constrain(moved(places, by))[needed[0] ?? places[0]!]!;
    const isWhole = needed.length === 0 || needed.length === places.length;
    const name = isWhole
      ? quoted(latent.name)
      : listedNames(needed.map((place) => quoted(parameters[place]!.name)));
    return [{ name, prior: latent.prior, value }];
  });
}

function wouldBeFinite(moves: readonly Move[]): string {
  const conditions = moves.map(
    ({ name, prior, value }) =>
      `${name} would have to be about ${threeDigits(value)}, far out in the prior ${quoted(prior)}`,
  );
  return `For it to be finite, ${conditions.slice(0, 3).join('; or ')}.`;
}

function remedyOfMoves(moves: readonly Move[], what?: string): string {
  const names = moves.slice(0, 3).map(({ name }) => name);
  const all = names.length < 2 ? names[0]! : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
  return `Give ${all} a prior with its middle there, ${what === undefined ? 'or correct what is wrong in the layout or the data' : `or change ${what} ${names.length === 1 ? 'it' : 'them'}`}.`;
}

/**
 * The outcome whose density is not finite at a position: the first for which this holds with all other outcomes
 * missing; and one of its rows, found by bisection.
 */
async function findOutcome(
  loaded: LoadedModule,
  rows: Rows,
  position: Float64Array,
): Promise<Impossible | null> {
  const { manifest } = loaded;
  const outcomes = manifest.columns.flatMap(({ role }, index) => (role === 'outcome' ? [index] : []));
  const readByStatistics = new Set(
    [...manifest.statistics, ...manifest.levelStatistics.map(({ text }) => text)].flatMap(namesIn),
  );
  const nameOf = (index: number) => manifest.columns[index]!.name;
  // Without an outcome that a statistic reads, the model would be different.
  if (outcomes.some((index) => readByStatistics.has(nameOf(index)))) {
    return outcomes.length === 1 ? { outcome: nameOf(outcomes[0]!), row: null } : null;
  }
  const count = rows.columns[0]!.length;
  const isBad = async (outcome: number, begin: number, end: number) => {
    const columns = rows.columns.map((column, index) => {
      if (!outcomes.includes(index)) return column;
      const some = new Float64Array(count).fill(Number.NaN);
      if (index === outcome) some.set(column.subarray(begin, end), begin);
      return some;
    });
    const instance = await bind(loaded, { ...rows, columns });
    return !isFiniteAt((at) => instance.logDensityUnconstrained(at), position);
  };
  for (const outcome of outcomes) {
    if (!(await isBad(outcome, 0, count))) continue;
    if (count > MAX_ROWS) return { outcome: nameOf(outcome), row: null };
    let [begin, end] = [0, count];
    while (end - begin > 1) {
      const half = (begin + end) >> 1;
      if (await isBad(outcome, begin, half)) end = half;
      else begin = half;
    }
    const isOfOne = await isBad(outcome, begin, end);
    return { outcome: nameOf(outcome), row: isOfOne ? rowInWords(loaded, rows, begin, outcome) : null };
  }
  return null;
}

/** The values of a row, without the other outcomes: `x = 1, agent = Ada and y = 2`. */
function rowInWords(
  { manifest }: LoadedModule,
  { columns, levelNames }: Rows,
  row: number,
  outcome: number,
): string {
  const table = columns[manifest.columns.findIndex(({ name }) => name === TABLE_COLUMN)]?.[row] ?? 0;
  const known = new Set(partOf(manifest, table).columns.map(({ name }) => name));
  const cells = manifest.columns.flatMap(({ name, role }, index) => {
    if (!known.has(name)) return [];
    if (role === 'outcome' && index !== outcome) return [];
    const value = columns[index]![row]!;
    const shown = role === 'category' ? (levelNames?.get(name)?.[value] ?? String(value + 1)) : String(value);
    return [`${quoted(name)} is ${role === 'category' ? quoted(shown) : shown}`];
  });
  return listedNames([...cells].reverse());
}
