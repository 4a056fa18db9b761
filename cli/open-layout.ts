/** From a layout's path to a module: compiled here, or built before by `theodolite build`. */
import type { Compiled, Phase } from '../compiler/compile.ts';
import type { Diagnostic } from '../grammar/diagnostic.ts';
import type { Source } from '../grammar/source.ts';
import { type LoadedModule, load } from '../host/load.ts';
import { badInput, EXIT, Failure } from './failure.ts';
import { readBytes } from './read-file.ts';

/** Raised for mistakes in a layout; `main` prints them with their source underlined. */
export class LayoutMistakes extends Failure {
  readonly source: Source;
  readonly diagnostics: readonly Diagnostic[];

  constructor(source: Source, diagnostics: readonly Diagnostic[]) {
    super(EXIT.badInput, []);
    this.source = source;
    this.diagnostics = diagnostics;
  }
}

/** A module that can be given data, and what there is to say about how it was made. */
export interface OpenLayout {
  readonly loaded: LoadedModule;
  readonly source: Source | null;
  readonly warnings: readonly Diagnostic[];
  /** Of compiling, or of loading a built module. */
  readonly seconds: number;
}

/** Reads a layout's text. @throws Failure (input) when there is no such file, or it is not text. */
export async function readSource(path: string): Promise<Source> {
  return decode(path, await readBytes(path, 'layout'));
}

/** Compiles a layout. @throws LayoutMistakes */
export function compileSource(source: Source): Promise<Compiled> {
  return withCompiler(({ compile }) => compile(source));
}

/** What a layout is after a phase, as text. @throws LayoutMistakes */
export function showSource(source: Source, phase: Phase): Promise<string> {
  return withCompiler(({ show }) => show(source, phase));
}

/** The compiler is loaded only here, since AssemblyScript takes half a second to load. */
async function withCompiler<T>(
  use: (compiler: typeof import('../compiler/compile.ts')) => Promise<T>,
): Promise<T> {
  const [compiler, { LayoutError }] = await Promise.all([
    import('../compiler/compile.ts'),
    import('../compiler/layout-error.ts'),
  ]);
  try {
    return await use(compiler);
  } catch (error) {
    if (error instanceof LayoutError) throw new LayoutMistakes(error.source, error.diagnostics);
    throw error;
  }
}

/**
 * Opens a layout's text or a module built from one.
 *
 * @throws Failure (input) when the file cannot be read, has mistakes, or is a module of another kind.
 */
export async function openLayout(path: string): Promise<OpenLayout> {
  const bytes = await readBytes(path, 'layout');
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  if (isWasm(bytes)) return { loaded: await load(bytes), source: null, warnings: [], seconds: seconds() };
  const source = decode(path, bytes);
  const compiled = await compileSource(source);
  const loaded = await load(compiled.bytes);
  return { loaded, source, warnings: compiled.warnings, seconds: seconds() };
}

function isWasm(bytes: Uint8Array): boolean {
  return bytes[0] === 0x00 && bytes[1] === 0x61 && bytes[2] === 0x73 && bytes[3] === 0x6d;
}

function decode(path: string, bytes: Uint8Array): Source {
  try {
    return { name: path, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    throw badInput(
      `${path} is not text in UTF-8.`,
      'Give a layout, or a module that `theodolite build` made.',
    );
  }
}
