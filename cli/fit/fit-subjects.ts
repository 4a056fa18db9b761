/** Fits several subjects: one after another, or side by side where there are threads to spare; told in their order. */
import { transitionsOf } from '../../host/chain.ts';
import type { ChainPool } from '../../host/chain-pool.ts';
import type { SamplerSettings } from '../../host/draws.ts';
import { type Fit, fit as fitOnce } from '../../host/fit.ts';
import type { LoadedModule } from '../../host/load.ts';
import { HostError } from '../../module/host-error.ts';
import type { Subject } from '../options/outcome-choice.ts';
import type { ProgressLine } from '../process/progress.ts';
import { columnsOf, type Table } from '../tables/read-table.ts';

export interface SubjectsToFit {
  readonly loaded: LoadedModule;
  readonly table: Table;
  readonly settings: SamplerSettings & { readonly scouts: number };
  readonly pool: ChainPool;
  readonly progress: ProgressLine;
  readonly signal: AbortSignal;
}

/**
 * Yields each subject with its fit, in order.
 *
 * @throws HostError that names the subject.
 */
export async function* fitSubjects(
  work: SubjectsToFit,
): AsyncGenerator<{ subject: Subject; fit: Fit }, void, void> {
  const { table, settings, pool, progress, signal } = work;
  const { subjects } = table;
  const each = settings.chains * transitionsOf(settings);
  const done = new Array<number>(subjects.length).fill(0);
  let current = 0;
  const show = () =>
    progress.sampling({
      subject: subjects[current]!.name,
      index: current + 1,
      subjects: subjects.length,
      done: done.reduce((sum, count) => sum + count, 0),
      total: each * subjects.length,
      counts: settings.method === 'nuts' ? 'draws' : 'way',
    });
  const start = async (index: number): Promise<Fit> => {
    const subject = subjects[index]!;
    try {
      return await fitOnce(work.loaded, columnsOf(table, subject), {
        ...settings,
        levels: table.levels,
        pool,
        signal,
        onProgress: (transitions) => {
          done[index] = transitions;
          show();
        },
      });
    } catch (error) {
      if (!(error instanceof HostError) || error.kind === 'interrupted') throw error;
      throw new HostError(error.kind, `${subject.name}: ${error.message}`, error.remedy);
    }
  };
  const abreast = Math.max(1, Math.floor(pool.size / settings.chains));
  const running: Promise<Fit>[] = [];
  for (; current < subjects.length; current++) {
    while (running.length < Math.min(current + abreast, subjects.length)) {
      const started = start(running.length);
      // It may fail while an earlier one is awaited; it is heard when its turn comes.
      started.catch(() => undefined);
      running.push(started);
    }
    show();
    yield { subject: subjects[current]!, fit: await running[current]! };
  }
}
