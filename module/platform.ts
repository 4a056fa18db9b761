/** Which platform this is, found out when it is asked: nothing is looked at while modules are loaded. */

/** Whether this is Node, or what behaves like it, with threads and files. */
export function isNode(): boolean {
  return typeof process === 'object' && typeof process.versions?.node === 'string';
}
