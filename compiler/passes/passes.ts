/**
 * The ordered list of passes, with the programs that go through each. The drivers (schedule/plan.ts and
 * schedule/plan-prediction.ts), the tests and `build --show` read it.
 */
import type { NodeId } from '../graph/node.ts';
import { isProbability, reachable } from '../graph/traverse.ts';
import { cancelLogs } from '../rewrite/cancel-logs.ts';
import { countsLast } from '../rewrite/counts-last.ts';
import { divideOnce } from '../rewrite/divide-once.ts';
import { factorAdjoints } from '../rewrite/factor-adjoints.ts';
import { forgetComplements } from '../rewrite/forget-complements.ts';
import { joinOutcomes } from '../rewrite/join-outcomes.ts';
import { liftFactors } from '../rewrite/lift-factors.ts';
import { mergeLogs } from '../rewrite/merge-logs.ts';
import { logisticsInOdds } from '../rewrite/odds.ts';
import { oddsShares } from '../rewrite/odds-shares.ts';
import { orderProducts } from '../rewrite/order-products.ts';
import { probabilityPairs } from '../rewrite/probability-pairs.ts';
import { type Rewrite, type Rewritten, rewriteGraph } from '../rewrite/rewrite.ts';
import { separateExponentials } from '../rewrite/separate-exponentials.ts';
import { separateLevels } from '../rewrite/separate-levels.ts';
import { shareExponentials } from '../rewrite/share-exponentials.ts';
import { shareReciprocals } from '../rewrite/share-reciprocals.ts';
import { shareTails } from '../rewrite/share-tails.ts';
import { splitLogs } from '../rewrite/split-logs.ts';
import { splitSums } from '../rewrite/split-sums.ts';
import type { PlacedDomains, Program, ProgramName, State } from './program.ts';

interface Row {
  /** The name that `--show after:NAME` takes. */
  readonly name: string;
  /** What the pass does, in words. */
  readonly title: string;
  /** The programs that go through it. */
  readonly programs: readonly ProgramName[];
}

/** A phase between passes, which the driver runs. */
export interface DriverStep extends Row {
  readonly run: null;
}

/** The changes that a pass makes to a program. */
interface Change extends Partial<Pick<State, 'current' | 'inOdds' | 'exponentials'>> {
  /** The number of nodes that the pass changed. */
  readonly fired: number;
}

/** A step that changes a program but not its meaning. */
export interface Pass extends Row {
  readonly run: (program: Program) => Change;
  /** If a required pass fires nowhere, the program is dropped, and the remaining passes are skipped. */
  readonly isRequired?: true;
}

const ALL: readonly ProgramName[] = ['density', 'separated', 'prior', 'prediction'];

export const PASSES: readonly (Pass | DriverStep)[] = [
  {
    name: 'order-products',
    title: 'products ordered by how often their factors repeat',
    programs: ['density'],
    run: ({ graph, current, compilation }) => became(orderProducts(graph, current, compilation.sketch)),
  },
  {
    name: 'carry-odds',
    title: 'logistics carried as odds',
    programs: ['separated'],
    run: ({ graph, current, compilation }) => {
      const inOdds = logisticsInOdds(graph, current, compilation.sketch);
      return { fired: inOdds.size, inOdds };
    },
  },
  {
    name: 'join-outcomes',
    title: 'successes and failures joined',
    programs: ['separated'],
    run: ({ graph, current, inOdds }) => {
      const [density, ...others] = current as [NodeId, ...NodeId[]];
      const { roots, fired } = joinOutcomes(graph, density, inOdds);
      return { fired, current: [...roots, ...others] };
    },
  },
  {
    name: 'split-logs',
    title: 'sums of logs split',
    programs: ['density', 'separated', 'prediction'],
    run: (program) => apply(program, splitLogs(program.inOdds)),
  },
  {
    name: 'split-sums',
    title: 'sums split',
    programs: ['density', 'separated'],
    run: (program) => apply(program, splitSums(program.graph, program.compilation.sketch)),
  },
  {
    name: 'pair-probabilities',
    title: 'probabilities carried as pairs',
    programs: ['density', 'separated', 'prediction'],
    run: ({ graph, current, inOdds }) => ({
      fired: reachable(graph, current).filter((id) => isProbability(graph.node(id))).length,
      current: probabilityPairs(graph, current, inOdds),
    }),
  },
  {
    name: 'lift-factors',
    title: 'factors lifted to where they repeat',
    programs: ['density', 'separated'],
    run: (program) => apply(program, liftFactors(program.graph, program.compilation.sketch)),
  },
  { name: 'stage', title: 'each node placed where it is computed', programs: ALL, run: null },
  { name: 'derive', title: 'derivatives taken', programs: ['density', 'separated', 'prior'], run: null },
  {
    name: 'share-odds',
    title: 'odds as shares',
    programs: ['separated'],
    run: (program) => apply(program, oddsShares),
  },
  {
    name: 'forget-complements',
    title: 'complements evaluated as they stand',
    programs: ALL,
    run: (program) => apply(program, forgetComplements),
  },
  {
    name: 'factor-adjoints',
    title: 'adjoints factored',
    programs: ['separated'],
    run: (program) => apply(program, factorAdjoints(program.graph, program.current)),
  },
  {
    name: 'separate-exponentials',
    title: 'exponentials separate',
    programs: ['separated'],
    isRequired: true,
    run: (program) => {
      const { isLarge } = placedOf(program);
      const { roots, ...exponentials } = separateExponentials(program.graph, program.current, isLarge);
      return { fired: exponentials.ranges.length, current: roots, exponentials };
    },
  },
  {
    name: 'share-reciprocals',
    title: 'two reciprocals for one division',
    programs: ['separated'],
    run: ({ graph, current, exponentials }) =>
      became(shareReciprocals(graph, current, exponentials!.reciprocals)),
  },
  {
    name: 'count-last',
    title: 'counts taken last',
    programs: ['density', 'separated'],
    run: (program) => apply(program, countsLast(program.graph, program.current, placedOf(program))),
  },
  {
    name: 'cancel-logs',
    title: 'logs cancel',
    programs: ['density', 'separated', 'prediction'],
    run: (program) => apply(program, cancelLogs),
  },
  {
    name: 'merge-logs',
    title: 'one logarithm for many',
    programs: ['density', 'separated'],
    run: (program) => apply(program, mergeLogs),
  },
  {
    name: 'separate-levels',
    title: 'exponentials separate at levels',
    programs: ['density', 'separated'],
    run: (program) => became(separateLevels(program.graph, program.current, placedOf(program))),
  },
  {
    name: 'share-exponentials',
    title: 'logistics share an exponential',
    programs: ['density', 'separated', 'prediction'],
    run: (program) => apply(program, shareExponentials),
  },
  {
    name: 'share-tails',
    title: 'normal distribution functions share an exponential',
    programs: ['density'],
    run: (program) => apply(program, shareTails),
  },
  {
    name: 'divide-once',
    title: 'one division for an exponential and its share',
    programs: ['separated'],
    run: ({ graph, current }) => became(divideOnce(graph, current)),
  },
  { name: 'schedule', title: 'nodes put in the order in which they are computed', programs: ALL, run: null },
];

/**
 * Runs the passes from the program's position up to the named one, or to the end, and records a snapshot after each.
 * The driver must have run the phases in between. A program for which a required pass fires nowhere is dropped and goes
 * no further.
 */
export function advance(program: Program, before?: string): Program {
  const end = before === undefined ? PASSES.length : positionOf(before);
  let now = program;
  while (now.position < end && now.isWanted) {
    const pass = PASSES[now.position]!;
    const position = now.position + 1;
    if (pass.run === null || !pass.programs.includes(now.name)) {
      now = now.with({ position });
      continue;
    }
    const { fired, ...change } = pass.run(now);
    now = now.with({ ...change, position, isWanted: fired > 0 || pass.isRequired !== true });
    now.record(pass.name, fired);
  }
  return now;
}

/** The position of a pass in the list. @throws RangeError if there is no pass of that name */
export function positionOf(name: string): number {
  const place = PASSES.findIndex((pass) => pass.name === name);
  if (place < 0) throw new RangeError(`there is no pass ${name}`);
  return place;
}

function apply({ graph, current }: Program, rewrite: Rewrite): Change {
  return became(rewriteGraph(graph, current, rewrite));
}

function became({ roots, fired }: Rewritten): Change {
  return { fired, current: roots };
}

function placedOf({ name, placed }: Program): PlacedDomains {
  if (placed === null) throw new Error(`the nodes of the program ${name} are not placed yet`);
  return placed;
}
