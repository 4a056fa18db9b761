/** What a merge needs besides the journals, as the one line of a file that any part writes. */

import { join } from 'node:path';
import { type Journalled, journalLine } from '../../analysis/sweep/journal.ts';
import { type Shape, value } from '../../files/fits/shape.ts';
import { badInput } from '../failure.ts';
import { JournalFile } from '../process/journal.ts';
import type { ResultFile } from '../process/results.ts';
import { version } from '../version.ts';
import { SHARDS, type SharedWork } from './shared-journal.ts';

const BASIS = `${SHARDS}/basis.json`;
const KEY = 'basis';

/** What is kept has its version, because only that version reads it. */
export interface KeptBasis extends Journalled {
  readonly version: string;
}

/** A part of it that is not looked into: a checksum guards it, and the version that wrote it reads it. */
export const guarded = <T>(): Shape<T> => value<T>('what a part writes', (found) => found !== undefined);

export function basisFile<Basis extends KeptBasis>(basis: Omit<Basis, keyof KeptBasis>): ResultFile {
  const kept = { key: KEY, version: version(), ...basis };
  return { path: BASIS, content: journalLine(kept) };
}

/** @throws Failure (input) when it is not there, damaged, or of another version */
export function readBasis<Basis extends KeptBasis>(
  folder: string,
  shape: Shape<Basis>,
  { noun }: SharedWork,
): Basis {
  const file = join(folder, BASIS);
  const { entries } = new JournalFile(file, [KEY], { writer: `a ${noun}`, entry: 'basis', shape });
  const kept = entries.get(KEY);
  if (kept === undefined) {
    throw badInput(
      `${file} is missing or cut off.`,
      `Run any part of the ${noun} again, which writes it anew.`,
    );
  }
  if (kept.version === version()) return kept;
  throw badInput(
    `The parts in ${folder} were made by version ${kept.version}, and this is ${version()}.`,
    `Merge them with version ${kept.version}.`,
  );
}
