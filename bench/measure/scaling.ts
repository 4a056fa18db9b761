/** The cost of a gradient for growing rows with constant distinct rows: the OCR battery resampled to 10³ … 10⁷ rows. */
import type { LoadedModule } from '../../host/load.ts';
import type { Battery } from '../battery.ts';
import { addRows, bind, openInstance } from '../bound-module.ts';
import { alone, lessIsBetter, type Result } from '../results.ts';
import { timeInTurns } from '../rounds.ts';
import { uniformNumbers } from '../uniform.ts';
import { loopCall, measuredPositions, moduleCall } from './gradient.ts';

export interface ScalingPoint {
  readonly rows: number;
  /** Rows that differ in a demand or the outcome. */
  readonly distinctRows: number;
  /** Microseconds per gradient. */
  readonly module: number;
  readonly loop: number;
  /** Milliseconds, including the writing of the columns. */
  readonly binding: number;
  /** The module's whole memory with the data bound. */
  readonly bytes: number;
}

const SIZES = [1e3, 1e4, 1e5, 1e6, 1e7];
const SEED = 11;
const ROUNDS = 25;
/** For loops of which one call takes longer than a round. */
const LARGE = 1e6;
const LARGE_ROUNDS = 3;

/** One point per size. */
export async function measureScaling(battery: Battery, loaded: LoadedModule): Promise<ScalingPoint[]> {
  const points: ScalingPoint[] = [];
  for (const rows of SIZES) points.push(await measureRows(battery, loaded, rows));
  return points;
}

/** The points as results, and the memory of the largest. */
export function scalingResults(battery: Battery, points: readonly ScalingPoint[]): Result[] {
  return points.flatMap(({ rows, distinctRows, module, loop, binding, bytes }) => {
    const what = `${battery.name} resampled to ${rows} rows`;
    return [
      lessIsBetter(`gradient, ${what}, beside the JavaScript loop`, 'µs', module, loop),
      alone(`distinct rows, ${what}`, 'rows', distinctRows),
      alone(`binding, ${what}`, 'ms', binding),
      alone(`memory, ${what}`, 'bytes a row', bytes / rows),
    ];
  });
}

async function measureRows(battery: Battery, loaded: LoadedModule, rows: number): Promise<ScalingPoint> {
  const exports = await openInstance(loaded);
  const columns = resampled(battery, rows);
  const began = performance.now();
  addRows(
    exports,
    loaded.manifest.columns.map(({ name }) => columns.get(name)!),
  );
  const distinctRows = exports.distinct_rows();
  bind(exports);
  const binding = performance.now() - began;
  const positions = measuredPositions(battery);
  const module = moduleCall(exports, positions);
  const loop = loopCall(battery.loop(columns), positions);
  const { value, baseline } = timeInTurns(module, loop, rows >= LARGE ? LARGE_ROUNDS : ROUNDS);
  return {
    rows,
    distinctRows,
    module: value,
    loop: baseline,
    binding,
    bytes: exports.memory.buffer.byteLength,
  };
}

/** Columns of rows drawn from the battery with replacement. */
function resampled(battery: Battery, rows: number): ReadonlyMap<string, Float64Array> {
  const uniform = uniformNumbers(SEED);
  const drawn = Uint32Array.from({ length: rows }, () => Math.floor(uniform() * battery.rows));
  return new Map(
    [...battery.columns].map(([name, from]) => {
      const to = new Float64Array(rows);
      for (let row = 0; row < rows; row++) to[row] = from[drawn[row]!]!;
      return [name, to];
    }),
  );
}
