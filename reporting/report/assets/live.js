/* The live part of the page: it asks its worker what each subject would make of a row, and shows the answers. */
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
  let worker;
  try {
    const code = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    const text = new Blob([await new Response(code).text()], { type: 'text/javascript' });
    worker = new Worker(URL.createObjectURL(text));
  } catch (error) {
    say(`This browser does not let the page compute: ${error.message}`);
    return;
  }
  worker.onerror = ({ message }) =>
    say(`This browser does not let the page compute: ${message ?? 'no worker was made'}`);

  const priors = one('#live-priors');
  const chosenPrior = one('#live-prior');
  const outcome = one('#live-outcome');
  const rows = new Map(all('[data-live]', one('#live-results')).map((row) => [row.dataset.live, row]));
  const names = new Map([...rows].map(([id, row]) => [id, row.cells[0].textContent]));

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
  let isBusy = false;
  let isStale = true;
  let announce = 0;
  const ask = () => {
    isStale = true;
    if (isBusy) return;
    isStale = false;
    isBusy = true;
    asked += 1;
    worker.postMessage({
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
    });
  };

  const WHY = {
    improper: 'these numbers give no distribution',
    wider: 'the fit did not look that far: fit again with this prior',
    far: 'too far from the fitted prior: fit again with it',
  };
  /** The most subjects whose results are read aloud. */
  const MOST_READ = 4;

  const show = (answers) => {
    const isRate =
      (live.outcomes.find(({ name }) => name === outcome?.value) ?? live.outcomes[0]).kind === 'binary';
    const isOpen = priors?.open === true;
    for (const cell of all('.of-prior', one('#live-results'))) cell.hidden = !isOpen;
    if (isOpen) one('#live-latent').textContent = live.priors[chosenPrior.value].label;
    for (const { subject, text, mean, lower, upper, latent, paretoK, unweighed } of answers) {
      const row = rows.get(subject);
      const [, said, bar, ofLatent, k] = row.cells;
      row.classList.toggle('live-refused', unweighed !== null);
      said.textContent = unweighed === null ? text : WHY[unweighed];
      const track = bar.firstElementChild;
      track.hidden = unweighed !== null || !isRate;
      track.style.setProperty('--from', `${100 * lower}%`);
      track.style.setProperty('--to', `${100 * (1 - upper)}%`);
      track.style.setProperty('--at', `${100 * mean}%`);
      if (ofLatent !== undefined) {
        ofLatent.textContent = latent;
        k.textContent = paretoK;
      }
    }
    one('#live-bar').hidden = !isRate;
    for (const row of rows.values()) row.cells[2].hidden = !isRate;
    // A screen reader hears where a slider has come to rest, not every step on the way.
    clearTimeout(announce);
    announce = setTimeout(() => {
      const left = answers.filter(({ subject }) => !rows.get(subject).hidden);
      const told = left
        .slice(0, MOST_READ)
        .map(
          ({ subject, text, unweighed }) =>
            `${names.get(subject)} ${unweighed === null ? text : WHY[unweighed]}`,
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

  worker.onmessage = ({ data }) => {
    if (data.problem !== undefined) {
      say(`This page cannot compute: ${data.problem}`);
      return;
    }
    isBusy = false;
    show(data.answers);
    if (isStale) ask();
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

  worker.postMessage({ live });
  ask();
})();
