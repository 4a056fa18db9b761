/** The order in which the command module and the host in Python put the levels of a category, many lists at a time. */
import { spawnSync } from 'node:child_process';
import { compileRuntimeBinary } from '../compile-runtime.ts';
import { PYTHON } from '../python.ts';

const ENTRY = `
import { levelAt, levelNumber, openLevels, orderLevels } from './runtime/wasi/levels';
import { reserve } from './runtime/wasi/storage';

export function room(bytes: i32): usize { return reserve(<usize>bytes); }

/** Orders lines, none of which is there twice, and writes them to another place. */
export function order(at: usize, bytes: i32, to: usize): void {
  const levels = openLevels();
  let start = at;
  for (let byte = at; byte < at + <usize>bytes; byte++) {
    if (load<u8>(byte) != 10) continue;
    levelNumber(levels, start, <i32>(byte - start));
    start = byte + 1;
  }
  orderLevels(levels);
  for (let place = 0; place < levels.names.length; place++) {
    const name = levelAt(levels, place);
    memory.copy(to, name.at, <usize>name.length);
    to += <usize>name.length;
    store<u8>(to++, 10);
  }
}
`;

interface Exports {
  readonly memory: WebAssembly.Memory;
  room(bytes: number): number;
  order(at: number, bytes: number, to: number): void;
}

/** Names without ends of lines, each once. */
type Names = readonly string[];

/** Orders names as a command module does. */
export async function openModuleOrder(): Promise<(names: Names) => string[]> {
  const never = () => {
    throw new Error('the order asked the system for something');
  };
  const { instance } = await WebAssembly.instantiate(await compileRuntimeBinary(ENTRY), {
    wasi_snapshot_preview1: { fd_write: never, proc_exit: never },
  });
  const abi = instance.exports as unknown as Exports;
  return (names) => {
    const bytes = new TextEncoder().encode(names.map((name) => `${name}\n`).join(''));
    const [at, to] = [abi.room(bytes.length + 1) >>> 0, abi.room(bytes.length + 1) >>> 0];
    new Uint8Array(abi.memory.buffer, at, bytes.length).set(bytes);
    abi.order(at, bytes.length, to);
    const ordered = new Uint8Array(abi.memory.buffer, to, bytes.length);
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(ordered).split('\n').slice(0, -1);
  };
}

/** Each list as the host in Python orders it, which needs no `wasmtime` for that. */
export function pythonOrder(lists: readonly Names[]): string[][] {
  const program = [
    'import json, sys, types',
    'sys.modules["wasmtime"] = types.SimpleNamespace()',
    'sys.path.insert(0, "examples/python")',
    'import host',
    'lists = json.load(sys.stdin.buffer)',
    'print(json.dumps([host.in_order(set(names)) for names in lists]))',
  ].join('\n');
  const { stdout, stderr } = spawnSync(PYTHON, ['-B', '-c', program], {
    input: JSON.stringify(lists),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as string[][];
}
