/** Names in the messages of the host. */
/** Names that a message lists at most. */
const LISTED = 10;

/** `a, b, c`, cut short after the first ten. */
export function firstNames(names: readonly string[]): string {
  return `${names.slice(0, LISTED).join(', ')}${names.length > LISTED ? ' and so on' : ''}`;
}
