/** In a page there is no environment variable that could name a folder of modules. */

export function openModuleStore(): null {
  return null;
}
