/** The figures of a report, in colours defined by the page, each with unique ids. */

import type { HeldOutPredictions } from '../../analysis/evaluate/parts/held-out-predictions.ts';
import { isBeyond } from '../../analysis/evaluate/scores/success-by-level.ts';
import { analyseSource } from '../../compiler/analyse.ts';
import type { FindingKind } from '../../host/diagnose/finding.ts';
import { LEAST_DRAWS } from '../../host/diagnose/thresholds.ts';
import type { Parameter } from '../../host/parameters.ts';
import type { ManifestColumn } from '../../module/manifest.ts';
import { allFinite } from '../../statistics/chains.ts';
import { highestDensityInterval } from '../../statistics/highest-density.ts';
import { mean, variance } from '../../statistics/moments.ts';
import { wilsonInterval } from '../../statistics/proportion-interval.ts';
import { forestData } from '../figures/data/forest.ts';
import { layoutGraph } from '../figures/data/layout-graph.ts';
import type { NamedPosterior } from '../figures/data/named-fit.ts';
import { hasFailed, samplerColumnsOf } from '../figures/data/named-fit.ts';
import { EDGE } from '../figures/draw/frame.ts';
import type { FigureSvg, Frame } from '../figures/index.ts';
import { drawLayoutGraph, forest, openFrame, WIDTHS } from '../figures/index.ts';
import { calibration, heldOutCalibrationData } from '../figures/kinds/calibration.ts';
import { correlationOf, correlationsData, correlationsFigure } from '../figures/kinds/correlations.ts';
import type { ForestData } from '../figures/kinds/forest.ts';
import { type OverviewData, overview } from '../figures/kinds/overview.ts';
import { ranks, ranksData } from '../figures/kinds/ranks.ts';
import type {
  DemandLevelShown,
  DemandPanel,
  SuccessByDemandData,
} from '../figures/kinds/success-by-demand.ts';
import { MAX_COLOURED, successByDemand } from '../figures/kinds/success-by-demand.ts';
import { traces, tracesData } from '../figures/kinds/traces.ts';
import { isWalkOf, type Overview } from './answer.ts';
import type { Content, Html } from './html.ts';
import { html } from './html.ts';
import { forestPieces, MAX_CURVES, MAX_PANELS, panelPieces } from './pieces.ts';
import type { ComparedGroup, ReportData } from './report-data.ts';
import { renderBeside, renderDrawn, renderNatural } from './sections/section.ts';
import type { ExpectedLevel, ReportFit, ReportSubject } from './subjects.ts';
import { subjectNamed } from './subjects.ts';
import { capital, spoken } from './words/phrases.ts';

export interface ReportFigures {
  /** All subjects and abilities at once; empty if there are none to show. */
  readonly overview: Content;
  /** Forest plots of all profiles. */
  readonly profiles: Content;
  /** Success by demand; empty if the fitted rows are not available. */
  readonly demands: Content;
  /**
   * Calibration of held-out predictions: one subject with all predictors, or, for null, all subjects with the layout
   * only; empty without stored predictions.
   */
  calibration(subject: string | null): Content;
  /** The correlations of a fit's latents, by its index; empty if it has none. */
  correlations(place: number): Content;
  /** How a fit was sampled, by its index; empty if there is nothing to act on. */
  ofFit(place: number): Content;
  /** The graph of its layout; empty if the text is not known. */
  graph(fit: DrawnLayout): Content;
}

/** A forest plot with more rows is folded away. */
const MAX_OPEN_ROWS = 60;
/** A figure of more rows or curves is drawn once, in narrow pieces. */
const MAX_TWICE = { rows: 240, curves: 60 } as const;
/** Maximum number of parameters whose chains are shown, the worst first. */
const MAX_SAMPLED = 4;
/** Maximum number of fits whose chains are shown, to limit the size of the page. */
const MAX_SAMPLED_FITS = 4;
/** Findings that are visible in plots of the chains. */
const SHOWN: ReadonlySet<FindingKind> = new Set([
  'separate-places',
  'disagreement',
  'few-effective-draws',
  'stuck',
  'divergences',
  'energy',
]);

export async function drawFigures(
  data: ReportData,
  shown: Overview | null,
  predictions: readonly HeldOutPredictions[],
): Promise<ReportFigures> {
  const frames = await openFrames();
  const graph = await drawGraphs(data.fits, frames);
  const worst = data.fits
    .filter(({ summary }) => summary.findings.some(({ kind }) => SHOWN.has(kind)))
    .sort((a, b) => Number(hasFailed(b)) - Number(hasFailed(a)))
    .slice(0, MAX_SAMPLED_FITS);
  const sampling = data.fits.map((fit) => (worst.includes(fit) ? samplingFigures(fit, frames) : null));
  return {
    overview: shown && overviewFigure(overviewData(shown), frames),
    profiles: data.groups.map((group) => profileForest(group, frames)),
    demands: demandFigures(data, frames),
    calibration: (subject) => calibrationFigures(predictions, data.subjects, subject, frames),
    correlations: (place) => correlationFigure(data.fits[place]!, frames),
    ofFit: (place) => sampling[place],
    graph,
  };
}

export function overviewFigure(figureData: OverviewData, frames: Frames): Content {
  return drawFigure((frame) => overview(figureData, frame), frames);
}

/** A figure of one piece, drawn for a page and for a telephone. */
function drawFigure(draw: (frame: Frame) => FigureSvg, frames: Frames): Html {
  const wide = draw(frames());
  return renderDrawn({ wide: [wide], narrow: [draw(narrowed(frames)())] }, wide);
}

/** A figure in pieces of a sheet, drawn for both; one of many marks only once, in narrow pieces, or the page would be large. */
function drawPieces<P extends Pick<FigureSvg, 'title' | 'caption'>>(
  whole: P,
  {
    pieces,
    draw,
    isLarge,
  }: {
    /** @param isNarrow whether panels are below one another */
    readonly pieces: (isNarrow: boolean) => readonly P[];
    readonly draw: (piece: P, frame: Frame) => FigureSvg;
    readonly isLarge: boolean;
  },
  frames: Frames,
): Html {
  const drawn = (isNarrow: boolean) => {
    const own = isNarrow ? narrowed(frames) : frames;
    return pieces(isNarrow).map((piece) => draw(piece, own()));
  };
  return isLarge
    ? renderBeside(drawn(true), whole)
    : renderDrawn({ wide: drawn(false), narrow: drawn(true) }, whole);
}

/** Frames of the width of a telephone. */
function narrowed(frames: Frames): Frames {
  return () => ({ ...frames(), width: WIDTHS.narrow - 2 * EDGE });
}

export function overviewData({ rows, columns, isWalk }: Overview): OverviewData {
  const isGrouped = rows.some(({ subjects }) => subjects > 1);
  return {
    title: 'Each subject in each ability',
    caption: `Posterior medians, each on the scale of its column, ${isWalk ? 'in the order of the walk' : 'from the highest overall to the lowest'}.${isGrouped ? ' A row of several subjects shows the median of their medians.' : ''} At an end of a scale, how much further an ability goes is not known.`,
    rows,
    columns,
  };
}

/** A frame with a prefix of its own for each figure. */
export type Frames = () => Frame;

export async function openFrames(): Promise<Frames> {
  const frame = await openFrame({ theme: 'page', width: WIDTHS.normal });
  let count = 0;
  return () => ({ ...frame, prefix: `figure-${++count}` });
}

/** Only fits with finite draws are drawn: a failed fit may have others. */
function profileForest({ subjects }: ComparedGroup, frames: Frames): Content {
  const fits = [...new Set(subjects.map(({ fit }) => fit))].filter((fit) => sampled(fit).length > 0);
  const names = new Set(subjects.flatMap(({ elements }) => elements.map(({ latent }) => latent.name)));
  const drawable = fits.filter((fit) => sampled(fit).length === fit.parameters.length);
  if (drawable.length === 0) return null;
  const shown = forestData(drawable, {
    only: [...names],
    // A walk is read in its own order.
    sort: subjects.every(({ fit, elements }) =>
      elements.every(({ latent }) => isWalkOf(fit.manifest, latent)),
    )
      ? 'level'
      : 'value',
    ...(subjects.length > 1 ? { subjectOf: subjectsOfParameters(subjects) } : {}),
  });
  return drawForest(shown, frames);
}

/** A forest in pieces of a sheet, folded away if it is long. */
export function drawForest(data: ForestData, frames: Frames): Content {
  const rows = data.groups.reduce((sum, group) => sum + group.rows.length, 0);
  const pieces = forestPieces(spokenForest(data));
  const figure = drawPieces(
    data,
    { pieces: () => pieces, draw: forest, isLarge: rows > MAX_TWICE.rows },
    frames,
  );
  return folded(figure, data.title, rows > MAX_OPEN_ROWS);
}

/** A forest whose latents are called what the text of the page calls them. */
export function spokenForest(data: ForestData): ForestData {
  return {
    ...data,
    groups: data.groups.map((group) =>
      group.scale === null
        ? {
            ...group,
            rows: group.rows.map((row) => ({
              ...row,
              label: spoken({ name: row.label, unit: row.scale.unit }),
            })),
          }
        : { ...group, title: capital(spoken({ name: group.title, unit: group.scale.unit })) },
    ),
  };
}

/** Empty for a layout without correlated latents. */
function correlationFigure(fit: ReportFit, frames: Frames): Content {
  return fit.parameters.some((each) => correlationOf(each) !== null)
    ? drawFigure((frame) => correlationsFigure(correlationsData(fit), frame), frames)
    : null;
}

/** Maps a parameter of a fit to the id of its subject. */
function subjectsOfParameters(subjects: readonly ReportSubject[]) {
  const byFit = new Map<NamedPosterior, Map<Parameter, string>>();
  for (const { id, fit, elements } of subjects) {
    const own = byFit.get(fit) ?? new Map<Parameter, string>();
    byFit.set(fit, own);
    for (const { parameter } of elements) own.set(parameter, id);
  }
  return (fit: NamedPosterior, parameter: Parameter) => byFit.get(fit)?.get(parameter) ?? null;
}

/** For each group and each of its binary outcomes, one figure of all usable subjects. */
function demandFigures({ groups }: ReportData, frames: Frames): Content {
  return groups.flatMap(({ usable }) => drawSuccess(successFigures(usable), frames));
}

/** Figures of success by demand, in pieces of a sheet. */
export function drawSuccess(figures: readonly SuccessByDemandData[], frames: Frames): Content[] {
  return figures.map((figureData) =>
    drawPieces(
      figureData,
      {
        pieces: (isNarrow) => panelPieces(figureData, isNarrow ? MAX_PANELS.narrow : MAX_PANELS.wide),
        draw: successByDemand,
        isLarge: figureData.panels.reduce((sum, { series }) => sum + series.length, 0) > MAX_TWICE.curves,
      },
      frames,
    ),
  );
}

function calibrationFigures(
  predictions: readonly HeldOutPredictions[],
  shown: readonly ReportSubject[],
  subject: string | null,
  frames: Frames,
): Content {
  const draw = (some: readonly HeldOutPredictions[]) => {
    const figureData = heldOutCalibrationData(some, null);
    const panels = figureData.panels.map((panel, place) => {
      const own = subject === null ? subjectNamed(shown, some[place]!.subject) : null;
      return own === null ? panel : { ...panel, subject: own.id };
    });
    const whole = { ...figureData, panels };
    return {
      title: whole.title,
      content: drawPieces(
        whole,
        {
          pieces: (isNarrow) => panelPieces(whole, isNarrow ? MAX_CURVES.narrow : MAX_CURVES.wide),
          draw: calibration,
          isLarge: whole.panels.length > MAX_TWICE.curves,
        },
        frames,
      ),
    };
  };
  if (predictions.length === 0) return null;
  if (subject === null) {
    const { title, content } = draw(predictions);
    return folded(content, title, true);
  }
  return predictions.filter((each) => each.subject === subject).map((each) => draw([each]).content);
}

/** The parameters whose draws are finite numbers. */
export function sampled({ draws, parameters }: ReportFit): string[] {
  return parameters
    .filter((_, index) => allFinite(draws.map(({ latents }) => latents[index]!)))
    .map(({ name }) => name);
}

/** Rank plots and traces of the worst parameters, for a fit whose chains disagree or did not move. */
function samplingFigures(fit: ReportFit, frames: Frames): Content {
  const { summary, draws } = fit;
  if ((draws[0]?.latents[0]?.length ?? 0) < LEAST_DRAWS) return null;
  const finite = new Set(sampled(fit));
  const concerned = summary.findings.flatMap(({ parameters }) => parameters);
  const worst = fit.parameters
    .map(({ name }) => ({ name, rHat: summary.parameters[name]?.rhat ?? 0 }))
    .sort((a, b) => b.rHat - a.rHat)
    .map(({ name }) => name);
  const shown = [...new Set([...concerned, ...worst])]
    .filter((name) => finite.has(name))
    .slice(0, MAX_SAMPLED);
  if (shown.length === 0) return null;
  return html`<details><summary>The chains of ${fit.name} as figures</summary>
${drawFigure((frame) => ranks(ranksData(fit, shown), frame), frames)}
${samplerColumnsOf(fit) === null ? null : drawFigure((frame) => traces(tracesData(fit, shown), frame), frames)}</details>`;
}

/** A fit whose layout is drawn. */
export type DrawnLayout = Pick<ReportFit, 'manifest' | 'layoutText'>;

function graphKey({ manifest, layoutText }: DrawnLayout): string {
  return `${manifest.meaning} ${layoutText ?? ''}`;
}

/** The graph of each layout, drawn once. */
export async function drawGraphs(
  fits: readonly DrawnLayout[],
  frames: Frames,
): Promise<(fit: DrawnLayout) => Content> {
  const graphs = new Map<string, Content>();
  for (const fit of fits) {
    const key = graphKey(fit);
    if (!graphs.has(key)) graphs.set(key, await graphOf(fit, frames));
  }
  return (fit) => graphs.get(graphKey(fit));
}

async function graphOf(fit: DrawnLayout, frames: Frames): Promise<Content> {
  const figure = await layoutFigure(fit, frames());
  const narrow = await layoutFigure(fit, narrowed(frames)());
  if (figure === null || narrow === null) return null;
  return [
    renderNatural(figure, narrow),
    html`<details><summary>The graph in words</summary><p>${figure.alt}</p></details>`,
  ];
}

/** The graph of a layout; null if its text is not known. */
export async function layoutFigure(
  { layoutText, manifest: { choices = {} } }: DrawnLayout,
  frame: Frame,
): Promise<FigureSvg | null> {
  if (layoutText === undefined) return null;
  const { syntax, layout } = analyseSource({ name: 'layout.ml', text: layoutText }, choices);
  // The fitted text was valid. If this version rejects it, leave out the graph.
  if (syntax === null || layout === null) return null;
  return drawLayoutGraph(layoutGraph(syntax, layout, layoutText), frame, { leastScale: 1 });
}

function folded(figure: Html, title: string, isLong: boolean): Content {
  return isLong ? html`<details><summary>${title}, as a figure</summary>${figure}</details>` : figure;
}

/** Success by demand for each binary outcome of subjects of one layout; none without the rows that were fitted. */
export function successFigures(subjects: readonly ReportSubject[]): SuccessByDemandData[] {
  return successOf(subjects, successFigureData);
}

/** The same of subjects of any kind. @param dataOf what a figure shows of subjects with rows, and of one outcome */
export function successOf<
  Subject extends Pick<ReportSubject, 'expected'> & { readonly fit: Pick<ReportFit, 'manifest'> },
>(
  subjects: readonly Subject[],
  dataOf: (shown: readonly Subject[], outcome: ManifestColumn) => SuccessByDemandData,
): SuccessByDemandData[] {
  const shown = subjects.filter(({ expected }) => expected !== null);
  if (shown.length === 0) return [];
  return shown[0]!.fit.manifest.columns
    .filter(({ role, kind }) => role === 'outcome' && kind === 'binary')
    .map((outcome) => dataOf(shown, outcome))
    .filter(({ panels }) => panels.length > 0);
}

/** The levels are those of the report's tables. A constant demand has no panel. */
function successFigureData(subjects: readonly ReportSubject[], outcome: ManifestColumn): SuccessByDemandData {
  const [first] = subjects as [ReportSubject];
  const points =
    subjects.length === 1
      ? 'points are what came, with 95 % intervals (Wilson 1927)'
      : 'points are what came';
  const caption =
    subjects.length > MAX_COLOURED
      ? `The rate of ${outcome.name} that the fits expect in rows with about as much of a demand, whatever their other demands are: one curve per subject. Named are the highest and the lowest at the right.`
      : `The rate of ${outcome.name} in rows with about as much of a demand, whatever their other demands are: ${points}; the line is what the fit expects of the same rows, with the interval that holds it with a probability of 95 %.`;
  return {
    title: subjects.length === 1 ? `Success of ${first.name} by demand` : 'Success by demand',
    caption: `${caption} The rows are those that were fitted.`,
    outcome: outcome.name,
    subjects: subjects.map(({ name }) => name),
    panels: demandPanels(subjects, (level) => shownLevel(level, outcome.name)),
  };
}

/**
 * A panel for each demand of subjects of one layout that varies.
 *
 * @param levelOf what is shown of a level; null if nothing was observed there
 */
export function demandPanels(
  subjects: readonly (Pick<ReportSubject, 'id' | 'name' | 'expected'> & {
    readonly fit: Pick<ReportFit, 'manifest'>;
  })[],
  levelOf: (level: ExpectedLevel) => DemandLevelShown | null,
): DemandPanel[] {
  return subjects[0]!.fit.manifest.columns.flatMap((column) => {
    const series = subjects.flatMap(({ id, name, expected }) => {
      const levels = (expected?.demands[column.name] ?? []).flatMap((level) => levelOf(level) ?? []);
      return levels.length < 2 ? [] : [{ name, ...(subjects.length > 1 ? { subject: id } : {}), levels }];
    });
    if (series.length === 0) return [];
    return [{ demand: spoken(column), unit: column.unit, doc: column.doc, series }];
  });
}

function shownLevel(
  { lower, upper, mean: meanDemand, rates }: ExpectedLevel,
  outcome: string,
): DemandLevelShown | null {
  const { observed, seen, draws } = rates[outcome]!;
  if (observed === null) return null;
  const expected = mean(draws);
  return {
    ...{ lower, upper, meanDemand, rows: seen, observed, expected },
    interval: wilsonInterval(Math.round(observed * seen), seen),
    // Of many subjects it is not drawn, and there are tens of thousands of levels.
    get expectedInterval() {
      return highestDensityInterval(draws.slice().sort(), 0.95);
    },
    isBeyond: isBeyond(observed, seen, expected, Math.sqrt(variance(draws))),
  };
}
