/** As many tasks as the paper took from the Olympics, in the ranges of its Table 10. */
import type { Battery } from './battery.ts';

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
