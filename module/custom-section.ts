/** Custom sections of a WebAssembly binary (WebAssembly Core Specification, 5.5.3). */
import { CHECKSUM_SECTION } from './abi.ts';
import { crc32 } from './checksum.ts';

/** The module with a custom section appended. */
export function withCustomSection(module: Uint8Array, name: string, contents: Uint8Array): Uint8Array {
  const label = new TextEncoder().encode(name);
  const labelSize = unsignedLeb128(label.length);
  const size = unsignedLeb128(labelSize.length + label.length + contents.length);
  return concatenate([module, Uint8Array.of(0), size, labelSize, label, contents]);
}

/** The module with its checksum appended, by which a host can tell that it is unchanged; see docs/reference/abi.md. */
export function withChecksum(module: Uint8Array): Uint8Array {
  const sum = new Uint8Array(4);
  new DataView(sum.buffer).setUint32(0, crc32(module), true);
  return withCustomSection(module, CHECKSUM_SECTION, sum);
}

/** Whether a module ends with a correct checksum, and so is complete and unchanged. */
export function hasChecksum(module: Uint8Array): boolean {
  const added = withChecksum(new Uint8Array()).length;
  if (module.length < added) return false;
  const again = withChecksum(module.subarray(0, -added));
  return module.every((byte, index) => byte === again[index]);
}

/** Little-endian base 128, seven bits per byte (5.2.2). */
function unsignedLeb128(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = rest & 0x7f;
    rest >>>= 7;
    bytes.push(rest === 0 ? low : low | 0x80);
  } while (rest !== 0);
  return Uint8Array.from(bytes);
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
