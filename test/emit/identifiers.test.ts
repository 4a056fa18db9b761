import { describe, expect, it } from 'vitest';
import { capitalised, Identifiers, identifierFrom, nameOfBoth } from '../../compiler/emit/names.ts';
import { interpret } from '../../compiler/interpret/interpret.ts';
import { bindModule } from '../compile/bound-module.ts';
import { compileToFit } from '../compile-to-fit.ts';
import { SKETCHES } from '../rewrite/programs.ts';
import { bound, compileText, expectInterpreted } from './bound-layout.ts';

describe('identifiers', () => {
  it('are the names asked for where those are free and safe', () => {
    expect(Identifiers.ofFile().claim('acuity')).toBe('acuity');
  });

  it('are handed out once', () => {
    const ids = Identifiers.ofFile();
    expect(['x', 'x', 'x2', 'x'].map((hint) => ids.claim(hint))).toEqual(['x', 'x2', 'x22', 'x3']);
  });

  it.each(['constructor', 'load', 'f64', 'v128', 'isNaN', 'columnAt', 'expPair', 'inlinedExpPair'])(
    'are never %s, which means something else in the generated code',
    (word) => {
      expect(Identifiers.ofFile().claim(word)).toBe(`${word}2`);
      expect(Identifiers.ofFile().scope().claim(word)).toBe(`${word}2`);
    },
  );

  it('that the code around is written with are taken as they are, or not at all', () => {
    const inside = Identifiers.ofFile().scope();
    expect(inside.take('at')).toBe('at');
    expect(inside.claim('at')).toBe('at2');
    expect(() => inside.take('at')).toThrow('at means two things');
  });

  it('inside a function hide none that is taken outside, before or after', () => {
    const outside = Identifiers.ofFile();
    outside.claim('before');
    const inside = outside.scope();
    expect(inside.claim('before')).toBe('before2');
    expect(inside.claim('after')).toBe('after');
    expect(outside.claim('after')).toBe('after2');
    // Another function may use it again.
    expect(outside.scope().claim('after')).toBe('after');
  });

  it.each([
    ['mean(blur px)', 'meanBlurPx'],
    ['1 - dark', 'v1Dark'],
    ['+', 'value'],
  ])('come from any text: %s is %s', (text, identifier) => {
    expect(identifierFrom(text)).toBe(identifier);
  });

  it('are joined by capitals', () => {
    expect(capitalised('dark')).toBe('Dark');
    expect(capitalised('')).toBe('');
  });
});

/** A layout of every kind of declaration with the names that are given, in this order. */
interface Names {
  readonly demand: string;
  readonly flag: string;
  readonly capability: string;
  readonly chance: string;
  readonly noise: string;
  readonly statistic: string;
  readonly data: string;
  readonly sees: string;
  readonly outcome: string;
  readonly layout: string;
}

function layoutOf(n: Names): string {
  return `layout ${n.layout}
demand ${n.demand} in [0, 10]
demand ${n.flag} : flag
capability ${n.capability} ~ uniform(0, 10)
capability ${n.chance} : probability ~ beta(1, 1)
robustness ${n.noise} : probability ~ beta(2, 2)
let ${n.statistic} = sd(${n.demand})
let ${n.data} = ${n.demand} / ${n.statistic} + max(${n.demand} - ${n.statistic})
let ${n.sees} = margin(${n.capability}, ${n.data}) and presence(${n.chance}, ${n.flag})
observe ${n.outcome} ~ bernoulli(mix(${n.noise}, ${n.sees} and margin(${n.capability}, ${n.demand}), mean(${n.outcome})))
`;
}

function names(...list: readonly string[]): Names {
  const [demand, flag, capability, chance, noise, statistic, data, sees, outcome, layout] = list as [
    ...[string, string, string, string, string],
    ...[string, string, string, string, string],
  ];
  return { demand, flag, capability, chance, noise, statistic, data, sees, outcome, layout };
}

const HOSTILE: Readonly<Record<string, Names>> = {
  'words of JavaScript': names(
    ...[
      'constructor',
      'toString',
      'typeof',
      'new',
      'this',
      'hasOwnProperty',
      'return',
      'valueOf',
      'yield',
      'prototype',
    ],
  ),
  'words of AssemblyScript': names(
    ...['load', 'f64', 'v128', 'usize', 'memory', 'i32', 'store', 'sizeof', 'unreachable', 'f64x2'],
  ),
  'words of every part at once': names(
    ...[
      'expPair',
      'rows',
      'level',
      'namespace',
      'failures',
      'i',
      'Index',
      'constructor',
      'Latent',
      'Failures',
    ],
  ),
  'namespaces of the generated code': names(
    ...['data', 'column', 'latent', 'point', 'adjoint', 'unconstrained', 'Rows', 'find', 'Data', 'Column'],
  ),
  'members of namespaces of the generated code': names(
    ...[
      'members',
      'bytes',
      'firstRows',
      'makeRoom',
      'memberOfRow',
      'counts',
      'forward',
      'indexBytes',
      'repeats',
      'value',
    ],
  ),
  'functions of the generated code': names(
    ...[
      'columnAt',
      'bindData',
      'statisticAt',
      'beginData',
      'density',
      'toOwnScale',
      'pullBack',
      'constrain',
      'allocate',
    ],
  ),
  'variables of the generated code': names(
    ...['row', 'end', 'at', 'keys', 'gradient', 'deviation', 'index', 'position', 'rows', 'point'],
  ),
  'more variables of the generated code': names(
    ...['values', 'Index', 'logDensity', 'logJacobian', 'product', 'squares', 'least', 'term', 'once'],
  ),
  'names that differ in their case alone': names(
    ...['a', 'A', 'aB', 'AB', 'Ab', 'ab', 'abC', 'aBC', 'aBc', 'ABC'],
  ),
  'names made from one another': names(
    ...[
      'size',
      'dark',
      'sizeColumn',
      'notSizeColumn',
      'sizeColumnAdjoint',
      'sizeLevels',
      'unconstrainedSizeColumn',
    ],
    ...['findSizeLevels', 'sizeLevelsMembers', 'fillSizeColumnRows'],
  ),
  'names made from one another, again': names(
    ...[
      'd',
      'f',
      'findYFailures',
      'yFailuresLoop',
      'yFailuresLoopOf',
      's',
      'sOfData',
      'fillSOfDataRows',
      'y',
      'sOfDataRows',
    ],
  ),
};

const DATA = {
  demand: [0.5, 3, 7, 3, 9.5, 1, 0.5],
  flag: [0, 1, 1, 0, 1, 1, 0],
  outcome: [1, 1, 0, 1, 0, 1, 0],
};

describe.each(Object.entries(HOSTILE))('a layout that is named with %s', (_what, given) => {
  it('compiles to a module that means what the interpreter says', async () => {
    const columns = {
      [given.demand]: DATA.demand,
      [given.flag]: DATA.flag,
      [given.outcome]: DATA.outcome,
    };
    const data = { rows: DATA.demand.length, columns };
    const source = { name: 'hostile.ml', text: layoutOf(given) };
    const { bytes, manifest, layout } = await compileToFit(source, SKETCHES['everything repeats']());
    const module = bindModule(bytes, manifest, data);
    const meaning = interpret(layout, data);
    const unconstrained = [0.3, -0.4, -1.2];
    const values = [4, 0.6, 0.2];
    const at = Object.fromEntries(layout.latents.map(({ name }, index) => [name, values[index]!]));
    expect(module.logDensity(values).value).toBeCloseTo(meaning.logDensity(at), 10);
    expect(module.outsideSupport(values)).toBe(0);
    const { value, gradient } = module.logDensityUnconstrained(unconstrained);
    expect(value).toBeCloseTo(meaning.logDensityUnconstrained(unconstrained), 10);
    for (const derivative of gradient) expect(Number.isFinite(derivative)).toBe(true);
    meaning.statistics.forEach((statistic) => {
      const found = manifest.statistics.map((_, index) => module.statistic(index));
      expect(found.some((each) => Math.abs(each - statistic.value) < 1e-12)).toBe(true);
    });
  });
});

describe('a name for two things', () => {
  it.each([
    ['memoryAbilityTail', 'opAbilityTail', 'memoryAndOpAbilityTail'],
    ['unconstrainedRamp', 'unconstrainedLava', 'unconstrainedRampAndLava'],
    ['rampKernel', 'noiseLevelKernel', 'rampAndNoiseLevelKernel'],
    ['sight', 'nerve', 'sightAndNerve'],
    ['xKernel', 'Kernel', 'xKernelAndKernel'],
    ['same', 'same', 'sameAndSame'],
  ])('of %s and %s is %s', (first, second, both) => {
    expect(nameOfBoth(first, second)).toBe(both);
  });
});

it('a layout whose categories and indexed latents have names of the generated code means what the interpreter says', async () => {
  const compiled = await compileText(
    `layout Failures
category namespace, i
demand rows, level in [0, 10]
capability Index[namespace] ~ normal(start, 1)
capability indexWidth[i] ~ normal(0, 1)
capability start ~ normal(0, 1)
robustness failures : probability ~ beta(2, 2)
let members = Index[namespace] - indexWidth[i] - mean(rows) * 0.1
observe find ~ bernoulli(mix(failures, logistic(members - level), 0.5))
`,
    SKETCHES['everything repeats'](),
  );
  const both = bound(compiled, {
    namespace: [0, 1, 2, 0, 1],
    i: [1, 0, 1, 1, 0],
    rows: [1, 2, 3, 4, 5],
    level: [0, 1, 2, 3, 0.5],
    find: [1, 0, 1, 0, 1],
  });
  expectInterpreted(both, [0.3, -0.2, 1.1, 0.4, -0.7, 0.2, -1]);
});
