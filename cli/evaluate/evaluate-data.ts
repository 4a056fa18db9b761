/** What an evaluation is made of: a module that predicts, the rows of each subject, and which of them are held out. */

import { scoredOutcomes } from '../../analysis/evaluate/parts/scored-outcomes.ts';
import type { SamplerSettings } from '../../host/draws.ts';
import type { LoadedModule } from '../../host/load.ts';
import { openLayout } from '../inputs/open-layout.ts';
import { printDiagnostics } from '../inputs/print-diagnostics.ts';
import type { ChooseOptions } from '../options/choose-option.ts';
import type { DataOptions } from '../options/data-options.ts';
import { checkOutcomeNames } from '../options/outcome-choice.ts';
import type { SamplerOptions } from '../options/sampler-options.ts';
import type { SplitOptions } from '../options/split-options.ts';
import { columnsOf } from '../tables/read-table.ts';
import { type DividedSubject, divideSubjects, readDividedTables } from './held-out-rows.ts';

export interface Evaluation {
  readonly layout: string;
  readonly loaded: LoadedModule;
  /** The outcomes that are scored: those of 0 and 1. */
  readonly outcomes: readonly string[];
  readonly subjects: readonly DividedSubject[];
  /** Of each row of a subject which of the table's it is, from 1. */
  readonly rowNumbers: readonly number[];
}

/** @throws LayoutMistakes, Failure, EvaluationError, Interrupted */
export async function openEvaluation(
  layoutPath: string,
  dataPath: string,
  options: EvaluateOptions,
  signal: AbortSignal,
): Promise<Evaluation> {
  const { manifest, source, warnings, module } = await openLayout(layoutPath, options.choose);
  if (source !== null) await printDiagnostics(source, warnings);
  checkOutcomeNames(
    options.outcome,
    manifest.columns.filter(({ role }) => role === 'outcome').map(({ name }) => name),
  );
  const outcomes = scoredOutcomes(manifest);
  const tables = await readDividedTables(dataPath, manifest, options, signal);
  const first = tables[0]!;
  const { loaded } = await module(columnsOf(first, first.subjects[0]!), { predicts: true });
  const subjects = await divideSubjects(manifest, tables, outcomes[0]!, options);
  const rowNumbers = tables.flatMap(({ numbers }) => numbers);
  return { layout: manifest.layout, loaded, outcomes, subjects, rowNumbers };
}

export interface EvaluateOptions
  extends DataOptions,
    ChooseOptions,
    SplitOptions,
    SamplerOptions,
    SamplerSettings {
  readonly baselines: boolean;
  readonly out?: string;
  readonly predictions?: string;
  readonly json?: boolean;
}
