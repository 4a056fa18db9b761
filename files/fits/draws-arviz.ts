/** Draws as ArviZ's InferenceData in JSON, as written by `InferenceData.to_json` and read by `from_json`. */
import type { ChainDraws } from '../../host/draws.ts';
import { nameInDraws } from '../../module/called-name.ts';
import { type ManifestColumn, type ManifestQuantity, quantitiesOf } from '../../module/manifest.ts';
import { type DrawsFileOptions, provenance, type WritablePosterior } from './draws-provenance.ts';

/** The dimension of the rows of the data. */
const ROW = 'row';

/** The names of dimensions in ArviZ, or in this file. */
export const ARVIZ_DIMENSIONS: readonly string[] = ['chain', 'draw', ROW];

const DRAWS_PER_PIECE = 256;

/** For each of the sampler's numbers: ArviZ's name, the type, and the position. */
const SAMPLE_STATS: readonly (readonly [
  name: string,
  kind: 'real' | 'whole' | 'flag',
  of: (chain: ChainDraws) => Float64Array,
])[] = [
  ['lp', 'real', ({ lp }) => lp],
  ['acceptance_rate', 'real', ({ acceptStat }) => acceptStat],
  ['step_size', 'real', ({ stepSize }) => stepSize],
  ['tree_depth', 'whole', ({ treeDepth }) => treeDepth],
  ['n_steps', 'whole', ({ leapfrogs }) => leapfrogs],
  ['diverging', 'flag', ({ divergent }) => divergent],
  ['energy', 'real', ({ energy }) => energy],
];

/**
 * The text of the file, in pieces. `posterior` has each latent by chain and draw, and an indexed latent also by level,
 * named in `coords`. `sample_stats` has the sampler's numbers, and `observed_data` the fitted outcomes, by row.
 * Attributes say how the draws were made. A number is the shortest decimal that reads back as the same double. A real
 * number has a point, so that Python reads a float. Missing and infinite numbers are `NaN` and `Infinity`, as in
 * Python's JSON.
 */
export function* arvizJson(
  posterior: WritablePosterior,
  { columns, version }: DrawsFileOptions,
): Generator<string, void, void> {
  const { manifest, parameters, draws } = posterior;
  const indexed = quantitiesOf(manifest).filter(({ index }) => index !== undefined);
  const outcomes = manifest.columns.filter(({ role }) => role === 'outcome');
  const attributes = JSON.stringify(flat(provenance(posterior, version)));
  yield '{"posterior": {';
  for (const [place, latent] of quantitiesOf(manifest).entries()) {
    yield `${place === 0 ? '' : ', '}${JSON.stringify(nameInDraws(latent.name))}: `;
    yield* latentPieces(latent, posterior);
  }
  yield '}, "sample_stats": {';
  for (const [place, [name, kind, of]] of SAMPLE_STATS.entries()) {
    yield `${place === 0 ? '' : ', '}"${name}": `;
    yield* arrayPieces(draws, (chain) => {
      const values = of(chain);
      return (draw) => numberText(values[draw]!, kind);
    });
  }
  yield '}, "observed_data": {';
  for (const [place, outcome] of outcomes.entries()) {
    const values = columns.get(outcome.name)!;
    yield `${place === 0 ? '' : ', '}${JSON.stringify(outcome.name)}: `;
    yield* listPieces(values.length, (row) => numberText(values[row]!, kindOf(outcome)));
  }
  const coords = new Map(
    indexed.map(({ index, name }) => [
      index!,
      parameters.filter(({ latent }) => latent.name === name).map(({ level }) => level!),
    ]),
  );
  const dims = new Map([
    ...indexed.map(({ name, index }): [string, string[]] => [nameInDraws(name), [index!]]),
    ...outcomes.map(({ name }): [string, string[]] => [name, [ROW]]),
  ]);
  yield `}, "coords": ${JSON.stringify(Object.fromEntries(coords))}`;
  yield `, "dims": ${JSON.stringify(Object.fromEntries(dims))}`;
  for (const group of ['attrs', 'posterior_attrs', 'sample_stats_attrs']) {
    yield `, "${group}": ${attributes}`;
  }
  yield '}\n';
}

/** The draws of a latent: by chain, by draw, and by level if it is indexed. */
function latentPieces(
  latent: ManifestQuantity,
  { parameters, draws }: WritablePosterior,
): Generator<string, void, void> {
  const places = parameters.flatMap((parameter, place) =>
    parameter.latent.name === latent.name ? [place] : [],
  );
  return arrayPieces(draws, ({ latents }) => {
    const series = places.map((place) => latents[place]!);
    return latent.index === undefined
      ? (draw) => numberText(series[0]![draw]!, 'real')
      : (draw) => `[${series.map((values) => numberText(values[draw]!, 'real')).join(', ')}]`;
  });
}

/** One list per chain, with one text per draw. */
function* arrayPieces(
  draws: readonly ChainDraws[],
  textOf: (chain: ChainDraws) => (draw: number) => string,
): Generator<string, void, void> {
  yield '[';
  for (const [index, chain] of draws.entries()) {
    if (index > 0) yield ', ';
    yield* listPieces(chain.lp.length, textOf(chain));
  }
  yield ']';
}

function* listPieces(length: number, textOf: (at: number) => string): Generator<string, void, void> {
  for (let begin = 0; begin < length; begin += DRAWS_PER_PIECE) {
    const count = Math.min(DRAWS_PER_PIECE, length - begin);
    const texts = Array.from({ length: count }, (_, at) => textOf(begin + at));
    yield `${begin === 0 ? '[' : ', '}${texts.join(', ')}`;
  }
  yield ']';
}

function kindOf({ kind }: ManifestColumn): 'real' | 'whole' {
  return kind === 'real' ? 'real' : 'whole';
}

function numberText(value: number, kind: 'real' | 'whole' | 'flag'): string {
  if (kind === 'flag') return value === 0 ? 'false' : 'true';
  if (!Number.isFinite(value)) return String(value);
  if (Object.is(value, -0)) return '-0.0';
  const text = String(value);
  return kind === 'whole' || /[.e]/.test(text) ? text : `${text}.0`;
}

/** Attributes in ArviZ's files are single values, so nested data is written as JSON. */
function flat(attributes: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : value,
    ]),
  );
}
