/** Compiles a layout for tests that do not predict: without the code of predictions, which would take half of the time. */
import { type Compiled, type PrepareOptions, prepare } from '../compiler/compile.ts';
import type { DataSketch } from '../compiler/stage/sketch.ts';
import type { Source } from '../grammar/source.ts';

/** Compiles a layout to a module that fits and cannot predict, which refuses to in words. Throws as `prepare` does. */
export function compileToFit(
  source: Source,
  sketch?: DataSketch,
  options: PrepareOptions = {},
): Promise<Compiled> {
  return prepare(source, options).compile(sketch, { predicts: false });
}
