/**
 * The question at the end of a message about a name that is not there, by the optimal string alignment distance (Damerau
 * 1964), as of grammar/edit-distance.ts. Distances are between the bytes of UTF-8.
 */
import { release } from '../memory';
import { List, itemAt } from './list';
import { putName } from './printable';
import { reserve } from './reserve';
import { Sink, put } from './sink';
import { Text, sameText, smallLetter } from './text';

/** Longer names are not compared, and neither are later candidates. */
const MOST_COMPARED: i32 = 64;
const MOST_CANDIDATES: i32 = 2000;

/** Puts `` Did you mean `x`?``, or nothing where no candidate is near: within a third of the name's length. */
export function putDidYouMean(to: Sink, name: Text, candidates: List): void {
  if (name.length > MOST_COMPARED) return;
  let best = changetype<Text>(0);
  let bestDistance = max(1, name.length / 3) + 1;
  for (let i = 0; i < min(candidates.length, MOST_CANDIDATES); i++) {
    const candidate = changetype<Text>(itemAt(candidates, i));
    if (sameText(candidate, name) || abs(candidate.length - name.length) >= bestDistance) continue;
    const distance = sameButForCase(candidate, name) ? 0 : editDistance(name, candidate);
    if (distance < bestDistance && distance < candidate.length) {
      best = candidate;
      bestDistance = distance;
    }
  }
  if (changetype<usize>(best) == 0) return;
  put(to, ' Did you mean ');
  putName(to, best);
  put(to, '?');
}

function sameButForCase(a: Text, b: Text): bool {
  if (a.length != b.length) return false;
  for (let i = 0; i < a.length; i++) if (smallLetter(byteAt(a, i)) != smallLetter(byteAt(b, i))) return false;
  return true;
}

function byteAt(text: Text, index: i32): i32 {
  return <i32>load<u8>(text.at + <usize>index);
}

/** The fewest insertions, deletions, substitutions and swaps of neighbours that turn the one into the other. */
function editDistance(a: Text, b: Text): i32 {
  const width = b.length + 1;
  const table = reserve((<usize>(a.length + 1) * <usize>width) << 2);
  for (let i = 0; i <= a.length; i++) {
    for (let j = 0; j <= b.length; j++) {
      let best = i == 0 ? j : j == 0 ? i : i32.MAX_VALUE;
      if (i > 0 && j > 0) {
        best = min(distanceAt(table, width, i - 1, j), distanceAt(table, width, i, j - 1)) + 1;
        best = min(best, distanceAt(table, width, i - 1, j - 1) + (byteAt(a, i - 1) == byteAt(b, j - 1) ? 0 : 1));
        if (i > 1 && j > 1 && byteAt(a, i - 1) == byteAt(b, j - 2) && byteAt(a, i - 2) == byteAt(b, j - 1)) {
          best = min(best, distanceAt(table, width, i - 2, j - 2) + 1);
        }
      }
      store<i32>(table + (<usize>(i * width + j) << 2), best);
    }
  }
  const distance = distanceAt(table, width, a.length, b.length);
  release(table);
  return distance;
}

function distanceAt(table: usize, width: i32, i: i32, j: i32): i32 {
  return load<i32>(table + (<usize>(i * width + j) << 2));
}
