/** Runs command modules under node:wasi in this process, with files for its streams. */
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { WASI } from 'node:wasi';
import { type PrepareOptions, prepare } from '../../compiler/compile.ts';
import { DEFAULT_SETTINGS } from '../../host/sample.ts';

export interface Outcome {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A directory that modules are run in, as the one they are given. */
export interface Directory {
  readonly path: string;
  write(name: string, content: string | Uint8Array): void;
  /** Runs a module with these arguments and this text on its standard input; where that is empty, it is given the directory. */
  run(module: WebAssembly.Module, args: readonly string[], input?: string | Uint8Array): Promise<Outcome>;
  remove(): void;
}

/** The bytes of a layout's command module. */
export async function buildCommand(
  text: string,
  options: PrepareOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const program = { version: '1.2.3', settings: DEFAULT_SETTINGS };
  return new Uint8Array((await prepare({ name: 'layout.ml', text }, options).compileCommand(program)).bytes);
}

/**
 * A module's imports as functions of JavaScript: Node's own are called past it, and a collection of garbage in such a
 * call does not see what the caller holds, so that the process crashes now and then (nodejs/node#46777).
 */
function throughJavaScript(functions: object): WebAssembly.ModuleImports {
  return Object.fromEntries(
    Object.entries(functions).map(([name, call]) => [name, (...values: unknown[]) => call(...values)]),
  );
}

export function openDirectory(): Directory {
  const path = mkdtempSync(join(tmpdir(), 'theodolite-wasi-'));
  const streams = mkdtempSync(join(tmpdir(), 'theodolite-streams-'));
  const place = (name: string) => join(streams, name);
  return {
    path,
    write(name, content) {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      writeFileSync(join(path, name), content);
    },
    async run(module, args, input = '') {
      writeFileSync(place('stdin'), input);
      const stdin = openSync(place('stdin'), 'r');
      const stdout = openSync(place('stdout'), 'w');
      const stderr = openSync(place('stderr'), 'w');
      try {
        const wasi = new WASI({
          version: 'preview1',
          args: ['layout.wasm', ...args],
          // Node closes a directory only when it collects garbage, and there are so many that may be open.
          preopens: input === '' ? { '.': path } : {},
          returnOnExit: true,
          ...{ stdin, stdout, stderr },
        });
        const imports = { wasi_snapshot_preview1: throughJavaScript(wasi.wasiImport) };
        const status = wasi.start(await WebAssembly.instantiate(module, imports)) as unknown as number;
        return {
          status,
          stdout: readFileSync(place('stdout'), 'utf8'),
          stderr: readFileSync(place('stderr'), 'utf8'),
        };
      } finally {
        for (const descriptor of [stdin, stdout, stderr]) closeSync(descriptor);
      }
    },
    remove() {
      for (const each of [path, streams]) rmSync(each, { recursive: true, force: true });
    },
  };
}
