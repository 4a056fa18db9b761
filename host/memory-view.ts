/** Views of a module's memory at addresses that the module gave, checked against its bounds. */
import { notAsSaid } from '../module/host-error.ts';

/**
 * Numbers at an address. A new view each time, because growing memory detaches old ones.
 *
 * @throws HostError of kind `module` when they are outside the memory, or the address is not aligned
 */
export function viewOf<T extends Float64Array | Uint32Array>(
  Numbers: {
    new (buffer: ArrayBuffer, address: number, length: number): T;
    readonly BYTES_PER_ELEMENT: number;
  },
  { buffer }: WebAssembly.Memory,
  address: number,
  length: number,
): T {
  // An i32 address above 2 GiB arrives as a negative number.
  const begin = address >>> 0;
  const size = Numbers.BYTES_PER_ELEMENT;
  if (begin === 0 || begin % size !== 0 || begin + length * size > buffer.byteLength) {
    throw notAsSaid(
      `The module gives ${begin} as an address, but ${length * size} bytes from there are not in its memory.`,
    );
  }
  return new Numbers(buffer, begin, length);
}
