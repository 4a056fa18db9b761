import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prepare } from '../../compiler/compile.ts';
import { type Interpretation, interpret } from '../../compiler/interpret/interpret.ts';
import { nonCentredLatents } from '../../compiler/stage/parametrise.ts';
import { sketchFromDeclarations } from '../../compiler/stage/sketch.ts';
import { compileToFit } from '../compile-to-fit.ts';
import { expectSlopes } from '../expect-slopes.ts';
import { indexed } from '../indexed-case.ts';
import { readLayout } from '../interpret/read-layout.ts';
import { casesOf } from '../random-cases.ts';
import { arbitraryCase } from '../random-layout.ts';
import { tabled } from '../tabled-case.ts';
import { expectReports, SKETCHES } from './agreement.ts';
import { bindModule } from './bound-module.ts';

function expectClose(found: number, wanted: number, what: string, tolerance = 1e-10): void {
  expect(Math.abs(found - wanted), `${what} is ${found}, not ${wanted}`).toBeLessThanOrEqual(
    tolerance * Math.max(1, Math.abs(wanted)),
  );
}

describe('a module of a layout with a table beside the main one', () => {
  it.each(Object.entries(SKETCHES))(
    'agrees with the interpreter, where %s',
    async (_, sketch) => {
      await fc.assert(
        fc.asyncProperty(arbitraryCase, fc.nat(255), async (random, chosen) => {
          const whole = indexed(random, (latent) => ((chosen >> (latent % 8)) & 1) === 1);
          const { text, stacked, unconstrained, valuesOf } = tabled(whole);
          const { bytes, manifest, layout } = await compileToFit({ name: 'tabled.ml', text }, sketch, {
            choices: whole.selection,
          });
          const data = stacked(manifest);
          const module = bindModule(bytes, manifest, data);
          const meaning = interpret(
            layout,
            data,
            nonCentredLatents(sketch ?? sketchFromDeclarations(layout)),
          );
          const values = valuesOf(layout)(whole.values);
          const own = layout.latents.flatMap(({ name }) => values[name]!) as number[];
          expect(module.outsideSupport(own)).toBe(0);
          expectClose(module.logDensity(own).value, meaning.logDensity(values), 'the log density');
          expectReports(module, meaning, own, values);
          const at = module.logDensityUnconstrained(unconstrained);
          expectClose(
            at.value,
            meaning.logDensityUnconstrained(unconstrained),
            'the unconstrained log density',
          );
          expectSlopes(at.gradient, (u) => meaning.logDensityUnconstrained(u), unconstrained);
        }),
        { numRuns: casesOf(12), endOnFailure: true },
      );
    },
    60_000,
  );

  it('means the outcomes of each table by themselves: the same layout, evaluated on the rows of each', () => {
    fc.assert(
      fc.property(arbitraryCase, fc.nat(255), (random, chosen) => {
        const whole = indexed(random, (latent) => ((chosen >> (latent % 8)) & 1) === 1);
        // A statistic in a prior is that of the main table, and would differ between the two.
        fc.pre(
          !/^(?:capability|bias|propensity|robustness|param) .*\b(?:min|max|mean|sd|sum|count)\(/m.test(
            whole.text,
          ),
        );
        const { text, second, stacked, valuesOf } = tabled(whole);
        const { manifest } = prepare({ name: 'tabled.ml', text }, { choices: whole.selection });
        const layout = readLayout(text, whole.selection);
        const data = stacked(manifest);
        const values = valuesOf(layout)(whole.values);
        const likelihood = (of: Interpretation, at: typeof values) =>
          of.pointwise(at).reduce((sum, term) => sum + term, 0);
        const found = interpret(layout, data);
        const parts = [interpret(whole.layout, whole.data), interpret(whole.layout, second)];
        const judged = Array.from(data.columns.said!).flatMap((said, row) =>
          Number.isNaN(said) ? [] : [{ said, off: (values.off as number[])[data.columns.judge![row]!]! }],
        );
        const mean = judged.reduce((sum, { said }) => sum + said, 0) / judged.length;
        const ofJudges = judged.reduce(
          (sum, { said, off }) =>
            sum - ((said - off - mean) / 2) ** 2 / 2 - Math.log(2) - Math.log(2 * Math.PI) / 2,
          0,
        );
        const wanted = parts.reduce((sum, part) => sum + likelihood(part, whole.values), ofJudges);
        expectClose(likelihood(found, values), wanted, 'the log likelihood', 1e-9);
      }),
      { numRuns: casesOf(40), endOnFailure: true },
    );
  });
});
