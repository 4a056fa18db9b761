/** The kinds of figures that `plot` draws: the name, the input and the function of each. */
import type { Selection } from '../../compiler/choose/alternatives.ts';
import type { ForestGrouping } from '../../reporting/figures/data/forest.ts';
import type { NamedPosterior } from '../../reporting/figures/data/named-fit.ts';
import type { FigureSvg } from '../../reporting/figures/draw/figure.ts';
import type { Frame } from '../../reporting/figures/draw/frame.ts';
import type { LayoutGraph } from '../../reporting/figures/graph/layout-graph.ts';
import type { SurfaceAxes } from '../../reporting/figures/kinds/surface.ts';
import { LayoutMistakes, readSource } from '../inputs/open-layout.ts';
import { checkChoices } from '../options/choose-option.ts';
import type { DataOptions } from '../options/data-options.ts';
import { openFigureEstimates, openFigureFit, openFigureFits } from '../stored-fits/figure-fits.ts';
import { subjectOf } from '../stored-fits/stored-fits.ts';
import { openPredictedSubjects, predictSubject, readLevelDemand } from './figure-rows.ts';

/** The request of a command line. It is the same for every kind; each uses the parts that it needs. */
export interface PlotRequest extends DataOptions {
  /** The paths, of the type in the kind's `takes`. */
  readonly paths: readonly string[];
  /** The table of `--data`. */
  readonly data?: string;
  readonly layout?: string;
  readonly by?: ForestGrouping;
  readonly sort?: 'level' | 'value';
  readonly ends?: number;
  /** Lower and upper bounds. */
  readonly window?: readonly (readonly [lower: number, upper: number])[];
  /** Whether the other normalisations of a band are drawn too. */
  readonly normalisations?: boolean;
  /** The axes of a surface. */
  readonly axes?: SurfaceAxes;
  /** The names of parameters, or of demands. */
  readonly only?: readonly string[];
  /** Alternatives of a layout. */
  readonly choose: Selection;
  readonly signal: AbortSignal;
}

export interface PlotKind {
  readonly name: string;
  /** What the paths are, for the list of kinds. */
  readonly takes: 'FIT…' | 'FIT' | 'LAYOUT.ml' | 'SWEEP';
  /** The options of {@link PlotRequest} that it uses, by their names; others are refused. */
  readonly options: readonly PlotOption[];
  /** The options that it requires. */
  readonly needs?: readonly PlotOption[];
  /** What it shows, in one line. */
  readonly help: string;
  draw(request: PlotRequest, frame: Frame): Promise<FigureSvg>;
  /** What differs if it is drawn from a table instead; absent if that is impossible. */
  readonly ofTable?: Pick<PlotKind, 'options' | 'draw'>;
  /** Further output formats, by file extension. */
  readonly texts?: Readonly<Record<string, (request: PlotRequest) => Promise<string>>>;
}

export type PlotOption =
  | 'data'
  | 'layout'
  | 'by'
  | 'sort'
  | 'ends'
  | 'only'
  | 'window'
  | 'normalisations'
  | 'axes'
  | 'choose'
  | 'outcome'
  | 'rows'
  | 'stack'
  | 'bind'
  | 'join'
  | 'format'
  | 'delimiter';

/** For kinds that show rows and their predictions. */
const ROWS_OPTIONS: readonly PlotOption[] = [
  'data',
  'layout',
  'only',
  'outcome',
  'rows',
  'stack',
  'bind',
  'join',
  'format',
  'delimiter',
];

/** In the order of the printed list. */
export const PLOT_KINDS: readonly PlotKind[] = [
  {
    name: 'forest',
    takes: 'FIT…',
    options: ['layout', 'by', 'sort', 'ends', 'only'],
    help: 'means with 50 and 95 % intervals, or point estimates with theirs, each on its own scale',
    draw: async (request, frame) => {
      const estimates = await openFigureEstimates(request.paths, request);
      if (estimates !== null) {
        const [{ forest }, { estimateForestData }] = await Promise.all([
          import('../../reporting/figures/kinds/forest.ts'),
          import('../../reporting/figures/data/estimate-forest.ts'),
        ]);
        return forest(estimateForestData(estimates, request), frame);
      }
      const [{ forest }, { forestData }, fits] = await Promise.all([
        import('../../reporting/figures/kinds/forest.ts'),
        import('../../reporting/figures/data/forest.ts'),
        openFigureFits(request.paths, request),
      ]);
      return forest(
        forestData(
          fits.map(({ fit }) => fit),
          request,
        ),
        frame,
      );
    },
  },
  {
    name: 'density',
    takes: 'FIT…',
    options: ['layout', 'only'],
    help: 'the densities of the posterior and the prior of each parameter',
    draw: async (request, frame) => {
      const [{ density, densityData }, { storedPriors }, fits] = await Promise.all([
        import('../../reporting/figures/kinds/density.ts'),
        import('../stored-fits/figure-fits.ts'),
        openFigureFits(request.paths, request),
      ]);
      // All fits have the same layout, so the priors of the first apply to all.
      const priors = await storedPriors(fits[0]!.stored, fits[0]!.fit);
      const data = densityData(
        fits.map(({ fit }) => fit),
        request.only ?? null,
        () => priors,
      );
      return density(data, frame);
    },
  },
  {
    name: 'radial',
    takes: 'FIT…',
    options: ['layout', 'only'],
    help: 'the abilities around a centre, each on its scale, with their intervals',
    draw: async (request, frame) => {
      const [{ radial, radialData }, fits] = await Promise.all([
        import('../../reporting/figures/kinds/radial.ts'),
        openFigureFits(request.paths, request),
      ]);
      const data = radialData(
        fits.map(({ fit }) => fit),
        request.only ?? null,
      );
      return radial(data, frame);
    },
  },
  {
    name: 'standings',
    takes: 'FIT…',
    options: ['layout', 'ends', 'only'],
    help: 'how subjects, or the levels of a category, rank by each ability, with intervals and the probability to be first',
    draw: async (request, frame) => {
      const [{ forest }, { standingsData }, fits] = await Promise.all([
        import('../../reporting/figures/kinds/forest.ts'),
        import('../../reporting/figures/data/standings.ts'),
        openFigureFits(request.paths, request),
      ]);
      const posteriors = fits.map(({ fit }) => fit);
      return forest(standingsData(posteriors, request.only ?? null, request), frame);
    },
  },
  {
    name: 'scatter',
    takes: 'FIT',
    options: ROWS_OPTIONS.filter((option) => option !== 'outcome' && option !== 'stack'),
    help: 'two quantities of each level, such as how hard and how sharp items are, or a demand of levels and a latent',
    draw: async (request, frame) => {
      const [{ scatter, scatterData }, { stored, fit }] = await Promise.all([
        import('../../reporting/figures/kinds/scatter.ts'),
        openFigureFit(request.paths[0]!, request),
      ]);
      const [first] = request.only ?? [];
      const demand = first === undefined ? null : await readLevelDemand(stored, first, request);
      return scatter(scatterData(fit, request.only ?? null, demand), frame);
    },
  },
  {
    name: 'ranks',
    takes: 'FIT',
    options: ['layout', 'only'],
    help: 'whether the chains agree: how often each has the low, middle and high ranks of all draws',
    draw: async (request, frame) => {
      const [{ ranks, ranksData }, fit] = await Promise.all([
        import('../../reporting/figures/kinds/ranks.ts'),
        openSampledFit(request),
      ]);
      return ranks(ranksData(fit, request.only ?? null), frame);
    },
  },
  {
    name: 'traces',
    takes: 'FIT',
    options: ['layout', 'only'],
    help: 'the draws of each chain in order',
    draw: async (request, frame) => {
      const [{ traces, tracesData }, fit] = await Promise.all([
        import('../../reporting/figures/kinds/traces.ts'),
        openSampledFit(request),
      ]);
      return traces(tracesData(fit, request.only ?? null), frame);
    },
  },
  {
    name: 'energy',
    takes: 'FIT',
    options: ['layout'],
    help: 'the spread of the energies of each chain, compared with their changes per transition',
    draw: async (request, frame) => {
      const [{ energy, energyData }, fit] = await Promise.all([
        import('../../reporting/figures/kinds/energy.ts'),
        openSampledFit(request),
      ]);
      return energy(energyData(fit), frame);
    },
  },
  {
    name: 'pairs',
    takes: 'FIT',
    options: ['layout', 'only'],
    help: 'the draws of each pair of parameters, with diverging trajectories marked',
    draw: async (request, frame) => {
      const [{ pairs, pairsData }, fit] = await Promise.all([
        import('../../reporting/figures/kinds/pairs.ts'),
        openSampledFit(request),
      ]);
      return pairs(pairsData(fit, request.only ?? null), frame);
    },
  },
  {
    name: 'correlations',
    takes: 'FIT',
    options: ['layout'],
    help: 'how far latents go together that the layout declares as `correlated`, with intervals',
    draw: async (request, frame) => {
      const [{ correlationsData, correlationsFigure }, { fit }] = await Promise.all([
        import('../../reporting/figures/kinds/correlations.ts'),
        openFigureFit(request.paths[0]!, request),
      ]);
      return correlationsFigure(correlationsData(fit), frame);
    },
  },
  {
    name: 'band',
    takes: 'FIT…',
    options: ['layout', 'only', 'window', 'normalisations'],
    help: 'item response curves of a `band` in windows of two bounds, and the propensities found',
    draw: async (request, frame) => {
      const [{ band }, { bandData }, fits] = await Promise.all([
        import('../../reporting/figures/kinds/band.ts'),
        import('../../reporting/figures/data/band.ts'),
        openFigureFits(request.paths, request),
      ]);
      const subjects = fits.map(({ fit }) => fit);
      const { window = null, only = null, normalisations } = request;
      return band(bandData(subjects, window, only, normalisations), frame);
    },
  },
  {
    name: 'surface',
    takes: 'FIT',
    options: [...ROWS_OPTIONS, 'axes'],
    help: 'expected success over the lower and the upper bound of a `band`; with --data also the observed success',
    draw: async (request, frame) => {
      const [{ surface }, { surfaceData }, open] = await Promise.all([
        import('../../reporting/figures/kinds/surface.ts'),
        import('../../reporting/figures/data/band.ts'),
        openFigureFit(request.paths[0]!, request),
      ]);
      const observed = request.data === undefined ? null : await predictSubject(open, request);
      return surface(surfaceData(open.fit, request.only ?? null, observed, request.axes), frame);
    },
  },
  {
    name: 'collapse',
    takes: 'FIT',
    options: ROWS_OPTIONS,
    needs: ['data'],
    help: 'the share of successes among the windows that contain each value of a propensity, and what was found of it',
    draw: async (request, frame) => {
      const [{ collapse }, { openCollapse }] = await Promise.all([
        import('../../reporting/figures/kinds/collapse.ts'),
        import('./open-collapse.ts'),
      ]);
      return collapse(await openCollapse(request), frame);
    },
  },
  {
    name: 'sweep',
    takes: 'SWEEP',
    options: ['layout', 'only'],
    help: 'box plots of scores and means for each alternative of a sweep',
    draw: async (request, frame) => {
      const [{ sweepBoxes, sweepData }, { readSweep }, { openLayout }] = await Promise.all([
        import('../../reporting/figures/kinds/sweep.ts'),
        import('../sweep/read-sweep.ts'),
        import('../inputs/open-layout.ts'),
      ]);
      const [folder] = request.paths;
      const summary = await readSweep(folder!);
      // The tables do not give the units of parameters.
      const latents = request.layout === undefined ? [] : (await openLayout(request.layout)).manifest.latents;
      return sweepBoxes(sweepData(subjectOf(folder!), summary, latents, request.only ?? null), frame);
    },
  },
  {
    name: 'success-by-demand',
    takes: 'FIT…',
    options: ROWS_OPTIONS,
    needs: ['data'],
    help: 'success against each demand: observed rates, and what each fit expects',
    draw: async (request, frame) => {
      const [{ successByDemand, successByDemandData }, subjects] = await Promise.all([
        import('../../reporting/figures/kinds/success-by-demand.ts'),
        openPredictedSubjects(request),
      ]);
      return successByDemand(successByDemandData(subjects, request.only ?? null), frame);
    },
  },
  {
    name: 'success-grid',
    takes: 'FIT',
    options: ROWS_OPTIONS,
    needs: ['data'],
    help: 'success by two demands at once (--only DEMAND,DEMAND), observed beside predicted',
    draw: async (request, frame) => {
      const [{ successGridFigure, successGridData }, [subject]] = await Promise.all([
        import('../../reporting/figures/kinds/success-grid.ts'),
        openPredictedSubjects(request),
      ]);
      return successGridFigure(successGridData(subject!, request.only ?? null), frame);
    },
  },
  {
    name: 'calibration',
    takes: 'FIT…',
    options: ROWS_OPTIONS.filter((option) => option !== 'only'),
    needs: ['data'],
    help: 'success rates against predicted probabilities, of a fit or of the file of evaluate --predictions',
    draw: async (request, frame) => {
      const [{ calibration, calibrationData }, subjects] = await Promise.all([
        import('../../reporting/figures/kinds/calibration.ts'),
        openPredictedSubjects(request),
      ]);
      return calibration(calibrationData(subjects), frame);
    },
    ofTable: {
      options: ['only'],
      draw: async ({ paths, only, signal }, frame) => {
        const [{ calibration, heldOutCalibrationData }, { readPredictions }] = await Promise.all([
          import('../../reporting/figures/kinds/calibration.ts'),
          import('../evaluate/predictions-table.ts'),
        ]);
        const predictions = await readPredictions(paths[0]!, signal);
        return calibration(heldOutCalibrationData(predictions, only ?? null), frame);
      },
    },
  },
  {
    name: 'brier',
    takes: 'FIT…',
    options: ROWS_OPTIONS.filter((option) => option !== 'only'),
    needs: ['data'],
    help: 'Brier scores against success rates, of fits or of the file of evaluate --predictions',
    draw: async (request, frame) => {
      const [{ brierByRate, brierByRateData }, subjects] = await Promise.all([
        import('../../reporting/figures/kinds/brier-by-rate.ts'),
        openPredictedSubjects(request),
      ]);
      return brierByRate(brierByRateData(subjects), frame);
    },
    ofTable: {
      options: ['only'],
      draw: async ({ paths, only, signal }, frame) => {
        const [{ brierByRate, heldOutBrierData }, { readPredictions }] = await Promise.all([
          import('../../reporting/figures/kinds/brier-by-rate.ts'),
          import('../evaluate/predictions-table.ts'),
        ]);
        const predictions = await readPredictions(paths[0]!, signal);
        return brierByRate(heldOutBrierData(predictions, only ?? null), frame);
      },
    },
  },
  {
    name: 'graph',
    takes: 'LAYOUT.ml',
    options: ['choose'],
    help: 'a layout as a directed graph with plates; a name that ends in .dot or .mmd gives DOT or Mermaid',
    draw: async (request, frame) => {
      const { drawLayoutGraph } = await import('../../reporting/figures/kinds/layout-graph.ts');
      return drawLayoutGraph(await graphOf(request), frame);
    },
    texts: {
      dot: async (request) =>
        (await import('../../reporting/figures/graph/layout-graph.ts')).graphDot(await graphOf(request)),
      mmd: async (request) =>
        (await import('../../reporting/figures/graph/layout-graph.ts')).graphMermaid(await graphOf(request)),
    },
  },
];

/** The single fit for a figure about sampling. */
async function openSampledFit(request: PlotRequest): Promise<NamedPosterior> {
  const { paths, layout } = request;
  const { fit } = await openFigureFit(paths[0]!, {
    ...(layout === undefined ? {} : { layout }),
    sampler: true,
  });
  return fit;
}

function graphOf({ paths, choose }: PlotRequest): Promise<LayoutGraph> {
  return readLayoutGraph(paths[0]!, choose);
}

/**
 * @param choose the alternatives to draw; by default the first of each choice
 * @throws Failure when there is no such layout, or a chosen alternative does not exist; LayoutMistakes when it has
 * mistakes
 */
async function readLayoutGraph(path: string, choose: Selection): Promise<LayoutGraph> {
  const source = await readSource(path);
  const [{ analyseSource }, { layoutGraph }] = await Promise.all([
    import('../../compiler/analyse.ts'),
    import('../../reporting/figures/data/layout-graph.ts'),
  ]);
  const { syntax, layout, choices, diagnostics } = analyseSource(source, choose);
  if (syntax === null || layout === null) throw new LayoutMistakes(source, diagnostics);
  await checkChoices(choices, [choose]);
  return layoutGraph(syntax, layout, source.text);
}
