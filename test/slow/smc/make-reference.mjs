/**
 * Makes reference/few-rows.json or all-rows.json: posteriors of agent 17 of object permanence by parallel tempering of the
 * interpreter, which shares no code with the module's densities and samplers. `npm run build`, then
 * `node test/slow/smc/make-reference.mjs few-rows`; either takes about five minutes.
 *
 * Copies walk at prior · likelihood^β, each by random-walk Metropolis on the unconstrained scale with a
 * covariance learned in the burn-in, and neighbours swap places (Geyer 1991). The evidence is the product of the ratios
 * of neighbours' normalising constants (Bennett 1976). Errors are those of batch means.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { analyseSource } from '../../../dist/compiler/analyse.js';
import { interpret } from '../../../dist/compiler/interpret/interpret.js';

const FOLDER = new URL('../../../stdlib-layouts/object-permanence/', import.meta.url);
const TEXT = readFileSync(new URL('object-permanence.ml', FOLDER), 'utf8');
const TRAINING = parse(readFileSync(new URL('battery.csv', FOLDER)), { columns: true }).filter(
  ({ split }) => split === 'train',
);

const BATCHES = 50;
const BLOCKS = 10;

/** Marsaglia's xorshift128, seeded, so that the file can be made again. */
function randomNumbers(seed) {
  let [x, y, z, w] = [seed, 362436069, 521288629, 88675123];
  const uniform = () => {
    const t = x ^ (x << 11);
    [x, y, z] = [y, z, w];
    w = w ^ (w >>> 19) ^ (t ^ (t >>> 8));
    return ((w >>> 0) + 0.5) / 4294967296;
  };
  for (let i = 0; i < 100; i++) uniform();
  return { uniform, normal: () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform()) };
}

function dataOf(records) {
  const names = Object.keys(records[0]).filter((name) => !/^agent|^instance$|^task$|^split$/.test(name));
  const columns = Object.fromEntries(
    names.map((name) => [name, Float64Array.from(records, (row) => Number(row[name]))]),
  );
  columns.success = Float64Array.from(records, (row) => Number(row.agent17));
  return { rows: records.length, columns };
}

/**
 * The interpreter on the distinct rows, each weighed by how often it occurs. The one statistic of the layout, which those
 * rows would give another value, is written into its text.
 */
function targetOf(records) {
  const whole = interpret(analyseSource({ name: 'whole.ml', text: TEXT }).layout, dataOf(records));
  const mean = whole.statistics[0].value;
  const text = TEXT.replace('1 - mean(success)', `1 - ${mean}`);
  if (text === TEXT) throw new Error('the statistic is not where it was');
  const { layout } = analyseSource({ name: 'distinct.ml', text });
  const read = layout.demands.map(({ name }) => name);
  const groups = new Map();
  for (const row of records) {
    const key = [...read, 'agent17'].map((name) => row[name]).join();
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const counts = [...groups.values()].map((rows) => rows.length);
  const distinct = interpret(layout, dataOf([...groups.values()].map(([row]) => row)));
  const logLikelihood = (u) => {
    const each = distinct.pointwise(distinct.constrain(u));
    let sum = 0;
    for (let i = 0; i < each.length; i++) sum += counts[i] * each[i];
    return sum;
  };
  const names = layout.latents.map(({ name }) => name);
  const logPrior = distinct.logPriorUnconstrained;
  // What is walked on is what the layout means.
  for (let trial = 0; trial < 5; trial++) {
    const u = names.map((_, i) => Math.sin(7 * trial + 3 * i));
    const error = logPrior(u) + logLikelihood(u) - whole.logDensityUnconstrained(u);
    if (!(Math.abs(error) < 1e-8)) throw new Error(`the distinct rows mean something else, by ${error}`);
  }
  return { names, logPrior, logLikelihood, constrain: distinct.constrain, distinct: counts.length };
}

function cholesky(matrix) {
  const n = matrix.length;
  const factor = matrix.map((row) => row.map(() => 0));
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i][j];
      for (let k = 0; k < j; k++) sum -= factor[i][k] * factor[j][k];
      factor[i][j] = i === j ? Math.sqrt(sum) : sum / factor[j][j];
    }
  }
  return factor;
}

/** One copy: where it is, and how it proposes. */
function copyAt(target, exponent, random) {
  const size = target.names.length;
  const u = Array.from({ length: size }, () => random.normal());
  return {
    exponent,
    u,
    logPrior: target.logPrior(u),
    logLikelihood: target.logLikelihood(u),
    factor: Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => (i === j ? 1 : 0))),
    logScale: Math.log(2.38 / Math.sqrt(size)),
    mean: new Array(size).fill(0),
    products: Array.from({ length: size }, () => new Array(size).fill(0)),
    seen: 0,
  };
}

function walk(copy, target, random, adaptation) {
  const noise = copy.u.map(() => random.normal());
  const scale = Math.exp(copy.logScale);
  const u = copy.u.map((at, i) => {
    let step = 0;
    for (let j = 0; j <= i; j++) step += copy.factor[i][j] * noise[j];
    return at + scale * step;
  });
  const logPrior = target.logPrior(u);
  const logLikelihood = target.logLikelihood(u);
  const odds = logPrior - copy.logPrior + copy.exponent * (logLikelihood - copy.logLikelihood);
  const accepted = Math.log(random.uniform()) < odds;
  if (accepted) Object.assign(copy, { u, logPrior, logLikelihood });
  if (adaptation > 0) copy.logScale += adaptation * ((accepted ? 1 : 0) - 0.234);
}

function learn(copy) {
  copy.seen++;
  const before = copy.u.map((at, i) => at - copy.mean[i]);
  for (let i = 0; i < before.length; i++) copy.mean[i] += before[i] / copy.seen;
  for (let i = 0; i < before.length; i++)
    for (let j = 0; j < before.length; j++) copy.products[i][j] += before[i] * (copy.u[j] - copy.mean[j]);
}

function adopt(copy) {
  copy.factor = cholesky(
    copy.products.map((row, i) => row.map((value, j) => value / copy.seen + (i === j ? 1e-8 : 0))),
  );
  copy.logScale = Math.log(2.38 / Math.sqrt(copy.u.length));
  copy.seen = 0;
  copy.mean.fill(0);
  for (const row of copy.products) row.fill(0);
}

function swap(copies, parity, random) {
  for (let k = parity; k + 1 < copies.length; k += 2) {
    const [cold, warm] = [copies[k], copies[k + 1]];
    const odds = (warm.exponent - cold.exponent) * (cold.logLikelihood - warm.logLikelihood);
    if (Math.log(random.uniform()) >= odds) continue;
    for (const part of ['u', 'logPrior', 'logLikelihood'])
      [cold[part], warm[part]] = [warm[part], cold[part]];
  }
}

/** The mean of batch means, and its standard error. */
function estimate(batches) {
  const mean = batches.reduce((sum, each) => sum + each, 0) / batches.length;
  const squares = batches.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  return { mean, error: Math.sqrt(squares / (batches.length - 1) / batches.length) };
}

/**
 * The log evidence: of each two neighbours the log ratio c of their normalising constants, for which the draws of the one and
 * of the other would tell as much of which is which (Bennett 1976, eq. 12).
 */
function evidenceOf(batches, exponents) {
  let sum = 0;
  for (let k = 0; k + 1 < exponents.length; k++) {
    const ratios = (copy) =>
      batches.flatMap(({ logLikelihoods }) =>
        logLikelihoods[copy].map((log) => (exponents[k + 1] - exponents[k]) * log),
      );
    const [warm, cold] = [ratios(k), ratios(k + 1)];
    const logistic = (odds) => 1 / (1 + Math.exp(-odds));
    let c = cold.reduce((total, log) => total + log, 0) / cold.length;
    for (let step = 0; step < 200; step++) {
      const upwards = warm.reduce((total, log) => total + logistic(log - c), 0);
      const downwards = cold.reduce((total, log) => total + logistic(c - log), 0);
      c += Math.log(upwards / downwards);
    }
    sum += c;
  }
  return sum;
}

function temper(records, { burnIn, rounds, count, divide }, seed) {
  const exponents = Float64Array.from({ length: count }, (_, k) => (k / (count - 1)) ** 5);
  const target = targetOf(records);
  const random = randomNumbers(seed);
  const copies = Array.from(exponents, (exponent) => copyAt(target, exponent, random));
  for (let round = 0; round < burnIn; round++) {
    for (const copy of copies) {
      walk(copy, target, random, 1 / (1 + round) ** 0.5);
      learn(copy);
    }
    swap(copies, round & 1, random);
    // Windows that double, as a warm-up's do.
    if ([200, 600, 1400, 3000].includes(round)) copies.forEach(adopt);
  }
  const size = target.names.length;
  const perBatch = rounds / BATCHES;
  const batches = Array.from({ length: BATCHES }, () => {
    const sums = new Array(size).fill(0);
    const squares = new Array(size).fill(0);
    const logLikelihoods = copies.map(() => []);
    let below = 0;
    for (let round = 0; round < perBatch; round++) {
      for (const copy of copies) walk(copy, target, random, 0);
      swap(copies, round & 1, random);
      copies.forEach((copy, k) => {
        logLikelihoods[k].push(copy.logLikelihood);
      });
      const values = target.constrain(copies[count - 1].u);
      target.names.forEach((name, i) => {
        sums[i] += values[name] / perBatch;
        squares[i] += values[name] ** 2 / perBatch;
      });
      if (values.opAbility < divide) below += 1 / perBatch;
    }
    return { sums, squares, below, logLikelihoods };
  });
  const posterior = target.names.map((name, i) => {
    const { mean, error } = estimate(batches.map(({ sums }) => sums[i]));
    const second = estimate(batches.map(({ squares }) => squares[i])).mean;
    return { name, mean, error, sd: Math.sqrt(second - mean ** 2) };
  });
  return {
    rows: records.length,
    distinctRows: target.distinct,
    rounds,
    posterior,
    below: { opAbility: divide, ...estimate(batches.map(({ below }) => below)) },
    logEvidence: {
      mean: evidenceOf(batches, exponents),
      error: estimate(
        Array.from({ length: BLOCKS }, (_, block) =>
          evidenceOf(
            batches.filter((_, batch) => Math.floor((batch * BLOCKS) / BATCHES) === block),
            exponents,
          ),
        ),
      ).error,
    },
  };
}

/** How each is made, by the name of its file. */
const CASES = {
  'few-rows': () =>
    temper(
      TRAINING.filter((_, row) => row % 16 === 1),
      { burnIn: 3000, rounds: 12_000, count: 20, divide: 25 },
      1,
    ),
  'all-rows': () => temper(TRAINING, { burnIn: 1000, rounds: 2500, count: 14, divide: 38 }, 2),
};

const [name = ''] = process.argv.slice(2);
const make = CASES[name];
if (make === undefined) throw new Error(`give one of ${Object.keys(CASES).join(', ')}`);
writeFileSync(new URL(`reference/${name}.json`, import.meta.url), `${JSON.stringify(make(), null, 2)}\n`);
