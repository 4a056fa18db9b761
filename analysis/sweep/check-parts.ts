/**
 * Checks before the first fit that every part of a sweep can be fitted and scored, so that a sweep does not fail at its
 * last part.
 */

import { orderNewColumns } from '../../host/predict/rows.ts';
import { orderColumns } from '../../module/columns.ts';
import { HostError } from '../../module/host-error.ts';
import { EvaluationError } from '../evaluate/evaluation-error.ts';
import { ofHeldOut } from '../evaluate/parts/evaluate-parts.ts';
import {
  allColumns,
  columnsToPredict,
  fittedColumns,
  levelsToDraw,
  rowsWith,
} from '../evaluate/parts/rows.ts';
import type { LayoutRows, SweepSubject } from './plan.ts';

/**
 * Checks the rows of all subjects.
 *
 * @throws HostError as a fit to all rows of a subject would, with the subject's name
 */
export function checkRows(layout: LayoutRows, subjects: readonly string[]): void {
  for (const name of subjects) {
    named(name, () => orderColumns(layout.manifest, allColumns(layout.rows(name)).columns));
  }
}

/**
 * @param outcomes the scored outcomes
 * @throws HostError as fits and predictions of a part would, with the part's name; EvaluationError when subjects have different parts, or no test row of a part has an outcome
 */
export function checkParts(
  layout: LayoutRows,
  subjects: readonly SweepSubject[],
  outcomes: readonly string[],
): void {
  const [first] = subjects;
  for (const { name, parts } of subjects) {
    if (parts === null) continue;
    if (String([...parts.keys()]) !== String([...first!.parts!.keys()])) {
      throw new EvaluationError(
        `The splits of ${first!.name} and ${name} have other parts.`,
        'Divide the rows of all subjects in the same way.',
      );
    }
    const rows = layout.rows(name);
    for (const [split, { training, test }] of parts) {
      const { columns, levels } = fittedColumns(rows, training);
      named(`${name}, ${split}`, () => {
        orderColumns(layout.manifest, columns);
        const held = columnsToPredict(rows, test);
        const added = levelsToDraw(layout.manifest, held, levels);
        const all = new Map(
          [...levels].map(([category, own]) => [category, [...own, ...(added.get(category) ?? [])]]),
        );
        ofHeldOut(() => orderNewColumns(layout.manifest, held, all));
      });
      const untested = outcomes.find((outcome) => rowsWith(rows, outcome, test).length === 0);
      if (untested === undefined) continue;
      throw new EvaluationError(
        `${name}, ${split}: none of the rows held out has the outcome \`${untested}\`.`,
        'Hold out more rows, or leave out this outcome.',
      );
    }
  }
}

/** Runs `work`. @throws HostError as `work` does, with a message that begins with `what` */
function named(what: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    throw new HostError(error.kind, `${what}: ${error.message}`, error.remedy);
  }
}
