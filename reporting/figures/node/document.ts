/** In Node, a light document whose elements are drawn with. */
import { parseHTML } from 'linkedom';

export function ownDocument(): Document {
  return parseHTML('<!doctype html><html><body></body></html>').document;
}
