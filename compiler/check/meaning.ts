/** A digest of what a layout says, by which a fit is known to be one of it. */
import { printTyped } from './print-typed.ts';
import type { TypedLayout } from './typed-layout.ts';

/**
 * Sixteen hexadecimal digits that are the same for layouts that say the same: comments, form and links that are named otherwise do not
 * count, names, units, priors and choices do. FNV-1a of 64 bits (Fowler, Noll & Vo), of the typed layout as text: it tells layouts apart
 * that were mixed up, and withstands nobody who wants two to be alike.
 */
export function meaningOf(layout: TypedLayout): string {
  const undocumented = <T>(declarations: readonly T[]): T[] =>
    declarations.map((each) => ({ ...each, doc: null }));
  const text = printTyped({
    ...layout,
    doc: null,
    demands: undocumented(layout.demands),
    categories: undocumented(layout.categories),
    latents: undocumented(layout.latents),
    lets: undocumented(layout.lets),
    observations: undocumented(layout.observations),
  });
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}
