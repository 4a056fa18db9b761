/**
 * The passes, in their order. Each program of a module goes through those that name it; the driver (schedule/plan.ts), the tests and
 * `build --show` read this one list.
 */
import { isProbability, reachable } from '../graph/traverse.ts';
import { cancelLogs } from '../rewrite/cancel-logs.ts';
import { countsLast } from '../rewrite/counts-last.ts';
import { factorAdjoints } from '../rewrite/factor-adjoints.ts';
import { forgetComplements } from '../rewrite/forget-complements.ts';
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
import type { Placed, Program, ProgramName } from './program.ts';

interface Row {
  /** As `--show after:NAME` wants it. */
  readonly name: string;
  /** What it does, in words. */
  readonly title: string;
  /** The programs that go through it. */
  readonly programs: readonly ProgramName[];
}

/** A step that makes a new program of one: the driver does it. */
export interface Phase extends Row {
  readonly run: null;
}

/** A step that changes a program and not its meaning. */
export interface Pass extends Row {
  /** Changes the program; returns at how many nodes. */
  readonly run: (program: Program) => number;
  /** Without it the program is not wanted: where it fires nowhere, the rest is not run. */
  readonly isRequired?: true;
}

const ALL: readonly ProgramName[] = ['density', 'separated', 'prior', 'prediction'];

export const PASSES: readonly (Pass | Phase)[] = [
  {
    name: 'order-products',
    title: 'products ordered by how often their factors repeat',
    programs: ['density'],
    run: (program) =>
      take(program, orderProducts(program.graph, program.current, program.compilation.sketch)),
  },
  {
    name: 'carry-odds',
    title: 'logistics carried as odds',
    programs: ['separated'],
    run: (program) => {
      program.inOdds = logisticsInOdds(program.graph, program.current, program.compilation.sketch);
      return program.inOdds.size;
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
    run: (program) => {
      const { graph, current } = program;
      const fired = reachable(graph, current).filter((id) => isProbability(graph.node(id))).length;
      program.follow(probabilityPairs(graph, current, program.inOdds));
      return fired;
    },
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
      const { roots, ...exponentials } = separateExponentials(
        program.graph,
        program.current,
        placedOf(program).isLarge,
      );
      program.follow(roots);
      program.exponentials = exponentials;
      return exponentials.ranges.length;
    },
  },
  {
    name: 'share-reciprocals',
    title: 'two reciprocals for one division',
    programs: ['separated'],
    run: (program) =>
      take(program, shareReciprocals(program.graph, program.current, program.exponentials!.reciprocals)),
  },
  {
    name: 'count-last',
    title: 'counts taken last',
    programs: ['density', 'separated'],
    run: (program) =>
      apply(program, countsLast(program.graph, program.current, placedOf(program).isOwnCount)),
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
    run: (program) => take(program, separateLevels(program.graph, program.current, placedOf(program))),
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
];

/**
 * Takes a program through the passes from where it is to before the one that is named, or to the end. A phase on the way is the driver's
 * to have done.
 *
 * @returns false where a pass that the program needs fires nowhere: the program is not wanted
 */
export function advance(program: Program, before?: string): boolean {
  const end = before === undefined ? PASSES.length : placeOf(before);
  for (; program.position < end; program.position++) {
    const pass = PASSES[program.position]!;
    if (pass.run === null || !pass.programs.includes(program.name)) continue;
    const fired = pass.run(program);
    program.record(pass.name, fired);
    if (fired === 0 && pass.isRequired) return false;
  }
  return true;
}

/** The place of a pass in the list. @throws RangeError when there is none of that name */
export function placeOf(name: string): number {
  const place = PASSES.findIndex((pass) => pass.name === name);
  if (place < 0) throw new RangeError(`there is no pass ${name}`);
  return place;
}

function apply(program: Program, rewrite: Rewrite): number {
  return take(program, rewriteGraph(program.graph, program.current, rewrite));
}

function take(program: Program, { roots, fired }: Rewritten): number {
  program.follow(roots);
  return fired;
}

function placedOf({ name, placed }: Program): Placed {
  if (placed === null) throw new Error(`the nodes of the program ${name} are not placed yet`);
  return placed;
}
