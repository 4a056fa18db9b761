/** What a layout estimates beside the profiles: what levels have in common, each item, and which abilities go together. */
import type { Parameter } from '../../../host/parameters.ts';
import { chainsOf } from '../../../host/posterior.ts';
import { pooled } from '../../../statistics/chains.ts';
import { correlationOf, isPartOfCorrelations } from '../../figures/kinds/correlations.ts';
import type { Probability } from '../comparison.ts';
import { type Content, html } from '../html.ts';
import type { ReportData } from '../report-data.ts';
import { isUsable, levelInProse, type ProfileElement, type ReportFit } from '../subjects.ts';
import { capital, counted, estimate, estimateText, itIs, sentenceOf, spoken } from '../words/phrases.ts';
import { type Section, scrolling } from './section.ts';

/** Of more levels than this, the lowest and the highest are named. */
const MAX_LEVELS = 8;
const AT_EITHER_END = 3;
/** Of more fits than this, their parameters are not listed: a table of all of them says little. */
const MAX_FITS = 8;

/** What is known of one parameter of a fit, as of an element of a profile. */
type Estimated = Pick<ProfileElement, 'latent' | 'parameter' | 'summary'>;

/**
 * Null if the layout has nothing beside the profiles, or there are many fits.
 *
 * @param correlations the figure of a fit's correlations, by its index; empty if it has none
 */
export function populationSection(
  { fits }: ReportData,
  correlations: (place: number) => Content,
): Section | null {
  const usable = fits.flatMap((fit, place) => (isUsable({ fit }) ? [{ fit, place }] : []));
  if (usable.length > MAX_FITS) return null;
  const parts = usable.flatMap(({ fit, place }) => {
    const content = partOf(fit, correlations(place));
    return content === null ? [] : [{ fit, content }];
  });
  if (parts.length === 0) return null;
  return {
    id: 'population',
    title: 'Beside the profiles',
    content: parts.map(({ fit, content }) => [usable.length > 1 && html`<h3>${fit.name}</h3>`, content]),
  };
}

function partOf(fit: ReportFit, correlations: Content): Content {
  const estimated = fit.parameters.map(
    (parameter): Estimated => ({
      ...{ parameter, latent: parameter.latent },
      summary: fit.summary.parameters[parameter.name]!,
    }),
  );
  const together = estimated.filter(({ parameter }) => correlationOf(parameter) !== null);
  const others = estimated.filter(
    (each) =>
      each.latent.role === 'param' && !together.includes(each) && !isPartOfCorrelations(each.parameter),
  );
  const single = others.filter(({ parameter }) => parameter.level === null);
  const names = new Set(others.filter((each) => !single.includes(each)).map(({ latent }) => latent.name));
  if (single.length + names.size + together.length === 0) return null;
  return [
    single.length > 0 && singleTable(single),
    [...names].map((name) => ofLevels(others.filter(({ latent }) => latent.name === name))),
    together.length > 0 && [html`<p>${sentencesOf(fit, together).join(' ')}</p>`, correlations],
  ];
}

function singleTable(all: readonly Estimated[]): Content {
  const hasUnits = all.some(({ latent }) => latent.unit !== '');
  return scrolling(
    'Parameters beside the profiles',
    html`<table>
<thead><tr>${['parameter', 'what it is', ...(hasUnits ? ['unit'] : []), 'median', '95 % interval'].map(
      (head) => html`<th scope="col">${head}</th>`,
    )}</tr></thead>
<tbody>
${all.map(({ latent, parameter, summary }) => {
  // A value of a dimension is called as it is everywhere else: `range[verbal]`.
  const name = latent.name.includes('.') ? parameter.name : spoken(latent);
  const { center, lower, upper } = estimateText(summary, latent);
  return html`<tr><th scope="row">${name}</th><td>${sentenceOf(latent.doc) ?? ''}</td>${hasUnits && html`<td>${latent.unit}</td>`}<td>${center}</td><td>${lower} to ${upper}</td></tr>
`;
})}</tbody>
</table>`,
  );
}

/** A parameter with a value for each level: all values, or those at either end. */
function ofLevels(all: readonly Estimated[]): Content {
  const { latent } = all[0]!;
  const category = latent.index!;
  const sorted = all.toSorted((a, b) => (a.summary.q50 ?? 0) - (b.summary.q50 ?? 0));
  const told = ({ parameter, summary }: Estimated) =>
    `${levelInProse(parameter.level!, category)} ${estimate(summary, latent)}`;
  const doc = sentenceOf(latent.doc);
  const values =
    sorted.length <= MAX_LEVELS
      ? `${sorted.map(told).join('; ')}.`
      : `The lowest: ${sorted.slice(0, AT_EITHER_END).map(told).join('; ')}. The highest: ${sorted
          .slice(-AT_EITHER_END)
          .map(told)
          .join('; ')}.`;
  return html`<p><strong>${capital(spoken(latent))}</strong>, one for each of ${counted(all.length, 'level')} of ${spoken({ name: category, unit: '' })}.${doc !== null && ` ${doc}`} ${values}</p>`;
}

/** At most this many correlations are told in words; the figure has all. */
const MAX_TOLD = 6;

/** The correlations that are farthest from 0, each with how sure its sign is. */
function sentencesOf(fit: ReportFit, all: readonly Estimated[]): string[] {
  const farthest = all.toSorted((a, b) => Math.abs(b.summary.q50 ?? 0) - Math.abs(a.summary.q50 ?? 0));
  return farthest.slice(0, MAX_TOLD).map(({ parameter, latent, summary }) => {
    const draws = pooled(chainsOf(fit, parameter));
    const above = draws.reduce((count, value) => count + Number(value > 0), 0) / draws.length;
    const isRise = above >= 0.5;
    const sign: Probability = {
      value: isRise ? above : 1 - above,
      resolution: 1 / Math.max(2, summary.essBulk ?? 2),
    };
    return `${capital(pairOf(parameter))} ${estimate(summary, latent)}: ${itIs(sign, isRise ? 'they rise together' : 'one falls as the other rises')}.`;
  });
}

/** `verbal and spatial`. */
function pairOf(parameter: Parameter): string {
  return correlationOf(parameter)!
    .pair.map((name) => spoken({ name, unit: '' }))
    .join(' and ');
}
