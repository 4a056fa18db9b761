/** The part of the page with the tables: how they come in, what they hold, and a layout that begins from them. */
import type { LayoutColumn } from '../work/editor-messages.ts';
import { fetchAddress } from './address.ts';
import { desk, reader } from './desk.ts';
import { type DraftFile, freePath, type TableRole } from './draft.ts';
import { at, button, element } from './element.ts';
import { notices, tell } from './notices.ts';
import { openFiles } from './share.ts';
import { absentColumns, columnTable, type DescribedTable, fileList, useOf } from './tables.ts';

/** What the main table holds; null if there is none, or it cannot be read. */
let described: DescribedTable | null = null;
let turn = 0;

/** Makes the part work. */
export function openTablePanel(): void {
  desk.on('replaced', () => void describe());
  desk.on('read', () => {
    showFiles();
    showColumns();
  });
  chooseWith('table-choose', 'file', (files) => void addFiles(files));
  chooseWith('table-join', 'join-file', (files) => void addFiles(files, 'join'));
  listenToDrops();
  listenToPastes();
  at<HTMLFormElement>('address-form').addEventListener('submit', (event) => {
    event.preventDefault();
    void addAddress(at<HTMLInputElement>('address').value.trim());
  });
  showFiles();
}

/** A button that opens the dialog of a hidden field for files. */
export function chooseWith(buttonId: string, inputId: string, take: (files: readonly File[]) => void): void {
  const input = at<HTMLInputElement>(inputId);
  at(buttonId).addEventListener('click', () => {
    input.onchange = () => {
      take([...(input.files ?? [])]);
      // The same file may be chosen again after it was changed.
      input.value = '';
    };
    input.click();
  });
}

/** Layouts and drafts are opened; any other file is a table. */
export async function addFiles(given: readonly File[], role: TableRole = 'main'): Promise<void> {
  tell('table-said', '');
  try {
    for (const file of await openFiles(given))
      addTable(file.name, new Uint8Array(await file.arrayBuffer()), role);
  } catch (error) {
    tell('table-said', error);
    return;
  }
  await describe();
}

const isLog = (path: string): boolean => /\.eval$/i.test(path);

/** Logs are read together; any other file takes the place of the table. */
function addTable(name: string, bytes: Uint8Array, role: TableRole): void {
  const { draft } = desk;
  const isMore = role === 'join' || (isLog(name) && draft.files.some(({ path }) => isLog(path)));
  const others = draft.files.filter((file) => isMore || file.role !== role);
  const file: DraftFile = { path: freePath(name, { ...draft, files: others }), role, bytes, example: null };
  desk.change({ files: [...others, file] });
}

async function addAddress(address: string): Promise<void> {
  if (address === '') return;
  tell('table-said', `Fetching ${address} …`, 'plain');
  try {
    const { name, bytes } = await fetchAddress(address);
    addTable(name, bytes, 'main');
  } catch (error) {
    tell('table-said', error);
    return;
  }
  await describe();
}

function listenToDrops(): void {
  document.addEventListener('dragover', (event) => {
    event.preventDefault();
    document.body.classList.add('dragging');
  });
  document.addEventListener('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) document.body.classList.remove('dragging');
  });
  // Before the editor, which would insert the text of a file.
  document.addEventListener(
    'drop',
    (event) => {
      document.body.classList.remove('dragging');
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      event.stopPropagation();
      void addFiles(files);
    },
    { capture: true },
  );
}

function listenToPastes(): void {
  document.addEventListener('paste', (event) => {
    const isInField = (event.target as Element | null)?.closest('.cm-editor, input, textarea') != null;
    const files = [...(event.clipboardData?.files ?? [])];
    const text = event.clipboardData?.getData('text') ?? '';
    if (files.length > 0) void addFiles(files);
    else if (isInField || !text.includes('\n')) return;
    // A spreadsheet gives cells with tabs between them.
    else
      void addFiles([new File([text], text.split('\n', 1)[0]!.includes('\t') ? 'pasted.tsv' : 'pasted.csv')]);
    event.preventDefault();
  });
}

/** Reads the main table again, and shows what it holds. */
async function describe(): Promise<void> {
  const mine = ++turn;
  const main = desk.draft.files.filter(({ role }) => role === 'main');
  showFiles();
  if (main.length === 0) {
    described = null;
    tell('table-said', '');
    showColumns();
    return;
  }
  at('table-preview').setAttribute('aria-busy', 'true');
  let found: DescribedTable | null = null;
  let said: unknown = '';
  try {
    const words = ['tables', ...main.map(({ path }) => path), '--json'];
    const done = await reader.run(
      words,
      main.map(({ path, bytes }) => [path, bytes] as const),
    );
    said = notices(done.stderr);
    if (done.status === 0) found = JSON.parse(done.stdout) as DescribedTable;
  } catch (error) {
    said = error;
  }
  // Another table was given meanwhile.
  if (mine !== turn) return;
  described = found;
  at('table-preview').removeAttribute('aria-busy');
  tell('table-said', said);
  showColumns();
}

function showFiles(): void {
  const { files } = desk.draft;
  at('table-files').replaceChildren(
    fileList(files, desk.read.tables, {
      onRole(file, role) {
        desk.change({ files: files.map((each) => (each === file ? { ...each, role } : each)) });
        void describe();
      },
      onRemove(file) {
        desk.change({ files: files.filter((each) => each !== file) });
        void describe();
        at('table-choose').focus();
      },
    }),
  );
  at('drop').classList.toggle('empty', files.length === 0);
}

export function showColumns(): void {
  const place = at('table-preview');
  if (described === null) {
    place.replaceChildren();
    return;
  }
  const { begun, columns } = described;
  const { files, settings } = desk.draft;
  const use = useOf(columns, desk.read.columns, settings);
  // What the table does not have may be in one that is joined to it.
  const isAlone = files.every(({ role }) => role === 'main');
  const absent = use.absent.filter(({ kind }) => isAlone || kind === 'outcome');
  place.replaceChildren(
    absentColumns(absent, columns, settings, chooseColumn),
    element(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Columns of the table' },
      columnTable(described, use),
    ),
    begun === null
      ? element(
          'p',
          { class: 'muted' },
          'No column holds successes and failures alone, so no layout is begun from this table.',
        )
      : element('p', {}, button('Start a layout from these columns', begin)),
  );
}

/** Says which columns of the table an outcome, a demand or a category of the layout is in. */
export function chooseColumn({ name, kind }: LayoutColumn, text: string): void {
  const key = kind === 'outcome' ? 'outcomes' : 'bindings';
  desk.changeSettings({ [key]: { ...desk.draft.settings[key], [name]: text } });
  showColumns();
}

/** The layout that `theodolite tables` begins, with the settings by which it is fitted. */
function begin(): void {
  const begun = described?.begun;
  if (begun == null) return;
  const { outcome, outcomeName, bindings, stacked, text } = begun;
  const settings = {
    ...desk.draft.settings,
    outcomes: outcome === outcomeName ? {} : { [outcomeName]: outcome },
    bindings: Object.fromEntries(bindings),
    stack: stacked ?? '',
  };
  desk.replace({ ...desk.draft, name: 'layout.ml', text, settings });
}
