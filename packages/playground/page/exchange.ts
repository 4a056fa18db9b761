/** A draft as a link and as a file: both hold the layout, the settings and the tables, a link only small ones. */
import { type Draft, type DraftFile, NO_SETTINGS, type Settings } from './draft.ts';

/** Raised for a link or a file that holds no draft. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';
}

/** A file in a link or in a stored file. */
interface StoredFile {
  readonly path: string;
  readonly role: DraftFile['role'];
  /** Its bytes in base64; absent if it is named by its example, or too large for a link. */
  readonly data?: string;
  readonly example?: string;
}

interface StoredDraft {
  readonly theodolite: 'playground';
  readonly version: 1;
  readonly name: string;
  readonly text: string;
  readonly settings: Partial<Settings>;
  readonly files: readonly StoredFile[];
}

/** The longest link, in characters: programs that pass links on cut off longer ones. */
export const LONGEST_LINK = 32_000;

/** The beginning of the fragment of a link. */
const MARK = '#1.';

const packed = (bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> =>
  new Response(new Blob([bytes as BlobPart]).stream().pipeThrough(stream as never))
    .arrayBuffer()
    .then((buffer) => new Uint8Array(buffer));

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

function stored(draft: Draft, isKept: (file: DraftFile) => boolean): StoredDraft {
  const { name, text, settings, files } = draft;
  const given = Object.entries(settings).filter(([, value]) =>
    typeof value === 'string' ? value !== '' : Object.keys(value).length > 0,
  );
  return {
    ...{ theodolite: 'playground', version: 1, name, text },
    settings: Object.fromEntries(given),
    files: files.map((file) => ({
      ...{ path: file.path, role: file.role },
      ...(file.example === null ? {} : { example: file.example }),
      ...(isKept(file) ? { data: base64(file.bytes) } : {}),
    })),
  };
}

export interface Link {
  readonly fragment: string;
  /** The files that are too large for a link. */
  readonly left: readonly string[];
}

/** The fragment of a link that opens the draft. */
export async function linkOf(draft: Draft): Promise<Link> {
  const with_ = async (isKept: (file: DraftFile) => boolean) => {
    const bytes = new TextEncoder().encode(JSON.stringify(stored(draft, isKept)));
    const short = await packed(bytes, new CompressionStream('deflate-raw'));
    return MARK + base64(short).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  };
  const own = draft.files.filter(({ example }) => example === null);
  const whole = await with_((file) => own.includes(file));
  if (whole.length <= LONGEST_LINK || own.length === 0) return { fragment: whole, left: [] };
  return { fragment: await with_(() => false), left: own.map(({ path }) => path) };
}

/** The draft of a link, and the names of files that were too large for it; null for an address that is no such link. @throws ExchangeError */
export async function openLink(
  fragment: string,
  example: (path: string) => Promise<Uint8Array>,
): Promise<{ readonly draft: Draft; readonly left: readonly string[] } | null> {
  if (!/^#\d+\./.test(fragment)) return null;
  if (!fragment.startsWith(MARK)) {
    throw new ExchangeError('This link was made by a later version of the page. Open it where it was made.');
  }
  let text: string;
  try {
    const bytes = fromBase64(fragment.slice(MARK.length).replaceAll('-', '+').replaceAll('_', '/'));
    text = new TextDecoder().decode(await packed(bytes, new DecompressionStream('deflate-raw')));
  } catch {
    throw new ExchangeError(
      'This link is cut off or changed, so that nothing can be read from it. Copy it again, whole.',
    );
  }
  return draftOf(text, 'The link', example);
}

/** The text of a file that holds all of a draft. */
export const fileOf = (draft: Draft): string => `${JSON.stringify(stored(draft, () => true))}\n`;

/** Whether a file is one that the page made, by its name. */
export const isDraftFile = (name: string): boolean => /\.theodolite(?:\.json)?$/i.test(name);

/** @param what the link or file in messages @throws ExchangeError */
export async function draftOf(
  text: string,
  what: string,
  example: (path: string) => Promise<Uint8Array>,
): Promise<{ readonly draft: Draft; readonly left: readonly string[] }> {
  const value = parsed(text, what);
  const left: string[] = [];
  const files: DraftFile[] = [];
  for (const { path, role, data, example: named } of value.files) {
    const bytes = data !== undefined ? fromBase64(data) : named === undefined ? null : await example(named);
    if (bytes === null) left.push(path);
    else files.push({ path, role, bytes, example: named ?? null });
  }
  const { name, text: layout, settings } = value;
  return { draft: { name, text: layout, files, settings: { ...NO_SETTINGS, ...settings } }, left };
}

function parsed(text: string, what: string): StoredDraft {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ExchangeError(`${what} is cut off or changed, so that nothing can be read from it.`);
  }
  if (!isStoredDraft(value)) {
    throw new ExchangeError(
      `${what} holds no layout of this page. Give a file that “Save a file” made, a layout (.ml) or a table.`,
    );
  }
  return value;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isStoredDraft(value: unknown): value is StoredDraft {
  if (!isObject(value) || value.theodolite !== 'playground' || value.version !== 1) return false;
  const { name, text, settings, files } = value;
  if (!isText(name) || !/^\w[\w.-]*\.(?:ml|layout)$/.test(name) || !isText(text)) return false;
  return isObject(settings) && areSettings(settings) && Array.isArray(files) && files.every(isStoredFile);
}

function areSettings(settings: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(settings).every(([key, value]) => {
    if (key === 'outcomes' || key === 'bindings')
      return isObject(value) && Object.values(value).every(isText);
    return key in NO_SETTINGS && isText(value);
  });
}

function isStoredFile(file: unknown): file is StoredFile {
  if (!isObject(file) || !isText(file.path) || file.path === '' || /[\\/]/.test(file.path)) return false;
  const { role, data, example } = file;
  if (!isText(role) || !/^(?:main|join|table \w+)$/.test(role)) return false;
  return (data === undefined || isBase64(data)) && (example === undefined || isText(example));
}

const isBase64 = (value: unknown): boolean => isText(value) && /^[A-Za-z0-9+/]*={0,2}$/.test(value);
