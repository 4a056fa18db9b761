/* The live part of the page: it asks its workers what each subject would make of a row, and shows the answers. */
(async () => {
  const form = document.querySelector('#live-form');
  if (form === null) return;
  const all = (selector, within = form) => [...within.querySelectorAll(selector)];
  const one = (selector) => document.querySelector(selector);
  const stored = (id) => JSON.parse(document.getElementById(id).textContent);
  const live = stored('live-data');
  const status = one('#live-status');
  const say = (words) => {
    if (status.textContent !== words) status.textContent = words;
  };

  const bytes = Uint8Array.from(atob(stored('live-worker')), (letter) => letter.charCodeAt(0));
  // Fits are independent, so that each worker has some of them.
  const MOST_WORKERS = 4;
  const count = Math.min(live.fits.length, navigator.hardwareConcurrency || 1, MOST_WORKERS);
  let workers;
  try {
    const code = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    const text = new Blob([await new Response(code).text()], { type: 'text/javascript' });
    const address = URL.createObjectURL(text);
    workers = Array.from({ length: count }, () => new Worker(address));
  } catch (error) {
    say(`This browser does not let the page compute: ${error.message}`);
    return;
  }
  for (const worker of workers) {
    worker.onerror = ({ message }) =>
      say(`This browser does not let the page compute: ${message ?? 'no worker was made'}`);
  }

  const priors = one('#live-priors');
  const chosenPrior = one('#live-prior');
  const outcome = one('#live-outcome');
  const rows = new Map(all('[data-live]', one('#live-results')).map((row) => [row.dataset.live, row]));
  const names = new Map([...rows].map(([id, row]) => [id, row.cells[0].textContent]));

  const results = one('#live-results');
  /** Gives each cell the name of its column, for the cards of a telephone. */
  const nameCells = () => {
    const heads = [...results.tHead.rows[0].cells].map(({ textContent }) => textContent);
    for (const cell of all('tbody td', results)) cell.dataset.column = heads[cell.cellIndex];
  };

  /** By the place of a prior its parameters, if any is not as fitted. */
  const movedPriors = () => {
    const moved = {};
    for (const set of all('fieldset[data-prior]')) {
      const inputs = all('input', set);
      if (inputs.every((input) => input.value === input.defaultValue)) continue;
      moved[set.dataset.prior] = Object.fromEntries(
        inputs.map((input) => {
          const { parameter, fitted, logarithm } = input.dataset;
          const value = input.value === input.defaultValue ? Number(fitted) : input.valueAsNumber;
          return [parameter, logarithm === undefined ? value : Math.log(value)];
        }),
      );
    }
    return moved;
  };

  let asked = 0;
  /** The number of workers without an answer. */
  let waiting = 0;
  let isStale = true;
  let announce = 0;
  const ask = () => {
    isStale = true;
    if (waiting > 0) return;
    isStale = false;
    waiting = workers.length;
    asked += 1;
    const question = {
      id: asked,
      outcome: outcome === null ? live.outcomes[0].name : outcome.value,
      demands: Object.fromEntries(
        all('[data-demand]').map((input) => [input.dataset.demand, Number(input.value)]),
      ),
      categories: Object.fromEntries(
        all('[data-category]').map((input) => [input.dataset.category, input.value]),
      ),
      moved: movedPriors(),
      shown: priors?.open === true ? Number(chosenPrior.value) : null,
    };
    for (const worker of workers) worker.postMessage(question);
  };

  const WHY = {
    improper: 'these numbers give no distribution',
    wider: 'the fit did not look that far: fit again with this prior',
    far: 'too far from the fitted prior: fit again with it',
    fitting: 'fitting again …',
    failed: 'no result: with this prior the chains did not converge',
  };
  /** The most subjects whose results are read aloud. */
  const MOST_READ = 4;

  /** The newest answer of each subject: fits that are made again arrive one after another. */
  const newest = new Map();

  const show = (answers) => {
    for (const answer of answers) newest.set(answer.subject, answer);
    const isRate =
      (live.outcomes.find(({ name }) => name === outcome?.value) ?? live.outcomes[0]).kind === 'binary';
    const isOpen = priors?.open === true;
    for (const cell of all('.of-prior', one('#live-results'))) cell.hidden = !isOpen;
    if (isOpen) one('#live-latent').textContent = live.priors[chosenPrior.value].label;
    // With a prior there are more columns than a telephone has room for.
    results.classList.toggle('cards', isOpen);
    nameCells();
    for (const { subject, text, mean, lower, upper, latent, found, without } of answers) {
      const row = rows.get(subject);
      const [, said, bar, ofLatent, how] = row.cells;
      row.classList.toggle('live-refused', without !== null);
      said.textContent = without === null ? text : WHY[without];
      const track = bar.firstElementChild;
      track.hidden = without !== null || !isRate;
      track.style.setProperty('--from', `${100 * lower}%`);
      track.style.setProperty('--to', `${100 * (1 - upper)}%`);
      track.style.setProperty('--at', `${100 * mean}%`);
      if (ofLatent !== undefined) {
        ofLatent.textContent = latent;
        how.textContent = found;
      }
    }
    one('#live-bar').hidden = !isRate;
    for (const row of rows.values()) row.cells[2].hidden = !isRate;
    // A screen reader hears where a slider has come to rest, not every step on the way.
    clearTimeout(announce);
    announce = setTimeout(() => {
      const left = [...rows].flatMap(([id, row]) => (row.hidden ? [] : (newest.get(id) ?? [])));
      const told = left
        .slice(0, MOST_READ)
        .map(
          ({ subject, text, without }) => `${names.get(subject)} ${without === null ? text : WHY[without]}`,
        );
      const others = left.length - told.length;
      const row = rowText();
      say(
        `${row.charAt(0).toUpperCase()}${row.slice(1)}: ${told.join('; ')}${others > 0 ? `; and ${others} others in the table` : ''}.`,
      );
    }, 400);
  };

  const rowText = () => {
    const set = all('[data-demand], [data-category]').map(
      (input) => `${input.dataset.label} ${valueText(input)}`,
    );
    const moved = Object.keys(movedPriors()).map((place) => live.priors[place].label);
    return `${set.join(', ')}${moved.length > 0 ? `, with another prior of ${moved.join(' and ')}` : ''}`;
  };
  const valueText = ({ value, dataset, selectedOptions }) => {
    if (selectedOptions !== undefined) return selectedOptions[0].textContent;
    return dataset.unit ? `${value} ${dataset.unit}` : value;
  };

  const receive = ({ data }) => {
    if (data.problem !== undefined) {
      say(`This page cannot compute: ${data.problem}`);
      return;
    }
    // A fit for an earlier question may arrive after a later question.
    if (data.id !== asked) return;
    show(data.answers);
    if (data.isFirst) waiting -= 1;
    if (waiting === 0 && isStale) ask();
  };

  form.addEventListener('submit', (event) => event.preventDefault());
  const tell = (input) => {
    if (input.type !== 'range') return;
    input.nextElementSibling.textContent = valueText(input);
    input.setAttribute('aria-valuetext', valueText(input));
  };
  for (const input of all('[data-demand]')) tell(input);
  form.addEventListener('input', ({ target }) => {
    if (target.dataset.demand !== undefined) tell(target);
    if (target === outcome) {
      const { kind, label } = live.outcomes.find(({ name }) => name === target.value);
      one('#live-said').textContent = kind === 'binary' ? 'chance of success' : `expected ${label}`;
    }
    if (target === chosenPrior)
      for (const set of all('fieldset[data-prior]')) set.hidden = set.dataset.prior !== target.value;
    ask();
  });
  if (priors !== null) {
    priors.addEventListener('toggle', ask);
    one('#live-reset').addEventListener('click', () => {
      for (const input of all('fieldset input')) input.value = input.defaultValue;
      ask();
    });
  }

  for (const [place, worker] of workers.entries()) {
    worker.onmessage = receive;
    worker.postMessage({ live: { ...live, fits: live.fits.filter((_, fit) => fit % count === place) } });
  }
  ask();
})();
