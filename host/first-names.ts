/** Lists of names in the messages of the host. */
/** Maximum number of names in a list. */
const LISTED = 10;

/** `a, b, c`, cut short after the first ten. */
export function firstNames(names: readonly string[]): string {
  return `${names.slice(0, LISTED).join(', ')}${names.length > LISTED ? ' and so on' : ''}`;
}
