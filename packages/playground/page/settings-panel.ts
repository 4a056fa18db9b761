/** The fields of the settings, and the command that they make. */
import { DEFAULT_SETTINGS } from '../../../host/sample.ts';
import { desk } from './desk.ts';
import { commandText } from './draft.ts';
import { at, element, withCode } from './element.ts';
import { tell } from './notices.ts';
import { chooseColumn, showColumns } from './table-panel.ts';

const NUMBERS = ['seed', 'chains', 'warmup', 'draws'] as const;
const FIELDS = [...NUMBERS, 'rows', 'further', 'method', 'stack'] as const;

/** Makes the part work. */
export function openSettingsPanel(): void {
  for (const name of NUMBERS)
    at<HTMLInputElement>(`set-${name}`).placeholder = String(DEFAULT_SETTINGS[name]);
  for (const name of FIELDS) {
    const input = at<HTMLInputElement>(`set-${name}`);
    input.addEventListener(input.tagName === 'SELECT' ? 'change' : 'input', () => {
      desk.changeSettings({ [name]: input.value });
      if (name === 'stack') showColumns();
    });
  }
  at('copy-command').addEventListener('click', () => {
    navigator.clipboard.writeText(at('command').textContent ?? '').then(
      () => tell('fit-said', 'The command is copied.', 'plain'),
      () => getSelection()?.selectAllChildren(at('command')),
    );
  });
  desk.on('changed', showCommand);
  desk.on('replaced', showSettings);
  desk.on('read', () => {
    showSettings();
    showCommand();
  });
}

function showSettings(): void {
  const { settings } = desk.draft;
  const named = (kind: string) =>
    desk.read.columns.filter((each) => each.kind === kind).map(({ name }) => name);
  const stacks = new Set([...named('category'), settings.stack].filter((name) => name !== ''));
  at('set-stack').replaceChildren(
    new Option('a fit of its own', ''),
    ...[...stacks].map((name) => new Option(`a level of ${name}`, name)),
  );
  for (const name of FIELDS) {
    const input = at<HTMLInputElement>(`set-${name}`);
    if (input !== document.activeElement || input.tagName === 'SELECT') input.value = settings[name];
  }
  showOutcomes(named('outcome'));
}

/** One field per outcome of the layout. Fields that are there already stay, since one of them may have the focus. */
function showOutcomes(outcomes: readonly string[]): void {
  const place = at('outcome-fields');
  const inputs = () => [...place.querySelectorAll('input')];
  if (
    inputs()
      .map(({ name }) => name)
      .join() !== outcomes.join()
  ) {
    place.replaceChildren(
      ...outcomes.map((name) => {
        const input = element('input', { name, placeholder: name, spellcheck: 'false' });
        input.addEventListener('change', () => chooseColumn({ name, kind: 'outcome' }, input.value));
        return element('label', {}, element('span', {}, ...withCode(`Columns of \`${name}\``)), input);
      }),
    );
  }
  for (const input of inputs()) {
    if (input !== document.activeElement) input.value = desk.draft.settings.outcomes[input.name] ?? '';
  }
}

function showCommand(): void {
  const place = at('command');
  try {
    place.textContent = commandText(desk.asked);
    place.classList.remove('refused');
  } catch (error) {
    place.textContent = error instanceof Error ? error.message : String(error);
    place.classList.add('refused');
  }
  // An outcome may have been chosen beside the table.
  showOutcomes([...at('outcome-fields').querySelectorAll('input')].map(({ name }) => name));
}
