/** The first thing of a report: the finding, the few sentences on which it rests, and one figure. */
import type { Overview } from '../answer.ts';
import { type Content, html } from '../html.ts';
import type { AnswerWords } from '../words/answer.ts';
import { type Section, typeset } from './section.ts';

/** Null if there is nothing to show. */
export function answerSection(
  words: AnswerWords | null,
  overview: Overview | null,
  figure: Content,
): Section | null {
  if (words === null || overview === null) return null;
  return sayingAnswer(
    words,
    figure,
    html`<p class="doc">Percentages are posterior probabilities: how sure the data make a statement if the layout is right. <a href="#words">What the words mean</a></p>`,
  );
}

/** The sentences, the figure, and how to read them. */
export function sayingAnswer({ sentences }: AnswerWords, figure: Content, note: Content): Section {
  return {
    id: 'answer',
    title: 'The answer',
    content: [
      sentences.length > 0 && html`<p class="answer">${typeset(sentences.join(' '))}</p>`,
      figure,
      note,
    ],
  };
}
