/** As many tasks as the paper took from the Olympics, in the ranges of its Table 10. */
import { type Battery, columnsOf } from './battery.ts';

export const OLYMPICS: Battery = {
  layout: 'animal-ai-olympics/animal-ai-olympics',
  rows: 69,
  seed: 2,
  demands: (random) => ({
    rewardSize: random.between(0, 1.9, 0.1),
    rewardDistance: random.between(0.3, 5.3, 0.1),
    rewardBehind: random.among([0, 0.5, 1]),
    xPos: random.among([-1, 0, 1]),
  }),
  profile: { navigationAbility: 3.5, visualAbility: 1.3, rightLeftBias: 0.6, noiseLevel: 0.15 },
};

/** A population as Figure 24b finds it: two abilities that go together, and some who have one without the other. */
const AGENTS: Readonly<
  Record<string, readonly [navigation: number, sight: number, bias: number, noise: number]>
> = {
  saturated: [5.2, 1.85, 0, 0.02],
  able: [4.5, 1.6, 0.2, 0.1],
  average: [2.5, 0.9, 0, 0.25],
  feeble: [1.2, 0.5, -0.2, 0.3],
  unable: [0.3, 0.1, 0, 0.1],
  'sharp-sighted': [0.8, 1.8, 0.1, 0.1],
  'far-walking': [5, 0.2, 0, 0.1],
  'right-handed': [2.5, 1, 1.6, 0.1],
  'left-handed': [2.5, 1, -1.6, 0.1],
  erratic: [2.5, 0.9, 0, 0.4],
  lazy: [0.5, 0.6, 0, 0.3],
  steady: [3.5, 1.3, 0.3, 0.05],
};

/** The tasks of the battery, and what each agent did. */
export function olympicAgents(): string {
  const columns = new Map<string, Float64Array>();
  for (const [place, [name, [navigationAbility, visualAbility, rightLeftBias, noiseLevel]]] of Object.entries(
    AGENTS,
  ).entries()) {
    const own = columnsOf({
      ...{ ...OLYMPICS, profile: { navigationAbility, visualAbility, rightLeftBias, noiseLevel } },
      // The tasks are those of the battery whatever the seed of the outcomes.
      ...{ seed: 200 + place, demands: (_, row) => TASKS[row]! },
    });
    for (const [column, values] of own) columns.set(column === 'success' ? name : column, values);
  }
  const lines = TASKS.map((_, row) =>
    [...columns.values()].map((values) => Number(values[row]!.toFixed(4))).join(','),
  );
  return `${[[...columns.keys()].join(','), ...lines].join('\n')}\n`;
}

const BATTERY = columnsOf(OLYMPICS);
const TASKS = Array.from({ length: OLYMPICS.rows }, (_, row) =>
  Object.fromEntries(
    [...BATTERY].filter(([name]) => name !== 'success').map(([name, values]) => [name, values[row]!]),
  ),
);
