/** Tells which platform this is, when asked: modules look at nothing while they are loaded. */

/** Whether this is Node, or a compatible platform with threads and files. */
export function isNode(): boolean {
  return typeof process === 'object' && typeof process.versions?.node === 'string';
}
