/**
 * Digests of the results of the worked layouts: draws, particles, estimates, predictions, simulated tables and figures,
 * made by the built command. A change that should change no number is checked against them; a change of the sampler or
 * its arithmetic replaces them: `npm run digests` compares with `scripts/digests.json`, `npm run digests -- --write`
 * replaces it. Another build is compared by `--main PATH`, the path of its `dist/cli/main.js`.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const STORED = new URL('digests.json', import.meta.url);
/** Fits that end with a warning or a failure have draws too. */
const ENDED = [0, 3, 5, 6];

const SHORT = ['--chains', '2', '--warmup', '150', '--draws', '100', '--seed', '7'];
const PARTICLES = ['--method', 'smc', '--chains', '2', '--draws', '200', '--seed', '7'];
const inLayouts = (path) => join(ROOT, 'stdlib-layouts', path);

/** Layouts with tables: the folder, the layout, the table, and further arguments of `fit`. */
const FITS = {
  ocr: ['ocr/ocr.ml', 'ocr/words.csv', '--outcome', 'read=tesseract'],
  objectPermanence: [
    ...['object-permanence/object-permanence.ml', 'object-permanence/battery.csv'],
    ...['--outcome', 'success=agent12', '--rows', 'split=train'],
  ],
  choice: ['object-permanence-choice/object-permanence-choice.ml', 'object-permanence-choice/battery.csv'],
  animals: ['animal-ai-olympics/animal-ai-olympics.ml', 'animal-ai-olympics/battery.csv'],
  navigation: ['navigation/navigation.ml', 'navigation/battery.csv', '--outcome', 'success=p8-nu0'],
  cells: ['common-sense/cells.ml', 'common-sense/cells.csv'],
  compensation: ['common-sense/compensation.ml', 'common-sense/compensation.csv'],
  instances: ['common-sense/instances.ml', 'common-sense/instances.csv'],
  capabilities: [
    'propensity/capabilities-and-propensities.ml',
    'propensity/capabilities-and-propensities.csv',
  ],
  propensity: ['propensity/propensity.ml', 'propensity/propensity.csv'],
  training: ['training/training.ml', 'training/training.csv'],
  tutorial1: ['tutorial/1-object-permanence.ml', 'tutorial/battery.csv'],
  tutorial3: ['tutorial/3-lava.ml', 'tutorial/battery.csv'],
  tutorial6: ['tutorial/6-left-ahead-right.ml', 'tutorial/battery.csv'],
};

/** Particles take minutes if a latent has one value per level. */
const WITHOUT_PARTICLES = ['training'];

/** Figures of the fits above. */
const FIGURES = [
  ['forest', 'objectPermanence'],
  ['density', 'ocr'],
  ['pairs', 'ocr'],
  ['traces', 'training'],
  ['ranks', 'training'],
  ['energy', 'training'],
  ['radial', 'objectPermanence'],
  ['success-by-demand', 'ocr', '--data', 'ocr/words.csv'],
  ['calibration', 'ocr', '--data', 'ocr/words.csv'],
];

const { values } = parseArgs({ options: { main: { type: 'string' }, write: { type: 'boolean' } } });
const main = values.main ?? join(ROOT, 'dist/cli/main.js');
const folder = mkdtempSync(join(tmpdir(), 'theodolite-digests-'));
const digests = {};
try {
  await digestAll();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (values.write) {
  writeFileSync(STORED, `${JSON.stringify(digests, null, 2)}\n`);
  console.log(`wrote ${Object.keys(digests).length} digests`);
} else {
  compare(JSON.parse(readFileSync(STORED, 'utf8')));
}

async function digestAll() {
  for (const [name, [layout, table, ...rest]] of Object.entries(FITS)) {
    const data = [inLayouts(layout), inLayouts(table), ...rest];
    await run('fit', ...data, ...SHORT, '--out', `fits/${name}`);
    keep(`${name}: chains`, draws(`fits/${name}`));
    if (!WITHOUT_PARTICLES.includes(name)) {
      await run('fit', ...data, ...PARTICLES, '--out', `particles/${name}`);
      keep(`${name}: particles`, draws(`particles/${name}`));
    }
    keep(
      `${name}: maximum`,
      await run('fit', ...data, '--method', 'mle', '--json'),
      /"(\w*[sS]econds|path)":\s*[^,}]*/g,
    );
  }
  writeFileSync(join(folder, 'agents.csv'), agents());
  const simulated = {
    population: ['--demands', 'agents.csv', '--statistic', 'mean(success, by = agent)=0.6'],
    sensitivity: ['--design', 'random', '200'],
  };
  for (const [name, demands] of Object.entries(simulated)) {
    const layout = inLayouts(`${name}/${name}.ml`);
    const made = [...demands, '--profile', 'prior', '--seed', '3', '--out', `${name}.csv`];
    await run('simulate', layout, ...made);
    keep(`${name}: simulated`, file(`${name}.csv`));
    await run('fit', layout, `${name}.csv`, ...SHORT, '--out', `fits/${name}`);
    keep(`${name}: chains`, draws(`fits/${name}`));
  }
  await run('predict', subject('ocr'), inLayouts('ocr/words.csv'), '--out', 'ocr.predicted.csv');
  keep('ocr: predictions', file('ocr.predicted.csv'));
  for (const [kind, ...rest] of FIGURES) {
    const given = rest.map((word) => (Object.hasOwn(FITS, word) ? subject(word) : word));
    const words = given.map((word) => (word.endsWith('.csv') ? inLayouts(word) : word));
    await run('plot', kind, ...words, '-o', 'figure.svg');
    keep(`figure ${kind}`, file('figure.svg'));
  }
}

/** Runs the command in the folder; returns what it prints. */
function run(...args) {
  return new Promise((resolve, reject) => {
    const options = {
      cwd: folder,
      maxBuffer: 1e9,
      env: { ...process.env, THEODOLITE_NOTES: 'off', NO_COLOR: '1' },
    };
    execFile(process.execPath, [main, ...args], options, (error, stdout, stderr) => {
      if (error === null || ENDED.includes(error.code)) resolve(stdout);
      else reject(new Error(`theodolite ${args.join(' ')} ended with ${error.code}:\n${stderr}`));
    });
  });
}

function file(name) {
  return readFileSync(join(folder, name), 'utf8');
}

/** Demands for the layout of a population: five agents, and forty rows of each. */
function agents() {
  const rows = Array.from({ length: 200 }, (_, row) =>
    [
      ...[
        `agent${row % 5}`,
        (row % 9) / 2,
        1 + (row % 11),
        3 + (row % 50),
        0.5 + (row % 8) / 2,
        (row % 3) - 1,
      ],
      ...[row % 2, (row >> 1) % 2, (row >> 2) % 2, (row >> 3) % 2],
    ].join(','),
  );
  const names =
    'agent,timeUnderOcclusion,numPositions,goalDistance,goalSize,side,occluder,lava,platform,ramp';
  return `${[names, ...rows].join('\n')}\n`;
}

/** The folder of the one subject of a fit, or the fit's own. */
function subject(name) {
  const fit = join('fits', name);
  return readdirSync(join(folder, fit)).includes('summary.json')
    ? fit
    : join(fit, readdirSync(join(folder, fit))[0]);
}

/** The draws of each chain, without information on how and when they were made. */
function draws(fit) {
  const chains = readdirSync(join(folder, fit), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.csv') && statSync(join(folder, fit, name)).isFile())
    .sort();
  if (chains.length === 0) throw new Error(`${fit} has no draws`);
  return chains.map((name) => file(join(fit, name)).replaceAll(/^#.*\n/gm, '')).join('');
}

/** @param volatile fields that differ between runs */
function keep(name, text, volatile = null) {
  const constant = volatile === null ? text : text.replaceAll(volatile, '');
  digests[name] = createHash('sha256').update(constant).digest('hex').slice(0, 16);
  console.log(`${digests[name]}  ${name}`);
}

function compare(stored) {
  const names = new Set([...Object.keys(stored), ...Object.keys(digests)]);
  const changed = [...names].filter((name) => stored[name] !== digests[name]);
  if (changed.length === 0) {
    console.log(`the same bytes as stored in all ${names.size}`);
    return;
  }
  console.error(`other bytes than stored: ${changed.join(', ')}`);
  process.exitCode = 1;
}
