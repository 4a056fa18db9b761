/** The checksum at the end of a module, which detects corruption. */

/** CRC-32 of ISO 3309, as in zip and PNG; it detects every change that is confined to 32 consecutive bits. */
export function crc32(bytes: Uint8Array): number {
  const table = Uint32Array.from({ length: 256 }, (_, byte) => {
    let rest = byte;
    for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0);
    return rest;
  });
  return ~bytes.reduce((crc, byte) => (crc >>> 8) ^ table[(crc ^ byte) & 0xff]!, -1) >>> 0;
}
