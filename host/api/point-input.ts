/** Converts a point from a program's form to a module's. */

import { HostError } from '../../module/host-error.ts';
import type { Levels } from '../../module/levels.ts';
import type { Manifest } from '../../module/manifest.ts';
import { firstNames } from '../../module/names.ts';
import type { Parameter } from '../parameters.ts';

/** By name, one number per latent, or one per level of an indexed latent; or all numbers in the order of a draw. */
export type PointInput =
  | ArrayLike<number>
  | Readonly<Record<string, number | Readonly<Record<string, number>>>>;

/** The parameters of a point. */
export interface Pointed {
  readonly manifest: Manifest;
  readonly levels: Levels;
  readonly parameters: readonly Parameter[];
}

/**
 * The point in the order of a draw. @throws HostError of kind `data` when a number is missing, or there is one too
 * many.
 */
export function readPoint({ manifest, levels, parameters }: Pointed, point: PointInput): ArrayLike<number> {
  if (isArray(point)) {
    if (point.length === parameters.length) return point;
    throw new HostError(
      'data',
      `The point has ${point.length} numbers where the layout has ${parameters.length} parameters.`,
      `Give one number for each of ${firstNames(parameters.map(({ name }) => name))}.`,
    );
  }
  refuseUnknown(
    Object.keys(point),
    manifest.latents.map(({ name }) => name),
    'The layout has no latent',
  );
  for (const { name, index } of manifest.latents) {
    const value = point[name];
    if (index !== undefined && typeof value === 'object' && value !== null) {
      refuseUnknown(Object.keys(value), levels.get(index)!, `The category \`${index}\` has no level`);
    }
  }
  return Float64Array.from(parameters, ({ name, latent, level }) => {
    const value = point[latent.name];
    const own =
      level === null ? value : typeof value === 'object' && value !== null ? value[level] : undefined;
    if (typeof own === 'number') return own;
    throw new HostError(
      'data',
      `The point gives no number for \`${name}\`.`,
      level === null
        ? 'Give one number for each latent.'
        : `Give an object with one number for each level of \`${latent.index}\`.`,
    );
  });
}

function isArray(point: PointInput): point is ArrayLike<number> {
  return Array.isArray(point) || ArrayBuffer.isView(point);
}

function refuseUnknown(given: readonly string[], known: readonly string[], saying: string): void {
  const unknown = given.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new HostError('data', `${saying} \`${unknown}\`.`, `There are ${firstNames(known)}.`);
}
