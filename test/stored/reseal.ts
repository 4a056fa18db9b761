/** Fits whose files were changed on purpose, with digests that are right again: what the digests do not refuse. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileRecords } from '../../files/fits/bound-files.ts';
import { summaryText } from '../../files/fits/summary-shapes.ts';

/** The text of a summary with the digest that belongs to its content. */
export function sealed({ files, ...report }: { readonly files: FileRecords }): string {
  return summaryText(report, files);
}

/** Gives the summary in a folder the digests of the files that are there. */
export function reseal(folder: string): void {
  const file = join(folder, 'summary.json');
  const summary = JSON.parse(readFileSync(file, 'utf8')) as { files: Record<string, object> };
  for (const name of Object.keys(summary.files)) {
    if (!existsSync(join(folder, name))) continue;
    const bytes = readFileSync(join(folder, name));
    summary.files[name] = {
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    };
  }
  writeFileSync(file, sealed(summary as unknown as { files: FileRecords }));
}

/** With the digest that belongs to it, so that more than the digest has to tell. */
export function sealedIfWhole(value: unknown): string {
  const { files } = value as { files?: unknown };
  return files === undefined ? JSON.stringify(value) : sealed(value as Parameters<typeof sealed>[0]);
}
