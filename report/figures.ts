/** The figures of a report, drawn once in the colours that the page defines, each with ids of its own. */

import { forestData } from '../figures/data/forest.ts';
import { type FigureSvg, type Frame, forest, openFrame, WIDTHS } from '../figures/index.ts';
import { allFinite } from '../host/diagnose/chains.ts';
import { type Content, html } from './html.ts';
import type { ComparedGroup, ReportData } from './report-data.ts';
import type { ReportFit } from './report-fit.ts';
import { renderFigure } from './sections/section.ts';

export interface ReportFigures {
  /** Of all profiles. */
  readonly profiles: Content;
  /** Of what is expected by demand. */
  readonly demands: Content;
  /** Of a subject, by its id. */
  ofSubject(id: string): Content;
  /** Of a fit, by its place. */
  ofFit(place: number): Content;
  /** Of its layout. */
  graph(fit: ReportFit): Content;
}

/** Rows of a forest plot that need not be asked for. */
const MOST_ROWS = 60;

export async function drawFigures(data: ReportData): Promise<ReportFigures> {
  const frames = await openFrames();
  return {
    profiles: data.groups.map((group) => profileForest(group, frames)),
    demands: null,
    ofSubject: () => null,
    ofFit: () => null,
    graph: () => null,
  };
}

/** A frame with a prefix of its own for each figure. */
type Frames = () => Frame;

async function openFrames(): Promise<Frames> {
  const frame = await openFrame({ theme: 'page', width: WIDTHS.normal });
  let count = 0;
  return () => ({ ...frame, prefix: `figure-${++count}` });
}

/** Of fits whose draws are finite: a fit that failed may have others. */
function profileForest({ subjects }: ComparedGroup, frames: Frames): Content {
  const fits = [...new Set(subjects.map(({ fit }) => fit))].filter(isDrawable);
  const names = new Set(subjects.flatMap(({ elements }) => elements.map(({ latent }) => latent.name)));
  if (fits.length === 0) return null;
  const figure = forest(forestData(fits, { only: [...names] }), frames());
  return folded(figure, subjects.length * names.size > MOST_ROWS);
}

function isDrawable({ draws, parameters }: ReportFit): boolean {
  return parameters.every((_, index) => allFinite(draws.map(({ latents }) => latents[index]!)));
}

function folded(figure: FigureSvg, isLong: boolean): Content {
  if (!isLong) return renderFigure(figure);
  return html`<details><summary>${figure.title}, as a figure</summary>${renderFigure(figure)}</details>`;
}
