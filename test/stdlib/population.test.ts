import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { openThisThread } from '../../host/chain-pool.ts';
import { compile, load, simulate } from '../../index.ts';

const LAYOUT = {
  name: 'population.ml',
  text: readFileSync('stdlib-layouts/population/population.ml', 'utf8'),
};
const DEMANDS = [
  ...['timeUnderOcclusion', 'numPositions', 'goalDistance', 'goalSize', 'side'],
  ...['occluder', 'lava', 'platform', 'ramp'],
];
const ABILITIES = ['memory', 'op', 'visual', 'flatNav', 'ramp', 'lava', 'platform'];

/** Six agents, each with a heel of its own, on every fourth task. */
const AGENTS = ['op', 'visual', 'flatNav', 'ramp', 'lava', 'none'];
const STRONG: Readonly<Record<string, number>> = {
  ...{ memoryAbility: 4.3, opAbility: 46, visualAbility: 5.9, flatNavAbility: 55 },
  ...{ rampAbility: 0.98, lavaAbility: 0.97, platformAbility: 0.99, rightLeftBias: 0.3, noiseLevel: 0.04 },
};
const HEELS: Readonly<Record<string, number>> = {
  ...{ op: 14, visual: 3, flatNav: 20, ramp: 0.2, lava: 0.3 },
};

it('the abilities of six agents are found at once, with the heel of each', async () => {
  const table: Record<string, string>[] = parse(
    readFileSync('stdlib-layouts/object-permanence/battery.csv'),
    { columns: true },
  );
  const tasks = table.filter((_, index) => index % 4 === 0);
  const repeated = (value: (task: Record<string, string>, agent: number) => number) =>
    Float64Array.from(AGENTS.flatMap((_, agent) => tasks.map((task) => value(task, agent))));
  const demands = new Map(DEMANDS.map((name) => [name, repeated((task) => Number(task[name]))]));
  demands.set(
    'agent',
    repeated((_, agent) => agent),
  );
  const levels = new Map([['agent', AGENTS]]);
  const profile: Record<string, number | Record<string, number>> = Object.fromEntries(
    [...ABILITIES, 'noise'].flatMap((name) => [
      [`${name}Up`, 1],
      [`${name}Down`, 1],
    ]),
  );
  for (const [name, strong] of Object.entries(STRONG)) {
    profile[name] = Object.fromEntries(
      AGENTS.map((agent) => [agent, name === `${agent}Ability` ? HEELS[agent]! : strong]),
    );
  }
  const { columns } = await simulate(LAYOUT, {
    ...{ demands, levels, profile, seed: 11n },
    statistics: { 'mean(success, by = agent)': 0.6 },
  });
  const { bytes } = await compile(LAYOUT);
  const bound = await (await load(bytes)).bind(columns, { levels });
  const fit = await bound.fit({
    ...{ chains: 2, warmup: 400, draws: 600, seed: 3n, pool: openThisThread() },
  });
  const summary = fit.summary();
  expect(fit.verdict.status).not.toBe('failed');
  for (const [agent, heel] of Object.entries(HEELS)) {
    for (const name of ABILITIES) {
      const { mean, sd } = summary[`${name}Ability[${agent}]`]!;
      const truth = name === agent ? heel : STRONG[`${name}Ability`]!;
      expect(Math.abs(mean! - truth) / sd!, `${name}Ability[${agent}]`).toBeLessThan(5);
    }
    const others = AGENTS.filter((other) => other !== agent);
    const own = summary[`${agent}Ability[${agent}]`]!.mean!;
    for (const other of others) expect(own).toBeLessThan(0.8 * summary[`${agent}Ability[${other}]`]!.mean!);
  }
});
