/** Modules for tests of the host: the real runtime around a layout written by hand, and modules that are not ours. */
import { assemble } from '../../compiler/assemble/assemble.ts';
import type { Manifest } from '../../module/manifest.ts';
import { NO_CENTRINGS_OR_SHARDS } from '../sampler/chain.ts';

/** One latent `level` with a standard normal prior, a demand `x` and an outcome `y` that is 1 with σ(level − x). */
export const STAND_IN_MANIFEST: Manifest = {
  abi: 7,
  layout: 'StandIn',
  doc: null,
  meaning: '0000000000000000',
  columns: [
    {
      name: 'x',
      role: 'demand',
      kind: 'real',
      unit: 'm',
      domain: { kind: 'range', lo: -5, hi: 5 },
      doc: null,
    },
    {
      name: 'y',
      role: 'outcome',
      kind: 'binary',
      unit: '',
      domain: { kind: 'set', values: [0, 1] },
      doc: null,
    },
  ],
  latents: [
    {
      name: 'level',
      role: 'capability',
      unit: 'm',
      isProbability: false,
      scale: 'interval',
      prior: 'normal(0, 1)',
      transform: 'identity',
      doc: null,
    },
  ],
  dataTerms: [['x']],
  statistics: ['mean(y)'],
  levelStatistics: [],
  derived: [],
};

const LAYOUT = `
import { allRows, columnAt, countsOfRows, distinctRows } from './rows';
import { exp } from './math/exp';
import { log1p } from './math/log';
export const DIMENSION: i32 = 1;
export const VALUES: i32 = 1;
export const COLUMNS: i32 = 2;
let rows: i32 = 0;
let x: usize = 0;
let y: usize = 0;
let counts: usize = 0;
let evaluations: i32 = 0;
export function logDensityUnconstrained(position: usize, gradient: usize): f64 {
  evaluations++;
  /* BEFORE DENSITY */
  const level = load<f64>(position);
  let logDensity = -0.5 * level * level;
  let slope = -level;
  for (let row = 0; row < rows; row++) {
    const sign = load<f64>(y + (<usize>row << 3)) == 1 ? 1.0 : -1.0;
    const odds = exp(-sign * (level - load<f64>(x + (<usize>row << 3))));
    const count = <f64>load<u32>(counts + (<usize>row << 2));
    logDensity -= count * log1p(odds);
    slope += count * (sign * odds / (1 + odds));
  }
  store<f64>(gradient, slope);
  return logDensity;
}
export function logPriorUnconstrained(position: usize, gradient: usize): f64 {
  const level = load<f64>(position);
  store<f64>(gradient, -level);
  return -0.5 * level * level;
}
export function logJacobianUnconstrained(position: usize, gradient: usize): f64 {
  store<f64>(gradient, 0);
  return 0;
}
export function constrain(position: usize, values: usize): void { memory.copy(values, position, 8); }
export function logDensityOwnScale(point: usize, gradient: usize): f64 { return logDensityUnconstrained(point, gradient); }
export function firstOutsideSupport(point: usize): i32 { return abs(load<f64>(point)) < Infinity ? 0 : 1; }
export function bindData(): bool {
  /* BEFORE DATA */
  rows = distinctRows();
  x = columnAt(0);
  y = columnAt(1);
  counts = countsOfRows();
  return true;
}
export function levelStatisticAt(index: i32): usize { return 0; }
${NO_CENTRINGS_OR_SHARDS}
export function statisticAt(index: i32): f64 {
  if (index != 0) return NaN;
  let sum = 0.0;
  for (let row = 0; row < rows; row++) sum += load<u32>(counts + (<usize>row << 2)) * load<f64>(y + (<usize>row << 3));
  return sum / allRows();
}
`;

/** AssemblyScript put where a density begins, or where room for data is asked for. */
export interface Sabotage {
  readonly beforeDensity?: string;
  readonly beforeData?: string;
}

const assembled = new Map<string, Promise<Uint8Array>>();

/** The bytes of the stand-in, sound or sabotaged, assembled once. */
export function standIn(sabotage: Sabotage = {}): Promise<Uint8Array> {
  const key = JSON.stringify(sabotage);
  const bytes = assembled.get(key) ?? assembleStandIn(sabotage);
  assembled.set(key, bytes);
  return bytes;
}

async function assembleStandIn(sabotage: Sabotage): Promise<Uint8Array> {
  const text = LAYOUT.replace('/* BEFORE DENSITY */', sabotage.beforeDensity ?? '').replace(
    '/* BEFORE DATA */',
    sabotage.beforeData ?? '',
  );
  return (await assemble(text, STAND_IN_MANIFEST)).bytes;
}

/** Rows whose demands and outcomes let `level` be known to lie near 0.5. */
export function standInColumns(rows = 60): Map<string, Float64Array> {
  const x = Float64Array.from({ length: rows }, (_, row) => (row % 7) - 3);
  const y = x.map((demand, row) => (0.5 - demand + Math.sin(row) > 0 ? 1 : 0));
  return new Map([
    ['x', x],
    ['y', y],
  ]);
}
