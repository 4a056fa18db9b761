/** Finds the distinct rows of large data, as a module itself does when it takes rows in. Loaded only for many rows. */
import { sharedMemory } from '../module/columns.ts';
import { brokeOff, HostError, notAsSaid, stopIfAborted } from '../module/host-error.ts';
import { viewOf } from './memory-view.ts';
import { allRows, feedRows, type Rows, type RowsAbi } from './rows.ts';

interface CondensingAbi extends RowsAbi {
  distinct_rows(): number;
  distinct_column(index: number): number;
  distinct_counts(): number;
}

/** The number of rows after which the search is abandoned if more than the share `WORTHWHILE` is distinct. */
const PATIENCE = 100_000;
const WORTHWHILE = 0.5;
/** The time that this thread works before other events get a turn. */
const TURN_MILLISECONDS = 50;

/**
 * The distinct rows with their counts, in memory shared by threads. Null if most rows are distinct, or memory does not
 * suffice.
 *
 * @throws HostError of kind `interrupted` once the signal is aborted, or of kind `module`.
 */
export async function distinctRows(
  module: WebAssembly.Module,
  columns: readonly Float64Array[],
  signal: AbortSignal | undefined,
): Promise<Rows | null> {
  try {
    return await findDistinct(module, columns, signal);
  } catch (error) {
    throw error instanceof HostError ? error : brokeOff('The taking in of rows', error);
  }
}

async function findDistinct(
  module: WebAssembly.Module,
  columns: readonly Float64Array[],
  signal: AbortSignal | undefined,
): Promise<Rows | null> {
  const instance = await WebAssembly.instantiate(module).catch((error) => {
    if (error instanceof RangeError) return null;
    throw error;
  });
  if (instance === null) return null;
  const abi = instance.exports as unknown as CondensingAbi;
  const feeding = feedRows(abi, { columns });
  let began = performance.now();
  for (;;) {
    const fed = feeding.next();
    if (fed.done === true) {
      if (!fed.value) return null;
      break;
    }
    if (fed.value >= PATIENCE && abi.distinct_rows() > WORTHWHILE * fed.value) return null;
    if (performance.now() - began > TURN_MILLISECONDS) {
      await new Promise((resolve) => setTimeout(resolve));
      stopIfAborted(signal);
      began = performance.now();
    }
  }
  const distinct = abi.distinct_rows() >>> 0;
  if (distinct > WORTHWHILE * columns[0]!.length) return null;
  const counts = new Uint32Array(sharedMemory(4 * distinct));
  counts.set(viewOf(Uint32Array, abi.memory, abi.distinct_counts(), distinct));
  if (allRows({ columns: [], counts }) !== columns[0]!.length) {
    throw notAsSaid('The module counts other rows than it was given.');
  }
  return {
    columns: columns.map((_, index) => {
      const column = new Float64Array(sharedMemory(8 * distinct));
      column.set(viewOf(Float64Array, abi.memory, abi.distinct_column(index), distinct));
      return column;
    }),
    counts,
  };
}
