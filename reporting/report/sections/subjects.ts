/** Each subject in a paragraph. */
import { type Content, html, joined } from '../html.ts';
import type { ReportData } from '../report-data.ts';
import { MAX_OTHERS, profileParagraph } from '../words/profile-paragraph.ts';
import { verdictText } from './profiles.ts';
import { type Section, typeset } from './section.ts';

/** Up to this many subjects are shown one after another; more are shown side by side, after a table of all. */
export const FEW_SUBJECTS = 8;

export function subjectsSection({ groups, subjects }: ReportData): Section {
  const several = subjects.length > 1;
  return {
    id: 'subjects',
    title: several ? 'Each subject' : subjects[0]!.name,
    content: [
      several &&
        html`<p>A strength is an ability in which a subject is very likely (90 % or more) above at least ${Math.round(100 * MAX_OTHERS)} % of the others, a weakness one in which it is below as many.</p>`,
      groups.map(
        ({ usable, comparisons, subjects: all }) =>
          html`<div class="${all.length > FEW_SUBJECTS && 'cards'}">${all.map((subject) => {
            const place = usable.indexOf(subject);
            const sentences = profileParagraph(
              subject,
              comparisons,
              place < 0 || comparisons.length === 0 ? null : place,
            );
            const heading = html`${subject.name}${subject.category === null && html` ${verdictText(subject.fit.summary.status)}`}`;
            return html`<article id="${subject.id}" data-subject="${subject.id}">
${several && html`<h3>${heading}</h3>`}
<p>${!several && verdictText(subject.fit.summary.status)} ${joined(sentences.map(withLead), ' ')}</p>
</article>
`;
          })}</div>`,
      ),
    ],
  };
}

/** The word that a sentence begins with before a colon stands out. */
function withLead(sentence: string): Content {
  const [, lead, rest] =
    /^(Strengths|Weaknesses|In between|Beside its abilities)(:.*)$/s.exec(sentence) ?? [];
  return lead === undefined ? typeset(sentence) : html`<strong>${lead}</strong>${typeset(rest!)}`;
}
