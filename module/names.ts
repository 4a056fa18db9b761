/** Names in running text: a list of them, and the one that a misspelt name was meant to be. */

/** Names that are listed. */
const LISTED = 20;

/** `a, b, c`, cut short after the first twenty. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, LISTED).join(', ');
  return names.length > LISTED ? `${shown} and ${names.length - LISTED} more` : shown;
}

/** Longest name and largest number of candidates that are compared, so that hostile text cannot make this slow. */
const MAX_COMPARED = 64;
const MAX_CANDIDATES = 2_000;

/**
 * The fewest insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b`: the optimal string
 * alignment distance (Damerau 1964).
 */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let best = Math.min(substitution, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

/** The candidate nearest to the name, if it is near enough to be meant: within a third of the length. */
export function nearest(name: string, candidates: Iterable<string>): string | null {
  if (name.length > MAX_COMPARED) return null;
  const reach = Math.max(1, Math.floor(name.length / 3));
  let best: string | null = null;
  let bestDistance = reach + 1;
  let compared = 0;
  for (const candidate of candidates) {
    compared += 1;
    if (compared > MAX_CANDIDATES) break;
    if (candidate === name || Math.abs(candidate.length - name.length) >= bestDistance) continue;
    const sameButForCase = candidate.toLowerCase() === name.toLowerCase();
    const distance = sameButForCase ? 0 : editDistance(name, candidate);
    if (distance < bestDistance && distance < candidate.length) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** ` Did you mean \`x\`?`, or nothing when no candidate is near. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const meant = nearest(name, candidates);
  return meant === null ? '' : ` Did you mean \`${meant}\`?`;
}

/** `a, b, c`, cut short after the first ten, where it need not be said how many more there are. */
export function firstNames(names: readonly string[]): string {
  return `${names.slice(0, 10).join(', ')}${names.length > 10 ? ' and so on' : ''}`;
}

/** A category's name in messages: `person and testlet` for `person.testlet`. */
export function categoryInWords(name: string): string {
  return name.replaceAll('.', ' and ');
}
