/** What both pages do: read the table, fit, say how far the fit is, stop it when asked, and show what came of it. */
import { readTable } from './read-table.js';
import { showProblem } from './show-problem.js';
import { showProfile } from './show-profile.js';

const at = (id) => document.getElementById(id);

/**
 * Makes the form work, and resolves once it can be used.
 *
 * @param openModel resolves to the module to fit; it is given the signal that stops it, and what shows how far it is
 */
export async function startPage(form, openModel) {
  const { draws, outcome, seed, stop, table: tableFile } = form.elements;
  let table = await readTable(await fetch('data/words.csv'), 'words.csv');
  offerColumns(outcome, table, 'tesseract');
  let controller = null;

  tableFile.addEventListener('change', async () => {
    const [file] = tableFile.files;
    if (file === undefined) return;
    try {
      table = await readTable(file, file.name);
      offerColumns(outcome, table, outcome.value);
      showProblem(at('problem'), null);
    } catch (error) {
      showProblem(at('problem'), error);
    }
  });
  stop.addEventListener('click', () => controller?.abort());
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const submit = form.querySelector('[type=submit]');
    if (submit.ariaDisabled === 'true') return;
    controller = new AbortController();
    const { signal } = controller;
    // A button that is disabled would lose the focus.
    submit.ariaDisabled = 'true';
    stop.disabled = false;
    showProblem(at('problem'), null);
    at('profile').replaceChildren();
    try {
      const model = await openModel({ signal, stage });
      const bound = await model.bind(columnsFor(model, table, outcome.value), { signal });
      stage('Sampling …');
      const fit = await bound.fit({
        draws: draws.valueAsNumber,
        seed: BigInt(seed.value),
        signal,
        onProgress: progress(performance.now()),
      });
      stage('');
      await showProfile(at('profile'), fit, table, outcome.value);
    } catch (error) {
      stage(signal.aborted ? 'Stopped.' : '');
      if (!signal.aborted) showProblem(at('problem'), error);
    } finally {
      at('bar').hidden = true;
      at('left').textContent = '';
      submit.ariaDisabled = 'false';
      if (document.activeElement === stop) submit.focus();
      stop.disabled = true;
    }
  });
  form.querySelector('[type=submit]').disabled = false;
}

/** Read aloud as it changes, and so only when something else begins. */
function stage(text) {
  at('stage').textContent = text;
}

/** Twenty times a second; not read aloud. */
function progress(began) {
  at('bar').hidden = false;
  return (done, total) => {
    const left = Math.ceil(((performance.now() - began) * (total - done)) / Math.max(done, 1) / 1000);
    at('bar').max = total;
    at('bar').value = done;
    at('left').textContent = `${done} of ${total} draws, ${left} s left`;
  };
}

function offerColumns(select, { name, columns, rows }, wanted) {
  const names = Object.keys(columns);
  const chosen = names.includes(wanted)
    ? wanted
    : (names.findLast((column) => isZeroOrOne(columns[column])) ?? '');
  const none = new Option('Choose a column', '', false, chosen === '');
  select.required = true;
  select.replaceChildren(
    ...(chosen === '' ? [none] : []),
    ...names.map((column) => new Option(column, column, false, column === chosen)),
  );
  at('table-note').textContent = `${name}: ${rows} rows, ${names.length} columns.`;
}

/** Whether a column may hold successes and failures. */
function isZeroOrOne(cells) {
  return (
    cells.every((cell) => cell === 0 || cell === 1 || cell === null) && cells.includes(1) && cells.includes(0)
  );
}

/** The table's columns by the names that the layout has for them: its first outcome is the column chosen. */
function columnsFor({ manifest }, { columns }, chosen) {
  const first = manifest.columns.find(({ role }) => role === 'outcome');
  return { ...columns, [first.name]: columns[chosen] };
}
