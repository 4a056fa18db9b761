/** asc, the compiler of AssemblyScript, made ready at the first call. */
import { trimLibrary } from './library.ts';

/** Loading it takes longer than compiling a layout with it, so it is done when something is compiled. */
export async function openAsc(): Promise<typeof import('assemblyscript/asc')> {
  const asc = await import('assemblyscript/asc');
  trimLibrary(asc.libraryFiles);
  return asc;
}
