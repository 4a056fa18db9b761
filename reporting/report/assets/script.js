/* What the page does by itself: its colours, sorting, filtering, choosing and comparing subjects. It asks for nothing. */
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const one = (selector, within = document) => within.querySelector(selector);
  for (const element of all('.needs-script')) element.hidden = false;

  const theme = one('#theme');
  const remember = (value) => {
    try {
      if (value === undefined) return localStorage.getItem('theodolite-theme');
      localStorage.setItem('theodolite-theme', value);
    } catch {
      // A browser may keep nothing for a file: then the choice holds until the page is closed.
    }
    return null;
  };
  const show = () => {
    if (theme.value === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme.value;
  };
  const kept = remember();
  if (all('option', theme).some(({ value }) => value === kept)) theme.value = kept;
  theme.addEventListener('change', () => {
    remember(theme.value);
    show();
  });
  show();

  const sortKey = (row, column) => {
    const cell = row.cells[column];
    const number = cell.dataset.value;
    return number === undefined ? cell.textContent.trim() : number === '' ? null : Number(number);
  };
  const order = new Intl.Collator('en', { numeric: true });
  const compare = (a, b, sign) => {
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
    return (
      sign * (typeof a === 'number' && typeof b === 'number' ? a - b : order.compare(String(a), String(b)))
    );
  };
  for (const table of all('table.sortable')) {
    const heads = all('thead th', table);
    for (const button of all('thead th button', table)) {
      button.addEventListener('click', () => {
        const head = button.closest('th');
        const falls = head.getAttribute('aria-sort') === 'ascending';
        for (const other of heads) other.removeAttribute('aria-sort');
        head.setAttribute('aria-sort', falls ? 'descending' : 'ascending');
        const body = table.tBodies[0];
        const rows = [...body.rows].map((row) => ({ row, value: sortKey(row, head.cellIndex) }));
        rows.sort((a, b) => compare(a.value, b.value, falls ? -1 : 1));
        body.append(...rows.map(({ row }) => row));
      });
    }
  }

  // On a phone each row of a wide table is a card, in which each value says what column it is of. What is no longer laid out
  // as a table has to say that it still is one.
  const MOST_SIDE_BY_SIDE = 3;
  const nameOf = (head) => {
    const unit = one('small', head)?.textContent.trim() ?? '';
    const name = head.textContent.replace(unit, '').trim();
    return unit === '' ? name : `${name} (${unit})`;
  };
  for (const table of all('main table:not(.matrix)')) {
    const heads = all('thead th', table);
    if (
      table.closest('.compare-two') !== null ||
      table.tHead?.rows.length !== 1 ||
      heads.length <= MOST_SIDE_BY_SIDE
    )
      continue;
    const names = heads.map(nameOf);
    // Its own script shows that of a live page as cards, and names its cells.
    table.classList.toggle('cards', table.id !== 'live-results');
    table.setAttribute('role', 'table');
    for (const group of all('thead, tbody', table)) group.setAttribute('role', 'rowgroup');
    for (const row of table.rows) {
      row.setAttribute('role', 'row');
      for (const cell of row.cells) {
        const isHead = cell.tagName === 'TH';
        cell.setAttribute('role', isHead ? (cell.scope === 'col' ? 'columnheader' : 'rowheader') : 'cell');
        if (!isHead) cell.dataset.column = names[cell.cellIndex];
      }
    }
  }

  const filter = one('#filter');
  const count = one('#filter-count');
  const boxes = all('input[name="subject"]');
  const rowsOfSubjects = all('#profiles-tables tbody tr');
  const filterRows = () => {
    const wanted = filter.value.trim().toLowerCase();
    let shown = 0;
    for (const row of rowsOfSubjects) {
      row.hidden = !row.textContent.toLowerCase().includes(wanted);
      if (!row.hidden) shown += 1;
    }
    count.textContent = `${shown} of ${rowsOfSubjects.length} shown, ${boxes.filter(({ checked }) => checked).length} chosen`;
  };
  const choose = () => {
    const left = new Set(boxes.filter(({ checked }) => !checked).map(({ value }) => value));
    // What a subject shares with others in a figure keeps its place there, so that the scales stay what they are.
    for (const element of all('[data-subject]')) {
      const isLeft = left.has(element.dataset.subject);
      if (element.closest('svg') === null) element.hidden = isLeft;
      else element.classList.toggle('left-out', isLeft);
    }
    filterRows();
  };
  if (filter !== null) {
    filter.addEventListener('input', filterRows);
    for (const box of boxes) box.addEventListener('change', choose);
    const chooseAll = (checked) => () => {
      for (const box of boxes) if (!box.closest('tr').hidden) box.checked = checked;
      choose();
    };
    one('#choose-all').addEventListener('click', chooseAll(true));
    one('#choose-none').addEventListener('click', chooseAll(false));
    choose();
  }

  for (const panel of all('.compare-two')) {
    const { subjects, elements, said } = JSON.parse(one('script', panel).textContent);
    const [first, second] = all('select', panel);
    const body = one('tbody', panel);
    const heads = all('thead th', panel);
    const cell = (tag, text) => {
      const made = document.createElement(tag);
      made.textContent = text;
      if (tag === 'th') made.scope = 'row';
      return made;
    };
    const fill = () => {
      const a = Number(first.value);
      const b = Number(second.value);
      heads[1].textContent = subjects[a];
      heads[2].textContent = subjects[b];
      body.replaceChildren(
        ...elements.map(({ name, estimates, pairs }) => {
          const row = document.createElement('tr');
          const [low, high] = a < b ? [a, b] : [b, a];
          const pair = a === b ? 0 : pairs[(high * (high - 1)) / 2 + low];
          const higher = pair > 0 ? low : high;
          const verdict = a === b ? 'the same subject' : `${subjects[higher]} (${said[Math.abs(pair) - 1]})`;
          row.append(
            cell('th', name),
            cell('td', estimates[a]),
            cell('td', estimates[b]),
            cell('td', verdict),
          );
          return row;
        }),
      );
    };
    for (const select of [first, second]) select.addEventListener('change', fill);
    fill();
  }

  one('#unfold').addEventListener('click', () => {
    for (const details of all('details')) details.open = true;
  });
})();
