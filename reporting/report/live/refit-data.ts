/** What a page needs to fit again with other priors: a module that takes their numbers from its table, and the rows. */
import { sketchOf } from '../../../module/data-sketch.ts';
import type { ReportFit } from '../subjects.ts';
import { packed } from './packed.ts';
import { type ColumnsOfPrior, type KnownPrior, withPriorColumns } from './prior-columns.ts';

export interface RefitData {
  /** The bytes of the module, packed. It fits, and does not predict. */
  readonly module: string;
  /** All different columns of the fits as a list of lists, NaN as null; packed JSON. */
  readonly columns: string;
  /** For each prior that can be moved, in their order, the columns of its numbers; null where it cannot be fitted again. */
  readonly priors: readonly (ColumnsOfPrior | null)[];
}

/** The rows of a fit: by the name of a column, its place among those of `RefitData`. */
export type RowsOfRefit = Readonly<Record<string, number>>;

/** Why a page cannot fit again; the end of a sentence. */
export interface NotRefitted {
  readonly why: string;
}

/**
 * The product of rows and values that are sampled, for one fit and for all. An engine of the OCR battery has 21 000 and takes 0.4 seconds
 * in a worker of Chromium; 26 agents have 455 000 and take 6 seconds in two workers, which show each when it is done.
 */
const MAX_WORK = { ofFit: 100_000, ofAll: 600_000 } as const;
/** With more the page would grow beyond what is quick to send. */
const MAX_BYTES = 400_000;
const TOO_LARGE: NotRefitted = { why: 'the page would be too large' };

/**
 * The data, and the rows of each fit.
 *
 * @param fits of one layout
 * @param priors those that a reader can move
 * @param room what it may take of the page, in bytes
 */
export async function refitData(
  fits: readonly ReportFit[],
  priors: readonly KnownPrior[],
  room: number,
): Promise<{ readonly refit: RefitData; readonly rows: readonly RowsOfRefit[] } | NotRefitted> {
  const most = Math.min(room, MAX_BYTES);
  // To compile for a page that has no room would be in vain.
  if (most <= 0) return TOO_LARGE;
  const { manifest, layoutText } = fits[0]!;
  if (layoutText === undefined) return { why: 'the text of the layout was not stored' };
  if (fits.some(({ chains }) => chains.length === 0)) return { why: 'these draws are not of chains' };
  const rows = fits.map(({ expected }) => expected?.columns);
  if (rows.includes(undefined)) return { why: 'the fitted table was not found' };
  const read = rows.filter((columns) => columns !== undefined);
  const work = read.map((columns, place) => rowsIn(columns) * fits[place]!.parameters.length);
  const all = work.reduce((sum, each) => sum + each, 0);
  if (Math.max(...work) > MAX_WORK.ofFit || all > MAX_WORK.ofAll)
    return { why: 'that would take more than some seconds' };
  const layout = withPriorColumns(layoutText, manifest.choices ?? {}, priors);
  if (layout === null) return { why: 'the layout gives these priors in a form that cannot be replaced' };
  const { prepared } = layout;
  const ofPriors = new Set(layout.columns.flatMap((columns) => Object.values(columns ?? {})));
  const own = prepared.manifest.columns.filter(({ name }) => !ofPriors.has(name));
  if (prepared.manifest.tables !== undefined || JSON.stringify(own) !== JSON.stringify(manifest.columns))
    return { why: 'the table was read in another way than the layout says' };
  const known = new Map([
    ...read[0]!,
    ...[...ofPriors].map((name) => [name, new Float64Array(rowsIn(read[0]!))] as const),
  ]);
  const { bytes } = await prepared.compile(sketchOf(known), { predicts: false });
  const places = new Map<string, number>();
  const rowsOf = read.map((columns) =>
    Object.fromEntries(
      manifest.columns.map(({ name }) => {
        const text = JSON.stringify(Array.from(columns.get(name)!));
        if (!places.has(text)) places.set(text, places.size);
        return [name, places.get(text)!];
      }),
    ),
  );
  const [module, columns] = [
    await packed(bytes),
    await packed(new TextEncoder().encode(`[${[...places.keys()].join()}]`)),
  ];
  if (module.length + columns.length > most) return TOO_LARGE;
  return { refit: { module, columns, priors: layout.columns }, rows: rowsOf };
}

function rowsIn(columns: ReadonlyMap<string, Float64Array>): number {
  return [...columns.values()][0]!.length;
}
