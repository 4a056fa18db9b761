/** Draws as text: CmdStan's form, every double back as it was, nothing that changes from run to run. */

import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ChainToWrite, cmdStanCsv, cmdStanCsvPieces, type DrawsFile } from '../../host/draws-csv.ts';

const settings = {
  method: 'nuts' as const,
  warmup: 1000,
  targetAccept: 0.8,
  maxTreeDepth: 10,
  seed: 18446744073709551615n,
};

function chain(id: number, latents: readonly number[][]): ChainToWrite {
  const draws = latents[0]!.length;
  const column = (value: number) => new Float64Array(draws).fill(value);
  return {
    id,
    draws: {
      lp: column(-12.5),
      acceptStat: column(0.9),
      stepSize: column(0.25 * id),
      treeDepth: column(3),
      leapfrogs: column(7),
      divergent: column(0),
      energy: column(14.25),
      latents: latents.map((values) => Float64Array.from(values)),
    },
  };
}

const file = (chains: readonly ChainToWrite[], latents = ['acuity', 'noiseLevel']): DrawsFile => ({
  layout: 'ocr',
  latents,
  chains,
  settings,
});

const rows = (text: string) => parse(text, { comment: '#', columns: true }) as Record<string, string>[];

test('a file of one chain is CmdStan’s tree of settings, a header and one line a draw', () => {
  expect(
    cmdStanCsv(
      file([
        chain(2, [
          [1, 0.1],
          [1e-7, 2 / 3],
        ]),
      ]),
    ),
  ).toBe(`# sampled by theodolite
# model = ocr
# method = sample
#   sample
#     num_samples = 2
#     num_warmup = 1000
#     save_warmup = 0
#     thin = 1
#     adapt
#       engaged = 1
#       delta = 0.8
#     algorithm = hmc
#       hmc
#         engine = nuts
#           nuts
#             max_depth = 10
# id = 2
# random
#   seed = 18446744073709551615
lp__,accept_stat__,stepsize__,treedepth__,n_leapfrog__,divergent__,energy__,acuity,noiseLevel
-12.5,0.9,0.5,3,7,0,14.25,1,1e-7
-12.5,0.9,0.5,3,7,0,14.25,0.1,0.6666666666666666
`);
});

test('a file of several chains holds them one after another, and says so', () => {
  const text = cmdStanCsv(file([chain(1, [[1], [2]]), chain(2, [[3], [4]])]));
  expect(text).toContain('# chains 1, 2 one after another, 1 draws each\n');
  expect(text).toContain('#     num_samples = 2\n');
  expect(text.match(/^lp__/gm)).toHaveLength(1);
  expect(rows(text).map(({ acuity }) => acuity)).toEqual(['1', '3']);
});

test('a known inverse metric is written with the step size in the four lines that Stan’s reader wants', () => {
  const text = cmdStanCsv(file([{ ...chain(1, [[1], [2]]), inverseMetric: [0.5, 3] }]));
  expect(text).toContain(
    'noiseLevel\n# Adaptation terminated\n# Step size = 0.25\n# Diagonal elements of inverse mass matrix:\n# 0.5, 3\n-12.5,',
  );
});

test('every double reads back as it was', () => {
  const doubles = fc.array(fc.double(), { minLength: 1, maxLength: 30 });
  const word: Record<string, number> = { nan: Number.NaN, inf: Infinity, '-inf': -Infinity };
  fc.assert(
    fc.property(doubles, (values) => {
      const read = rows(cmdStanCsv(file([chain(1, [values])], ['x']))).map(({ x }) => word[x!] ?? Number(x));
      expect(read).toEqual(values);
    }),
  );
});

test('the pieces of a long file are whole lines', () => {
  const values = Array.from({ length: 1000 }, (_, i) => i / 7);
  const pieces = [...cmdStanCsvPieces(file([chain(1, [values])], ['x']))];
  expect(pieces.every((piece) => piece === '' || piece.endsWith('\n'))).toBe(true);
  expect(pieces.length).toBeLessThan(40);
  expect(rows(pieces.join('')).map(({ x }) => Number(x))).toEqual(values);
});

describe('what cannot be written is refused', () => {
  const fits = chain(1, [[1], [2]]);

  test.each([
    ['no chain', file([])],
    ['a name with a comma', file([fits], ['a,b', 'c'])],
    ['a name that would be a column of the sampler', file([fits], ['energy__', 'c'])],
    ['a layout’s name with a line break', { ...file([fits]), layout: 'ocr\n1,2' }],
    ['more names than latents', file([fits], ['a', 'b', 'c'])],
    [
      'chains of different lengths',
      file([
        fits,
        chain(2, [
          [1, 2],
          [3, 4],
        ]),
      ]),
    ],
  ])('%s', (_, refused) => {
    expect(() => cmdStanCsv(refused)).toThrow(RangeError);
  });

  test('while the index of an array is part of a name', () => {
    expect(cmdStanCsv(file([fits], ['skill.1', 'skill.2']))).toContain('energy__,skill.1,skill.2\n');
  });
});
