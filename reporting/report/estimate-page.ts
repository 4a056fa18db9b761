/** A report on point estimates: one self-contained page of HTML that loads nothing. */
import { isBeyond } from '../../analysis/evaluate/scores/success-by-level.ts';
import { METHOD_NAMES } from '../../host/estimate/estimate-rows.ts';
import type { ManifestColumn } from '../../module/manifest.ts';
import { wilsonInterval } from '../../statistics/proportion-interval.ts';
import { estimateForestData } from '../figures/data/estimate-forest.ts';
import { FigureError } from '../figures/data/named-fit.ts';
import type { SuccessByDemandData } from '../figures/kinds/success-by-demand.ts';
import type { Overview } from './answer.ts';
import {
  type EstimateData,
  type EstimatedGroup,
  type EstimatedSubject,
  gatherEstimates,
  overviewOfEstimates,
  type ReportEstimate,
} from './estimates.ts';
import {
  demandPanels,
  drawForest,
  drawGraphs,
  drawSuccess,
  type Frames,
  openFrames,
  overviewFigure,
  successOf,
} from './figures.ts';
import { type Content, html } from './html.ts';
import { headerOf, renderPage, titleOf } from './page-frame.ts';
import {
  differencesSection,
  estimateAnswerSection,
  estimateDemandsSection,
  estimateDiagnosticsSection,
  estimateProfilesSection,
} from './sections/estimates.ts';
import { estimateGlossary } from './sections/glossary.ts';
import { makingSection } from './sections/making.ts';
import { note, type Section } from './sections/section.ts';
import { estimateAnswer, intervalName } from './words/estimate-answer.ts';
import { capital, counted, listed } from './words/phrases.ts';

/**
 * As `report`, of point estimates.
 *
 * @param fits at least one, by one method and with one confidence level
 * @throws RangeError without fits
 */
export async function reportEstimates(
  fits: readonly ReportEstimate[],
  { title: asked }: { readonly title?: string } = {},
): Promise<string> {
  if (fits.length === 0) throw new RangeError('a report is of at least one estimate');
  const data = gatherEstimates(fits);
  const [main] = [...data.groups].sort((a, b) => b.usable.length - a.usable.length) as [EstimatedGroup];
  const overview = main.usable.length === 0 ? null : overviewOfEstimates(main);
  const words = overview && estimateAnswer(main, overview);
  const frames = await openFrames();
  const graph = await drawGraphs(fits, frames);
  const title = asked ?? (words === null ? titleOf(fits) : capital(words.title));
  const sections: (Section | null)[] = [
    estimateAnswerSection(
      words,
      METHOD_NAMES[fits[0]!.method],
      overview && answerFigure(overview, main, frames),
    ),
    estimateProfilesSection(data, forestFigure(fits, frames)),
    estimateDemandsSection(data, demandFigures(data, frames)),
    differencesSection(data),
    estimateDiagnosticsSection(data),
    makingSection(
      { fits: fits.map((fit) => ({ ...fit, summary: { ...fit.summary, estimate: fit.summary } })) },
      graph,
    ),
    estimateGlossary(),
  ];
  return renderPage({
    title,
    header: headerOf(data, title),
    alerts: alertsOf(fits),
    sections: sections.filter((section) => section !== null),
    footer: `Made by theodolite from ${counted(fits.length, 'stored estimate')}.`,
  });
}

function alertsOf(fits: readonly ReportEstimate[]): Content {
  const named = (status: string) =>
    fits.filter(({ summary }) => summary.status === status).map(({ name }) => name);
  const [failed, care] = [named('failed'), named('usable')];
  return [
    failed.length > 0 &&
      note(
        'bad',
        html`<p><strong>${listed(failed)}: no estimate was found.</strong> The numbers must not be used${fits.length > failed.length && ', and are left out of all comparisons'}. <a href="#diagnostics">Diagnostics</a> says what to do.</p>`,
      ),
    care.length > 0 &&
      note(
        'care',
        html`<p>The ${care.length === 1 ? 'estimate' : 'estimates'} of ${listed(care)} ${care.length === 1 ? 'needs' : 'need'} care: see <a href="#diagnostics">Diagnostics</a> before you report the numbers.</p>`,
      ),
  ];
}

function answerFigure(
  { rows, columns, isWalk }: Overview<EstimatedSubject>,
  { usable }: EstimatedGroup,
  frames: Frames,
): Content {
  const interval = intervalName(usable[0]!.fit);
  return overviewFigure(
    {
      title: 'Each subject in each ability',
      caption: `Estimates, each on the scale of its column, ${isWalk ? 'in the order of the walk' : 'from the highest overall to the lowest'}. An estimate on a bound of its prior is an arrow without a bar: how far from the bound the value may be is not known.`,
      rows,
      columns,
      marks: { center: 'estimate', interval },
    },
    frames,
  );
}

function forestFigure(fits: readonly ReportEstimate[], frames: Frames): Content {
  try {
    return drawForest(estimateForestData(fits, { sort: 'value' }), frames);
  } catch (error) {
    // Without a single estimate there is nothing to draw, and the table says so.
    if (error instanceof FigureError) return null;
    throw error;
  }
}

function demandFigures({ groups }: EstimateData, frames: Frames): Content {
  return groups.flatMap(({ usable }) => drawSuccess(successOf(usable, successData), frames));
}

function successData(
  subjects: readonly EstimatedSubject[],
  { name: outcome }: ManifestColumn,
): SuccessByDemandData {
  const [first] = subjects as [EstimatedSubject];
  return {
    title: subjects.length === 1 ? `Success of ${first.name} by demand` : 'Success by demand',
    caption: `The rate of ${outcome} in rows with about as much of a demand, whatever their other demands are: points are what came${subjects.length === 1 ? ', with 95 % intervals (Wilson 1927)' : ''}; the line is the rate at the estimate in the same rows. How far that might be off is not known from an estimate.`,
    outcome,
    subjects: subjects.map(({ name }) => name),
    panels: demandPanels(subjects, ({ lower, upper, mean, rates }) => {
      const { observed, seen, draws } = rates[outcome]!;
      if (observed === null) return null;
      return {
        ...{ lower, upper, meanDemand: mean, rows: seen, observed },
        interval: wilsonInterval(Math.round(observed * seen), seen),
        ...{ expected: draws[0]!, expectedInterval: null },
        isBeyond: isBeyond(observed, seen, draws[0]!, 0),
      };
    }),
  };
}
