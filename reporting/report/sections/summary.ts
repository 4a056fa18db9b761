/** In short: who succeeds where a demand is hard, who has most of each ability, and how sure that is. */
import { type Content, html } from '../html.ts';
import type { ComparedGroup, ReportData } from '../report-data.ts';
import { TERMS } from '../words/probability.ts';
import { elementSentence, hardDemandSentence, type ShortSentence } from '../words/short-sentences.ts';
import { note, type Section, typeset } from './section.ts';

/** Null where there are no two subjects to compare. */
export function summarySection({ groups }: ReportData): Section | null {
  const compared = groups.filter(({ usable }) => usable.length > 1);
  if (compared.length === 0) return null;
  return {
    id: 'in-short',
    title: 'In short',
    content: [
      groups.length > 1 &&
        note(
          'care',
          html`<p>The fits are of different layouts or choices. Abilities of different layouts do not mean the same, so that each group is compared by itself.</p>`,
        ),
      html`<p>${howSure()}</p>`,
      compared.map((group) => groupSummary(group, groups.length > 1)),
    ],
  };
}

function groupSummary(group: ComparedGroup, isOneOfSeveral: boolean): Content {
  const { comparisons, demands, title } = group;
  const byDemand = demands.flatMap(({ outcome, demands: all }) =>
    all.flatMap((demand) => hardDemandSentence(demand, outcome) ?? []),
  );
  return [
    isOneOfSeveral && html`<h3>${title}</h3>`,
    byDemand.length > 0 && [
      html`<h3>Where it is hard</h3>
<p>Of the rows in which a demand is hard, and somebody still succeeds: what the fits expect each subject to do, with the interval that holds it with a probability of 95 %. The other demands are as they come in those rows; every level stands under <a href="#demands">By demand</a>.</p>`,
      list(byDemand),
    ],
    html`<h3>Who has more of what</h3>
<p>Posterior means, each with the interval of highest density that holds it with a probability of 95 %.</p>`,
    list(comparisons.map(elementSentence)),
  ];
}

function list(sentences: readonly ShortSentence[]): Content {
  return html`<ul class="short">
${sentences.map(
  ({ lead, doc, first, text }) =>
    html`<li><div><strong>${lead}</strong>${doc !== null && html`<p class="doc">${doc}</p>`}</div><p>${first === null ? typeset(text) : html`<strong>${first}</strong>${typeset(text.slice(first.length))}`}</p></li>
`,
)}</ul>`;
}

/** The terms with what they mean. */
function howSure(): string {
  const terms = TERMS.map(({ from, term }) => `${term} from ${Math.round(100 * from)} %`);
  return `How sure each statement is stands behind it as a posterior probability, in words that always mean the same: ${terms.join(', ')}. It is how sure the data make it if the layout is right.`;
}
