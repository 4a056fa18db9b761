/** Pieces of words of the command line. */
import { Text, afterSpaces, beforeSpaces, ownText, sameText, textOf } from './text';

export function isWord(text: Text, word: String): bool {
  return sameText(text, ownText(word));
}

export function part(text: Text, from: i32, to: i32): Text {
  return textOf(text.at + <usize>from, to - from);
}

/** The same without the blanks around it. */
export function trimmedPart(text: Text, from: i32, to: i32): Text {
  const start = afterSpaces(text.at + <usize>from, text.at + <usize>to);
  return textOf(start, <i32>(beforeSpaces(start, text.at + <usize>to) - start));
}

/** Where a sign of ASCII is first; -1 where it is not. */
export function signIn(text: Text, sign: i32): i32 {
  for (let i = 0; i < text.length; i++) if (load<u8>(text.at + <usize>i) == sign) return i;
  return -1;
}
