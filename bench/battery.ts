/** The measured batteries: a layout, its data, and the plain loop of the same model. */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { HandLoop, LoopColumns } from './loops/loop.ts';
import { navigationLoop } from './loops/navigation.ts';
import { objectPermanenceLoop } from './loops/object-permanence.ts';
import { ocrLoop } from './loops/ocr.ts';
import { PACKAGE } from './package-files.ts';
import type { ReferencePosterior } from './posteriordb.ts';
import { simulateNavigation } from './simulate-navigation.ts';

export interface Battery extends ReferencePosterior {
  readonly rows: number;
  readonly loop: (columns: LoopColumns) => HandLoop;
  /** A point on the unconstrained scale near which gradients are measured. */
  readonly centre: readonly number[];
}

/** A battery that is a table: the layout's columns, and those that hold outcomes of systems. */
interface TableBattery {
  readonly layout: string;
  readonly table: string;
  readonly demands: readonly string[];
  readonly outcome: string;
}

const OCR: TableBattery = {
  layout: 'stdlib-layouts/ocr/ocr.ml',
  table: 'stdlib-layouts/ocr/words.csv',
  demands: ['height_px', 'blur_px', 'noise_sd', 'rotation_deg', 'ink_grey', 'nonword'],
  outcome: 'read',
};

const OBJECT_PERMANENCE: TableBattery = {
  layout: 'stdlib-layouts/object-permanence/object-permanence.ml',
  table: 'stdlib-layouts/object-permanence/battery.csv',
  demands: [
    ...['timeUnderOcclusion', 'numPositions', 'goalDistance', 'goalSize', 'side'],
    ...['occluder', 'lava', 'platform', 'ramp'],
  ],
  outcome: 'success',
};

const NAVIGATION_ROWS = 50_000;
const NAVIGATION_SEED = 2026;

/** The OCR battery with the results of one engine. */
export function ocr(engine = 'tesseract'): Battery {
  const columns = readColumns(OCR, engine);
  return battery(`OCR (${engine})`, OCR.layout, columns, ocrLoop, new Array<number>(7).fill(0));
}

/** The training rows of the object-permanence battery with the results of one agent. */
export function objectPermanence(agent = 'agent6'): Battery {
  const columns = readColumns(OBJECT_PERMANENCE, agent);
  return battery(
    `object permanence (${agent})`,
    OBJECT_PERMANENCE.layout,
    columns,
    objectPermanenceLoop,
    new Array<number>(9).fill(0),
  );
}

/** Simulated navigation, in which no two rows are alike. */
export function navigation(rows = NAVIGATION_ROWS): Battery {
  const columns = simulateNavigation(rows, NAVIGATION_SEED);
  return battery(
    'navigation',
    'stdlib-layouts/navigation/navigation.ml',
    columns,
    navigationLoop,
    [-0.6, 0.3],
  );
}

function battery(
  name: string,
  layout: string,
  columns: LoopColumns,
  loop: Battery['loop'],
  centre: readonly number[],
): Battery {
  const source = { name: layout, text: readFileSync(new URL(layout, PACKAGE), 'utf8') };
  const [first] = columns.values();
  return { name, source, rows: first!.length, columns, loop, centre };
}

/** Reads the table's rows of the split `train`, or all if it has no splits. */
function readColumns({ table, demands, outcome }: TableBattery, system: string): LoopColumns {
  const records: Record<string, string>[] = parse(readFileSync(new URL(table, PACKAGE)), { columns: true });
  const rows = records.filter(({ split }) => split === undefined || split === 'train');
  const column = (name: string) => Float64Array.from(rows, (row) => Number(row[name]));
  return new Map([...demands.map((name) => [name, column(name)] as const), [outcome, column(system)]]);
}
