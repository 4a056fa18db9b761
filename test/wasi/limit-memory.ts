/** A module that may have no more than so many pages of memory (WebAssembly Core Specification, 5.5.8). */

const MEMORY_SECTION = 5;

/** @param module with one memory whose first size fits a byte; the maximum that it may have is replaced */
export function limitMemory(module: Uint8Array, pages: number): Uint8Array<ArrayBuffer> {
  for (let at = 8; at < module.length; ) {
    const { value: size, next } = unsigned(module, at + 1);
    if (module[at] !== MEMORY_SECTION) {
      at = next + size;
      continue;
    }
    const [count, flags, initial] = module.subarray(next, next + size);
    if (count !== 1 || (flags !== 0 && flags !== 1) || initial! > 127)
      throw new Error('the memory is not as expected');
    // In two bytes each, as LEB128 allows.
    const maximum = [(pages & 0x7f) | 0x80, pages >> 7];
    const section = [MEMORY_SECTION, 5, 1, 1, initial!, ...maximum];
    return Uint8Array.from([...module.subarray(0, at), ...section, ...module.subarray(next + size)]);
  }
  throw new Error('the module has no memory');
}

/** A number in LEB128. */
function unsigned(bytes: Uint8Array, at: number): { value: number; next: number } {
  let value = 0;
  let next = at;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[next++]!;
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return { value, next };
  }
}
