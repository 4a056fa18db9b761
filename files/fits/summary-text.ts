/** The text of `summary.json`: what is told of a fit, the digests of the other files, and a digest of all this. */
import type { FileRecords } from './bound-files.ts';
import { digestOfText } from './column-digests.ts';

/** The same of the same fit and files. */
export function summaryText(report: object, files: FileRecords): string {
  const content = { ...report, files };
  return `${JSON.stringify({ ...content, sha256: contentDigest(content) }, null, 2)}\n`;
}

/** SHA-256 of a summary's content as JSON without blanks, in the order of its fields, without its own `sha256`. */
export function contentDigest(summary: object): string {
  const { sha256: _, ...content } = summary as { readonly sha256?: string };
  return digestOfText(JSON.stringify(content));
}
