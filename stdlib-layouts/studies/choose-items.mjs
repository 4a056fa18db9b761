/**
 * How many items of a board suffice, and which: from a fit of `two-parameter.ml`.
 *
 *     node choose-items.mjs FIT                           how precise abilities are by the best 25, 50, … items
 *     node choose-items.mjs FIT --items 100 --board BOARD --out SHORT    the board with the best 100 items only
 *     node choose-items.mjs FIT --against OTHER           how well abilities of a fit of a shorter board agree
 *
 * An item that is sharp and about as hard as a system is able tells most of it: its information is a² p (1 − p), after
 * Birnbaum (1968). Items are added one at a time, each the one that makes the mean variance of abilities least.
 * `--random` takes items as they come instead.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  options: {
    items: { type: 'string' },
    board: { type: 'string' },
    out: { type: 'string' },
    against: { type: 'string' },
    random: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const [folder, ...more] = positionals;
const hasShort = [values.items, values.board, values.out].filter((each) => each !== undefined).length;
if (folder === undefined || more.length > 0 || (hasShort !== 0 && hasShort !== 3))
  refuse('Give the folder of one fit, and --items, --board and --out together or none of them.');

const fit = readFit(folder);
const skills = [...fit.levels('skill')];
const items = [...fit.levels('hard')].map(([item, { mean }]) => ({
  ...{ item, hard: mean, sharp: fit.levels('sharp').get(item).mean },
}));
const spread = fit.parameters.range.mean;

if (values.against !== undefined) printAgreement(readFit(values.against));
else if (values.items === undefined) printSizes();
else writeShort();

/** The parameters of a stored fit, and the values of a latent by level. */
function readFit(path) {
  let summary;
  try {
    summary = JSON.parse(readFileSync(join(path, 'summary.json'), 'utf8'));
  } catch (error) {
    return refuse(`${path} is not the folder of a fit: ${error.message}`);
  }
  const { parameters } = summary;
  const levels = (latent) =>
    new Map(
      Object.entries(parameters)
        .filter(([name]) => name.startsWith(`${latent}[`))
        .map(([name, each]) => [name.slice(latent.length + 1, -1), each]),
    );
  for (const latent of ['skill', 'hard', 'sharp'])
    if (levels(latent).size === 0) refuse(`${path} has no \`${latent}\`: fit two-parameter.ml.`);
  return { parameters, levels };
}

function refuse(message) {
  console.error(message);
  process.exit(2);
}

function printSizes() {
  const order = ordered(items.length);
  const sizes = [25, 50, 100, 200, 400].filter((size) => size < items.length);
  console.log('items  sd of an ability  reliability');
  for (const size of [...sizes, items.length]) {
    const variance = meanVariance(order.slice(0, size));
    const reliability = 1 - variance / spread ** 2;
    console.log(
      `${String(size).padStart(5)}  ${Math.sqrt(variance).toFixed(3).padStart(16)}  ${reliability.toFixed(3).padStart(11)}`,
    );
  }
}

function writeShort() {
  const size = Number(values.items);
  if (!Number.isInteger(size) || size < 1 || size > items.length)
    refuse(`--items ${values.items} is not a number from 1 to ${items.length}.`);
  const chosen = new Set(ordered(size).map(({ item }) => item));
  const [header, ...rows] = readFileSync(values.board, 'utf8').trimEnd().split('\n');
  const kept = rows.filter((row) => chosen.has(row.slice(0, row.indexOf(','))));
  if (kept.length !== size)
    refuse(`${values.board} has ${kept.length} of the ${size} items in its first column.`);
  writeFileSync(values.out, `${[header, ...kept].join('\n')}\n`);
  console.log(`${values.out}: ${size} of ${items.length} items`);
}

/** The items in the order in which they are chosen, as many as asked for. */
function ordered(size) {
  if (values.random) return items.filter((_, place) => (place * size) % items.length < size).slice(0, size);
  const left = new Set(items);
  const precision = skills.map(() => 1 / spread ** 2);
  const chosen = [];
  while (chosen.length < size) {
    let best = null;
    let least = Number.POSITIVE_INFINITY;
    for (const item of left) {
      let total = 0;
      for (const [place, told] of information(item).entries()) total += 1 / (precision[place] + told);
      if (total < least) [best, least] = [item, total];
    }
    for (const [place, told] of information(best).entries()) precision[place] += told;
    left.delete(best);
    chosen.push(best);
  }
  return chosen;
}

/** The mean of the systems' variances by these items and the population. */
function meanVariance(chosen) {
  const variances = skills.map((_, place) => {
    const told = chosen.reduce((total, item) => total + information(item)[place], 0);
    return 1 / (1 / spread ** 2 + told);
  });
  return variances.reduce((total, each) => total + each, 0) / variances.length;
}

/** What an item tells about each system. */
function information(item) {
  item.told ??= skills.map(([, { mean }]) => {
    const chance = 1 / (1 + Math.exp(-item.sharp * (mean - item.hard)));
    return item.sharp ** 2 * chance * (1 - chance);
  });
  return item.told;
}

/** Of numbers that do not depend on the scale, since each board has its own zero and unit. */
function printAgreement(other) {
  const pairs = skills.map(([system, each]) => [each, other.levels('skill').get(system)]);
  const mean = (numbers) => numbers.reduce((total, each) => total + each, 0) / numbers.length;
  const product = (a, b) => a.reduce((total, each, place) => total + each * b[place], 0);
  const boards = [0, 1].map((side) => {
    const means = pairs.map((pair) => pair[side].mean);
    const centred = means.map((each) => each - mean(means));
    const apart = product(centred, centred) / means.length;
    return { centred, apart, reliability: apart / (apart + mean(pairs.map((pair) => pair[side].sd ** 2))) };
  });
  const [one, two] = boards.map(({ centred }) => centred);
  const correlation = product(one, two) / (skills.length * Math.sqrt(boards[0].apart * boards[1].apart));
  let agreeing = 0;
  for (const [a] of one.entries())
    for (let b = 0; b < a; b++) if ((one[a] - one[b]) * (two[a] - two[b]) > 0) agreeing++;
  const share = agreeing / ((skills.length * (skills.length - 1)) / 2);
  const [all, some] = boards.map(({ reliability }) => reliability.toFixed(3));
  console.log(`reliability: ${all} by ${items.length} items, ${some} by ${other.levels('hard').size}`);
  console.log(`correlation of abilities: ${correlation.toFixed(3)}`);
  console.log(`pairs of systems in the same order: ${(100 * share).toFixed(1)} %`);
}
