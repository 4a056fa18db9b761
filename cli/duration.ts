/** A time in words. */

/** Whole seconds, or minutes where it is two or more. */
export function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  return whole < 120 ? `${whole} s` : `${Math.ceil(whole / 60)} min`;
}
