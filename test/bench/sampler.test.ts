import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PACKAGE } from '../../bench/package-files.ts';
import { comparison } from '../../bench/sampler/comparison.ts';
import { compilerWith } from '../../bench/sampler/compile-variant.ts';
import type { Measured } from '../../bench/sampler/measure.ts';
import { type Edit, edited, VARIANTS } from '../../bench/sampler/variants.ts';
import { storeModulesOf } from '../../compiler/assemble/module-store.ts';
import { compileSource } from '../../compiler/compile.ts';
import { triesAll } from '../random-cases.ts';

// Modules are compared by their bytes: each is to be made anew.
storeModulesOf(null);

describe('a variant of the sampler', () => {
  it.each(Object.entries(VARIANTS))('finds in today’s what it changes: %s', (_, edits) => {
    for (const file of new Set(edits.map((edit) => edit.file))) {
      const text = readFileSync(new URL(`runtime/sampler/${file}`, PACKAGE), 'utf8');
      const changed = edited(file, text, edits);
      for (const { from, to } of edits.filter((edit) => edit.file === file)) {
        expect(changed).toContain(to);
        expect(changed).not.toContain(from);
      }
    }
  });

  // It builds the compiler three times.
  it.skipIf(!triesAll())('is what modules hold, and today’s is where nothing is changed', async () => {
    const text =
      'layout One\ndemand d in [0, 9]\ncapability c ~ normal(0, 9)\nobserve y ~ bernoulli(margin(c, d))\n';
    const bytesOf = async (edits: readonly Edit[]) => {
      const { compile, remove } = await compilerWith(edits);
      try {
        return Buffer.from((await compile({ name: 'one.ml', text })).bytes).toString('base64');
      } finally {
        remove();
      }
    };
    const { today, diagonal, dense } = VARIANTS;
    const wanted = Buffer.from((await compileSource({ name: 'one.ml', text })).bytes).toString('base64');
    expect(await bytesOf(today!)).toBe(wanted);
    expect(new Set([wanted, await bytesOf(diagonal!), await bytesOf(dense!)]).size).toBe(3);
  });

  it('is refused when the sampler has no longer what it changes', () => {
    const edit = { file: 'metric.ts', from: 'const LIMIT = 1;', to: '' };
    expect(() => edited('metric.ts', 'const LIMIT = 2;', [edit])).toThrow(RangeError);
  });
});

describe('samplers beside the first', () => {
  const one = (sampling: number): Measured => ({
    sampling,
    all: 1,
    warmupGradients: 100,
    accepted: 0.8,
    divergences: 1,
    verdicts: '',
  });

  it('have the geometric means of ratios over the posteriors, with the least and the greatest', () => {
    const measured = new Map([
      ['today', [one(1), one(2)]],
      ['other', [one(2), one(1)]],
    ]);
    const rows = comparison(measured).split('\n');
    expect(rows[2]).toBe('| today | 1 | 1 | 1 | 0.800 | 2 |');
    expect(rows[3]).toBe('| other | 1.00 (0.50 to 2.00) | 1 | 1 | 0.800 | 2 |');
  });
});
