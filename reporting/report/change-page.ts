/** What changed between two sets of fits: one self-contained page of HTML that loads nothing. */
import { overviewOf } from './answer.ts';
import { type Changes, type ComparedSide, changesBetween } from './change.ts';
import { drawGraphs, openFrames, overviewData, overviewFigure } from './figures.ts';
import { html } from './html.ts';
import { headerOf, renderPage } from './page-frame.ts';
import { answerSection } from './sections/answer.ts';
import { changedDemandsSection, changesSection, sidesSection } from './sections/changes.ts';
import { checksSection, misfitAlert } from './sections/checks.ts';
import { diagnosticsSection, fitAlerts } from './sections/diagnostics.ts';
import { glossarySection } from './sections/glossary.ts';
import { makingSection } from './sections/making.ts';
import { note } from './sections/section.ts';
import type { ReportSubject } from './subjects.ts';
import { aloneText, changeAnswer, sureChanges } from './words/change-sentences.ts';
import { capital, counted } from './words/phrases.ts';

/** The number of pairs that the figure shows. */
const MAX_DRAWN = 6;

/**
 * @param before the earlier fits, at least one; all of the same layout as the later ones
 * @throws RangeError when fits are of different layouts
 */
export async function reportChanges(
  before: ComparedSide,
  after: ComparedSide,
  { title: asked }: { readonly title?: string } = {},
): Promise<string> {
  const found = changesBetween(before, after);
  const { all, pairs, alone, isOneBattery } = found;
  const frames = await openFrames();
  const shown = overviewOf({ usable: drawnSubjects(found) });
  const words = pairs.length === 0 ? null : changeAnswer(found);
  const title = asked ?? (words === null ? `${before.label} and ${after.label}` : capital(words.title));
  const figure =
    shown &&
    overviewFigure(
      {
        ...overviewData(shown),
        title: 'Before and after',
        caption: `Posterior medians with 95 % intervals, each on the scale of its column${pairs.length > MAX_DRAWN ? `; the ${MAX_DRAWN} subjects that surely changed most` : ''}.`,
        // Each before is above its after.
        rows: drawnSubjects(found).flatMap(({ id }) => shown.rows.filter(({ subject }) => subject === id)),
      },
      frames,
    );
  return renderPage({
    title,
    header: headerOf({ fits: all.fits, subjects: pairs.length === 0 ? all.subjects : pairs }, title),
    alerts: [
      fitAlerts(all),
      misfitAlert(all),
      isOneBattery === false &&
        note(
          'care',
          html`<p>The two sides were fitted to rows with different demands. Abilities can be compared all the same, as far as the layout is right; expected outcomes are of each side's own rows.</p>`,
        ),
      alone.length > 0 && note('care', html`<p>${aloneText(alone)}</p>`),
    ],
    sections: [
      answerSection(words, shown, figure),
      ...(pairs.length === 0 ? [] : [changesSection(found)]),
      changedDemandsSection(found),
      sidesSection(found),
      checksSection(all),
      diagnosticsSection(all, () => null),
      makingSection(all, await drawGraphs(all.fits, frames)),
      glossarySection(),
    ].filter((section) => section !== null),
    footer: `Made by theodolite from ${counted(all.fits.length, 'stored fit')}.`,
  });
}

/** Before and after of each pair that is drawn, with the label of their side. */
function drawnSubjects(found: Changes): ReportSubject[] {
  const { pairs, before, after } = found;
  const surest = new Set([...sureChanges(found), ...found.changes].map(({ pair }) => pair));
  const drawn = pairs.length <= MAX_DRAWN ? pairs : [...surest].slice(0, MAX_DRAWN);
  return drawn.flatMap((pair, place) => [
    {
      ...pair.before,
      id: `before-${place + 1}`,
      name: pairs.length === 1 ? before : `${pair.before.name} (${before})`,
    },
    {
      ...pair.after,
      id: `after-${place + 1}`,
      name: pairs.length === 1 ? after : `${pair.after.name} (${after})`,
    },
  ]);
}
