import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FileError } from '../../files/file-error.ts';
import { Pace } from '../../files/tables/pace.ts';
import { readSnappy } from '../../files/tables/snappy.ts';
import { damagedBy, UnreadablePart } from '../../files/tables/table-error.ts';
import { unpack } from '../../files/tables/unpack.ts';
import { readZstd } from '../../files/tables/zstd.ts';
import { readOf } from './damage.ts';
import { FIXTURES } from './walls.ts';

/** What python-zstandard and cramjam compressed, the first with a checksum. */
const TEXT = Array.from({ length: 200 }, (_, row) => `row ${row} of many, `).join('');
const bytes = new TextEncoder().encode(TEXT);
const ZSTD = Buffer.from(
  'KLUv/QQQDQcAkg0fFMAlwwHOL4Jx/TdASplSSgn3vk4cVVVVVVVERERERDMzMzMz////v23btt22bduSJEmS27Ztm4iIiIhEREREREhVVVVVFRERERHRzMzMzMz///9v27Ztt23btiRJkuS2bdsmIiIiIkVzl5OhMCAMAAUEAQODwGCIoTAgBIDHqCH49u/Ao2o1ED4REs/HeN/77mvfvvfd77797rvf/WlbG52UrQnWxGpCNZmajJo8TZomSpMuaYFDCw0tPLRw0cJRC4ctHGO0inZog9Zn8azO4uxuszXlvfe99+KLktuqoUlG4A==',
  'base64',
);
const SNAPPY = Buffer.from(
  '2hk4cm93IDAgb2YgbWFueSwgAQ8AMTYPAAAyNg8AADM2DwAANDYPAAA1Ng8AADY2DwAANzYPAAA4Ng8AADk2DwAAMT6XADqYAAAxOpkAADE6mgAAMTqbAAAxOpwAADE6nQAAMTqeAAAxOp8AADE6oAAAMjqgAAAyOqAABDIyNtAAADI6oAAAMjqgAAAyOqAAADI6oAAAMjqgAAAyOqAAADI6oAAAMzqgAAAzOqAAADM6oAAAMzqgAAAzOqAAADM6oAAAMzqgAAAzOqAAADM6oAAAMzqgAAA0OqAAADQ6oAAANDqgAAA0OqAAADQ6oAAANDqgAAA0OqAAADQ6oAAANDqgAAA0OqAABDUwNsABADU6oAAANTqgAAA1OqAAADU6oAAANTqgAAA1OqAAADU6oAAANTqgAAA1OqAAADY6oAAANjqgAAA2OqAAADY6oAAANjqgAAA2OqAAADY6oAAANjqgAAA2OqAAADY6oAAANzqgAAA3OqAAADc6oAAANzqgAAA3OqAAADc6oAAANzqgAAA3OqAAADc6oAAANzqgAAA4OqAAADg6oAAAODqgAAA4OqAAADg6oAAAODqgAAA4OqAAADg6oAAAODqgAAA4OqAAADk6oAAAOTqgAAA5OqAAADk6oAAAOTqgAAA5OqAAADk6oAAAOTqgAAA5OqAAADk6oAAEMTA6oQAEMTA6ogAEMTA6owAEMTA6pAAEMTA6pQAEMTA6pgAEMTA6pwAEMTA6qAAEMTA6qQAEMTA+qgBGSwY+qgBCTQZCTgZCTwZCUAZCUQZCUgZCUwY+VAYAMT5VBgAxPlYGADE+VwYAMT5YBgAxPlkGADE+WgYAMT5bBgAxPlwGADE+XQYAMT5eBgAxPl8GADE+YAYAMT5hBgAxPmIGADE+YwYAMT5kBgAxPmUGADE+ZgYAMT5nBgAxPmgGADE+aQYAMT5qBgAxPmsGADE+bAYAMT5tBgAxPm4GADE+bwYAMT5wBgAxPnEGADE+cgYAMT5zBgAxPnQGADE+dQYAMT52BgAxPncGADE+eAYAMT55BgAxPnoGADE+ewYAMT58BgAxPn0GADE+fgYAMT5/BgAxPoAGADE+gQYAMT6CBgAxPoMGADE+hAYAMT6FBgAxPoYGADE+hwYAMT6IBgAxPokGADE+igYAMT6LBgAxPowGADE+jQYAMT6OBgAxPo8GADE+kAYAMT6RBgAxPpIGADE+kwYAMT6UBgAxPpUGADE+lgYAMT6XBgAxPpgGADE+mQYAMT6aBgAxPpsGADE+nAYAMT6dBgAxPp4GADE+nwYAMT6gBgAxPqEGADE+ogYAMT6jBjAxOTkgb2YgbWFueSwg',
  'base64',
);

describe('what other programs compressed', () => {
  it('is unpacked', async () => {
    expect(new TextDecoder().decode(await readZstd(ZSTD, bytes.length))).toBe(TEXT);
    expect(new TextDecoder().decode(readSnappy(SNAPPY, bytes.length))).toBe(TEXT);
  });

  it('is refused at another length, and cut off anywhere', async () => {
    for (const length of [0, bytes.length - 1, bytes.length + 1]) {
      await expect(readZstd(ZSTD, length)).rejects.toThrow('damaged');
      expect(() => readSnappy(SNAPPY, length)).toThrow('damaged');
    }
    for (let end = 1; end < ZSTD.length; end++)
      await expect(readZstd(ZSTD.subarray(0, end), bytes.length), String(end)).rejects.toThrow('damaged');
    for (let end = 0; end < SNAPPY.length; end++)
      expect(() => readSnappy(SNAPPY.subarray(0, end), bytes.length), String(end)).toThrow('damaged');
  });

  it('is refused where any bit of a frame with a checksum is another, or says the same', async () => {
    let refused = 0;
    for (let bit = 0; bit < 8 * ZSTD.length; bit++) {
      const copy = Uint8Array.from(ZSTD);
      copy[bit >> 3]! ^= 1 << (bit & 7);
      try {
        expect(await readZstd(copy, bytes.length)).toEqual(bytes);
      } catch (error) {
        expect(String(error)).toContain('damaged');
        refused++;
      }
    }
    // A bit that is not used, such as one of the window's size, may be another; and without its flag there is no checksum to miss.
    expect(refused).toBeGreaterThan(7.5 * ZSTD.length);
  });
});

describe('what Zstandard compressed', () => {
  it('may be nothing at all, in a frame of its own', async () => {
    const empty = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x20, 0, 1, 0, 0);
    expect(await readZstd(empty, 0)).toEqual(new Uint8Array(0));
    await expect(readZstd(empty, 1)).rejects.toThrow('damaged');
    await expect(readZstd(empty.subarray(0, 8), 0)).rejects.toThrow('damaged');
  });

  it('may be several frames, and ones that are passed over', async () => {
    const skipped = Uint8Array.of(0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 1, 2);
    const twice = await readZstd(Buffer.concat([ZSTD, skipped, ZSTD]), 2 * bytes.length);
    expect(new TextDecoder().decode(twice)).toBe(TEXT + TEXT);
  });

  it('is refused in words where it is more than its decoder can hold', async () => {
    await expect(unpack('ZSTD', ZSTD, 2 ** 31, new Pace())).rejects.toThrow('more than');
    expect(damagedBy('table.feather', new UnreadablePart('it is too large', 'Write it in parts.'))).toEqual(
      new FileError('table.feather cannot be read: it is too large.', 'Write it in parts.'),
    );
  });

  it('is refused where its bits do not end where its last value does, without any checksum', async () => {
    // The column `height` of this table ends at byte 233, in the bits that say what is copied from where.
    const whole = new Uint8Array(readFileSync(new URL('version-2.parquet', FIXTURES)));
    for (const at of [219, 220, 221, 226, 228, 230, 231, 232]) {
      for (let byte = 0; byte < 256; byte++) {
        if (byte === whole[at]) continue;
        const copy = Uint8Array.from(whole);
        copy[at] = byte;
        expect(await readOf('version-2.parquet', copy), `byte ${at} as ${byte}`).toBeNull();
      }
    }
  });
});

it('a signal ends the unpacking', async () => {
  const controller = new AbortController();
  controller.abort(new Error('enough'));
  await expect(unpack('ZSTD', ZSTD, bytes.length, new Pace(controller.signal))).rejects.toThrow('enough');
});
