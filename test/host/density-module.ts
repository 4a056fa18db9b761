/** A module without data to speak of, whose posterior is a density that a test writes. */
import { assemble } from '../../compiler/assemble/assemble.ts';
import type { Manifest } from '../../module/manifest.ts';
import { layoutSource, type Target } from '../sampler/chain.ts';

/** The latents are called x0, x1, ...; the one column is called y. */
export function densityManifest(dimension: number): Manifest {
  return {
    abi: 7,
    layout: 'Density',
    doc: null,
    meaning: '0000000000000000',
    columns: [
      {
        name: 'y',
        role: 'outcome',
        kind: 'binary',
        unit: '',
        domain: { kind: 'set', values: [0, 1] },
        doc: null,
      },
    ],
    latents: Array.from({ length: dimension }, (_, index) => ({
      name: `x${index}`,
      role: 'param' as const,
      unit: '',
      isProbability: false,
      scale: 'interval' as const,
      prior: 'improper',
      transform: 'identity' as const,
      doc: null,
    })),
    dataTerms: [],
    statistics: [],
    levelStatistics: [],
    derived: [],
  };
}

/** One row, since no data are refused. */
export const DENSITY_COLUMNS = new Map([['y', Float64Array.of(1)]]);

/** The bytes of a module whose posterior is the target. */
export async function densityModule(target: Target): Promise<Uint8Array> {
  const layout = `
${layoutSource(target)}
export function logDensityOwnScale(point: usize, gradient: usize): f64 { return logDensityUnconstrained(point, gradient); }
export function firstOutsideSupport(point: usize): i32 { return 0; }
export const COLUMNS: i32 = 1;
export function bindData(): bool { return true; }
export function levelStatisticAt(index: i32): usize { return 0; }
export function statisticAt(index: i32): f64 { return NaN; }
`;
  return (await assemble(layout, densityManifest(target.dimension))).bytes;
}
