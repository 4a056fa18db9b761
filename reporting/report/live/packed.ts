/** Bytes in a page: compressed by gzip, in base64. */

export async function packed(bytes: Uint8Array): Promise<string> {
  return toBase64(await through(bytes, new CompressionStream('gzip')));
}

/** @throws TypeError when the text was not packed */
export function unpacked(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return through(fromBase64(text), new DecompressionStream('gzip'));
}

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x2000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x2000));
  return btoa(text);
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

async function through(
  bytes: Uint8Array,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const read = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(read).arrayBuffer());
}
