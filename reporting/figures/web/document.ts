/** In a page: its own document creates the elements of figures. */

export function ownDocument(): Document {
  return document;
}
