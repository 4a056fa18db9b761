/** Reads what a WebAssembly binary declares before an engine compiles it (Core Specification 2.0, chapter 5.5). */
import { HostError } from './host-error.ts';

/** The declared limits of a memory or table. */
export interface Limits {
  /** In pages of 64 KiB, or elements of a table. */
  readonly least: number;
  /** Infinite if not declared. */
  readonly most: number;
  /** The position and length of the bytes that hold `most`. */
  readonly at: number;
  readonly size: number;
}

/** The sections that declare a module's imports and exports; code and data are left to the engine. */
export interface WasmBinary {
  /** The first import, as `module.name`. */
  readonly imported: string | undefined;
  readonly hasStart: boolean;
  /** Exports by name: for a function its type in the form of module/abi.ts, otherwise its kind. */
  readonly exports: ReadonlyMap<string, string>;
  readonly memories: readonly Limits[];
  readonly tables: readonly Limits[];
  /** Custom sections, the first of each name: its contents, and where the section begins and ends in the binary. */
  readonly custom: ReadonlyMap<string, { readonly contents: Uint8Array; begin: number; end: number }>;
}

const MAGIC = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

/** The ids of the sections in the required order. */
const ORDER = [1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 10, 11];

/** The letters for value types; our modules use no other types. */
const LETTERS: Readonly<Record<number, string>> = { 127: 'i', 126: 'l', 125: 'f', 124: 'd', 123: 'v' };

/** @throws HostError of kind `module` if the bytes are not a complete module. */
export function readBinary(bytes: Uint8Array): WasmBinary {
  if (MAGIC.some((byte, index) => bytes[index] !== byte)) {
    throw new HostError(
      'module',
      'This is not a WebAssembly module.',
      'Give a module that `theodolite build` made.',
    );
  }
  let at = MAGIC.length;
  let end = bytes.length;
  const broken = () =>
    new HostError(
      'module',
      `This WebAssembly module is cut off or damaged at its byte ${at}.`,
      'Copy it again from where it was built, or build the layout again.',
    );
  const byte = (): number => {
    if (at >= end) throw broken();
    return bytes[at++]!;
  };
  // LEB128, at most 5 bytes for 32 bits.
  const u32 = (): number => {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const low = byte();
      value += (low & 127) * 2 ** shift;
      if (low < 128) return value;
    }
    throw broken();
  };
  const take = (size: number): Uint8Array => {
    if (size > end - at) throw broken();
    at += size;
    return bytes.subarray(at - size, at);
  };
  const text = () => new TextDecoder().decode(take(u32()));
  const vector = <T>(read: () => T): T[] => {
    const length = u32();
    // Each element takes at least one byte.
    if (length > end - at) throw broken();
    return Array.from({ length }, read);
  };
  const valueType = () => LETTERS[byte()] ?? '?';
  const limits = (): Limits => {
    const flags = byte();
    const least = u32();
    const before = at;
    // Shared and 64-bit memories count as unlimited, so that they are refused.
    const most = flags & 1 ? u32() : Infinity;
    return { least, most: flags > 1 ? Infinity : most, at: before, size: at - before };
  };

  let types: string[] = [];
  let functions: number[] = [];
  let imported: string | undefined;
  let hasStart = false;
  let memories: Limits[] = [];
  let tables: Limits[] = [];
  const exports = new Map<string, string>();
  const custom = new Map<string, { contents: Uint8Array; begin: number; end: number }>();
  const readers: Readonly<Record<number, () => void>> = {
    1: () => {
      types = vector(() => {
        if (byte() !== 0x60) throw broken();
        return `${vector(valueType).join('')}:${vector(valueType).join('')}`;
      });
    },
    3: () => {
      functions = vector(u32);
    },
    4: () => {
      tables = vector(() => {
        byte();
        return limits();
      });
    },
    5: () => {
      memories = vector(limits);
    },
    7: () => {
      for (const [name, kind, index] of vector(() => [text(), byte(), u32()] as const)) {
        exports.set(name, kind === 0 ? (types[functions[index]!] ?? '?') : kind === 2 ? 'memory' : '?');
      }
    },
  };

  let place = -1;
  while (at < bytes.length) {
    const begin = at;
    const id = byte();
    const next = u32() + at;
    if (next > bytes.length) throw broken();
    end = next;
    if (id === 0) {
      const name = text();
      if (!custom.has(name)) custom.set(name, { contents: bytes.subarray(at, next), begin, end });
    } else {
      const found = ORDER.indexOf(id);
      if (found <= place) throw broken();
      place = found;
      if (id === 2 && u32() > 0) imported = `${text()}.${text()}`;
      hasStart ||= id === 8;
      readers[id]?.();
      if (readers[id] !== undefined && at !== next) throw broken();
    }
    at = next;
    end = bytes.length;
  }
  return { imported, hasStart, exports, memories, tables, custom };
}
