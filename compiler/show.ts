/** Prints an intermediate program of a layout, for `theodolite build --show`. */
import { printSyntax } from '../grammar/print-syntax.ts';
import type { LayoutSyntax } from '../grammar/syntax.ts';
import { assemble } from './assemble/assemble.ts';
import { printGraph } from './build/print-graph.ts';
import { printTyped } from './check/print-typed.ts';
import type { CommandProgram } from './emit/table-code.ts';
import type { Lowered } from './lower.ts';
import { PASSES } from './passes/passes.ts';
import { printAfter, printBetween, printPasses } from './passes/print-passes.ts';
import { printPlan } from './schedule/print-plan.ts';

/** The values between phases, by their names for `--show`. */
export const PHASES = ['syntax', 'types', 'graph', 'passes', 'plan', 'assemblyscript', 'wat'] as const;
export type Phase = (typeof PHASES)[number];

/** What to print: a value between phases, the programs after a pass, or the difference between two passes. */
export type Shown = Phase | { readonly after: string } | { readonly between: readonly [string, string] };

/** The name for the programs before the first pass. */
const BUILD = 'build';

/** The names that `after:NAME` accepts, in order. */
export const PASS_NAMES: readonly string[] = [BUILD, ...PASSES.map(({ name }) => name)];

/** @param program of a command module, whose table reader replaces predictions */
export async function showLowered(
  shown: Shown,
  syntax: LayoutSyntax,
  lowered: Lowered,
  program: CommandProgram | undefined,
): Promise<string> {
  const { layout, manifest, sketch } = lowered;
  const besides = () =>
    program === undefined ? { prediction: lowered.prediction } : { command: lowered.commandFor(program) };
  const besidesText = () => (program === undefined ? lowered.prediction : lowered.commandFor(program).table);
  if (typeof shown === 'object') {
    const programs = [lowered.plan, lowered.predictionPlan];
    return 'after' in shown ? printAfter(programs, shown.after) : printBetween(programs, ...shown.between);
  }
  switch (shown) {
    case 'syntax':
      return printSyntax(syntax);
    case 'types':
      return printTyped(layout);
    case 'graph':
      return printGraph(lowered.graph);
    case 'passes':
      return printPasses([lowered.plan, lowered.predictionPlan]);
    case 'plan':
      return printPlan(lowered.plan, lowered.predictionPlan, sketch);
    case 'assemblyscript':
      return [lowered.assemblyScript, besidesText()].join('\n');
    case 'wat':
      return (await assemble(lowered.assemblyScript, manifest, { ...besides(), wat: true })).wat!;
  }
}
