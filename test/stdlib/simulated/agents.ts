/**
 * Scenes for three agents, in the shape of the thesis on common sense: tasks whose features are present as often as its
 * Tables 4.5 to 4.9 print, and the profiles of its Table B.1. The thesis's own results are not published.
 */
import { type Battery, columnsOf } from './battery.ts';

/** By their columns; those that belong to no ability of the layout too. */
const FEATURES = [
  'movingObjectReasoning',
  'coreObjectReasoning',
  'quantityReasoning',
  'agentReasoning',
  'aiReorientation',
  'objectPermanenceReasoning',
  'generalising',
  'toolUse',
  'challengingNavigation',
  'interactiveTask',
  'peripheralFeatures',
] as const;
type Feature = (typeof FEATURES)[number];

/** The share of instances in which a feature is there; 0 where none is said. */
const TASKS: Readonly<Record<string, Readonly<Partial<Record<Feature, number>>>>> = {
  'interactive object permanence': {
    ...{ movingObjectReasoning: 1, coreObjectReasoning: 1, objectPermanenceReasoning: 0.4845 },
    ...{ challengingNavigation: 1, interactiveTask: 1 },
  },
  'moving target prediction': {
    ...{ movingObjectReasoning: 1, coreObjectReasoning: 1, aiReorientation: 1 },
    ...{ challengingNavigation: 0.5, interactiveTask: 1 },
  },
  'spatial elimination': {
    ...{ coreObjectReasoning: 1, quantityReasoning: 1, objectPermanenceReasoning: 0.25 },
    ...{ challengingNavigation: 1, interactiveTask: 1 },
  },
  obstacle: {
    ...{ coreObjectReasoning: 1, objectPermanenceReasoning: 0.5, generalising: 0.5 },
    ...{ challengingNavigation: 0.5, interactiveTask: 1 },
  },
  'spatial reference': {
    ...{ movingObjectReasoning: 1, coreObjectReasoning: 1, quantityReasoning: 0.555, agentReasoning: 1 },
    ...{ objectPermanenceReasoning: 1, generalising: 0.407, challengingNavigation: 1, interactiveTask: 1 },
  },
  // Named in Table 3.1, with features that are decided here.
  'symmetrical tool use': { coreObjectReasoning: 1, toolUse: 1, interactiveTask: 1, generalising: 0.5 },
  'object permanence': { coreObjectReasoning: 1, objectPermanenceReasoning: 1, movingObjectReasoning: 0.5 },
  imitation: { agentReasoning: 1, generalising: 0.25, peripheralFeatures: 0.5 },
};

const CELLS = 16;
const SCENES = 8;

/** The means of Table B.1, at the level of instances. */
const PROFILES: Readonly<Record<string, Battery['profile']>> = {
  cora: {
    ...{ agentialAbility: -0.78, movingObjectAbility: 0.8, navigationAbility: 0.58, noise: 0.008 },
    ...{ objectualAbility: 0.53, objectPermanenceAbility: 0.84, toolUseAbility: 0.16 },
  },
  mess: {
    ...{ agentialAbility: 1.98, movingObjectAbility: 3.22, navigationAbility: 0.6, noise: 0.003 },
    ...{ objectualAbility: 1.18, objectPermanenceAbility: 0.74, toolUseAbility: 0.44 },
  },
  opics: {
    ...{ agentialAbility: 0.77, movingObjectAbility: 1.19, navigationAbility: 0.89, noise: 0.001 },
    ...{ objectualAbility: 2.47, objectPermanenceAbility: 3.39, toolUseAbility: 1.03 },
  },
};

interface Scene {
  readonly task: string;
  /** A1 to D4, as the hypercubes of the programme have them. */
  readonly cell: string;
  readonly features: Readonly<Record<Feature, number>>;
}

/** The features of a cell are those of all its scenes. */
const ALL: readonly Scene[] = Object.entries(TASKS).flatMap(([task, shares]) =>
  Array.from({ length: CELLS * SCENES }, (_, scene) => {
    const cell = Math.floor(scene / SCENES);
    const features = Object.fromEntries(
      FEATURES.map((feature, place) => {
        // Each feature begins at another cell, so that two of one share do not coincide.
        const turned = (cell * 5 + place * 3) % CELLS;
        return [feature, turned < Math.round((shares[feature] ?? 0) * CELLS) ? 1 : 0];
      }),
    ) as Record<Feature, number>;
    return { task, cell: `${'ABCD'[cell % 4]}${1 + Math.floor(cell / 4)}`, features };
  }),
);

/** Success in each scene, by agent. */
function outcomes(): ReadonlyMap<string, Float64Array> {
  return new Map(
    Object.entries(PROFILES).map(([agent, profile], place) => {
      const columns = columnsOf({
        layout: 'common-sense/instances',
        rows: ALL.length,
        seed: 61 + place,
        demands: (_, row) => ALL[row]!.features,
        profile,
      });
      return [agent, columns.get('success')!];
    }),
  );
}

const HEADER = ['task', 'cell', ...FEATURES, ...Object.keys(PROFILES)].join(',');

/** As Table 4.1, with a column for each agent. */
export function scenesOfAgents(): string {
  const success = outcomes();
  const lines = ALL.map(({ task, cell, features }, row) =>
    [task, cell, ...Object.values(features), ...[...success.values()].map((values) => values[row]!)].join(
      ',',
    ),
  );
  return `${[HEADER, ...lines].join('\n')}\n`;
}

/**
 * As Table 4.2: the share of each cell's scenes that were solved, moved from 0 and 1 as Smithson and Verkuilen (2006)
 * do, because a beta distribution has neither.
 */
export function cellsOfAgents(): string {
  const success = outcomes();
  const lines = ALL.flatMap(({ task, cell, features }, first) => {
    if (first % SCENES > 0) return [];
    const means = [...success.values()].map((values) => {
      const solved = values.slice(first, first + SCENES).reduce((sum, each) => sum + each, 0);
      return Number((((solved / SCENES) * (SCENES - 1) + 0.5) / SCENES).toFixed(4));
    });
    return [[task, cell, ...Object.values(features), ...means].join(',')];
  });
  return `${[HEADER, ...lines].join('\n')}\n`;
}
