import { describe, expect, it } from 'vitest';
import { Pace } from '../../files/pace.ts';
import { readSnappy } from '../../files/snappy.ts';
import { unpack } from '../../files/unpack.ts';
import { readZstd, xxHash64 } from '../../files/zstd-frame.ts';

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

it('the checksum of Zstandard is XXH64', () => {
  const hash = (text: string) => xxHash64(new TextEncoder().encode(text)).toString(16);
  expect([hash(''), hash('a'), hash('abc'), hash(TEXT)]).toEqual([
    'ef46db3751d8e999',
    'd24ec4f1a98c6e5b',
    '44bc2cf5ad770999',
    'df6be382e04649a1',
  ]);
});

it('a signal ends the unpacking', async () => {
  const controller = new AbortController();
  controller.abort(new Error('enough'));
  await expect(unpack('ZSTD', ZSTD, bytes.length, new Pace(controller.signal))).rejects.toThrow('enough');
});
