/** Predicts the rows of a table by one stored fit, or by a mixture of several. */
import type { FitSummary } from '../../files/fits/fit-summary.ts';
import type { StoredEstimate } from '../../files/fits/open-estimate.ts';
import { StoredFit } from '../../files/fits/stored-fit.ts';
import type { RowFilter } from '../../files/tables/row-filters.ts';
import type { LoadedModule } from '../../host/load.ts';
import type { PredictiveDraws } from '../../host/posterior.ts';
import { type Prediction, type PredictOptions, predict } from '../../host/predict/predict.ts';
import type { NewColumns } from '../../host/predict/rows.ts';
import type { Levels } from '../../module/levels.ts';
import type { Manifest } from '../../module/manifest.ts';
import { categoryInWords, didYouMean, listNames } from '../../module/names.ts';
import { badInput, badUsage } from '../failure.ts';
import type { FormatOptions } from '../options/data-options.ts';
import { printable } from '../printable.ts';
import type { Interruption } from '../process/interruption.ts';
import { fittedRowsOf } from '../stored-fits/fitted-again.ts';
import { openStoredEstimate, openStoredFit } from '../stored-fits/stored-fits.ts';
import type { KeptTable } from '../tables/kept-table.ts';
import { printNotice } from '../terminal.ts';
import { version } from '../version.ts';
import { countOf } from '../words.ts';
import { type MixtureOptions, openMixture, predictMixture } from './mixture.ts';
import type { DrawnOutcomes } from './predicted-columns.ts';
import { type RowsToPredict, readRows } from './rows-to-predict.ts';

export interface PredictCommandOptions extends FormatOptions, MixtureOptions {
  readonly rows: readonly RowFilter[];
  readonly layout?: string;
  readonly interval: number;
  readonly hdi?: boolean;
  readonly derived: readonly string[];
  readonly explain?: boolean;
  readonly drawn?: number;
  readonly seed: bigint;
  /** Whether it is on the command line. */
  readonly seedIsGiven?: boolean;
  readonly every: number;
  readonly out?: string;
  readonly json?: boolean;
}

/** The predictions, and the fits that made them. */
interface Predicted {
  /** That of the first fit. */
  readonly manifest: Manifest;
  readonly fits: readonly Pick<Predicting, 'folder' | 'summary'>[];
  readonly kept: KeptTable;
  /** For each row, the columns with a level that the fit did not have, as text; null if no row has one. */
  readonly added: ((row: number) => string) | null;
  readonly prediction: Prediction;
  readonly drawn: DrawnOutcomes | null;
  /** Further fields of the JSON object. */
  readonly provenance: object;
}

type Request = Parameters<typeof readRows>[2];

/** @param open checks that the output can be written; called once the request is known to be valid */
export async function predictAlone(
  fitPath: string,
  request: Request,
  options: PredictCommandOptions,
  interruption: Interruption,
  open: () => Promise<void>,
): Promise<Predicted> {
  const estimate = await openStoredEstimate(fitPath, options.layout);
  const unseen = estimate ?? (await openStoredFit(fitPath, options.layout));
  const { manifest } = unseen;
  checkAsked(manifest, options);
  if (estimate?.isPoint === true) checkAskedOfPoint(estimate, options);
  await open();
  const levels = unseen instanceof StoredFit ? unseen.levels : unseen.restored.levels;
  const fittedRows = await fittedRowsOf(
    { folder: unseen.folder, manifest, levels, summary: unseen.summary },
    {
      ...(options.fitted === undefined ? {} : { table: options.fitted }),
      ...(options.fittedRows.length === 0 ? {} : { rows: options.fittedRows }),
      join: options.join ?? [],
    },
    request.signal,
    estimate !== null,
  );
  const seen = fittedRows === undefined ? unseen : unseen.withFittedRows(fittedRows);
  const opened = seen instanceof StoredFit ? predicting(seen) : seen;
  const layoutText = opened.summary.made?.layout.text ?? null;
  const { columns, sketched, kept, added } = await readRows(
    { manifest, levels },
    unseen.summary,
    request,
    layoutText !== null && estimate?.isPoint !== true,
  );
  if (added.size === 0 && options.drawn === undefined) checkSeed(options);
  const { fit, continued } =
    added.size === 0
      ? { fit: opened, continued: new Map() }
      : await withNewLevels(opened, { columns, added, layoutText, options });
  const loaded = await fit.module(sketched);
  await interruption.check();
  const prediction = await fit.predict(loaded, columns, predictOptions(options));
  await interruption.check();
  const { drawn: wanted, seed } = options;
  const drawn =
    wanted === undefined ? null : await drawOutcomes(loaded, fit.fitted(wanted), columns, wanted, seed);
  const { method } = fit.summary;
  const provenance = {
    ...(method === undefined ? {} : { method }),
    ...{ interval: intervalOf(options), layout: fit.manifest.layout, version: version() },
    ...(added.size === 0 ? {} : { newLevels: Object.fromEntries(categoriesOf(manifest, added)) }),
  };
  if (added.size > 0) tellNewLevels(manifest, added, continued);
  if (estimate?.isPoint === true) printNotice(AT_POINT);
  return {
    manifest,
    fits: [fit],
    kept,
    added: newLevelsOfRows(columns, added),
    prediction,
    drawn,
    provenance,
  };
}

/** The same fit with draws of levels that it did not have, and those of them to which a walk goes on. @throws SimulationError as `drawNewLevels` does */
async function withNewLevels(
  fit: Predicting,
  {
    columns,
    added,
    layoutText,
    options: { seed },
  }: Pick<RowsToPredict, 'columns' | 'added'> & {
    readonly layoutText: string | null;
    readonly options: PredictCommandOptions;
  },
): Promise<{ readonly fit: Predicting; readonly continued: Levels }> {
  const { drawNewLevels } = await import('../../analysis/simulate/draw-new-levels.ts');
  const known = { ...fit.fitted(1), manifest: fit.manifest, layoutText: layoutText! };
  const { continued, ...fitted } = drawNewLevels(known, columns, added, seed);
  return {
    fit: {
      ...fit,
      fitted: () => fitted,
      predict: (loaded, rows, options) => predict(loaded, fitted, rows, options),
    },
    continued,
  };
}

/** Without the category columns that have new levels. */
function categoriesOf({ columns }: Manifest, added: Levels): (readonly [string, readonly string[]])[] {
  const several = new Set(columns.flatMap(({ name, category }) => (category === undefined ? [] : [name])));
  return [...added].filter(([name]) => !several.has(name));
}

/**
 * `note: task "t9", "t10": not in the fit, and so drawn from the population.`
 *
 * @param continued those of them that are drawn from no population
 */
function tellNewLevels(manifest: Manifest, added: Levels, continued: Levels): void {
  const all = categoriesOf(manifest, added);
  const goesOn = all.map(([category]) => new Set(continued.get(category)));
  const named = (isContinued: boolean) =>
    all.flatMap(([category, names], place) => {
      const own = names.filter((name) => goesOn[place]!.has(name) === isContinued);
      if (own.length === 0) return [];
      return [`${categoryInWords(category)} ${listNames(own.map((name) => JSON.stringify(name)))}`];
    });
  const tell = (names: readonly string[], how: string) => {
    if (names.length === 0) return;
    printNotice(
      `${printable(`note: ${names.join(' and ')}: not in the fit, and so ${how}. Check that the names are right.`)}\n`,
    );
  };
  tell(named(false), 'drawn from the population');
  tell(named(true), 'its walk goes on from the last level that was fitted');
}

/** For each row, the columns with a level that the fit did not have; null if no row has one. */
function newLevelsOfRows(columns: NewColumns, added: Levels): ((row: number) => string) | null {
  const unknown = [...added].flatMap(([name, names]) => {
    const values = columns.get(name);
    return values === undefined ? [] : [{ name, values, names: new Set(names) }];
  });
  if (unknown.length === 0) return null;
  return (row) =>
    unknown
      .filter(({ values, names }) => names.has(String(values[row])))
      .map(({ name }) => name)
      .join(', ');
}

/** @throws Failure (usage) when a seed is given but nothing is drawn */
function checkSeed({ seedIsGiven }: PredictCommandOptions): void {
  if (seedIsGiven !== true) return;
  throw badUsage('`--seed` is for drawn outcomes, and none are drawn.', 'Say how many: --drawn 10.');
}

const AT_POINT =
  'note: predicted at the estimate itself; sd and interval come from the delta method, and ignore other optima.\n';

/** The source of predictions: a sampled fit, or an estimate. */
type Predicting = Omit<
  StoredEstimate,
  'summary' | 'isPoint' | 'parameters' | 'restored' | 'withFittedRows'
> & {
  readonly summary: PredictingSummary;
};

type PredictingSummary = Pick<FitSummary, 'status' | 'findings'> & {
  readonly made?: { readonly layout: { readonly text: string | null } };
  readonly method?: string;
};

function predicting(fit: StoredFit): Predicting {
  const { folder, summary, manifest, drawn } = fit;
  return {
    ...{ folder, summary, manifest },
    fitted: () => drawn,
    module: (columns) => fit.module(columns),
    predict: (loaded, rows, options) => predict(loaded, drawn, rows, options),
  };
}

/** @throws Failure (usage) when an option needs draws, and the fit is an estimate */
function checkAskedOfPoint({ folder, summary }: StoredEstimate, { hdi, every }: PredictCommandOptions): void {
  const option = hdi === true ? '--hdi' : every > 1 ? '--every' : null;
  if (option === null) return;
  throw badUsage(
    `\`${option}\` needs draws, and ${folder} is an estimate by \`--method ${summary.method}\`.`,
    'Leave it out, or fit with `--method nuts` or `laplace`.',
  );
}

/**
 * Predicts by the mixture of several fits, and reports their weights on stderr. Levels that one of them did not have
 * are refused.
 */
export async function predictTogether(
  fitPath: string,
  request: Request,
  options: PredictCommandOptions,
  open: () => Promise<void>,
): Promise<Predicted> {
  checkSeed(options);
  const mixture = await openMixture(fitPath, options, request.signal);
  await open();
  const { probability, interval, every } = predictOptions(options);
  const { rows, prediction } = await predictMixture(mixture, request, { probability, interval, every });
  const shares = mixture.map(({ fit, weight }) => `${weight.toFixed(2)} of ${printable(fit.folder)}`);
  printNotice(`mixed: ${shares.join(', ')}\n`);
  return {
    manifest: mixture[0]!.fit.manifest,
    fits: mixture.map(({ fit }) => fit),
    kept: rows.kept,
    added: null,
    prediction: { ...prediction, derived: {} },
    drawn: null,
    provenance: {
      interval: intervalOf(options),
      stack: mixture.map(({ fit, weight }) => ({ fit: fit.folder, layout: fit.manifest.layout, weight })),
      version: version(),
    },
  };
}

function intervalOf({ interval, hdi }: PredictCommandOptions): object {
  return { probability: interval, kind: hdi === true ? 'highest-density' : 'equal-tailed' };
}

function predictOptions({ interval, hdi, derived, explain, every }: PredictCommandOptions) {
  return {
    probability: interval,
    interval: hdi === true ? ('highest-density' as const) : ('equal-tailed' as const),
    derived,
    explain: explain === true,
    every,
  } satisfies PredictOptions;
}

/** @throws Failure (usage) when the layout lacks what was requested */
function checkAsked({ columns, derived }: Manifest, options: PredictCommandOptions): void {
  const lets = derived.filter(({ isNamed }) => isNamed).map(({ name }) => name);
  const unknown = options.derived.find((name) => !lets.includes(name));
  if (unknown !== undefined) {
    throw badUsage(
      `The layout has no \`let\` called \`${unknown}\`.${didYouMean(unknown, lets)}`,
      lets.length === 0 ? 'It has none: leave out --derived.' : `It has ${listNames(lets)}.`,
    );
  }
  if (options.explain !== true || columns.some(({ factors }) => factors !== undefined)) return;
  throw badUsage(
    'No outcome of the layout is a conjunction, so there are no factors to compare.',
    'Leave out --explain.',
  );
}

/**
 * Draws outcomes at about the number of draws that are shown, spread over the chains. @throws Failure (input) when the
 * fit has fewer.
 */
async function drawOutcomes(
  loaded: LoadedModule,
  fitted: PredictiveDraws,
  columns: NewColumns,
  shown: number,
  seed: bigint,
): Promise<DrawnOutcomes> {
  const lengths = fitted.draws.map(({ latents }) => latents[0]?.length ?? 0);
  const length = Math.max(...lengths);
  const perChain = Math.ceil(shown / fitted.draws.length);
  if (perChain > length) {
    throw badInput(
      `The fit has ${countOf(length * fitted.draws.length, 'draw')}, and \`--drawn ${shown}\` wants more.`,
      `Give at most ${length * fitted.draws.length}.`,
    );
  }
  const every = perChain === 1 ? length : Math.floor((length - 1) / (perChain - 1));
  const { outcomes, draws } = await predict(loaded, fitted, columns, { seed, every, probabilities: false });
  return {
    shown,
    draws,
    outcomes: Object.fromEntries(Object.entries(outcomes).map(([name, { drawn }]) => [name, drawn!])),
  };
}
