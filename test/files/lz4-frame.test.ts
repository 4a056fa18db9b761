import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readLz4Frame, xxHash32 } from '../../files/tables/lz4-frame.ts';
import { FIXTURES } from './walls.ts';

interface Stored {
  readonly content: keyof typeof CONTENTS;
  readonly linked: boolean;
  readonly sums: boolean;
  readonly frame: string;
}

/** What fixtures/make-lz4.py compressed. */
const CONTENTS = {
  empty: new Uint8Array(0),
  one: bytes('x'),
  short: bytes('0123456789abcdef'),
  text: bytes(
    Array.from({ length: 9000 }, (_, i) => `${i % 7},${(i * i) % 13},${'abc'.repeat(i % 5)}\n`).join(''),
  ),
  zeros: new Uint8Array(200_000),
  noise: noise(70_000),
};

const FRAMES = (JSON.parse(readFileSync(new URL('lz4.json', FIXTURES), 'utf8')) as Stored[]).map(
  (stored) => ({
    ...stored,
    frame: new Uint8Array(Buffer.from(stored.frame, 'base64')),
  }),
);

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function noise(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 16) & 255;
  });
}

/** Places in a frame: the first forty, and some sixty of the rest. */
function someOf({ length }: Uint8Array): number[] {
  const step = Math.max(1, Math.floor(length / 60));
  return Array.from({ length }, (_, at) => at).filter((at) => at < 40 || at % step === 0);
}

describe('a frame of LZ4', () => {
  it.each(FRAMES)('holds $content, linked $linked, with sums $sums', ({ content, frame }) => {
    const wanted = CONTENTS[content];
    expect(Buffer.compare(readLz4Frame(frame, wanted.length), wanted)).toBe(0);
  });

  it('is refused for another length', () => {
    for (const { content, frame } of FRAMES) {
      const { length } = CONTENTS[content];
      expect(() => readLz4Frame(frame, length + 1)).toThrow('damaged');
      if (length > 0) expect(() => readLz4Frame(frame, length - 1)).toThrow('damaged');
    }
  });

  it('is refused wherever it ends early', () => {
    for (const { content, frame } of FRAMES) {
      for (const end of someOf(frame))
        expect(() => readLz4Frame(frame.subarray(0, end), CONTENTS[content].length)).toThrow('damaged');
    }
  });

  it('with checksums is refused for any bit that is turned', () => {
    for (const { content, frame } of FRAMES.filter(({ sums }) => sums)) {
      for (const at of someOf(frame)) {
        const spoilt = frame.slice();
        spoilt[at]! ^= 1 << (at % 8);
        expect(() => readLz4Frame(spoilt, CONTENTS[content].length)).toThrow('damaged');
      }
    }
  });

  it('without checksums is refused, or has as many bytes as it should, for any bit that is turned', () => {
    for (const { content, frame } of FRAMES.filter(({ sums }) => !sums)) {
      const { length } = CONTENTS[content];
      for (const at of someOf(frame)) {
        const spoilt = frame.slice();
        spoilt[at]! ^= 1 << (at % 8);
        let found: Uint8Array;
        try {
          found = readLz4Frame(spoilt, length);
        } catch (error) {
          expect((error as Error).message).toMatch(/^a part that LZ4 compressed is damaged: /);
          continue;
        }
        expect(found.length).toBe(length);
      }
    }
  });
});

it('XXH32 has the values of its specification', () => {
  expect(xxHash32(bytes(''))).toBe(0x02cc5d05);
  expect(xxHash32(bytes('a'))).toBe(0x550d7456);
  expect(xxHash32(bytes('Nobody inspects the spammish repetition'))).toBe(0xe2293b2f);
});
