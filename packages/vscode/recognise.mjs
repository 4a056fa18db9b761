/** Tells layouts from OCaml, which has the same ending. */

/** How much of a text is looked at: the name may stand below comments. */
const LINES = 30;

/** The name of a layout, at the beginning of a line. */
export const LAYOUT_NAME = /^layout[ \t]+[A-Za-z_]\w*/m;

/** Whether one of the first lines of a text has it. */
export function isLayout(text) {
  return LAYOUT_NAME.test(text.split('\n', LINES).join('\n'));
}
