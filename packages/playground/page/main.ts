/** The page: a layout, its table, a fit and what came of it. Each part of it is a file; they share the desk. */
import { desk, EDITOR_WORKER } from './desk.ts';
import type { Draft } from './draft.ts';
import { type LayoutEditor, openEditor } from './editor.ts';
import { at, button, element, withCode } from './element.ts';
import { type FittedDraft, openFitPanel, showResult } from './fit-panel.ts';
import { kept } from './kept.ts';
import { Language } from './language.ts';
import { tell } from './notices.ts';
import { openSettingsPanel } from './settings-panel.ts';
import { openFirstExample, openFragment, openSharing } from './share.ts';
import { addFiles, chooseWith, openTablePanel } from './table-panel.ts';

/** The mistakes that are listed below the layout. */
const MOST_LISTED = 20;

/** The editor of the page's layout, which follows the desk. */
function openLayout(): LayoutEditor {
  const language = new Language(EDITOR_WORKER, () =>
    tell(
      'said',
      'The part of the page that checks layouts could not be loaded. Load the page again while there is a network.',
    ),
  );
  const editor = openEditor({
    ...{ parent: at('editor'), text: desk.draft.text, language },
    onText: (text) => {
      if (text !== desk.draft.text) desk.change({ text });
    },
    onRead: (read) => desk.setRead(read),
  });
  desk.on('replaced', () => editor.write(desk.draft.text));
  desk.on('read', () => showProblems(editor));
  at('format').addEventListener('click', () => void editor.format());
  return editor;
}

function showProblems(editor: LayoutEditor): void {
  const { problems } = desk.read;
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const counted = (n: number, noun: string) => (n === 0 ? [] : [`${n} ${noun}${n === 1 ? '' : 's'}`]);
  const words = [...counted(errors, 'error'), ...counted(problems.length - errors, 'warning')];
  const count = at('problem-count');
  count.textContent = problems.length === 0 ? 'No mistakes' : words.join(', ');
  count.className = `verdict ${errors > 0 ? 'bad' : problems.length > 0 ? 'care' : 'good'}`;
  at('problems').replaceChildren(
    ...problems.slice(0, MOST_LISTED).map(({ line, start, severity, message, remedy, fix }) =>
      element(
        'li',
        { class: `problem ${severity}` },
        button(`Line ${line}`, () => editor.goTo(start), { class: 'quiet place' }),
        element(
          'div',
          {},
          element('p', {}, ...withCode(message)),
          element('p', { class: 'muted' }, ...withCode(remedy)),
          fix && button(fix.title.replaceAll('`', ''), () => editor.change(fix.changes), { class: 'fix' }),
        ),
      ),
    ),
  );
}

/** What is in the address, or else what was here before, or else an example. */
async function openBeginning(): Promise<void> {
  let before: Draft | undefined;
  try {
    before = (await kept('draft')) as Draft | undefined;
    const fitted = (await kept('result')) as FittedDraft | undefined;
    if (before !== undefined) desk.replace(before);
    if (fitted !== undefined) showResult(fitted);
  } catch (error) {
    tell('said', error, 'care');
  }
  if (!(await openFragment()) && before === undefined) await openFirstExample();
}

openLayout();
openTablePanel();
openSettingsPanel();
openFitPanel();
openSharing();
chooseWith('open', 'file', (files) => void addFiles(files));
// Without it the page works as long as there is a network.
void navigator.serviceWorker?.register('service-worker.js').catch(() => undefined);
openBeginning()
  .catch((error: unknown) => tell('said', error))
  .finally(() => {
    document.documentElement.dataset.ready = 'true';
  });
