/** Words in running text: names, counts, times, and what a name was meant to be. */
import { nearest } from '../grammar/edit-distance.ts';

const LISTED = 20;

/** `a, b, c`, cut short after the first twenty. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, LISTED).join(', ');
  return names.length > LISTED ? `${shown} and ${names.length - LISTED} more` : shown;
}

/** `1 row`, `3 rows`. */
export function counted(count: number, noun: string, plural = 's'): string {
  return `${count} ${noun}${count === 1 ? '' : plural}`;
}

/** ` Did you mean \`x\`?`, or nothing when no candidate is near. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const meant = nearest(name, candidates);
  return meant === null ? '' : ` Did you mean \`${meant}\`?`;
}

/** Whole seconds, or minutes where it is two or more. */
export function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  return whole < 120 ? `${whole} s` : `${Math.ceil(whole / 60)} min`;
}
