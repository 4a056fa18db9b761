/** Every prior and every outcome, held to the table: what a module's `log_density` says, its gradient, and what the interpreter says. */
import { describe, expect, test } from 'vitest';
import { type OutcomeFamily, outcomes } from '../../compiler/families/outcomes.ts';
import { type PriorFamily, priors } from '../../compiler/families/priors.ts';
import { boundOfDensity, boundOfDerivative, OF_THE_INTERPRETER } from './bounds.ts';
import { complaint, expectNone } from './expect-near.ts';
import { type Both, openMixture, openOutcome, openPrior } from './layouts.ts';
import { CUTS, type Cut, type Row, table } from './table.ts';

function complaints(family: string, row: Row, { module, meaning }: Both): (string | null)[] {
  return [
    complaint(family, row, 'value', module.value, boundOfDensity(family), 'the module’s'),
    complaint(family, row, 'value', meaning, OF_THE_INTERPRETER, 'the interpreter’s'),
    // A shape that the layout says as a number has none.
    ...Object.keys(module.by).map((name) =>
      complaint(family, row, name, module.by[name]!, boundOfDerivative(family), 'the module’s'),
    ),
  ];
}

describe('the oracle', () => {
  test('has rows for every prior, at ordinary and extreme arguments, whole and cut off in each way that it can be', () => {
    expect(Object.keys(table.priors).sort()).toEqual(Object.keys(priors).sort());
    for (const [family, cuts] of Object.entries(table.priors)) {
      const wanted: readonly Cut[] = family === 'uniform' ? ['whole'] : ['whole', 'lower', 'upper', 'both'];
      expect(Object.keys(cuts)).toEqual(expect.arrayContaining([...wanted]));
      const rows = Object.values(cuts).flat();
      expect(rows.some(({ extreme }) => extreme) && rows.some(({ extreme }) => !extreme)).toBe(true);
    }
  });

  test('has rows for every outcome, at ordinary and extreme arguments, with a derivative by each parameter', () => {
    expect(Object.keys(table.outcomes).sort()).toEqual(Object.keys(outcomes).sort());
    for (const rows of Object.values(table.outcomes)) {
      expect(rows.some(({ extreme }) => extreme) && rows.some(({ extreme }) => !extreme)).toBe(true);
      for (const { at, by } of rows) {
        expect(Object.keys(by)).toEqual(
          Object.keys(at).filter((name) => !['y', 'n', 'choice'].includes(name)),
        );
      }
    }
  });
});

describe('an outcome has its log density and its derivatives', () => {
  test.each(Object.keys(outcomes) as OutcomeFamily[])('%s', async (family) => {
    const at = await openOutcome(family);
    expectNone(table.outcomes[family]!.flatMap((row) => complaints(family, row, at(row))));
  });
});

describe('a mixture has its log density and its derivatives', () => {
  test.each(Object.keys(table.mixtures))('%s', async (name) => {
    const at = await openMixture(name);
    expectNone(table.mixtures[name]!.flatMap((row) => complaints('mixture', row, at(row))));
  });
});

describe('a prior has its log density and its derivatives, whole and cut off', () => {
  test.each(Object.keys(priors) as PriorFamily[])('%s', async (family) => {
    const rows = table.priors[family]!;
    const at = await openPrior(family, rows);
    const ofCut = (cut: Cut) => (rows[cut] ?? []).flatMap((row) => complaints(family, row, at(cut, row)));
    expectNone(CUTS.flatMap(ofCut));
  });
});
