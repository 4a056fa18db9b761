/**
 * The designs of the thirty agents (the paper's Tables 5 to 7): each agent's probability of passing an instance, and
 * its resulting capabilities.
 */
import { CAPABILITIES, type PaperCapability } from './paper.ts';
import type { PermanenceTask } from './task.ts';

export interface PaperDesign {
  /** The probability that the agent passes the instance, as a function of the table's demands. */
  readonly passes: (task: PermanenceTask) => number;
  /** Each capability as a share of its range, 0 to 1. */
  readonly profile: Readonly<Record<PaperCapability, number>>;
  /** The design uses only demands of the layout (the thirteen agents of Table 8's second row). */
  readonly included: boolean;
}

/** All capabilities are equal, except those that are given. */
function profile(
  level: number,
  others: Partial<Record<PaperCapability, number>> = {},
): PaperDesign['profile'] {
  const alike = Object.fromEntries(CAPABILITIES.map((name) => [name, level])) as Record<
    PaperCapability,
    number
  >;
  return { ...alike, ...others };
}

/** An agent whose design uses only the layout's demands. */
function included(passes: PaperDesign['passes'], capabilities: PaperDesign['profile']): PaperDesign {
  return { passes, profile: capabilities, included: true };
}

/** An agent whose design also uses properties that the layout does not know. */
function beyond(passes: PaperDesign['passes'], capabilities: PaperDesign['profile']): PaperDesign {
  return { passes, profile: capabilities, included: false };
}

/** Passes every instance with the same probability; its capabilities are defined as that. */
function constant(probability: number): PaperDesign {
  return included(() => probability, profile(probability));
}

/** Solves some of the three paradigms of object permanence, and all instances that do not require it. */
function solves(paradigms: readonly string[], probability: number, otherwise: number): PaperDesign {
  return beyond(
    ({ task, testsOP }) => (!testsOP || paradigms.includes(task) ? probability : otherwise),
    profile(1, { opAbility: paradigms.length / 3 }),
  );
}

/** Goes to where the goal was last seen, which fails only in the chick's task. */
function lastSeen(probability: number, otherwise: number): PaperDesign {
  const works = ({ task, testsOP }: PermanenceTask) => !(task === 'chick' && testsOP);
  return beyond((task) => (works(task) ? probability : otherwise), profile(1, { opAbility: 0 }));
}

const ACUITY = [
  { size: 0.5, passes: 0.1 },
  { size: 1, passes: 0.3 },
  { size: 1.5, passes: 0.5 },
  { size: 2, passes: 0.7 },
  { size: 2.5, passes: 0.8 },
];

/** Agents 1 to 30. */
export const PAPER_DESIGNS: readonly PaperDesign[] = [
  constant(1),
  constant(0.5),
  constant(0.1),
  // A random walk passes 15 % of the near instances without obstacles, and 2 % of the others.
  included(
    ({ lava, platform, ramp, goalDistance }) =>
      !lava && !platform && !ramp && goalDistance < 16 ? 0.15 : 0.02,
    profile(0.15, {
      flatNavAbility: 16 / 56,
      lavaAbility: 0.02 / 0.15,
      platformAbility: 0.02 / 0.15,
      rampAbility: 0.02 / 0.15,
    }),
  ),
  constant(0.9),
  included(({ lava }) => (lava ? 0.1 : 0.95), profile(1, { lavaAbility: 0.1 / 0.95 })),
  beyond(
    ({ lava, occluderRed }) => (lava || occluderRed > 200 ? 0.1 : 0.95),
    profile(1, { lavaAbility: 0.1 / 0.95 }),
  ),
  beyond(({ occluderGreen }) => (occluderGreen > 200 ? 0.1 : 0.95), profile(1)),
  included(({ ramp }) => (ramp ? 0.1 : 0.95), profile(1, { rampAbility: 0.1 / 0.95 })),
  // Lava counts in the instances that require object permanence, and so does the distance of a grid's holes.
  included(
    ({ testsOP, lava, task, goalDistance }) => {
      if (!testsOP) return 0.8;
      if (lava) return 0.5;
      return task === 'grid' ? Math.min(0.9, 0.6 + (0.1 * (goalDistance - 16)) / 4) : 0.8;
    },
    profile(1, { lavaAbility: 0.5 / 0.8 }),
  ),
  // Half of the goals of 1.5 m are reached, where the margin of 5 - size is 0.
  included(
    ({ goalSize }) => ACUITY.find(({ size }) => goalSize <= size)?.passes ?? 0.9,
    profile(1, { visualAbility: (5 - 1.5) / 6 }),
  ),
  included(({ side }) => (side > 0 ? 0.95 : side < 0 ? 0.3 : 0.6), profile(1)),
  included(({ side }) => (side < 0 ? 0.95 : side > 0 ? 0.3 : 0.6), profile(1)),
  // Hiding places that look alike: all of a grid's, and half of the cups'; the table does not say which half.
  beyond(({ task }) => (task === 'grid' ? 0.6 : task === 'cup' ? (0.6 + 0.95) / 2 : 0.95), profile(1)),
  lastSeen(1, 0),
  lastSeen(0.95, 0.25),
  // Half as many pass as without occlusion, after 2.2 s.
  included(
    ({ timeUnderOcclusion }) => Math.max(0.1, 0.95 - 0.22 * timeUnderOcclusion),
    profile(1, { memoryAbility: 0.475 / 0.22 / 4.4 }),
  ),
  // Half as many pass as with one position, beyond ten of them; the layout asks for 4 s times each.
  included(
    ({ numPositions }) =>
      numPositions < 3 ? 0.95 : numPositions <= 5 ? 0.75 : numPositions <= 10 ? 0.6 : 0.3,
    profile(1, { opAbility: (4 * 10) / 48.4 }),
  ),
  ...[['chick'], ['grid'], ['cup'], ['chick', 'grid'], ['cup', 'grid'], ['chick', 'cup']].flatMap(
    (paradigms) => [solves(paradigms, 1, 0), solves(paradigms, 0.75, 0.1)],
  ),
];
