/** The live part of a report: a reader sets the demands of a row and moves priors, and sees what each subject would do. */
import { type Content, html } from '../html.ts';
import type { LiveData, LiveDemand, NotLive } from '../live/live-data.ts';
import { REFIT_SETTINGS } from '../live/refit-settings.ts';
import { capital, counted, listed } from '../words/phrases.ts';
import type { Section } from './section.ts';

/** The section, and nothing of it without a script; or a sentence that says why there is none. */
export function liveSection(data: LiveData | NotLive): Section {
  const common = { id: 'live', title: 'Try a row' } as const;
  if ('why' in data)
    return { ...common, content: html`<p class="muted">This page is not live: ${data.why}.</p>` };
  const { draws, ofDraws, outcomes, demands, categories, priors } = data;
  const some =
    draws < ofDraws
      ? `from ${draws} of the ${ofDraws} draws of each fit. The rest of this page uses more of them, so that the last digits may differ`
      : `from the ${draws} draws of each fit`;
  return {
    ...common,
    needsScript: true,
    content: html`<p>Set the demands of one row: the table says what each subject would make of it, with its 95\u00a0% interval. This page computes it by itself, with the compiled layout, ${some}.</p>
<form id="live-form">
<div class="live-row">
${
  outcomes.length > 1 &&
  choice(
    'live-outcome',
    'outcome',
    outcomes.map(({ name, label }) => [name, label]),
  )
}
${demands.map(demandControl)}
${categories.map(({ name, label, levels }) =>
  choice(
    `live-category-${name}`,
    label,
    levels.map((level) => [level, level]),
    { category: name },
  ),
)}
</div>
${priors.length > 0 && priorControls(data)}
</form>
<p id="live-status" role="status" class="muted">Loading the layout …</p>
<div class="live-table" role="group" aria-label="What each subject would make of the row" tabindex="0">${resultTable(data)}</div>`,
  };
}

function demandControl({ name, label, unit, doc, value, range }: LiveDemand): Content {
  const id = `live-demand-${name}`;
  const described = doc !== null && html` aria-describedby="${id}-doc"`;
  const words = doc !== null && html`<small class="live-doc" id="${id}-doc">${doc}</small>`;
  if ('values' in range) {
    return html`<div><label class="live-label" for="${id}">${capital(label)}${unit !== '' && ` (${unit})`}</label>
<select class="live-choice" id="${id}" data-demand="${name}" data-label="${label}" data-unit="${unit}"${described}>${range.values.map(
      (each) =>
        html`<option value="${each}"${each === value && html` selected`}>${range.isFlag ? (each === 0 ? 'no' : 'yes') : each}</option>`,
    )}</select>${words}</div>
`;
  }
  return html`<div><label class="live-label" for="${id}">${capital(label)}</label>
<span class="live-slider"><input class="live-range" type="range" id="${id}" data-demand="${name}" data-label="${label}" data-unit="${unit}" min="${range.lo}" max="${range.hi}" step="${range.step}" value="${value}"${described}><output class="live-value" for="${id}">${value}${unit !== '' && ` ${unit}`}</output></span>${words}</div>
`;
}

function choice(
  id: string,
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  { category }: { readonly category?: string } = {},
): Content {
  return html`<div><label class="live-label" for="${id}">${capital(label)}</label>
<select class="live-choice" id="${id}" data-label="${label}"${category !== undefined && html` data-category="${category}"`}>${options.map(
    ([value, text]) => html`<option value="${value}">${text}</option>`,
  )}</select></div>
`;
}

function priorControls({ priors, refit }: LiveData): Content {
  const whole = 'and then the layout has to be fitted again with the other prior';
  const further =
    refit === null || 'why' in refit
      ? `Beyond its limit the page shows nothing, ${whole}. The page does not do that itself: ${refit?.why ?? 'there are no rows'}.`
      : `Beyond its limit the page fits again, in ${REFIT_SETTINGS.chains} chains of ${REFIT_SETTINGS.draws} draws: it contains the rows, and a second compiled layout that takes the numbers of priors from its table.${
          refit.priors.includes(null)
            ? ` It cannot do so with the ${refit.priors.filter((each) => each === null).length === 1 ? 'prior' : 'priors'} of ${listed(priors.filter((_, place) => refit.priors[place] === null).map(({ label }) => label))}.`
            : ''
        }`;
  return html`<details id="live-priors"><summary>Move a prior</summary>
<p>What would the fits say if this had been believed before? The draws are weighed anew (importance sampling), which is quick and holds only near the prior that was fitted. Pareto k̂ tells how far that holds. ${further}</p>
<div class="controls">
<label>prior of<select id="live-prior">${priors.map(
    ({ label }, place) => html`<option value="${place}">${label}</option>`,
  )}</select></label>
${priors.map(
  ({ fields, label, unit, text }, place) =>
    html`<fieldset class="live-prior" data-prior="${place}"${place > 0 && html` hidden`}><legend class="live-legend">${capital(label)}${unit !== '' && unit !== 'probability' && ` (${unit})`}, fitted with <code>${text}</code></legend>${fields.map(
      ({ name, label: called, value, isLogarithm }) =>
        html`<label>${called}<input class="live-number" type="number" step="${stepOf(value)}" value="${Number(value.toPrecision(6))}" data-parameter="${name}" data-fitted="${value}"${isLogarithm && html` data-logarithm="yes"`}></label>`,
    )}</fieldset>
`,
)}<button type="button" id="live-reset">All priors as fitted</button>
</div></details>`;
}

/** A power of ten, about a tenth of the number. */
function stepOf(value: number): number {
  const about = value === 0 ? 0.1 : Math.abs(value) / 10;
  return Number((10 ** Math.floor(Math.log10(about))).toPrecision(1));
}

function resultTable({ fits, outcomes, priors }: LiveData): Content {
  const isRate = outcomes[0]!.kind === 'binary';
  const subjects = fits.flatMap(({ subjects: own }) => own);
  return html`<table id="live-results"><caption>${counted(subjects.length, 'subject')}, in the order of this report</caption>
<thead><tr><th scope="col">subject</th><th scope="col" id="live-said">${isRate ? 'chance of success' : `expected ${outcomes[0]!.label}`}</th><th scope="col" class="live-bar" id="live-bar">from 0 to 100 %</th>${
    priors.length > 0 &&
    html`<th scope="col" class="live-answer of-prior" id="live-latent" hidden>latent</th><th scope="col" class="live-answer of-prior" hidden>how it was found</th>`
  }</tr></thead>
<tbody>
${subjects.map(
  ({ id, name }) =>
    html`<tr data-subject="${id}" data-live="${id}"><th scope="row">${name}</th><td class="live-answer"></td><td class="live-bar"><span class="live-track" aria-hidden="true"><span class="live-interval"></span><span class="live-mean"></span></span></td>${
      priors.length > 0 &&
      html`<td class="live-answer of-prior" hidden></td><td class="live-answer of-prior" hidden></td>`
    }</tr>
`,
)}</tbody></table>`;
}
