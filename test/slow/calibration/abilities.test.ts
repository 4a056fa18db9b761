import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, it } from 'vitest';
import { expectCalibrated } from '../../calibration/expect-calibrated.ts';

const OCR = new URL('../../../stdlib-layouts/ocr/', import.meta.url);

/** The demands of every fifteenth word: enough for each ability to matter, and few enough for many fits. */
function someWords(): Map<string, Float64Array> {
  const rows: Record<string, string>[] = parse(readFileSync(new URL('words.csv', OCR)), { columns: true });
  const some = rows.filter((_, row) => row % 15 === 0);
  return new Map(
    Object.keys(rows[0]!).map((name) => [name, Float64Array.from(some, (row) => Number(row[name]))]),
  );
}

describe('bounded abilities and margins, of an outcome of 0 and 1,', () => {
  it('are calibrated: the layout of optical character recognition', async () => {
    // Where few words are read, posteriors have necks that chains with larger steps get through too seldom to be ranked in.
    const plan = { demands: someWords(), warmup: 600, targetAccept: 0.95 };
    await expectCalibrated(readFileSync(new URL('ocr.ml', OCR), 'utf8'), plan);
  });
});
