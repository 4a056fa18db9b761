/** An example of each kind of figure, which a browser must draw as Node does. */
import { exploreTable } from '../../analysis/explore/explore-table.ts';
import { bandData, surfaceData } from '../../reporting/figures/data/band.ts';
import { estimateForestData } from '../../reporting/figures/data/estimate-forest.ts';
import { standingsData } from '../../reporting/figures/data/standings.ts';
import { successBoxes } from '../../reporting/figures/data/success-boxes.ts';
import type { FigureSvg } from '../../reporting/figures/draw/figure.ts';
import type { Frame } from '../../reporting/figures/draw/frame.ts';
import { associationsData, associationsFigure } from '../../reporting/figures/kinds/associations.ts';
import { band } from '../../reporting/figures/kinds/band.ts';
import {
  brierByRate,
  brierByRateData,
  heldOutBrierData,
} from '../../reporting/figures/kinds/brier-by-rate.ts';
import {
  calibration,
  calibrationData,
  heldOutCalibrationData,
} from '../../reporting/figures/kinds/calibration.ts';
import { collapse, collapseData } from '../../reporting/figures/kinds/collapse.ts';
import { correlationsData, correlationsFigure } from '../../reporting/figures/kinds/correlations.ts';
import { density, densityData } from '../../reporting/figures/kinds/density.ts';
import { energy, energyData } from '../../reporting/figures/kinds/energy.ts';
import { forest } from '../../reporting/figures/kinds/forest.ts';
import { type OverviewData, overview } from '../../reporting/figures/kinds/overview.ts';
import { pairs, pairsData } from '../../reporting/figures/kinds/pairs.ts';
import { radial, radialData } from '../../reporting/figures/kinds/radial.ts';
import { ranks, ranksData } from '../../reporting/figures/kinds/ranks.ts';
import { type LevelDemand, scatter, scatterData } from '../../reporting/figures/kinds/scatter.ts';
import { successByDemand, successByDemandData } from '../../reporting/figures/kinds/success-by-demand.ts';
import { successGridData, successGridFigure } from '../../reporting/figures/kinds/success-grid.ts';
import { surface } from '../../reporting/figures/kinds/surface.ts';
import { sweepBoxes, sweepData } from '../../reporting/figures/kinds/sweep.ts';
import { traces, tracesData } from '../../reporting/figures/kinds/traces.ts';
import { RESULTS } from '../explore/results.ts';
import { climbed } from './climbed-rows.ts';
import { exampleEstimate } from './example-estimates.ts';
import { correlatedFit, exampleFit, examplePriors } from './example-fits.ts';
import { SWEEP } from './example-sweep.ts';
import { BY_CAPABILITY, BY_SUBJECT } from './forest-data.ts';
import { ADA, BO, heldOut } from './predicted-subjects.ts';

/** With the ends that the data decide, as the command gives them. */
const ENDS = { ends: new Map([['reach', { lo: 0, hi: 8 }]]) };
const one = exampleFit('robot1', 0, ENDS);
const both = [one, exampleFit('robot2', 1, ENDS)];

/** A fact about each level. */
export const MASS: LevelDemand = {
  column: {
    name: 'mass',
    role: 'demand',
    kind: 'real',
    unit: 'kg',
    index: 'robot',
    domain: { kind: 'any' },
    doc: null,
  },
  byLevel: new Map([
    ['Ada', 2],
    ['Bo <b>', 400],
    ['Cy', 7],
  ]),
};

const OVERVIEW: OverviewData = {
  title: 'Each subject in each ability',
  caption: 'Posterior means.',
  columns: [
    { title: 'Reach', unit: 'm', from: 0, to: 8 },
    { title: 'Grip', unit: '', from: -1, to: 2.5 },
  ],
  rows: [
    {
      ...{ label: 'Ada', subjects: 1, misfits: 0, subject: null },
      cells: [
        { center: 7.9, interval: [7.7, 8], standing: 'ceiling' },
        { center: 1, interval: [0.5, 1.5], standing: 'value' },
      ],
    },
    {
      ...{ label: 'Bo and 3 others', subjects: 4, misfits: 2, subject: null },
      cells: [
        { center: 0.1, interval: [0, 0.2], standing: 'floor' },
        { center: 0.5, interval: [-0.9, 2.4], standing: 'open' },
      ],
    },
  ],
};

const EXPLORED = exploreTable(RESULTS);

const { outcome: CLIMBED, outcomes: CLIMBS, demands: RUNGS } = climbed(one);
const BOLDNESS = { latent: 'boldness', lower: 'least', upper: 'most', outcome: 'success' };
const CLIMBED_COLLAPSE = collapseData(
  { ...one, manifest: { ...one.manifest, windows: [BOLDNESS] } },
  {
    outcome: CLIMBED.name,
    columns: new Map([
      [CLIMBED.name, CLIMBS],
      ...RUNGS.map(({ column, values }) => [column.name, values] as const),
    ]),
  },
  null,
  () => ({ value: 3.1, interval: [2.9, 3.4], called: 'maximum likelihood', wide: '95 % interval' }),
);

export const DRAWN: Readonly<Record<string, (frame: Frame) => FigureSvg>> = {
  'forest-by-subject': (frame) => forest(BY_SUBJECT, frame),
  'forest-by-capability': (frame) => forest(BY_CAPABILITY, frame),
  'forest-of-estimates': (frame) =>
    forest(estimateForestData([exampleEstimate('robot1', 0), exampleEstimate('robot2', 1, true)]), frame),
  density: (frame) => density(densityData([one], ['climb', 'grip'], examplePriors), frame),
  'density-of-two': (frame) => density(densityData(both, ['climb'], examplePriors), frame),
  radial: (frame) => radial(radialData(both, ['climb', 'grip', 'reach']), frame),
  'radial-without-ends': (frame) => radial(radialData(both, ['climb', 'boldness', 'reach', 'grip']), frame),
  standings: (frame) => forest(standingsData(both, null), frame),
  scatter: (frame) => scatter(scatterData(one, ['mass', 'theta'], MASS), frame),
  overview: (frame) => overview(OVERVIEW, frame),
  ranks: (frame) => ranks(ranksData(one, ['climb', 'grip']), frame),
  traces: (frame) => traces(tracesData(one, ['climb', 'grip']), frame),
  energy: (frame) => energy(energyData(one), frame),
  pairs: (frame) => pairs(pairsData(one, ['climb', 'grip', 'boldness']), frame),
  band: (frame) => band(bandData(both, [[1, 5]], null), frame),
  'band-by-normalisation': (frame) =>
    band(
      bandData(
        both,
        [
          [1, 5],
          [3, 3.5],
        ],
        null,
        true,
      ),
      frame,
    ),
  correlations: (frame) => correlationsFigure(correlationsData(correlatedFit()), frame),
  'surface-with-rows': (frame) => surface(surfaceData(one, null, climbed(one)), frame),
  collapse: (frame) => collapse(CLIMBED_COLLAPSE, frame),
  'surface-by-centre': (frame) => surface(surfaceData(one, null, climbed(one), 'centre'), frame),
  surface: (frame) => surface(surfaceData(one, null, null), frame),
  sweep: (frame) => sweepBoxes(sweepData('sensitivity', SWEEP, one.manifest.latents, null), frame),
  associations: (frame) => associationsFigure(associationsData(EXPLORED, 'columns'), frame),
  'associations-of-groups': (frame) => associationsFigure(associationsData(EXPLORED, 'groups'), frame),
  'success-boxes': (frame) => sweepBoxes(successBoxes(EXPLORED, 'task'), frame),
  'success-by-demand': (frame) => successByDemand(successByDemandData([ADA], null), frame),
  'success-grid': (frame) => successGridFigure(successGridData(ADA, null), frame),
  calibration: (frame) => calibration(calibrationData([ADA, BO]), frame),
  'held-out-calibration': (frame) => calibration(heldOutCalibrationData([heldOut('Ada', 2)], null), frame),
  'held-out-brier': (frame) =>
    brierByRate(heldOutBrierData([heldOut('Ada', 2), heldOut('Bo', 2)], null), frame),
  'brier-by-rate': (frame) => brierByRate(brierByRateData([ADA, BO]), frame),
};
