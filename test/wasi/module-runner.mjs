/** Runs a command module under node:wasi with this process's own streams: MODULE [ARGUMENT…]. */
import { readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';

const [, , file, ...args] = process.argv;
const wasi = new WASI({
  version: 'preview1',
  args: [file, ...args],
  preopens: { '.': '.' },
  returnOnExit: true,
});
const { instance } = await WebAssembly.instantiate(readFileSync(file), wasi.getImportObject());
process.exitCode = wasi.start(instance);
