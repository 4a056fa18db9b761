/** Tells layouts from OCaml, which has the same ending. */

/** How much of a text is looked at: the name may stand below comments. */
const LINES = 30;

/** Whether a text has `layout NAME` at the beginning of one of its first lines. */
export function isLayout(text) {
  const first = text.split('\n', LINES).join('\n');
  return /^layout[ \t]+[A-Za-z_]/m.test(first);
}
