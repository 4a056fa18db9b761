/** That latents are called uninformed exactly where they are, held against the interpreter on random layouts and data. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TypedLayout } from '../../compiler/check/typed-layout.ts';
import { type Interpretation, interpret } from '../../compiler/interpret/interpret.ts';
import { uninformedValues } from '../../host/hints/uninformed.ts';
import { loadModule } from '../../host/load.ts';
import { parametersOf } from '../../host/parameters.ts';
import { bindSampler } from '../../host/sampler-instance.ts';
import { compileToFit } from '../compile-to-fit.ts';
import { casesOf } from '../random-cases.ts';
import { arbitraryCase, pointAt, type RandomCase } from '../random-layout.ts';

/** How many places a latent is moved at, and to. */
const PLACES = 12;

/** Relative to the log likelihood of all rows: what sums in another order differ by. */
const ROUNDING = 1e-9;

type Values = Readonly<Record<string, number>>;

/** The names of the latents that something in a layout reads, through its lets. */
function latentsIn(part: unknown, layout: TypedLayout): Set<string> {
  const found = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { kind, name } = node as { kind?: string; name?: string };
    if (kind === 'latent') found.add(name!);
    if (kind === 'let') visit(layout.lets.find((each) => each.name === name));
    for (const inner of Object.values(node)) visit(inner);
  };
  visit(part);
  return found;
}

/** By so much a prior's log density is lower three standard deviations out, where it is normal. */
const THREE_SDS = 4.5;

/**
 * Places spread over what priors allow: each number on the unconstrained scale is within 3 of 0, and nearer where the prior ends sooner, as
 * the skewed one of a `gamma` does. Beyond, a likelihood may move that no draw of the posterior will ever see move.
 *
 * @param logPrior of numbers on the unconstrained scale in the layout's order
 */
function placesOf(
  { layout }: RandomCase,
  meaning: Interpretation,
  seed: number,
  logPrior: (unconstrained: readonly number[]) => number,
): Values[] {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return Array.from({ length: PLACES }, () => {
    let unconstrained = layout.latents.map(() => 6 * next() - 3);
    for (const index of layout.latents.keys()) {
      const drop = (at: readonly number[]) => logPrior(at.with(index, 0)) - logPrior(at);
      while (drop(unconstrained) > THREE_SDS)
        unconstrained = unconstrained.with(index, 0.8 * unconstrained[index]!);
    }
    return pointAt(layout, meaning, unconstrained).values;
  });
}

const likelihood = (meaning: Interpretation, values: Values) => {
  let sum = 0;
  for (const log of meaning.pointwise(values)) sum += log;
  return sum;
};

/** By how much the log likelihood changes, at most, when one latent alone is moved from place to place; what is no number is passed over. */
function mostChange(meaning: Interpretation, places: readonly Values[], name: string): number {
  const changes = places.map((place, index) => {
    const other = places[(index + 1) % places.length]!;
    const before = likelihood(meaning, place);
    const after = likelihood(meaning, { ...place, [name]: other[name]! });
    const change = Math.abs(after - before) / Math.max(1, Math.abs(before));
    return Number.isFinite(change) ? change : 0;
  });
  return Math.max(...changes);
}

async function expectExact(random: RandomCase, seed: number): Promise<void> {
  const { text, selection, layout, data } = random;
  const { bytes } = await compileToFit({ name: 'random.ml', text }, undefined, { choices: selection });
  const loaded = await loadModule(bytes);
  const columns = loaded.manifest.columns.map(({ name }) => Float64Array.from(data.columns[name]!));
  const instance = await bindSampler(loaded, { columns });
  const parameters = parametersOf(loaded.manifest, new Map());
  const called = new Set(uninformedValues(instance, parameters).map((index) => parameters[index]!.name));

  const meaning = interpret(layout, data);
  const order = loaded.manifest.latents.map(({ name }) =>
    layout.latents.findIndex((latent) => latent.name === name),
  );
  const places = placesOf(
    random,
    meaning,
    seed,
    (at) => instance.logPriorUnconstrained(order.map((index) => at[index]!)).logDensity,
  );
  for (const name of called) {
    const change = mostChange(meaning, places, name);
    expect(change, `${name} is called uninformed\n${text}`).toBeLessThanOrEqual(ROUNDING);
  }
  // What no outcome reads, nor the prior of a latent that one reads, is called so.
  const read = latentsIn(layout.observations, layout);
  for (let before = -1; before !== read.size; ) {
    before = read.size;
    for (const latent of layout.latents)
      if (read.has(latent.name)) for (const name of latentsIn(latent.prior, layout)) read.add(name);
  }
  const silent = layout.latents.map(({ name }) => name).filter((name) => !read.has(name));
  expect([...called], `silent: ${silent}\n${text}`).toEqual(expect.arrayContaining(silent));
}

describe('latents that no row informs, of random layouts', () => {
  it('are those that leave the likelihood as it is, and all that it cannot read', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryCase, fc.nat(), expectExact),
      // A case is compiled; few shrinking steps are worth their time.
      { numRuns: casesOf(12), endOnFailure: true },
    );
  }, 120_000);
});
