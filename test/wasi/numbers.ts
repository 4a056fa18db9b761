/** The command module's own reading and writing of numbers, many at a time. */
import { compileRuntimeBinary } from '../compile-runtime.ts';

const ENTRY = `
import { putDrawn } from './runtime/wasi/number/number-text';
import { readAnyNumber, readNumber } from './runtime/wasi/number/read-number';
import { openText, putByte, Sink } from './runtime/wasi/sink';
import { reserve } from './runtime/wasi/storage';

let text = changetype<Sink>(0);

export function room(bytes: i32): usize { return reserve(<usize>bytes); }

/** The numbers at an address as lines. Returns how many bytes they have. */
export function write(at: usize, count: i32): i32 {
  if (changetype<usize>(text) == 0) text = openText();
  text.used = 0;
  for (let i = 0; i < count; i++) {
    putDrawn(text, load<f64>(at + (<usize>i << 3)));
    putByte(text, 10);
  }
  return text.used;
}
export function written(): usize { return text.at; }

/** Reads lines into numbers. */
export function read(at: usize, bytes: i32, to: usize, any: bool): void {
  let start = at;
  let next = to;
  for (let byte = at; byte < at + <usize>bytes; byte++) {
    if (load<u8>(byte) != 10) continue;
    const length = <i32>(byte - start);
    store<f64>(next, any ? readAnyNumber(start, length) : readNumber(start, length));
    next += 8;
    start = byte + 1;
  }
}
`;

interface Exports {
  readonly memory: WebAssembly.Memory;
  room(bytes: number): number;
  write(at: number, count: number): number;
  written(): number;
  read(at: number, bytes: number, to: number, any: boolean): void;
}

export interface Numbers {
  /** Each number as text. */
  write(values: Float64Array): string[];
  /** Each text as a number, NaN where it is none. Whole numbers may be in hexadecimal and the like where `any` is set. */
  read(texts: readonly string[], any?: boolean): Float64Array;
}

export async function openNumbers(): Promise<Numbers> {
  const never = () => {
    throw new Error('the numbers asked the system for something');
  };
  const { instance } = await WebAssembly.instantiate(await compileRuntimeBinary(ENTRY), {
    wasi_snapshot_preview1: { fd_write: never, proc_exit: never },
  });
  const abi = instance.exports as unknown as Exports;
  const rooms = new Map<number, { at: number; bytes: number }>();
  // Two places, each made anew when it must be larger.
  const place = (which: number, bytes: number): number => {
    const known = rooms.get(which);
    if (known !== undefined && known.bytes >= bytes) return known.at;
    const at = abi.room(bytes) >>> 0;
    rooms.set(which, { at, bytes });
    return at;
  };
  return {
    write(values) {
      const at = place(0, values.byteLength);
      new Float64Array(abi.memory.buffer, at, values.length).set(values);
      const bytes = abi.write(at, values.length);
      const text = new TextDecoder().decode(new Uint8Array(abi.memory.buffer, abi.written() >>> 0, bytes));
      return text.split('\n').slice(0, -1);
    },
    read(texts, any = false) {
      const bytes = new TextEncoder().encode(texts.map((text) => `${text}\n`).join(''));
      const to = place(0, texts.length * 8);
      const at = place(1, bytes.length);
      new Uint8Array(abi.memory.buffer, at, bytes.length).set(bytes);
      abi.read(at, bytes.length, to, any);
      return new Float64Array(abi.memory.buffer, to, texts.length).slice();
    },
  };
}
