/** Layouts in which `¦` marks the place of the cursor. */
import { type LayoutDocument, readDocument } from '../../editor/index.ts';

export interface Marked {
  readonly document: LayoutDocument;
  readonly offset: number;
}

/** The layout without the mark, and where it stood. */
export function withCursor(marked: string): Marked {
  const offset = marked.indexOf('¦');
  if (offset < 0) throw new Error('the layout has no ¦');
  return { document: readDocument(marked.replace('¦', '')), offset };
}

/** The text of a span. */
export function textOf({ text }: LayoutDocument, { start, end }: { start: number; end: number }): string {
  return text.slice(start, end);
}

export const LADDER = `/// A robot that climbs.
layout Ladder

unit s, m

category person

/// Height of the ladder.
demand height : m in [0, 4]
demand wait : s in [0, 60]
demand dark : flag

/// How high it reaches.
capability climb[person] : m ~ half_normal(2)
capability night : probability ~ beta(1, 1)
param scale : m ~ uniform(0.1, 2)

/// A margin that is never sure.
link reaches(ability, demanded, width, ceiling = 0.98) =
  between(0, ceiling, logistic((ability - demanded) / width))

let speed = height / wait
let seen = presence(night, dark)

observe success ~ bernoulli(reaches(climb[person], height, scale) and seen)

report mean_climb : m = scale * 2
`;

/** `LADDER` with the mark behind the first place where the words stand that the mark is in. */
export function ladderAt(words: string): Marked {
  const bare = words.replace('¦', '');
  const at = LADDER.indexOf(bare);
  if (at < 0) throw new Error(`the layout has no ${bare}`);
  return { document: readDocument(LADDER), offset: at + words.indexOf('¦') };
}
