/** Loads asc, the AssemblyScript compiler, on first use. */
import { trimLibrary } from './library.ts';

/** Loading asc takes longer than compiling a layout with it, so this waits until something is compiled. */
export async function openAsc(): Promise<typeof import('assemblyscript/asc')> {
  const asc = await import('assemblyscript/asc');
  trimLibrary(asc.libraryFiles);
  return asc;
}
