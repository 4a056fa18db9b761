/** Patterns in names, as `--outcome` and the paths of files take them. */

/** Whether a name has characters that stand for others. */
export function isPattern(name: string): boolean {
  return /[*?]/.test(name);
}

/** `*` stands for any characters and `?` for one. Takes at most pattern × name steps, since neither is ours. */
export function matchesPattern(pattern: string, name: string): boolean {
  // reached[i]: the pattern so far can stand for the first i characters of the name.
  let reached = Array.from({ length: name.length + 1 }, (_, i) => i === 0);
  for (const character of pattern) {
    const first = reached.indexOf(true);
    if (first < 0) return false;
    reached = reached.map((_, i) =>
      character === '*'
        ? i >= first
        : i > 0 && reached[i - 1]! && (character === '?' || name[i - 1] === character),
    );
  }
  return reached[name.length]!;
}
