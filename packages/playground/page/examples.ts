/** The worked layouts with their tables, which lie beside the page. */
import { type Draft, NO_SETTINGS, type Settings } from './draft.ts';

/** As the build writes it. */
export interface Example {
  /** The folder and the file, such as `ocr/ocr`. */
  readonly id: string;
  /** The first sentence about the layout. */
  readonly meaning: string;
  readonly layout: string;
  readonly tables: readonly { readonly path: string; readonly role: Draft['files'][number]['role'] }[];
  readonly settings: Partial<Settings>;
}

const FOLDER = 'examples/';

/** @throws Error if it cannot be fetched */
export async function exampleBytes(path: string): Promise<Uint8Array> {
  const response = await fetch(`${FOLDER}${path}`).catch(() => null);
  if (response?.ok !== true)
    throw new Error(`The example ${path} cannot be fetched. Try again while there is a network.`);
  return new Uint8Array(await response.arrayBuffer());
}

/** @throws Error if it cannot be fetched */
export async function examples(): Promise<readonly Example[]> {
  return JSON.parse(new TextDecoder().decode(await exampleBytes('index.json')));
}

/** @throws Error if a file of it cannot be fetched */
export async function draftOfExample({ layout, tables, settings }: Example): Promise<Draft> {
  const fileName = (path: string) => path.split('/').at(-1)!;
  const [text, ...contents] = await Promise.all(
    [layout, ...tables.map(({ path }) => path)].map(exampleBytes),
  );
  return {
    name: fileName(layout),
    text: new TextDecoder().decode(text),
    files: tables.map(({ path, role }, place) => ({
      ...{ path: fileName(path), role, bytes: contents[place]!, example: path },
    })),
    settings: { ...NO_SETTINGS, ...settings },
  };
}
