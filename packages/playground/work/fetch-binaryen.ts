/**
 * Binaryen in a page, from a file that the build compressed: many servers of files compress nothing. By Zstandard it is smaller by a
 * third than by gzip, and tables need its decoder too.
 */
import type { InstantiateWasm } from '../../../compiler/assemble/web/instantiate-binaryen.ts';
import { readZstd } from '../../../files/tables/zstd.ts';

/** The number of bytes that it has unpacked; the build puts it here. */
declare const BINARYEN_BYTES: number;

/** The first bytes of Zstandard. A server may have unpacked the file already, as its ending tells it to. */
const ZSTANDARD = [0x28, 0xb5, 0x2f, 0xfd];

/** @throws Error if it cannot be fetched */
export async function instantiateBinaryen(file: URL): Promise<InstantiateWasm> {
  const failed = 'The compiler could not be fetched. Try again while there is a network.';
  const response = await fetch(`${file}.zst`).catch(() => null);
  if (response?.ok !== true) throw new Error(failed);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isPacked = ZSTANDARD.every((byte, place) => bytes[place] === byte);
  const unpacked = isPacked ? await readZstd(bytes, BINARYEN_BYTES) : bytes;
  const module = await WebAssembly.compile(unpacked as Uint8Array<ArrayBuffer>);
  return (imports, receive) => void WebAssembly.instantiate(module, imports).then(receive);
}
