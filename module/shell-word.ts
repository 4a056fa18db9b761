/** Words of a command that a user may copy. */

/** A word as a POSIX shell takes it: quoted if it has other characters than names and paths usually have. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
