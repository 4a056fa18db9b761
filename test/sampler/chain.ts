/** The sampler on a target of the test's own: compiles it, runs chains, and reads their rows. */
import { compileRuntime } from '../compile-runtime.ts';

/**
 * A target as AssemblyScript: the body of its log density over `x(i)`, setting its gradient by `slope(i, value)`, and
 * what the module must declare for it.
 */
export interface Target {
  readonly dimension: number;
  readonly declarations?: string;
  readonly logDensity: string;
  /** Likewise the body of its log prior, where a test asks for it. */
  readonly logPrior?: string;
}

/** How a chain is run: as `chainStart` takes it, and how its transitions are cut into calls. */
export interface ChainSettings {
  readonly seed?: number;
  readonly chain?: number;
  readonly warmup: number;
  readonly draws: number;
  readonly targetAccept?: number;
  readonly maxTreeDepth?: number;
  readonly piece?: number;
}

/** One transition, as docs/reference/abi.md orders it. */
export interface Row {
  readonly logDensity: number;
  readonly acceptStatistic: number;
  readonly stepSize: number;
  readonly treeDepth: number;
  readonly leapfrogs: number;
  readonly divergent: boolean;
  readonly energy: number;
  readonly values: readonly number[];
}

/** A chain's rows, split where its warm-up ends, with their bytes and the gradients it took. */
export interface ChainRows {
  readonly warmup: readonly Row[];
  readonly draws: readonly Row[];
  readonly bytes: Uint8Array;
  readonly gradients: number;
}

interface SamplerExports {
  readonly memory: WebAssembly.Memory;
  allocate(bytes: number): number;
  chainStart(
    seedLow: number,
    seedHigh: number,
    chain: number,
    warmup: number,
    targetAccept: number,
    maxTreeDepth: number,
  ): number;
  chainRestart(position: number, warmup: number): number;
  chainPosition(out: number): void;
  chainRun(transitions: number, out: number): number;
  chainGradients(): number;
}

const ENTRY = `
export { chainStart, chainRestart, chainRun, chainPosition, chainGradients } from './runtime/sampler/chain';
export { allocate } from './runtime/memory';
`;

const HEADER = 7;

/** What a layout has that cuts no rows into shards and has no latents whose centring is learnt. */
export const NO_CENTRINGS_OR_SHARDS = `
export const CENTRINGS: i32 = 0;
export function setCentrings(centrings: usize): void {}
export function describeCentrings(places: usize): void {}
export function standardise(position: usize, out: usize): void {}
export function sumShard(program: i32, shard: i32, sums: usize): void {}`;

/** The source that takes the place of `runtime/layout.ts` for a target without transforms, which may use `exp`, `log` and `log1p`. */
export function layoutSource(target: Target): string {
  return `
import { exp } from './math/exp';
import { log } from './math/log';
import { log1p } from './math/log';
export const DIMENSION: i32 = ${target.dimension};
export const VALUES: i32 = ${target.dimension};
${target.declarations ?? ''}
export function logDensityUnconstrained(position: usize, gradient: usize): f64 {
  ${inMemory(target.logDensity)}
}
export function logPriorUnconstrained(position: usize, gradient: usize): f64 {
  ${target.logPrior === undefined ? 'return logDensityUnconstrained(position, gradient);' : inMemory(target.logPrior)}
}
export function logJacobianUnconstrained(position: usize, gradient: usize): f64 {
  memory.fill(gradient, 0, <usize>DIMENSION << 3);
  return 0;
}
export function constrain(position: usize, values: usize): void {
  memory.copy(values, position, <usize>DIMENSION << 3);
}${NO_CENTRINGS_OR_SHARDS}`;
}

function inMemory(body: string): string {
  return body
    .replaceAll(/\bx\(([^()]+)\)/g, 'load<f64>(position + (<usize>($1) << 3))')
    .replaceAll(/\bslope\(([^(),]+),/g, 'store<f64>(gradient + (<usize>($1) << 3),');
}

/** A compiled sampler of one target, which can run chains one after the other. */
export interface Sampler {
  /** Begins a chain: 0, or 1 when there is no finite starting point. */
  start(settings: ChainSettings): number;
  /** Begins a chain and runs it to its end. Throws when it cannot begin. */
  run(settings: ChainSettings): ChainRows;
  /** Warms the last chain up anew from a position: 0, or 1 when there is no finite density. Returns that and where the chain then is. */
  restart(
    position: readonly number[],
    warmup: number,
  ): { readonly status: number; readonly position: readonly number[] };
  /** Bytes of linear memory the module holds. */
  memoryBytes(): number;
}

/** Compiles the sampler with `target` for its layout. */
export async function compileSampler(target: Target): Promise<Sampler> {
  const instance = await compileRuntime(ENTRY, { 'runtime/layout.ts': layoutSource(target) });
  const module = instance.exports as unknown as SamplerExports;
  const width = HEADER + target.dimension;
  let out = 0;
  let room = 0;

  function start(settings: ChainSettings): number {
    const { seed = 1, chain = 0, warmup, targetAccept = 0.8, maxTreeDepth = 10 } = settings;
    return module.chainStart(seed, 0, chain, warmup, targetAccept, maxTreeDepth);
  }

  function run(settings: ChainSettings): ChainRows {
    if (start(settings) !== 0) throw new Error('The chain found no finite starting point.');
    const transitions = settings.warmup + settings.draws;
    const bytes = transitions * width * 8;
    if (bytes > room) {
      out = module.allocate(bytes);
      room = bytes;
    }
    const piece = settings.piece ?? transitions;
    for (let done = 0; done < transitions; done += piece) {
      module.chainRun(Math.min(piece, transitions - done), out + done * width * 8);
    }
    const numbers = new Float64Array(module.memory.buffer, out, transitions * width).slice();
    const rows = Array.from({ length: transitions }, (_, i) =>
      readRow(numbers.subarray(i * width, (i + 1) * width)),
    );
    return {
      warmup: rows.slice(0, settings.warmup),
      draws: rows.slice(settings.warmup),
      bytes: new Uint8Array(numbers.buffer),
      gradients: module.chainGradients(),
    };
  }

  function restart(position: readonly number[], warmup: number) {
    const at = module.allocate(position.length * 8);
    new Float64Array(module.memory.buffer, at, position.length).set(position);
    const status = module.chainRestart(at, warmup);
    module.chainPosition(at);
    return { status, position: [...new Float64Array(module.memory.buffer, at, position.length)] };
  }

  return { start, run, restart, memoryBytes: () => module.memory.buffer.byteLength };
}

function readRow(numbers: Float64Array): Row {
  const [logDensity, acceptStatistic, stepSize, treeDepth, leapfrogs, divergent, energy, ...values] =
    numbers as unknown as [number, number, number, number, number, number, number, ...number[]];
  return {
    logDensity,
    acceptStatistic,
    stepSize,
    treeDepth,
    leapfrogs,
    divergent: divergent !== 0,
    energy,
    values,
  };
}
