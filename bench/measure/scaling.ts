/** What a gradient costs when rows grow and distinct rows do not: the OCR battery resampled to 10³ … 10⁷ rows. */
import type { LoadedModule } from '../../host/load.ts';
import type { Battery } from '../battery.ts';
import { bind, columnView, type ModuleExports, openInstance, openRows } from '../bound-module.ts';
import { alone, lessIsBetter, type Result } from '../results.ts';
import { timeInTurns } from '../rounds.ts';
import { uniformNumbers } from '../uniform.ts';
import { loopCall, measuredPositions, moduleCall } from './gradient.ts';

export interface ScalingPoint {
  readonly rows: number;
  /** Rows that differ in a demand or the outcome. */
  readonly distinctRows: number;
  /** Microseconds a gradient. */
  readonly module: number;
  readonly loop: number;
  /** Milliseconds, without the writing of the columns. */
  readonly binding: number;
  /** The module's whole memory with the data bound. */
  readonly bytes: number;
}

const SIZES = [1e3, 1e4, 1e5, 1e6, 1e7];
const SEED = 11;
const ROUNDS = 25;
/** Where one call of the loop is longer than a round. */
const LARGE = 1e6;
const LARGE_ROUNDS = 3;

/** One point a size. Only the module holds the rows, and the plain loop reads them there. */
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
  openRows(exports, rows);
  const distinctRows = fillResampled(battery, loaded, exports, rows);
  const began = performance.now();
  bind(exports);
  const binding = performance.now() - began;
  const positions = measuredPositions(battery);
  // Before the views, which growing memory would detach.
  const module = moduleCall(exports, positions);
  const names = loaded.manifest.columns.map(({ name }) => name);
  const columns = new Map(names.map((name, index) => [name, columnView(exports, index, rows)]));
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

/** Fills the module's columns with rows drawn from the battery with replacement; how many distinct ones there are. */
function fillResampled(battery: Battery, loaded: LoadedModule, exports: ModuleExports, rows: number): number {
  const columns = loaded.manifest.columns.map(({ name }, index) => ({
    from: battery.columns.get(name)!,
    to: columnView(exports, index, rows),
  }));
  const kinds = new Map<string, number>();
  const kindOfRow = Uint32Array.from({ length: battery.rows }, (_, row) => {
    const key = columns.map(({ from }) => from[row]).join();
    const kind = kinds.get(key) ?? kinds.size;
    kinds.set(key, kind);
    return kind;
  });
  const seen = new Uint8Array(kinds.size);
  const uniform = uniformNumbers(SEED);
  for (let row = 0; row < rows; row++) {
    const drawn = Math.floor(uniform() * battery.rows);
    seen[kindOfRow[drawn]!] = 1;
    for (const { from, to } of columns) to[row] = from[drawn]!;
  }
  return seen.reduce((sum, each) => sum + each, 0);
}
