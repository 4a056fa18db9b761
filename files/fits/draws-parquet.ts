/** Draws as Parquet: one row per draw, chain after chain. */
import type { ColumnSource } from 'hyparquet-writer';
import type { ChainDraws } from '../../host/draws.ts';
import { latentBounds, type Parameter } from '../../host/parameters.ts';
import { type DrawsFileOptions, provenance, type WritablePosterior } from './draws-provenance.ts';

/** The maximum number of draws and bytes per row group: a group is in memory while it is written. */
const GROUP_DRAWS = 1 << 16;
const GROUP_BYTES = 1 << 26;

/** The approximate size of a column of a row group without its numbers, in bytes. */
const PAGE_HEADER = 64;

/**
 * The bytes of the file, in pieces. Its columns are `chain` and `draw`, each counted from 1, the sampler's seven under
 * CmdStan's names, and then the parameters under readable names such as `theta[Ada]`. Counts are 32-bit integers,
 * everything else is doubles, or with `isShort` single precision where it is enough. The metadata field `theodolite` says in JSON how the draws were made. The same draws give
 * the same bytes.
 *
 * Loads hyparquet-writer.
 */
export async function parquetDraws(
  { manifest, parameters, draws, settings, summary }: WritablePosterior,
  { version, isShort = false }: Pick<DrawsFileOptions, 'version'> & { readonly isShort?: boolean },
): Promise<Iterable<Uint8Array>> {
  const { ByteWriter, ParquetWriter, schemaFromColumnData } = await import('hyparquet-writer');
  return pieces();

  function* pieces(): Generator<Uint8Array, void, void> {
    const names = parameters.map(({ name }) => name);
    const short = isShort ? shortColumns(draws, parameters, summary) : new Set<string>();
    const width = names.length + 9;
    const rows = draws.reduce((sum, { lp }) => sum + lp.length, 0);
    const group = Math.max(1, Math.min(GROUP_DRAWS, rows, Math.floor(GROUP_BYTES / (8 * width))));
    const room = width * (8 * group + PAGE_HEADER);
    const writer = new ByteWriter(room);
    const parquet = new ParquetWriter({
      writer,
      schema: schemaFromColumnData({ columnData: columnsOf(draws, names, short, 0, 0) }),
      // Draws hardly repeat, so they do not compress.
      codec: 'UNCOMPRESSED',
      statistics: false,
      createdBy: `theodolite version ${version}`,
      kvMetadata: [
        {
          key: 'theodolite',
          value: JSON.stringify(provenance({ manifest, draws, settings }, version)),
        },
      ],
    });
    for (let begin = 0; begin < rows; begin += group) {
      const end = Math.min(begin + group, rows);
      parquet.write({ columnData: columnsOf(draws, names, short, begin, end), rowGroupSize: group });
      yield taken();
    }
    parquet.finish();
    yield taken();

    /**
     * The writer's current contents, without a copy; the writer continues in new memory, at the same position in the
     * file.
     */
    function taken(): Uint8Array {
      const bytes = writer.getBytes();
      writer.buffer = new ArrayBuffer(room);
      writer.view = new DataView(writer.buffer);
      writer.index = 0;
      return bytes;
    }
  }
}

/** The columns of the rows from `begin` to before `end`, chain after chain. Each is made when the writer takes it. */
function columnsOf(
  chains: readonly ChainDraws[],
  names: readonly string[],
  short: ReadonlySet<string>,
  begin: number,
  end: number,
): ColumnSource[] {
  const pieces = piecesOf(chains, begin, end);
  const whole = (name: string, put: (values: Int32Array, piece: Piece) => void): ColumnSource => ({
    name,
    get data() {
      const values = new Int32Array(end - begin);
      for (const piece of pieces) put(values.subarray(piece.to, piece.to + piece.end - piece.begin), piece);
      return values;
    },
    type: 'INT32',
    nullable: false,
    offsetIndex: false,
  });
  const count = (name: string, of: (chain: ChainDraws) => Float64Array) =>
    whole(name, (values, piece) => values.set(of(piece.chain).subarray(piece.begin, piece.end)));
  const real = (name: string, of: (chain: ChainDraws) => Float64Array): ColumnSource => ({
    name,
    get data() {
      const values = short.has(name) ? new Float32Array(end - begin) : new Float64Array(end - begin);
      for (const piece of pieces) values.set(of(piece.chain).subarray(piece.begin, piece.end), piece.to);
      return values;
    },
    type: short.has(name) ? 'FLOAT' : 'DOUBLE',
    nullable: false,
    offsetIndex: false,
  });
  return [
    whole('chain', (values, { id }) => values.fill(id)),
    whole('draw', (values, piece) => {
      for (let at = 0; at < values.length; at++) values[at] = piece.begin + at + 1;
    }),
    real('lp__', ({ lp }) => lp),
    real('accept_stat__', ({ acceptStat }) => acceptStat),
    real('stepsize__', ({ stepSize }) => stepSize),
    count('treedepth__', ({ treeDepth }) => treeDepth),
    count('n_leapfrog__', ({ leapfrogs }) => leapfrogs),
    count('divergent__', ({ divergent }) => divergent),
    real('energy__', ({ energy }) => energy),
    ...names.map((name, index) => real(name, ({ latents }) => latents[index]!)),
  ];
}

/** The largest error of a number in single precision, in standard deviations of its draws: far below their Monte Carlo error. */
const MAX_ERROR = 1e-5;

/**
 * The parameters that single precision tells as well: no draw moves by more than `MAX_ERROR`, and none reaches an end of its support,
 * such as 1 for a probability just below, where a logarithm would be infinite.
 */
function shortColumns(
  chains: readonly ChainDraws[],
  parameters: readonly Parameter[],
  summary: WritablePosterior['summary'],
): ReadonlySet<string> {
  return new Set(
    parameters.flatMap(({ name, latent }, index) => {
      const { lo, hi } = latentBounds(latent);
      const allowed = MAX_ERROR * (summary[name]?.sd ?? 0);
      const isEnough = (value: number) => {
        const short = Math.fround(value);
        const isNear = Number.isFinite(short) && Math.abs(short - value) <= allowed;
        return isNear && ((short !== lo && short !== hi) || short === value);
      };
      return chains.every(({ latents }) => latents[index]!.every(isEnough)) ? [name] : [];
    }),
  );
}

/** The part of one chain in a row group. */
interface Piece {
  readonly chain: ChainDraws;
  /** From 1. */
  readonly id: number;
  /** The first draw, from 0, */
  readonly begin: number;
  /** and the end, exclusive. */
  readonly end: number;
  /** The row of the first draw. */
  readonly to: number;
}

/** The parts of chains that make up the rows from `begin` to before `end`. */
function piecesOf(chains: readonly ChainDraws[], begin: number, end: number): readonly Piece[] {
  const pieces: Piece[] = [];
  let first = 0;
  for (const [index, chain] of chains.entries()) {
    const from = Math.max(begin, first);
    const to = Math.min(end, first + chain.lp.length);
    if (from < to)
      pieces.push({ chain, id: index + 1, begin: from - first, end: to - first, to: from - begin });
    first += chain.lp.length;
  }
  return pieces;
}
