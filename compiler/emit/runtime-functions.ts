/** The runtime functions that generated code calls, by file, besides those of operations and outcomes. */
const FILES = {
  rows: ['allRows', 'columnAt', 'countsOfRows', 'distinctRows', 'repeatRows'],
  memory: ['allocate', 'isExhausted', 'release'],
  bind: [
    ...[
      'countEachRow',
      'countLevels',
      'countRows',
      'countRowsBy',
      'fillIndex',
      'findEachRow',
      'findLevels',
      'findMembers',
      'findRows',
      'findRuns',
    ],
    ...[
      'firstRowOfEach',
      'fillSame',
      'firstRowsOfLevels',
      'correctFirstRow',
      'forgetMembers',
      'gatherValues',
      'indexBytes',
      'keepMembers',
      'levelCount',
    ],
    ...[
      'findGroupedRuns',
      'groupMembers',
      'groupsOfRuns',
      'makeIndex',
      'memberCount',
      'pairBytes',
      'placeInGrid',
    ],
  ],
  pairs: [
    'countExceptions',
    'countPlaces',
    'fillExceptions',
    'findExceptions',
    'forgetPlaces',
    'hasMostPairs',
  ],
  levels: [
    ...[
      'addToLevel',
      'clearSums',
      'complementLevels',
      'expandLevels',
      'fillEach',
      'fillLevels',
      'gatherPair',
      'largerLane',
      'levelOfRow',
      'readLevels',
    ],
    ...['recurFromFirst', 'recurFromLast'],
    ...['scatterPair', 'sumOfLanes', 'takeFromLevel', 'takeFromNext', 'takeFromPrevious', 'takePair'],
  ],
  centrings: ['describeCentring'],
  solve: ['observeResidual', 'observeResiduals', 'prepareSolving', 'startSolving', 'trialOf', 'writeTrials'],
  shards: [
    ...['beginOfRows', 'beginOfShard', 'computeAt', 'keepCentrings', 'openShards', 'runsOfShards'],
    ...['shardCount', 'sumRows', 'sumsOfShard'],
  ],
  'math/log': ['anySmall'],
  'random/stream': ['seedOutcome'],
} as const;

export type RuntimeFunction = (typeof FILES)[keyof typeof FILES][number];

/** The file of each function. */
export const RUNTIME_FUNCTIONS = Object.fromEntries(
  Object.entries(FILES).flatMap(([file, names]) => names.map((name) => [name, file])),
) as Readonly<Record<RuntimeFunction, string>>;
