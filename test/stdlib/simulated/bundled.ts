/** The batteries of object permanence and of the readers of words, with outcomes drawn for known profiles. */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Battery } from './battery.ts';

/** The demands of a table below `stdlib-layouts`, row by row. */
function demandsIn(table: string, names: readonly string[]): Battery['demands'] {
  const url = new URL(`../../../stdlib-layouts/${table}`, import.meta.url);
  const records: Record<string, string>[] = parse(readFileSync(url), { columns: true });
  return (_, row) => Object.fromEntries(names.map((name) => [name, Number(records[row]![name])]));
}

export const OBJECTS: Battery = {
  layout: 'object-permanence/object-permanence',
  rows: 700,
  seed: 11,
  demands: demandsIn('object-permanence/battery.csv', [
    'timeUnderOcclusion',
    'numPositions',
    'goalDistance',
    'goalSize',
    'side',
    'occluder',
    'lava',
    'platform',
    'ramp',
  ]),
  profile: {
    memoryAbility: 3.5,
    opAbility: 25,
    visualAbility: 4,
    flatNavAbility: 40,
    rampAbility: 0.6,
    lavaAbility: 0.8,
    platformAbility: 0.7,
    rightLeftBias: 1,
    noiseLevel: 0.1,
  },
};

export const WORDS: Battery = {
  layout: 'ocr/ocr',
  rows: 1000,
  seed: 12,
  demands: demandsIn('ocr/words.csv', [
    'height_px',
    'blur_px',
    'noise_sd',
    'rotation_deg',
    'ink_grey',
    'nonword',
  ]),
  profile: {
    acuity: 0.1,
    blurTolerance: 3,
    noiseTolerance: 45,
    rotationTolerance: 10,
    faintTolerance: 200,
    spelling: 0.7,
    slip: 0.05,
  },
};
