/** Names and counts in running text. */

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
