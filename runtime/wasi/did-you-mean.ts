/**
 * The question at the end of a message about an unknown name, by the optimal string alignment distance (Damerau 1964)
 * between UTF-16 units, as in module/names.ts.
 */
import { release } from '../memory';
import { List, append, itemAt, openList, reserve } from './storage';
import { openText, put, putBytes } from './sink';
import { Text, sameText, smallLetter, textOf } from './text';
import { codePointAt, pointWidth } from './utf8';

/** Longer names, and further candidates, are not compared. */
const MAX_UNITS: i32 = 64;
const MAX_CANDIDATES: i32 = 2000;

/** `` Did you mean `x`?``, or nothing if no candidate is near: within a third of the name's length. */
export function didYouMean(name: Text, candidates: List): Text {
  const to = openText();
  const units = unitsOf(name);
  if (units.length > MAX_UNITS) return textOf(to.at, 0);
  let best = changetype<Text>(0);
  let bestDistance = max(1, units.length / 3) + 1;
  for (let i = 0; i < min(candidates.length, MAX_CANDIDATES); i++) {
    const candidate = changetype<Text>(itemAt(candidates, i));
    // A unit takes at most three bytes, so much longer candidates are skipped.
    if (sameText(candidate, name) || candidate.length > 3 * (units.length + bestDistance)) continue;
    const others = unitsOf(candidate);
    if (abs(others.length - units.length) >= bestDistance) continue;
    const distance = sameButForCase(units, others) ? 0 : editDistance(units, others);
    if (distance < bestDistance && distance < others.length) {
      best = candidate;
      bestDistance = distance;
    }
  }
  if (changetype<usize>(best) != 0) {
    put(to, ' Did you mean `');
    putBytes(to, best.at, best.length);
    put(to, '`?');
  }
  return textOf(to.at, to.used);
}

/** The UTF-16 units of a text. */
function unitsOf(text: Text): List {
  const units = openList();
  const end = text.at + <usize>text.length;
  for (let next = text.at; next < end; next += <usize>pointWidth()) {
    const point = <usize>codePointAt(next);
    if (point < 0x1_0000) append(units, point);
    else {
      append(units, 0xd7c0 + (point >> 10));
      append(units, 0xdc00 | (point & 0x3ff));
    }
  }
  return units;
}

/** Whether they are equal except for the case of ASCII letters. */
function sameButForCase(a: List, b: List): bool {
  if (a.length != b.length) return false;
  for (let i = 0; i < a.length; i++) {
    if (smallLetter(<i32>itemAt(a, i)) != smallLetter(<i32>itemAt(b, i))) return false;
  }
  return true;
}

/** The minimum number of insertions, deletions, substitutions and swaps of neighbours that turn one into the other. */
function editDistance(a: List, b: List): i32 {
  const width = b.length + 1;
  const table = reserve((<usize>(a.length + 1) * <usize>width) << 2);
  for (let i = 0; i <= a.length; i++) {
    for (let j = 0; j <= b.length; j++) {
      let best = i == 0 ? j : i;
      if (i > 0 && j > 0) {
        best = min(distanceAt(table, width, i - 1, j), distanceAt(table, width, i, j - 1)) + 1;
        best = min(best, distanceAt(table, width, i - 1, j - 1) + (itemAt(a, i - 1) == itemAt(b, j - 1) ? 0 : 1));
        if (i > 1 && j > 1 && itemAt(a, i - 1) == itemAt(b, j - 2) && itemAt(a, i - 2) == itemAt(b, j - 1)) {
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
