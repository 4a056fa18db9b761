/** Estimates several subjects, one after another: each climbs on all threads. */
import { condense } from '../../host/condense.ts';
import { estimateRows } from '../../host/estimate/estimate.ts';
import type { Estimate } from '../../host/estimate/judge.ts';
import type { EstimateMethod } from '../../host/estimate/settings.ts';
import { parametersOf } from '../../host/parameters.ts';
import { HostError } from '../../module/host-error.ts';
import type { Subject } from '../options/outcome-choice.ts';
import { columnsOf } from '../tables/read-table.ts';
import type { EstimateCommandOptions } from './estimate-options.ts';
import type { SubjectsToFit } from './fit-subjects.ts';

export interface SubjectsToEstimate extends Omit<SubjectsToFit, 'settings'> {
  readonly settings: EstimateCommandOptions & {
    readonly method: EstimateMethod;
    readonly seed: bigint;
    readonly chains: number;
    readonly draws: number;
  };
}

/** Yields each subject with its estimate, in order. @throws HostError that names the subject */
export async function* estimateSubjects(
  work: SubjectsToEstimate,
): AsyncGenerator<{ subject: Subject; estimate: Estimate }, void, void> {
  const { loaded, table, settings, pool, progress, signal } = work;
  const { method, starts, confidence, seed, chains, draws } = settings;
  const parameters = parametersOf(loaded.manifest, table.levels);
  for (const subject of table.subjects) {
    progress.stage(`estimating ${subject.name}`);
    try {
      const condensed = await condense(loaded, columnsOf(table, subject), signal);
      const rows = { ...condensed, levelNames: table.levels };
      const options = { method, starts, level: confidence, seed, chains, draws, pool, signal };
      yield { subject, estimate: await estimateRows(loaded, rows, parameters, options) };
    } catch (error) {
      if (!(error instanceof HostError) || error.kind === 'interrupted') throw error;
      throw new HostError(error.kind, `${subject.name}: ${error.message}`, error.remedy);
    }
  }
}
