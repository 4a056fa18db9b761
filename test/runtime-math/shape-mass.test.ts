/** The runtime's log probabilities of intervals under distributions with shapes, and their derivatives by these. */
import { beforeAll, describe, expect, test } from 'vitest';
import { logBetaMass, logGammaMass, logStudentMass } from '../../compiler/interpret/incomplete-mass.ts';
import { centralDifference } from '../central-difference.ts';
import { compileRuntime } from '../compile-runtime.ts';

// Each from 60 digits or more of the incomplete functions, and of their differences over 1e-25 of the shape; those of the
// largest shapes from 40 digits of integrals of the density.
const GAMMA: readonly (readonly [shape: number, x: number, y: number, wanted: number, byShape: number])[] = [
  [2.5, 1, 3, -0.6107820315260258, -0.08739484578073524],
  [0.5, 0, 1e-5, -5.635683828178758, -11.549419883392064],
  [0.5, 1e-10, 2, -0.04657973404355571, -0.14181324480765894],
  [0.01, 1e-30, 1, -0.7057533200690604, 69.49411701948867],
  [0.01, 0, 0.5, -0.005642646020085002, -0.5687461073978534],
  [3, 50, 60, -42.82917646538669, 3.009611077172374],
  [10000.0, 9950.0, 10050.0, -0.9599172913424017, 3.830948092049732e-5],
  [10000.0, 0, 9000, -56.83548616875225, -0.10629329882535266],
  [10000.0, 10500, Infinity, -14.665107486336822, 0.05069918348829755],
  [1000000.0, 1000000.0, 1001000.0, -1.075251863706835, 0.0004601596472987212],
  [1, 0.5, 2, -0.752482458925454, 0.5701077797060891],
  [7, 7, 7.000001, -15.719300946931309, 0.07312588538541251],
  [20, 0.001, 0.002, -166.62968414156248, -9.235135964520687],
  [0.3, 700, Infinity, -705.68255230801, 10.05502967461346],
  [1e-6, 1e-100, 10000000000.0, -8.378932724701459, 999885.1673293872],
  [2, 0, 1e-200, -921.7271843781782, -461.43980293390763],
  [5, 100000.0, 100010.0, -99957.12635738919, 10.006817792296687],
];
/** NaN where a derivative is not known so well. */
const BETA: readonly (readonly [
  a: number,
  b: number,
  x: number,
  y: number,
  wanted: number,
  byA: number,
  byB: number,
])[] = [
  [2, 3, 0.2, 0.7, -0.30720473894064493, 0.17051682316386793, 0.0020031631345754255],
  [0.5, 0.5, 0, 0.1, -1.5855614147303534, -2.8931895881688816, 1.35142209677709],
  [0.5, 0.5, 0.1, 1, -0.22920282758111515, 0.7452772144455253, -0.34812239748989765],
  [1, 1, 0.25, 0.5, -1.3862943611198906, 0.0, 0.5232481437645479],
  [30, 2, 0.1, 0.3, -33.02814167641977, -1.1721546225077475, 2.6843869308838935],
  [30, 2, 0.99, 1, -3.259970914091162, 0.059065727415189735, -2.111308125770877],
  [0.01, 0.02, 1e-10, 0.999, -1.7155931256584769, 58.197193562330504, 15.817164481321209],
  [2, 3, 0.5, 0.5000001, -15.71263064337653, 0.390186252773378, -0.10981394722661526],
  [5, 0.001, 0.1, 0.9, -7.434069394186742, -0.2325400240780284, 1000.3728427446771],
  [300, 400, 1e-5, 2e-5, -2771.9567703279045, -9.974860708629688, 0.5601319192344069],
  [2, 2, 1e-300, 1e-299, -1375.8573236576246, -688.1163510366035, 0.8333333333333334],
  [1e4, 2e4, 0.33, 0.34, -0.12498716570528834, 0.001562346516132189, NaN],
  [1e6, 1e6, 0.5, 0.6, -Math.LN2, 0.0005641897010872713, NaN],
];
/** The ends are in units of √df. */
const STUDENT: readonly (readonly [df: number, x: number, y: number, wanted: number, byDf: number])[] = [
  [3, -1, 2, -0.11777584577788007, 0.0683416997972796],
  [1, 0, 1, -1.3862943611198906, 0.5831218080616376],
  [7, 5, Infinity, -13.315623137352794, -1.6949385239225827],
  [7, -Infinity, 0.1, -0.5099574572078579, 0.01252684908752923],
  [30, 3, 3.0000001, -51.03483669355033, -1.1343482710322346],
  [2.5, 100000.0, 200000.0, -30.451626406906666, -11.526617963340248],
  [100000.0, -0.001, 0.01, -0.4727242579093823, 1.0308544478899822e-6],
  [0.1, 1, 10000000000.0, -0.8857941459960672, 1.7692339821417753],
  [4, -1e30, -1e29, -268.77394722588133, -66.88455126251648],
  [100000000.0, -0.0001, 0.0001, -0.38171514984650057, 3.5443745564204974e-9],
];

type Of<Arguments extends number[]> = (...xs: Arguments) => number;
type Three = [number, number, number];
interface Runtime {
  readonly logGammaMass: Of<Three>;
  readonly gammaMassSlope: Of<Three>;
  readonly logBetaMass: Of<[...Three, ...Three]>;
  readonly betaMassSlope: Of<[...Three, ...Three]>;
  readonly logStudentMass: Of<Three>;
  readonly studentMassSlope: Of<Three>;
}
let runtime: Runtime;

beforeAll(async () => {
  runtime = (
    await compileRuntime(`export { logGammaMass, gammaMassSlope, logBetaMass, betaMassSlope } from './runtime/math/mass';
export { logStudentMass, studentMassSlope } from './runtime/math/student';`)
  ).exports as unknown as Runtime;
});

/** Off by so much relative to 1 or to a larger value, for shapes of this size. */
function expectClose(found: number, wanted: number, size: number, tolerance = 1e-15): void {
  const error = Math.abs(found - wanted) / Math.max(1, Math.abs(wanted));
  expect(error, `${found}, not ${wanted}`).toBeLessThan(tolerance * Math.max(1, Math.sqrt(size)));
}

/** What is nearly all there is keeps relative precision. */
function expectSmall(found: number, wanted: number): void {
  expect(Math.abs(found / wanted - 1), `${found}, not ${wanted}`).toBeLessThan(1e-14);
}

describe('the log probability of an interval', () => {
  test.each(GAMMA)(
    'of a gamma variable of shape %d, from %d to %d, is %d',
    (shape, x, y, wanted, byShape) => {
      expectClose(runtime.logGammaMass(shape, x, y), wanted, shape);
      expectClose(runtime.gammaMassSlope(shape, x, y), byShape, 1);
      if (wanted > -1e-3) expectSmall(runtime.logGammaMass(shape, x, y), wanted);
    },
  );

  test.each(BETA)(
    'of a beta variable of shapes %d and %d, from %d to %d, is %d',
    (a, b, x, y, wanted, byA, byB) => {
      const found = runtime.logBetaMass(a, b, x, 1 - x, y, 1 - y);
      expectClose(found, wanted, a + b);
      // Of the same range seen from 1 the sums are the same, in another order.
      expectClose(runtime.logBetaMass(b, a, 1 - y, y, 1 - x, x), found, a + b);
      expectClose(runtime.betaMassSlope(a, b, x, 1 - x, y, 1 - y), byA, 1);
      if (!Number.isNaN(byB)) expectClose(runtime.betaMassSlope(b, a, 1 - y, y, 1 - x, x), byB, 1);
    },
  );

  test.each(STUDENT)(
    "of a Student's t of %d degrees of freedom, from %d to %d, is %d",
    (df, x, y, wanted, byDf) => {
      expectClose(runtime.logStudentMass(df, x, y), wanted, df);
      expectClose(runtime.logStudentMass(df, -y, -x), wanted, df);
      expectClose(runtime.studentMassSlope(df, x, y), byDf, 1);
    },
  );

  test('a beta variable keeps its digits near 1, where its complement tells more', () => {
    // P(x > 1 - 1e-30) under beta(2, 3) is 1e-90 · (4 - 3e-30).
    expectClose(runtime.logBetaMass(2, 3, 1, 1e-30, 1, 0), Math.log(4) - 90 * Math.LN10, 1);
    expectClose(runtime.logBetaMass(1, 1, 1, 3e-20, 1, 1e-20), Math.log(2e-20), 1);
  });

  test('is that of nothing where the ends meet, of everything on the whole range, and nothing where they are swapped', () => {
    const { logGammaMass: gamma, logBetaMass: beta, logStudentMass: student } = runtime;
    expect([gamma(2, 3, 3), beta(2, 3, 0.5, 0.5, 0.5, 0.5), student(2, 1, 1)]).toEqual([
      -Infinity,
      -Infinity,
      -Infinity,
    ]);
    expect([gamma(2, 0, Infinity), beta(2, 3, 0, 1, 1, 0), student(2, -Infinity, Infinity)]).toEqual([
      0, 0, 0,
    ]);
    expect([gamma(2, 3, 1), beta(2, 3, 0.5, 0.5, 0.2, 0.8), student(2, 1, 0)]).toEqual([NaN, NaN, NaN]);
    expect([gamma(-1, 1, 3), gamma(NaN, 1, 3), beta(1, 0, 0.1, 0.9, 0.2, 0.8), student(NaN, 0, 1)]).toEqual([
      NaN,
      NaN,
      NaN,
      NaN,
    ]);
  });
});

describe('two lanes', () => {
  test('are two intervals by themselves', async () => {
    const calls = [
      ...['logGammaMass', 'gammaMassSlope'].map((name) => [name, 'mass', [2.5, 1, 3], [7, 0, 4]] as const),
      ...['logStudentMass', 'studentMassSlope'].map(
        (name) => [name, 'student', [3, -1, 2], [1, 0, 1]] as const,
      ),
      ...['logBetaMass', 'betaMassSlope'].map(
        (name) => [name, 'mass', [2, 3, 0.2, 0.8, 0.7, 0.3], [0.5, 1, 0, 1, 0.25, 0.75]] as const,
      ),
    ];
    const sources = calls.map(([name, file, a, b]) => {
      const lanes = a.map((x, index) => `f64x2(${x}, ${b[index]})`).join(', ');
      return `import { ${name}, ${name}Pair } from './runtime/math/${file}';
export function ${name}First(): f64 { return f64x2.extract_lane(${name}Pair(${lanes}), 0) - ${name}(${a.join(', ')}); }
export function ${name}Second(): f64 { return f64x2.extract_lane(${name}Pair(${lanes}), 1) - ${name}(${b.join(', ')}); }`;
    });
    const exports = (await compileRuntime(sources.join('\n'))).exports as Record<string, () => number>;
    for (const [name] of calls) {
      expect([exports[`${name}First`]!(), exports[`${name}Second`]!()], name).toEqual([0, 0]);
    }
  });
});

const SHAPES = [0.02, 0.3, 1, 2.5, 17, 240];
/** From -40 to 40, of many widths. */
const PLACES = [-40, -9, -2.5, -0.7, -0.001, 0, 0.4, 0.41, 1.7, 6, 33];

/** Compares a function of the shape, and its derivative by it, with what the interpreter says. */
function expectAgreement(
  found: number,
  slope: number,
  meaning: (shape: number) => number,
  shape: number,
  at: string,
): void {
  const wanted = meaning(shape);
  // Beyond 1e300 the interpreter's tails vanish.
  if (!Number.isFinite(wanted)) return;
  expect(Math.abs(found - wanted), `${at}: ${found}, not ${wanted}`).toBeLessThan(
    // The interpreter takes some small tails from what is left of large ones.
    1e-10 * Math.max(1, Math.abs(wanted)),
  );
  const [difference] = centralDifference(([x]) => meaning(x!), [shape]);
  const slack = 1e-6 * Math.max(1, Math.abs(difference!.value)) + 10 * difference!.error;
  expect(Math.abs(slope - difference!.value), `${at}: ${slope}, not ${difference!.value}`).toBeLessThan(
    slack,
  );
}

describe('the log probability of an interval, and its derivative by a shape, is what the interpreter says', () => {
  const ranges = PLACES.flatMap((from, index) => PLACES.slice(index + 1).map((to) => [from, to] as const));

  test('of gamma variables, from far below to far above', () => {
    for (const shape of SHAPES) {
      for (const [from, to] of ranges) {
        const [x, y] = [shape * Math.exp(from), shape * Math.exp(to)];
        const meaning = (value: number) => logGammaMass(value, x, y);
        expectAgreement(
          runtime.logGammaMass(shape, x, y),
          runtime.gammaMassSlope(shape, x, y),
          meaning,
          shape,
          `${shape}, ${x}, ${y}`,
        );
      }
    }
  });

  test('of beta variables, from near 0 to near 1', () => {
    const share = (logOdds: number) => ({
      x: 1 / (1 + Math.exp(-logOdds)),
      complement: 1 / (1 + Math.exp(logOdds)),
    });
    for (const a of SHAPES) {
      for (const b of SHAPES) {
        for (const [from, to] of ranges) {
          const [x, y] = [share(from), share(to)];
          const meaning = (value: number) => logBetaMass(value, b, x, y);
          const ends = [x.x, x.complement, y.x, y.complement] as const;
          expectAgreement(
            runtime.logBetaMass(a, b, ...ends),
            runtime.betaMassSlope(a, b, ...ends),
            meaning,
            a,
            `${a}, ${b}, ${ends}`,
          );
        }
      }
    }
  });

  test("of Student's t variables, from one tail to the other", () => {
    for (const df of SHAPES) {
      for (const [from, to] of ranges) {
        const [x, y] = [Math.sinh(from), Math.sinh(to)];
        // The runtime's ends do not move with df.
        const meaning = (value: number) => logStudentMass(value, x * Math.sqrt(value), y * Math.sqrt(value));
        expectAgreement(
          runtime.logStudentMass(df, x, y),
          runtime.studentMassSlope(df, x, y),
          meaning,
          df,
          `${df}, ${x}, ${y}`,
        );
      }
    }
  });
});
