/** The property behind a rewrite on layouts that a test spells out, so that it fires: random layouts come past rare forms too seldom. */
import fc from 'fast-check';
import type { TypedLayout } from '../../compiler/check/typed-layout.ts';
import { interpret } from '../../compiler/interpret/interpret.ts';
import type { Data } from '../../compiler/interpret/scope.ts';
import { readLayout } from '../interpret/read-layout.ts';
import { casesOf } from '../random-cases.ts';
import { pointAt, type RandomCase } from '../random-layout.ts';

const RUNS = 40;

/** Where in its domain a demand is: anywhere, or at one of few places, so that rows are alike. */
const place = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 1 / 3, 2 / 3, 1));

/** How far from 0 a point is on the unconstrained scale. */
const FARTHEST = 3;
const coordinate = fc.double({ min: -FARTHEST, max: FARTHEST, noNaN: true });

/** Tries a property on any data of a layout, whose demands have two bounds or a set and whose outcomes are 0 and 1, at any point. */
export function onAnyData(text: string, property: (random: RandomCase) => void): void {
  const layout = readLayout(text);
  const coordinates = layout.latents.map(() => coordinate);
  fc.assert(
    fc.property(arbitraryData(layout), fc.tuple(...coordinates), (data, unconstrained) => {
      const points = [pointAt(layout, interpret(layout, data), unconstrained)];
      property({ text, layout, selection: {}, data, points });
    }),
    { numRuns: casesOf(RUNS), endOnFailure: true },
  );
}

function arbitraryData({ demands, observations }: TypedLayout): fc.Arbitrary<Data> {
  const row = fc.tuple(
    fc.tuple(...demands.map(() => place)),
    fc.tuple(...observations.map(() => fc.constantFrom(0, 1))),
  );
  return fc.array(row, { minLength: 2, maxLength: 24 }).map((rows) => ({
    rows: rows.length,
    columns: Object.fromEntries([
      ...demands.map((demand, index) => [
        demand.name,
        Float64Array.from(rows, ([places]) => valueAt(demand, places[index]!)),
      ]),
      ...observations.map(({ outcome }, index) => [
        outcome,
        Float64Array.from(rows, ([, outcomes]) => outcomes[index]!),
      ]),
    ]),
  }));
}

function valueAt({ name, domain }: TypedLayout['demands'][number], at: number): number {
  if (domain.kind === 'set') return domain.values[Math.round(at * (domain.values.length - 1))]!;
  if (domain.kind === 'range' && Number.isFinite(domain.hi - domain.lo))
    return domain.lo + (domain.hi - domain.lo) * at;
  throw new RangeError(`the demand ${name} has no two bounds`);
}
