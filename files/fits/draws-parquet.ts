/** Draws as Parquet: one row per draw, the chains one after another. */
import type { ColumnSource } from 'hyparquet-writer';
import type { ChainDraws } from '../../host/draws.ts';
import { type DrawsFileOptions, provenance, type WritablePosterior } from './draws-provenance.ts';

/** Draws of one row group at most. */
const GROUP = 1 << 16;

/**
 * The bytes of the file, in pieces. Its columns are `chain` and `draw`, each counted from 1, the seven of the sampler under CmdStan's
 * names, and then the parameters under the names that people read, such as `theta[Ada]`. Counts are 32-bit integers, all else
 * doubles. The metadata have, under `theodolite`, JSON of how the draws were made. The same draws give the same bytes.
 *
 * Loads hyparquet-writer.
 */
export async function parquetDraws(
  { manifest, parameters, draws, settings }: WritablePosterior,
  { version }: Pick<DrawsFileOptions, 'version'>,
): Promise<Iterable<Uint8Array>> {
  const { ByteWriter, ParquetWriter, schemaFromColumnData } = await import('hyparquet-writer');
  return pieces();

  function* pieces(): Generator<Uint8Array, void, void> {
    const names = parameters.map(({ name }) => name);
    const writer = new ByteWriter();
    const parquet = new ParquetWriter({
      writer,
      schema: schemaFromColumnData({ columnData: columnsOf(draws[0]!, 1, names, 0, 0) }),
      // Draws hardly repeat, and are as good as noise to what compresses.
      codec: 'UNCOMPRESSED',
      statistics: false,
      createdBy: `theodolite version ${version}`,
      kvMetadata: [
        {
          key: 'theodolite',
          value: JSON.stringify(provenance({ manifest, parameters, draws, settings }, version)),
        },
      ],
    });
    for (const [index, chain] of draws.entries()) {
      for (let begin = 0; begin < chain.lp.length; begin += GROUP) {
        const end = Math.min(begin + GROUP, chain.lp.length);
        parquet.write({ columnData: columnsOf(chain, index + 1, names, begin, end), rowGroupSize: GROUP });
        yield taken();
      }
    }
    parquet.finish();
    yield taken();

    /** What the writer holds so far; it goes on at the place in the file where it is. */
    function taken(): Uint8Array {
      const bytes = writer.getBytes().slice();
      writer.index = 0;
      return bytes;
    }
  }
}

/** The columns of the draws from `begin` to before `end` of a chain. */
function columnsOf(
  chain: ChainDraws,
  id: number,
  names: readonly string[],
  begin: number,
  end: number,
): ColumnSource[] {
  const rows = end - begin;
  const whole = (name: string, values: ArrayLike<number>): ColumnSource => ({
    name,
    data: Int32Array.from(values),
    type: 'INT32',
    nullable: false,
    offsetIndex: false,
  });
  const real = (name: string, values: Float64Array): ColumnSource => ({
    name,
    data: values.subarray(begin, end),
    type: 'DOUBLE',
    nullable: false,
    offsetIndex: false,
  });
  return [
    whole('chain', new Int32Array(rows).fill(id)),
    whole(
      'draw',
      Int32Array.from({ length: rows }, (_, row) => begin + row + 1),
    ),
    real('lp__', chain.lp),
    real('accept_stat__', chain.acceptStat),
    real('stepsize__', chain.stepSize),
    whole('treedepth__', chain.treeDepth.subarray(begin, end)),
    whole('n_leapfrog__', chain.leapfrogs.subarray(begin, end)),
    whole('divergent__', chain.divergent.subarray(begin, end)),
    real('energy__', chain.energy),
    ...names.map((name, index) => real(name, chain.latents[index]!)),
  ];
}
