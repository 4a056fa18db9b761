/**
 * The tables of the three studies, simulated with the structure of published ones:
 *
 *     node simulate.mjs horizons|leaderboard|demands [--small] [--out FOLDER]
 *
 * The same version writes the same tables. `--small` makes fewer rows of the same kind.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** Uniform numbers from 0 to 1: Steele, Lea and Flood's SplitMix with 32 bits of state. */
function uniformStream(seed) {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let bits = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
    return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32;
  };
}

/** Box and Muller (1958). */
const normal = (random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const logistic = (x) => 1 / (1 + Math.exp(-x));
const numbered = (name, index, digits = 2) => `${name}${String(index + 1).padStart(digits, '0')}`;
const range = (length) => Array.from({ length }, (_, index) => index);
const csv = (header, rows) => `${[header, ...rows].map((cells) => cells.join(',')).join('\n')}\n`;

/**
 * Runs of agents at tasks with human minutes, after Kwa et al. (2025): 14 agents of six years, 170 tasks of a second to
 * thirty hours in 50 families of unequal size, three attempts each. Horizons double every seven months.
 */
function horizons(isSmall) {
  const random = uniformStream(1);
  const [count, families] = isSmall ? [7, 10] : [14, 50];
  const agents = range(count).map((index) => {
    const released = 2019.1 + 6.1 * (index / (count - 1)) ** 0.6;
    const trend = Math.log(5) + (Math.LN2 * (released - 2023) * 12) / 7;
    return {
      ...{ name: numbered('agent', index), released: Number(released.toFixed(2)) },
      ...{ horizon: Math.exp(trend + 0.4 * normal(random)), slope: 0.75 * Math.exp(0.15 * normal(random)) },
    };
  });
  const tasks = range(families).flatMap((family) => {
    const middle = Math.log(0.03) + (family / (families - 1)) * Math.log(900 / 0.03);
    const harder = 0.5 * normal(random);
    // Few families of many tasks, and many of one.
    const size = Math.max(1, Math.round(9 * (1 - random()) ** 2));
    return range(size).map((index) => ({
      name: `${numbered('family', family)}/${index + 1}`,
      family: numbered('family', family),
      weight: Number((1 / Math.sqrt(size)).toFixed(3)),
      minutes: Number(Math.exp(middle + 0.7 * normal(random)).toPrecision(2)),
      harder: harder + 0.8 * normal(random),
    }));
  });
  const attempts = agents.flatMap(({ name, horizon, slope }) =>
    tasks.flatMap((task) => {
      const chance = logistic(slope * Math.log(horizon / task.minutes) - task.harder);
      return range(isSmall ? 2 : 3).map((attempt) => [
        name,
        task.name,
        attempt + 1,
        Number(random() < chance),
      ]);
    }),
  );
  const facts = (records, ...names) =>
    csv(
      names,
      records.map((each) => names.map((name) => each[name])),
    );
  return {
    'attempts.csv': csv(['agent', 'task', 'attempt', 'success'], attempts),
    'tasks.csv': facts(tasks, 'name', 'family', 'minutes', 'weight').replace('name', 'task'),
    'agents.csv': facts(agents, 'name', 'released').replace('name', 'agent'),
  };
}

/**
 * A leaderboard: 150 systems and 800 items in a matrix. Most items tell systems apart, one in ten hardly does, and of
 * twelve the key is wrong. Systems come in versions of the same maker, so that neighbours are close.
 */
function leaderboard(isSmall) {
  const random = uniformStream(2);
  const [systems, items] = isSmall ? [24, 120] : [150, 800];
  const skills = range(systems).map(() => 0.6 + 1.1 * normal(random));
  const rows = range(items).map((index) => {
    const hard = 1.4 * normal(random);
    const isWrong = index % 67 === 40;
    const isDull = index % 10 === 3;
    const sharp = (isDull ? 0.15 : 1.1) * Math.exp(0.35 * normal(random));
    const answers = skills.map((skill) => {
      const chance = logistic(sharp * (skill - hard));
      return Number(random() < (isWrong ? 0.05 + 0.3 * (1 - chance) : chance));
    });
    return [numbered('item', index, 3), ...answers];
  });
  return { 'board.csv': csv(['item', ...range(systems).map((index) => numbered('system', index, 3))], rows) };
}

/** The scales of Zhou et al. (2025), "General scales unlock AI evaluation with explanatory and predictive power". */
const SCALES = 'AS AT CEc CEe CL KNa KNc KNf KNn KNs MCr MCt MCu MS QLl QLq SNs VO'.split(' ');

/**
 * Instances of 20 benchmarks with what they demand on 18 scales from 0 to 5, and which of 15 systems solve them, as Zhou
 * et al. (2025) annotate and test them. Each benchmark is about some of the scales; volume goes with all of them.
 */
function demands(isSmall) {
  const random = uniformStream(3);
  const [instances, systems] = isSmall ? [600, 6] : [16_000, 15];
  const benchmarks = range(20).map((index) => ({
    name: numbered('benchmark', index),
    middle: SCALES.map(() => (random() < 0.4 ? 1 + 2.2 * random() : -0.5 + random())),
    options: index % 3 === 0 ? 4 : 0,
  }));
  const profiles = range(systems).map((index) => {
    const general = 2.2 + 2.3 * ((index + 1) / systems);
    return SCALES.map(() => general + 0.6 * normal(random));
  });
  const rows = range(instances).map((index) => {
    const { name, middle, options } = benchmarks[index % benchmarks.length];
    const harder = 0.5 * normal(random);
    const levels = middle.map((each) =>
      Math.min(5, Math.max(0, Math.round(each + harder + 0.8 * normal(random)))),
    );
    const own = 0.4 * normal(random);
    const guess = options === 0 ? 0 : 1 / options;
    const outcomes = profiles.map((profile) => {
      const met = profile.reduce(
        (chance, each, scale) => chance * logistic(1.8 * (each - levels[scale] + own)),
        1,
      );
      return Number(random() < guess + (0.97 - guess) * met);
    });
    return [numbered('instance', index, 5), name, guess, ...levels, ...outcomes];
  });
  const names = range(systems).map((index) => numbered('system', index));
  return {
    'instances.csv': csv(
      ['instance', 'benchmark', 'guess', ...SCALES.map((scale) => `level.${scale}`), ...names],
      rows,
    ),
  };
}

const STUDIES = { horizons, leaderboard, demands };
const { values, positionals } = parseArgs({
  options: { small: { type: 'boolean', default: false }, out: { type: 'string', default: '.' } },
  allowPositionals: true,
});
const [study] = positionals;
if (positionals.length !== 1 || !Object.hasOwn(STUDIES, study)) {
  console.error(`Which study? One of ${Object.keys(STUDIES).join(', ')}.`);
  process.exit(2);
}
mkdirSync(values.out, { recursive: true });
for (const [file, text] of Object.entries(STUDIES[study](values.small))) {
  const path = join(values.out, file);
  writeFileSync(path, text);
  console.log(`${path}: ${text.split('\n').length - 2} rows`);
}
