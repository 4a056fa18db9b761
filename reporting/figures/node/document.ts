/** In Node: a light document that creates the elements of figures. */
import { parseHTML } from 'linkedom';

export function ownDocument(): Document {
  return parseHTML('<!doctype html><html><body></body></html>').document;
}
