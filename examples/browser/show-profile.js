/** The profile as a table that can be read aloud, with what is to be known before it is used. */

/** Shows a fit in an element, with its draws to keep. */
export async function showProfile(place, fit, { rows, columns }, column) {
  const failed = fit.verdict.status === 'failed';
  const draws = await fit.drawsCsv();
  place.replaceChildren(
    element('h2', {}, 'Profile'),
    ...(failed
      ? [
          element(
            'p',
            { className: 'failed' },
            'This fit did not converge. The numbers below are no estimates: do not use them.',
          ),
        ]
      : []),
    ...fit.verdict.findings.map(({ weight, message, remedy }) =>
      element('p', { className: weight === 'fatal' ? 'failed' : weight }, `${message} ${remedy}`),
    ),
    table(
      fit,
      `${column}: ${rows} rows${share(columns[column])}, sampled in ${fit.samplingSeconds.toFixed(1)} s`,
    ),
    download(draws),
  );
}

/** Of an outcome that is 0 or 1, how often it is 1. */
function share(cells) {
  const seen = cells.filter((cell) => cell !== null);
  if (!seen.every((cell) => cell === 0 || cell === 1)) return '';
  const successes = seen.filter((cell) => cell === 1).length;
  return `, ${successes} successes (${((100 * successes) / seen.length).toFixed(1)} %)`;
}

function table(fit, caption) {
  const profile = Object.entries(fit.profile());
  const heads = ['parameter', ...Object.keys(profile[0][1])];
  const failed = fit.verdict.status === 'failed';
  const header = element('tr', {}, ...heads.map((head) => element('th', { scope: 'col' }, head)));
  const lines = profile.map(([name, row]) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, failed ? `not converged: ${name}` : name),
      ...Object.values(row).map((cell) => element('td', {}, cell)),
    ),
  );
  const whole = element(
    'table',
    {},
    element('caption', {}, element('span', {}, caption)),
    element('thead', {}, header),
    element('tbody', {}, ...lines),
  );
  // Where it is wider than the page it is scrolled, with the keyboard too.
  const region = element('div', { className: 'scrolled', tabIndex: 0 }, whole);
  region.setAttribute('role', 'region');
  region.setAttribute('aria-label', 'Profile');
  return region;
}

function download(text) {
  const href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  return element('p', {}, element('a', { href, download: 'draws.csv' }, 'Download draws.csv'));
}

/** An element with properties and children; strings become text. */
function element(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}
