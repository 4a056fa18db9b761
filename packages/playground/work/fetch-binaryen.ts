/** Binaryen in a page, from a file that the build compressed: many servers of files compress nothing. */
import type { InstantiateWasm } from '../../../compiler/assemble/web/instantiate-binaryen.ts';

/** The first bytes of gzip. A server may have unpacked the file already, as its ending tells it to. */
const GZIP = [0x1f, 0x8b];

/** @throws Error if it cannot be fetched */
export async function instantiateBinaryen(file: URL): Promise<InstantiateWasm> {
  const failed = 'The compiler could not be fetched. Try again while there is a network.';
  const response = await fetch(`${file}.gz`).catch(() => null);
  if (response?.ok !== true) throw new Error(failed);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isPacked = GZIP.every((byte, place) => bytes[place] === byte);
  const unpacked = new Response(
    isPacked ? new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')) : bytes,
    { headers: { 'content-type': 'application/wasm' } },
  );
  const module = await WebAssembly.compileStreaming(unpacked);
  return (imports, receive) => void WebAssembly.instantiate(module, imports).then(receive);
}
