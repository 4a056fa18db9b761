import { expect, it } from 'vitest';
import { loadModule } from '../../host/load.ts';
import { LADDER } from '../cli/ladder.ts';
import { buildCommand } from './run-module.ts';

it('a command module exports its memory and its start alone, and imports what it uses of WASI', async () => {
  const module = await WebAssembly.compile(await buildCommand(LADDER));
  const exported = WebAssembly.Module.exports(module).map(({ name }) => name);
  expect(exported.sort()).toEqual(['_start', 'memory']);
  const imports = WebAssembly.Module.imports(module);
  expect(new Set(imports.map((each) => each.module))).toEqual(new Set(['wasi_snapshot_preview1']));
  expect(imports.map(({ name }) => name).sort()).toEqual([
    'args_get',
    'args_sizes_get',
    'fd_prestat_dir_name',
    'fd_prestat_get',
    'fd_read',
    'fd_write',
    'path_open',
    'proc_exit',
  ]);
});

it('a host that is given a command module says what it is and what to do', async () => {
  const found = loadModule(await buildCommand(LADDER));
  await expect(found).rejects.toMatchObject({
    kind: 'module',
    message:
      'This module is a command that fits its layout on its own, and has nothing that a host could call.',
    remedy:
      'Run it under WASI, such as `wasmtime run reading.wasm < table.csv`, or compile the layout again as a module for a host.',
  });
});
