/** A glossary for readers of their first report. */
import { html } from '../html.ts';
import type { Section } from './section.ts';

type Words = readonly (readonly [term: string, meaning: string])[];

const OF_ALL: Words = [
  [
    'layout',
    'A text that says how the demands of a task meet the abilities of whoever attempts it, and so how likely a success is.',
  ],
  [
    'demand',
    'What one row of the table asks for, such as how blurred a word is: a number in a unit, or a yes or no.',
  ],
  [
    'capability',
    'An ability that is learnt from the rows, in the unit of the demand it answers to. More of it never means fewer successes, unless the layout says otherwise.',
  ],
  ['bias', 'A shift to one side that is learnt likewise: it has a direction, and more is not better.'],
  [
    'robustness',
    'How success varies for reasons beside the demands, such as slips; what more of it means is what the layout says of it.',
  ],
  [
    'ordinal, interval, ratio',
    'Scales of measurement. On an ordinal scale it can be said which of two values is higher; on an interval scale how far they are apart, too; on a ratio scale how many times the one is the other, too. Abilities whose range the layout bounds are ordinal.',
  ],
];

const OF_POSTERIORS: Words = [
  [
    'posterior',
    'What the layout, its priors and the data together make of an unknown number: how probable each of its values is.',
  ],
  [
    '95 % interval',
    'The narrowest interval that holds a value with a posterior probability of 95 % (HDI, highest density interval).',
  ],
  [
    'chain',
    'One run of the sampler. Several that begin in different places and end in agreement are what makes a sample credible.',
  ],
  ['R-hat', 'How much wider all chains together spread than each by itself; 1 where they agree.'],
  [
    'effective draws',
    'To how many independent draws those of the chains, which resemble each other, are worth.',
  ],
  [
    'divergence',
    'A step of the sampler that broke off where the posterior is too sharp for it; what lies there may be missed.',
  ],
];

const OF_ESTIMATES: Words = [
  [
    'estimate',
    'The one value of each unknown number that together make the data most likely, or the posterior density highest.',
  ],
  [
    'standard error',
    'How much an estimate would vary from one such table to another, as a standard deviation.',
  ],
  [
    '95 % interval',
    'An interval made in such a way that 95 of 100 of them hold the true value, if the layout is right and there are many rows.',
  ],
  [
    'AIC, BIC',
    'How well a layout explains the data, with a penalty for each number that was estimated. Of layouts of the same rows, the lower is the better.',
  ],
  ['bound', 'An end of the values that the layout allows. An estimate there has no interval.'],
];

export function glossarySection(): Section {
  return sectionOf([...OF_ALL, ...OF_POSTERIORS]);
}

/** The same for point estimates. */
export function estimateGlossary(): Section {
  return sectionOf([...OF_ALL, ...OF_ESTIMATES]);
}

function sectionOf(words: Words): Section {
  return {
    id: 'words',
    title: 'Words used',
    content: html`<dl>
${words.map(
  ([term, meaning]) => html`<dt>${term}</dt><dd>${meaning}</dd>
`,
)}</dl>`,
  };
}
