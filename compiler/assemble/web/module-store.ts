/** A page has no environment that could name a folder of modules. */

export function openModuleStore(): null {
  return null;
}
