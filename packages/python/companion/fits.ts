/** Requests about fits whose chains and scouts ran in Python: hints, what is reported of them, and storing them. */
import { type DescribedWork, describeFit } from '../../../cli/fit/sample-subjects.ts';
import { provenanceOf } from '../../../cli/fit/summary.ts';
import { ResultFolder } from '../../../cli/process/results.ts';
import type { DrawsFormat } from '../../../files/fits/draws-format.ts';
import type { Table } from '../../../files/tables/layout-table.ts';
import type { RowFilter } from '../../../files/tables/row-filters.ts';
import type { ChainPool } from '../../../host/chain-pool.ts';
import { condense } from '../../../host/condense.ts';
import type { ChainDraws, SamplerSettings } from '../../../host/draws.ts';
import { explainNoStart } from '../../../host/explain-no-start.ts';
import { fit as fitColumns, type SampledPosterior } from '../../../host/fit.ts';
import { findHints } from '../../../host/hints/find-hints.ts';
import type { Hint } from '../../../host/hints/hint.ts';
import { type LoadedModule, loadModule } from '../../../host/load.ts';
import { openWorkers } from '../../../host/node/worker-pool.ts';
import type { ParticleRun } from '../../../host/particle-report.ts';
import { mainPart, mainRows } from '../../../host/row-tables.ts';
import type { FittedStatistics } from '../../../host/rows.ts';
import type { ScoutReport } from '../../../host/sampler-instance.ts';
import { HostError } from '../../../module/host-error.ts';
import type { Levels } from '../../../module/levels.ts';
import { quantitiesOf } from '../../../module/manifest.ts';
import type { Answer } from './answer.ts';
import { doublesOf, type Message } from './frames.ts';

/** The rows of a fit. The columns' values are the buffers behind the module's. */
interface GivenRows {
  /** The names of the columns. */
  readonly columns: readonly string[];
  readonly levels: Readonly<Record<string, readonly string[]>>;
}

/** What one chain, or run of particles, gave besides its draws. */
interface GivenChain {
  readonly chain: number;
  readonly gradients: number;
  readonly warmup?: number;
  readonly statistics: FittedStatistics;
  readonly particles?: ParticleRun;
}

interface GivenScout {
  readonly index: number;
  readonly gradients: number;
  readonly arrived: boolean;
}

interface GivenFit extends GivenRows {
  /** The name of the fit: the column of its outcome. */
  readonly name: string;
  /** By outcome, the column that it was read from. */
  readonly outcomes: Readonly<Record<string, string>>;
  readonly replaced: Readonly<Record<string, number>>;
  readonly settings: Omit<SamplerSettings, 'seed'> & { readonly seed: string; readonly scouts: number };
  readonly drawsAs: readonly DrawsFormat[];
  /** Each with three buffers behind those of the columns: the draws row by row, the end, and the centrings. */
  readonly chains: readonly GivenChain[];
  /** With one buffer behind those of the chains, a row of 2 + 3 · values numbers for each that arrived. */
  readonly scouts: readonly GivenScout[];
  readonly hints: readonly Hint[];
  readonly compileSeconds: number;
  readonly samplingSeconds: number;
  readonly layout: { readonly path: string; readonly text: string | null };
  readonly data: {
    readonly path: string;
    /** By the name of each table beside the main one, what it was given as. */
    readonly tables: Readonly<Record<string, string>>;
    readonly filters: readonly RowFilter[];
    readonly bind: Readonly<Record<string, string>>;
    readonly successes: readonly string[] | null;
    readonly weight: { readonly kind: 'weight' | 'count'; readonly column: string } | null;
  };
}

/** What the data cannot determine about a layout. */
export async function hintsOf({ head, buffers }: Message): Promise<Answer> {
  const rows = head as unknown as GivenRows;
  const loaded = await loadModule(buffers[0]!);
  const hints = await findHints(loaded, columnsIn(rows, buffers), { levels: levelsIn(rows) });
  return { head: { hints } };
}

/** Why no chain found a start. */
export async function explainStart({ head, buffers }: Message): Promise<Answer> {
  const rows = head as unknown as GivenRows & { readonly message: string; readonly remedy: string };
  const loaded = await loadModule(buffers[0]!);
  const error = new HostError('start', rows.message, rows.remedy);
  const bound = { ...(await condense(loaded, columnsIn(rows, buffers))), levelNames: levelsIn(rows) };
  throw await explainNoStart(loaded, bound, error);
}

/** The summary of a fit, as in `summary.json`, and the text that the command prints. */
export async function describeDraws(message: Message): Promise<Answer> {
  const { report, render } = await describe(message);
  return { head: { summary: report, text: render() } };
}

/** Stores a fit in the folder `folder`, as `fit --out` does. */
export async function storeFit(message: Message): Promise<Answer> {
  const path = String(message.head.folder);
  const { files } = await describe(message);
  const folder = new ResultFolder(path);
  folder.prepare('.');
  const { fit, stale } = await files(path);
  folder.writeFit('.', fit, stale);
  return { head: {} };
}

async function describe({ head, buffers }: Message) {
  const given = head as unknown as GivenFit;
  const loaded = await loadModule(buffers[0]!);
  const columns = columnsIn(given, buffers);
  const levels = levelsIn(given);
  const { seed, scouts, ...sampler } = given.settings;
  const settings = { ...sampler, seed: BigInt(seed) };
  const pool = replaying(given, loaded, buffers.slice(2 + given.columns.length));
  let sampled: SampledPosterior;
  try {
    const fitted = await fitColumns(loaded, columns, { ...settings, scouts, levels, pool });
    // What is told of a fit is of the main table.
    sampled = { ...fitted, manifest: mainPart(loaded.manifest) };
  } finally {
    await pool.close();
  }
  const manifest = mainPart(loaded.manifest);
  const ofMain = mainRows(loaded.manifest, columns);
  const rows = ofMain.values().next().value!.length;
  const withRole = (wanted: string) =>
    new Map(
      manifest.columns
        .filter(({ role }) => role === wanted)
        .map(({ name }) => [name, ofMain.get(name)!] as const),
    );
  const subject = { name: given.name, columns: new Map(Object.entries(given.outcomes)) };
  const table: Table = {
    rows,
    numbers: [],
    subjects: [subject],
    demands: withRole('demand'),
    categories: withRole('category'),
    levels,
    outcomes: new Map([...withRole('outcome')].map(([name, values]) => [given.outcomes[name]!, values])),
    replaced: new Map(Object.entries(given.replaced)),
    joined: new Map(),
    ofColumns: null,
    notes: [],
    ...(loaded.manifest.tables === undefined
      ? {}
      : {
          further: {
            manifest: loaded.manifest,
            columns: new Map([...columns].map(([name, values]) => [name, values.subarray(rows)])),
            notes: [],
          },
        }),
  };
  const { path, tables, filters, bind, successes, weight } = given.data;
  const made = provenanceOf(
    { ...given.layout, bytes: buffers[1]! },
    { path, files: [path], notes: [], weight },
    {
      ...{ ...settings, scouts, drawsAs: given.drawsAs, rows: filters },
      outcome: Object.entries(given.outcomes)
        .filter(([outcome, column]) => outcome !== column)
        .map(([outcome, column]) => ({ outcome, columns: [column] })),
      table: Object.entries(tables).map(([name, given]) => ({ name, path: given })),
      bind: Object.entries(bind).map(([name, column]) => ({ name, column })),
      ...(successes === null ? {} : { success: successes }),
    },
    manifest,
    ofMain,
  );
  const work: DescribedWork = {
    ...{ loaded, table, source: null, seconds: given.compileSeconds },
    // As in `fit`: that of a layout with classes is kept for its report.
    predictor: given.layout.text === null && loaded.manifest.predicts === false ? null : buffers[0]!,
    hints: new Map([[given.name, given.hints]]),
    progress: { stage: () => undefined },
  };
  const posterior = { ...sampled, samplingSeconds: given.samplingSeconds };
  return describeFit(work, { drawsAs: given.drawsAs, chains: settings.chains }, made, subject, posterior);
}

function columnsIn({ columns }: GivenRows, buffers: readonly Uint8Array[]): Map<string, Float64Array> {
  // Behind the module and the bytes of the layout.
  return new Map(columns.map((name, index) => [name, doublesOf(buffers[2 + index]!)]));
}

function levelsIn({ levels }: GivenRows): Levels {
  return new Map(Object.entries(levels));
}

/**
 * A pool that returns what chains and scouts gave in Python. What is asked of it beyond that, such as a way between two
 * places, runs in threads of this process, with the same result.
 */
function replaying(given: GivenFit, { manifest }: LoadedModule, buffers: readonly Uint8Array[]): ChainPool {
  const size = (quantities: readonly { readonly index?: string }[]) =>
    quantities.reduce((sum, { index }) => sum + (index === undefined ? 1 : given.levels[index]!.length), 0);
  const drawn = size(quantitiesOf(manifest));
  const chains = new Map(
    given.chains.map((chain, index) => [
      chain.chain,
      chainOf(chain, buffers.slice(3 * index, 3 * index + 3).map(doublesOf), drawn),
    ]),
  );
  const reports = reportsOf(
    given.scouts,
    doublesOf(buffers[3 * given.chains.length]!),
    size(manifest.latents),
  );
  let own: ChainPool | null = null;
  const others = () => {
    own ??= openWorkers();
    return own;
  };
  return {
    size: Math.max(1, given.settings.chains),
    run: async (task, onProgress, signal) =>
      chains.get(task.plan.chain) ?? others().run(task, onProgress, signal),
    scout: async (task, signal) => {
      const { scouting } = task;
      if ('to' in scouting || 'objective' in scouting) return others().scout(task, signal);
      const { first, count } = scouting;
      const found = Array.from({ length: count }, (_, index) => reports.get(first + index));
      // Scouts that were cut short ended at the same number.
      const known = found.slice(0, found.includes(undefined) ? found.indexOf(undefined) : count);
      return known.length === 0 && count > 0 ? others().scout(task, signal) : (known as ScoutReport[]);
    },
    close: async () => own?.close(),
  };
}

/** The draws of a chain. @param drawn the number of values of a draw, with reports */
function chainOf(given: GivenChain, [rows, end, centrings]: Float64Array[], drawn: number): ChainDraws {
  const width = 7 + drawn;
  const draws = rows!.length / width;
  const column = (place: number) =>
    Float64Array.from({ length: draws }, (_, draw) => rows![draw * width + place]!);
  const { gradients, warmup, statistics, particles } = given;
  return {
    ...{ lp: column(0), acceptStat: column(1), stepSize: column(2), treeDepth: column(3) },
    ...{ leapfrogs: column(4), divergent: column(5), energy: column(6) },
    latents: Array.from({ length: drawn }, (_, place) => column(7 + place)),
    ...{ gradients, statistics },
    ...(particles === undefined ? { warmup: warmup!, end: end!, centrings: centrings! } : { particles }),
  };
}

/** By number, what each scout found. @param size the number of values of a point */
function reportsOf(
  scouts: readonly GivenScout[],
  numbers: Float64Array,
  size: number,
): ReadonlyMap<number, ScoutReport> {
  const width = 2 + 3 * size;
  let row = 0;
  return new Map(
    scouts.map(({ index, gradients, arrived }): [number, ScoutReport] => {
      if (!arrived) return [index, { maximum: null, gradients }];
      const of = numbers.subarray(row * width, (row + 1) * width);
      row++;
      const part = (place: number) => of.slice(2 + place * size, 2 + (place + 1) * size);
      const maximum = {
        ...{ logDensity: of[0]!, logEvidence: of[1]! },
        ...{ values: part(0), sds: part(1), position: part(2) },
      };
      return [index, { maximum, gradients }];
    }),
  );
}
