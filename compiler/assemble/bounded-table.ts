/** Gives the table of a module a largest size, which asc leaves out of one that is exported: no module of ours makes its table grow. */

const TABLE_SECTION = 4;
/** The position of the first section, after the magic number and the version. */
const FIRST_SECTION = 8;

/** The module with a table that stays as large as it is. Throws an Error where the table is not as asc writes one of less than 128 elements. */
export function withBoundedTable(module: Uint8Array): Uint8Array {
  let at = FIRST_SECTION;
  while (at < module.length) {
    const [size, contents] = unsignedLeb128(module, at + 1);
    if (module[at] === TABLE_SECTION) {
      const [tables, type, flags, least] = module.subarray(contents, contents + size);
      if (size !== 4 || tables !== 1 || flags !== 0 || least! > 127)
        throw new Error('the table is not as asc writes one');
      const bounded = [TABLE_SECTION, 5, 1, type!, 1, least!, least!];
      return Uint8Array.from([...module.subarray(0, at), ...bounded, ...module.subarray(contents + size)]);
    }
    at = contents + size;
  }
  throw new Error('the module has no table');
}

/** A number in base 128, seven bits per byte (WebAssembly Core Specification, 5.2.2), and the position of its end. */
function unsignedLeb128(bytes: Uint8Array, from: number): [value: number, end: number] {
  let value = 0;
  let at = from;
  for (let factor = 1; ; factor *= 128) {
    const byte = bytes[at++]!;
    value += (byte & 127) * factor;
    if (byte < 128) return [value, at];
  }
}
