/** Other drafts in place of this one: examples, links and files; and this one as a link or a file. */
import { desk } from './desk.ts';
import type { Draft } from './draft.ts';
import { at, button, download, element } from './element.ts';
import { draftOfExample, exampleBytes, examples } from './examples.ts';
import { draftOf, fileOf, isDraftFile, LONGEST_LINK, linkOf, openLink } from './exchange.ts';
import { tell } from './notices.ts';

/** Where a person begins who has opened nothing. */
const FIRST_EXAMPLE = 'ocr/ocr';

/** Makes the part work. */
export function openSharing(): void {
  at('link').addEventListener('click', () => void copyLink());
  at('save').addEventListener('click', () => {
    const draft = desk.asked;
    download(`${draft.name.replace(/\.\w+$/, '')}.theodolite.json`, fileOf(draft), 'application/json');
  });
  at('example').addEventListener('click', () => void showExamples());
  addEventListener('hashchange', () => void openFragment());
}

/** Opens a draft, and offers the one before, which it takes the place of. */
function openDraft(next: Draft): void {
  const before = desk.draft;
  desk.replace(next);
  if (before.text === '') return;
  const back = button('Back to what was here before', () => {
    desk.replace(before);
    tell('said', '');
  });
  tell('said', [
    element('div', { class: 'note notice plain' }, element('p', {}, `${next.name} is open. `, back)),
  ]);
}

/** The example for a person who has opened nothing. @throws Error if it cannot be fetched */
export async function openFirstExample(): Promise<void> {
  const first = (await examples()).find(({ id }) => id === FIRST_EXAMPLE)!;
  desk.replace(await draftOfExample(first));
}

/** Opens layouts and drafts among files, and gives the others back. @throws ExchangeError */
export async function openFiles(given: readonly File[]): Promise<File[]> {
  const others: File[] = [];
  for (const file of given) {
    if (isDraftFile(file.name)) openDraft((await draftOf(await file.text(), file.name, exampleBytes)).draft);
    else if (/\.(?:ml|layout)$/i.test(file.name)) {
      const name = file.name.replaceAll(/[^\w.-]/g, '-').replace(/^\W+(?=\w)/, '');
      openDraft({ ...desk.draft, name, text: await file.text() });
    } else others.push(file);
  }
  return others;
}

/** Opens the draft of a link. @returns whether the address is one */
export async function openFragment(): Promise<boolean> {
  try {
    const opened = await openLink(location.hash, exampleBytes);
    if (opened === null) return false;
    openDraft(opened.draft);
    if (opened.left.length > 0) {
      const left = opened.left.join(' and ');
      tell(
        'fit-said',
        `The link does not hold ${left}, which was too large for it. Open that file too.`,
        'care',
      );
    }
    return true;
  } catch (error) {
    tell('said', error);
    return false;
  }
}

async function copyLink(): Promise<void> {
  const { fragment, left } = await linkOf(desk.asked);
  if (fragment.length > LONGEST_LINK) {
    tell(
      'said',
      'The layout is too long for a link. Save a file, which holds all of it, and send that.',
      'care',
    );
    return;
  }
  history.replaceState(null, '', fragment);
  const done = await navigator.clipboard.writeText(location.href).then(
    () => 'The link is copied',
    () => 'The link is now the address of this page',
  );
  const contents =
    left.length === 0
      ? 'It holds the layout, the settings and the table, or names the table of an example.'
      : `It holds the layout and the settings, but not ${left.join(' and ')}, which is too large: save a file, which holds all of it.`;
  tell('said', `${done}. ${contents}`, left.length === 0 ? 'plain' : 'care');
}

async function showExamples(): Promise<void> {
  const dialog = at<HTMLDialogElement>('examples');
  try {
    const items = (await examples()).map((example) => {
      const open = button(example.id, () => {
        dialog.close();
        draftOfExample(example).then(openDraft, (error: unknown) => tell('said', error));
      });
      return element('li', {}, open, element('span', { class: 'muted' }, example.meaning));
    });
    at('example-list').replaceChildren(...items);
    dialog.showModal();
  } catch (error) {
    tell('said', error);
  }
}
