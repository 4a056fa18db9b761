/** What a layout reports of a point besides its latents. The compiler replaces this file for a layout that has reports. */

/** Writes the reports of a point on the constrained scale to `out`, in the order of the manifest: one f64 each, or one per level. */
export function reportsAt(point: usize, out: usize): void {}
