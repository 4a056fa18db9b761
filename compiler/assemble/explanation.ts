/** What the manifest says of derived nodes, by which predictions are explained. */

import { textAt } from '../build/build.ts';
import { differsByRow, type PredictionGraph } from '../build/predicted.ts';
import { derivationsOf } from '../check/factors.ts';
import type { TypedLayout } from '../check/typed-layout.ts';
import { type ManifestParts, unitOf } from './manifest.ts';

export function explanationOf(
  layout: TypedLayout,
  text: string,
  { graph, derived }: PredictionGraph,
): Pick<ManifestParts, 'derived' | 'factorsOfOutcomes'> {
  const derivations = derivationsOf(layout);
  return {
    derived: derivations.derived.map(({ value, declared, factors }, index) => ({
      name: declared?.name ?? textAt(text, value.span),
      isNamed: declared !== null,
      unit: unitOf(value.type),
      isProbability: value.type.kind === 'probability',
      isByRow: differsByRow(graph, derived[index]!),
      ...(factors === null ? {} : { factors }),
      doc: declared?.doc ?? null,
    })),
    factorsOfOutcomes: derivations.factorsOfOutcomes,
  };
}
