/** The text that a file the user names holds, which must be UTF-8 as everything here is. */
import { encodingProblem, isUtf16, utf16Problem } from '../../files/tables/text-encoding.ts';
import { badInput } from '../failure.ts';
import { type FileRole, readBytes } from './read-file.ts';

/**
 * The text of bytes in UTF-8, without a byte order mark.
 *
 * @param wanted what to give in place of a file that is no text at all
 * @throws Failure (input) when they are no such text, with the encoding or the first line that is not
 */
export function decodeText(path: string, bytes: Uint8Array, wanted: string): string {
  const save = 'Save it as UTF-8, which an editor offers among its encodings';
  if (isUtf16(bytes)) throw badInput(...utf16Problem(path, save));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    if (bytes.some(isControl)) throw badInput(`${path} is not text in UTF-8.`, wanted);
    const [before] = new TextDecoder().decode(bytes).split('\ufffd', 1);
    throw badInput(...encodingProblem(path, before!.split(/\r\n|\n|\r/).length, save));
  }
}

/** The text of a file. @throws Failure (input) as `decodeText` and `readBytes` do */
export async function readText(path: string, role: FileRole, wanted: string): Promise<string> {
  return decodeText(path, await readBytes(path, role), wanted);
}

/** Whether a byte is a control character that no text has. */
function isControl(byte: number): boolean {
  return byte < 0x20 && (byte < 9 || byte > 13);
}
