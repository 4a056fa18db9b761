/** Opens and runs a sweep of a layout, given as text or object, over columns in memory. */
import type { Choice, Selection } from '../../compiler/choose/alternatives.ts';
import type { Prepared } from '../../compiler/compile.ts';
import { type LayoutInput, sourceOf } from '../../compiler/layout-input.ts';
import type { ChainPool } from '../../host/chain-pool.ts';
import type { SamplerSettings } from '../../host/draws.ts';
import { loadModule } from '../../host/load.ts';
import { openWorkers } from '../../host/open-workers.ts';
import type { TablesInput } from '../../host/row-tables.ts';
import { DEFAULT_SETTINGS, resolveSettings } from '../../host/sample.ts';
import { DEFAULT_SCOUTS } from '../../host/scout.ts';
import { sketchOf } from '../../module/data-sketch.ts';
import type { ColumnsInput } from '../../module/to-columns.ts';
import { EvaluationError } from '../evaluate/evaluation-error.ts';
import { type DividedRows, divideRows, groupsOf, type HeldOut } from '../evaluate/parts/divide-rows.ts';
import { allColumns, type EvaluatedRows, readEvaluatedRows, scoredOutcomes } from '../evaluate/parts/rows.ts';
import type { Split } from '../evaluate/parts/split.ts';
import { checkParts, checkRows } from './check-parts.ts';
import {
  keepingTwo,
  type LayoutRows,
  planSweep,
  type SweepSource,
  type SweepSubject,
  type SweepTask,
  splitNames,
} from './plan.ts';
import { type FinishedSweep, memoryStore, type SweepStore } from './result.ts';
import {
  estimateSeconds,
  type LeftOfSweep,
  leftOf,
  type PilotTimes,
  runPilot,
  runSweep,
  type SweepProgress,
  type SweepRun,
} from './run.ts';

export interface SweepAsked {
  /** The alternatives to try of each choice, by name. Defaults to all alternatives of a choice. */
  readonly among?: Readonly<Record<string, readonly string[]>>;
  /** Each fit is made with each of these seeds; splits are drawn with the first. Defaults to the seed of `fit`. */
  readonly seeds?: readonly (number | bigint)[];
  /** If absent, every fit takes all rows. */
  readonly holdOut?: HoldOut;
  /**
   * Whether logistic regression and boosted trees are compared on held-out rows, besides the aggregate. Defaults to
   * true.
   */
  readonly baselines?: boolean;
  /** The rows of the layout's tables beside the main one, by name. Every fit reads all of them. */
  readonly tables?: TablesInput;
  /** Sampler settings. Defaults are those of `fit`. */
  readonly settings?: Partial<Omit<SamplerSettings, 'seed'>> & { readonly scouts?: number };
  /** Finished results, which are not repeated, and where new ones are added. Defaults to a store in memory. */
  readonly store?: SweepStore;
}

/** Where fits run, and what is called with their progress. */
export interface SweepRunOptions {
  /** Stays open. If absent, a pool with one thread per core is opened, and closed at the end. */
  readonly pool?: ChainPool;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: SweepProgress) => void;
}

/** A planned sweep. */
export interface Sweep {
  /** All fits, in their order. */
  readonly tasks: readonly SweepTask[];
  /** The splits by subject, if any were drawn or given. They can be stored and used again. */
  readonly splits: Readonly<Record<string, Split>>;
  left(): LeftOfSweep;
  /**
   * Makes and times the first remaining fit, and estimates the seconds for the others; null if nothing remains.
   *
   * @throws as `run`
   */
  pilot(options?: SweepRunOptions): Promise<(PilotTimes & { readonly secondsLeft: number }) | null>;
  /**
   * Makes all remaining fits, and returns the results of the whole sweep.
   *
   * @throws HostError of kind `interrupted`, or the signal's reason, once it is aborted. Finished fits stay in the
   *   store.
   */
  run(options?: SweepRunOptions): Promise<FinishedSweep>;
}

/**
 * Plans the fits of every combination of a layout's `choose` alternatives, subjects, parts of a split and seeds.
 *
 * @param subjects the columns of each subject by name, with outcomes, in the form that `Model.bind` takes
 * @throws LayoutError and ChoiceError as `compile` does; HostError when columns do not match the layout, or a part
 *   cannot be fitted or predicted; EvaluationError when rows cannot be divided as asked, or no outcome is binary;
 *   RangeError without subjects or seeds, or for test rows that do not exist
 */
export async function openSweep(
  layout: LayoutInput,
  subjects: Readonly<Record<string, ColumnsInput>>,
  {
    among = {},
    seeds: given = [DEFAULT_SETTINGS.seed],
    holdOut,
    baselines = true,
    tables = {},
    settings = {},
    store = memoryStore(),
  }: SweepAsked = {},
): Promise<Sweep> {
  const names = Object.keys(subjects);
  if (names.length === 0) throw new RangeError('a sweep needs at least one subject');
  const seeds = given.map((seed) => resolveSettings({ seed }).seed);
  if (seeds.length === 0) throw new RangeError('a sweep needs at least one seed');
  const { prepare, selections, text } = await layoutsOf(layout, among);
  const first = rowsOfColumn(prepare(selections[0]!), subjects, tables);
  checkRows(first, names);
  const outcomes = holdOut === undefined ? [] : scoredOutcomes(first.manifest);
  const divisions =
    holdOut === undefined ? null : await divideSubjects(first, subjects, outcomes[0]!, holdOut, seeds[0]!);
  const divided = names.map((name): SweepSubject => ({ name, parts: divisions?.get(name)?.parts ?? null }));
  checkParts(first, divided, outcomes);
  const source: SweepSource = {
    ...{ selections, subjects: divided, outcomes, first },
    open: keepingTwo(async (selection) => {
      const prepared = prepare(selection);
      const own = rowsOfColumn(prepared, subjects, tables);
      const sketch = sketchOf(allColumns(own.rows(names[0]!)).columns);
      const { bytes } = await prepared.compile(sketch, { predicts: divisions !== null });
      return { ...own, loaded: await loadModule(bytes), layoutText: text };
    }),
  };
  const tasks = planSweep({ selections, subjects: names, splits: splitNames(source), seeds });
  const resolved = { ...resolveSettings(settings), scouts: settings.scouts ?? DEFAULT_SCOUTS };
  const running = async <T>(options: SweepRunOptions, work: (run: SweepRun) => Promise<T>): Promise<T> => {
    const pool = options.pool ?? (await openWorkers());
    try {
      return await work({
        ...{ source, tasks, store, settings: resolved, baselines, pool },
        signal: options.signal ?? new AbortController().signal,
        onProgress: options.onProgress ?? (() => undefined),
      });
    } finally {
      if (options.pool === undefined) await pool.close();
    }
  };
  const left = () => leftOf({ tasks, store });
  const splits = [...(divisions ?? [])].flatMap(([name, { split }]) =>
    split === null ? [] : [[name, split] as const],
  );
  return {
    ...{ tasks, splits: Object.fromEntries(splits), left },
    pilot: (options = {}) =>
      running(options, async (run) => {
        const times = await runPilot(run);
        return times === null
          ? null
          : { ...times, secondsLeft: estimateSeconds(left(), times, run.pool, resolved) };
      }),
    run: (options = {}) =>
      running(options, async (run) => {
        await runSweep(run);
        return { fits: store.fits, baselines: store.baselines };
      }),
  };
}

/**
 * The requested selections of alternatives, and a function that prepares the layout of each.
 *
 * @throws LayoutError, ChoiceError
 */
async function layoutsOf(layout: LayoutInput, among: Readonly<Record<string, readonly string[]>>) {
  const [{ prepare }, { parse }, { selectionsOf }, { checkSelection }] = await Promise.all([
    import('../../compiler/compile.ts'),
    import('../../grammar/parse.ts'),
    import('../../compiler/choose/alternatives.ts'),
    import('../../compiler/choose/choice-error.ts'),
  ]);
  const source = sourceOf(layout);
  const choices: readonly Choice[] = prepare(source).choices;
  for (const [name, alternatives] of Object.entries(among)) {
    for (const alternative of alternatives) checkSelection(choices, { [name]: alternative });
  }
  return {
    prepare: (selection: Selection) => prepare(source, { choices: selection }),
    selections: selectionsOf(parse(source).layout!, among),
    text: source.text,
  };
}

/** The rows of each subject as a layout reads them. Throws as `toNewColumns` does, at the first call for a subject. */
function rowsOfColumn(
  { manifest }: Prepared,
  subjects: Readonly<Record<string, ColumnsInput>>,
  tables: TablesInput,
): LayoutRows {
  const read = new Map<string, EvaluatedRows>();
  return {
    manifest,
    rows(subject) {
      const rows = read.get(subject) ?? readEvaluatedRows(manifest, subjects[subject]!, tables);
      read.set(subject, rows);
      return rows;
    },
  };
}

/**
 * The rows that each fit holds out, to be predicted and scored. With `test` they are the same rows for all subjects.
 */
export type HoldOut =
  | Exclude<HeldOut, { readonly split: Split }>
  /** A split per subject, by name, such as one that was drawn before. */
  | { readonly splits: Readonly<Record<string, Split>> };

/**
 * Divides the rows of each subject; results are by subject name. Throws as `divideRows` does.
 *
 * @throws EvaluationError when a subject has no split
 */
async function divideSubjects(
  { rows }: LayoutRows,
  subjects: Readonly<Record<string, ColumnsInput>>,
  outcome: string,
  holdOut: HoldOut,
  seed: bigint,
): Promise<ReadonlyMap<string, DividedRows>> {
  const divided = new Map<string, DividedRows>();
  for (const [name, input] of Object.entries(subjects)) {
    const heldOut = 'splits' in holdOut ? { split: splitFor(name, holdOut.splits) } : holdOut;
    divided.set(name, await divideRows(rows(name), outcome, heldOut, seed, groupsOf(heldOut, input)));
  }
  return divided;
}

function splitFor(name: string, splits: Readonly<Record<string, Split>>): Split {
  const split = Object.hasOwn(splits, name) ? splits[name] : undefined;
  if (split !== undefined) return split;
  throw new EvaluationError(`There is no split for ${name}.`, 'Give one for each subject.');
}
