import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileRuntimeBinary } from '../compile-runtime.ts';

interface Memory {
  readonly memory: WebAssembly.Memory;
  allocate(bytes: number): number;
  release(address: number): void;
  extend(address: number, bytes: number): number;
  cut(address: number, bytes: number): number;
  sortByCount(counts: number, length: number): number;
}

const binary = compileRuntimeBinary(`
export { allocate, release, extend, cut } from './runtime/memory';
export { sortByCount } from './runtime/sort';
`);

async function open(): Promise<Memory> {
  return (await WebAssembly.instantiate(await binary)).instance.exports as unknown as Memory;
}

/** A block as the test knows it: filled with one byte, which it must keep. */
interface Block {
  readonly address: number;
  readonly size: number;
  readonly mark: number;
}

const step = fc.record({
  what: fc.constantFrom('allocate', 'allocate', 'release', 'extend', 'cut'),
  bytes: fc.oneof(fc.nat(100), fc.nat(100_000)),
  which: fc.nat(1000),
});

describe('blocks of memory', () => {
  it('begin zeroed, keep what is in them, and never overlap', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const module = await open();
        const blocks: Block[] = [];
        const bytesAt = (address: number, size: number) =>
          new Uint8Array(module.memory.buffer, address, size);
        let marks = 0;
        const take = (address: number, size: number) => {
          const mark = (marks++ % 255) + 1;
          bytesAt(address, size).fill(mark);
          blocks.push({ address, size, mark });
        };
        for (const { what, bytes, which } of steps) {
          const index = which % Math.max(1, blocks.length);
          const block = blocks[index];
          if (what === 'allocate') {
            const address = module.allocate(bytes);
            expect(address % 16).toBe(0);
            expect(bytesAt(address, bytes).every((byte) => byte === 0)).toBe(true);
            take(address, bytes);
          } else if (block === undefined) continue;
          else if (what === 'release') {
            module.release(block.address);
            blocks.splice(index, 1);
          } else if (what === 'extend') {
            if (module.extend(block.address, block.size + bytes) === 0) continue;
            blocks.splice(index, 1);
            expect(bytesAt(block.address, block.size).every((byte) => byte === block.mark)).toBe(true);
            take(block.address, block.size + bytes);
          } else {
            const kept = Math.min(bytes, block.size);
            const rest = module.cut(block.address, kept);
            blocks.splice(index, 1, { ...block, size: kept });
            if (rest !== 0) module.release(rest);
          }
          for (const { address, size, mark } of blocks) {
            expect(bytesAt(address, size).every((byte) => byte === mark)).toBe(true);
          }
        }
        // All given back, the memory is as good as new: what was there fits again without growing.
        const total = blocks.reduce((sum, { size }) => sum + size, 0);
        if (total === 0) return;
        const before = module.memory.buffer.byteLength;
        for (const { address } of blocks) module.release(address);
        expect(module.allocate(total)).not.toBe(0);
        expect(module.memory.buffer.byteLength).toBe(before);
      }),
      { numRuns: 150 },
    );
  });

  it('are refused when the memory cannot hold them', async () => {
    const module = await open();
    expect([module.allocate(-1), module.allocate(-16), module.allocate(-0x10000)]).toEqual([0, 0, 0]);
    const block = module.allocate(100);
    expect(module.extend(block, -1)).toBe(0);
    expect(module.allocate(100)).not.toBe(0);
    // Something lies behind it now.
    expect(module.extend(block, 1000)).toBe(0);
  });
});

describe('sorting by count', () => {
  it('puts numbers in the order of their counts, and keeps the order of equals', async () => {
    const module = await open();
    const counts = fc.array(fc.oneof(fc.nat(3), fc.nat(0xffff_ffff), fc.constant(0x10000)), {
      maxLength: 300,
    });
    fc.assert(
      fc.property(counts, (given) => {
        const address = module.allocate(4 * given.length);
        new Uint32Array(module.memory.buffer, address, given.length).set(given);
        const sorted = module.sortByCount(address, given.length);
        const wanted = given.map((_, index) => index).sort((a, b) => given[a]! - given[b]! || a - b);
        expect([...new Uint32Array(module.memory.buffer, sorted, given.length)]).toEqual(wanted);
        module.release(sorted);
        module.release(address);
      }),
    );
  });
});
