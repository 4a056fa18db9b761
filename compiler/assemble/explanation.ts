/** What the manifest says of derived nodes, by which predictions are explained. */
import { derivationsOf } from '../check/factors.ts';
import type { TypedLayout } from '../check/typed-layout.ts';
import { textAt } from '../graph/build.ts';
import { differsByRow, type PredictionGraph } from '../graph/predicted.ts';
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
