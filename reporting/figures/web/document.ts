/** In a page, its own document is what is drawn with. */

export function ownDocument(): Document {
  return document;
}
