import { describe, expect, it } from 'vitest';
import { derive } from '../../compiler/derive/derive.ts';
import { Graph } from '../../compiler/graph/graph.ts';
import type { ArithmeticOp } from '../../compiler/graph/node.ts';
import { evaluateGraph } from '../evaluate-graph.ts';

const NO_DATA = { rows: 0, columns: {} };

/** The derivatives of an op by each of its inputs, at a point. */
function partials(op: ArithmeticOp, at: readonly number[]): number[] {
  const graph = new Graph();
  const inputs = at.map((_, index) => graph.intern({ op: 'latent', name: `x${index}`, inputs: [] }));
  const latents = new Map(at.map((value, index) => [`x${index}`, { value }]));
  return evaluateGraph(graph, derive(graph, graph.apply(op, inputs), inputs), NO_DATA, { latents });
}

const EULER = 0.5772156649015329;
const LN2 = Math.LN2;

describe('the derivative of', () => {
  it.each<[op: ArithmeticOp, at: readonly number[], wanted: readonly number[]]>([
    ['add', [3, 5], [1, 1]],
    ['subtract', [3, 5], [1, -1]],
    ['multiply', [3, 5], [5, 3]],
    ['divide', [3, 4], [0.25, -0.1875]],
    ['negate', [3], [-1]],
    ['exp', [LN2], [2]],
    ['log', [4], [0.25]],
    ['log1p', [3], [0.25]],
    ['sqrt', [16], [0.125]],
    ['power', [2, 3], [12, 8 * LN2]],
    ['logistic', [Math.log(3)], [3 / 16]],
    ['logLogistic', [Math.log(3)], [0.25]],
    // φ(0) = 1/√(2π) and φ(2) = φ(0)/e².
    ['normalCdf', [0], [1 / Math.sqrt(2 * Math.PI)]],
    ['normalCdf', [2], [Math.exp(-2) / Math.sqrt(2 * Math.PI)]],
    ['normalDensity', [0], [0]],
    ['normalDensity', [2], [(-2 * Math.exp(-2)) / Math.sqrt(2 * Math.PI)]],
    // ψ(1) = −γ and ψ(2) = 1 − γ.
    ['logGamma', [1], [-EULER]],
    ['logGamma', [2], [1 - EULER]],
    // ln 1 - ψ(1) is γ; ψ(3/2) - ψ(1) is 2 - 2 ln 2; ψ(2) - ψ(1) is 1.
    ['logGammaPeak', [1], [EULER]],
    ['logGammaHalfStep', [1], [2 - 2 * LN2 - 0.5]],
    ['logBeta', [1, 1], [-1, -1]],
    ['logChoose', [3, 1], [0, 0]],
    ['productLess', [3, 5, 7], [5, 3, -1]],
    // (shape - 1)/u - 1, and (a - 1)/x - (b - 1)/(1 - x).
    ['gammaKernel', [3, 4, 1], [Math.log(4 / 3), -0.5, 0]],
    ['betaKernel', [3, 2, 0.25, 0.75], [Math.log(5 / 12), Math.log(15 / 8), 20 / 3, 0]],
    // -2 ln(1 + z²/3): -½ ln(1 + z²/3) + 2z²/(9 + 3z²), and -4z/(3 + z²).
    ['studentKernel', [3, 1], [1 / 6 - Math.log(4 / 3) / 2, -1]],
    // -z, φ(0)/(Φ(1) - Φ(0)) and less φ(1) over the same.
    ['logTruncatedNormal', [0.5, 0, 1, 0.5, 0.5], [-0.5, 1.1687371345136333, -0.7088749052272068, 0, 0]],
    // One success of two has the mass 2ab/((a + b)(a + b + 1)).
    ['logBetaBinomial', [2, 1, 1, 3], [0, 0, 1 - 1 / 4 - 1 / 5, 1 / 3 - 1 / 4 - 1 / 5]],
    // ln 1 + ln(1 + d) + ln(1 + 2d).
    ['logRise', [3, 0.5], [0, 1 / 1.5 + 2 / 2]],
    // ln p is a function of p alone, and so is what is known to be 1 − p.
    ['logProbability', [0.25, 0.75], [4, 0]],
    ['complement', [0.75, 0.25], [0, -1]],
    // φ(1)/(Φ(1) − Φ(0)), and φ(0) over the same.
    ['logNormalMass', [0, 1], [-1.1687371345136333, 0.7088749052272068]],
    // 1/(π(1 + b²)) over (arctan b − arctan a)/π, which is a quarter from 0 to 1.
    ['logCauchyMass', [0, 1], [-4 / Math.PI, 2 / Math.PI]],
    ['logExponentialMass', [LN2], [1]],
    ['whereNonNegative', [1, 2, 3], [0, 1, 0]],
    ['whereNonNegative', [-1, 2, 3], [0, 0, 1]],
    ['min', [1, 2], [1, 0]],
    ['min', [2, 1], [0, 1]],
    ['expm1', [LN2], [2]],
    // A weight is a count, which no latent moves.
    ['timesOrZero', [3, 5], [0, 3]],
    ['ofMember', [1, 5], [0, 1]],
    ['ofMember', [0, 5], [0, 0]],
  ])('%s at %j is %j', (op, at, wanted) => {
    const found = partials(op, at);
    expect(found.length).toBe(wanted.length);
    found.forEach((value, index) => {
      expect(value).toBeCloseTo(wanted[index]!, 14);
    });
  });

  // The evaluator's derivatives by a shape are central differences.
  it.each<[op: ArithmeticOp, at: readonly number[], wanted: readonly number[]]>([
    // Exponential: 1 - e^-y is ½ up to ln 2; the derivative by the shape from 25 digits.
    ['logGammaMass', [1, 0, LN2], [-0.9680448304420445, -2, 1]],
    // Uniform: the mean of ln x is -1 as a whole and -1 - ln 2 below ½, that of ln(1 - x) is -1 and ln 2 - 1.
    ['logBetaMass', [1, 1, 0, 1, 0.5, 0.5], [-LN2, LN2, -2, 0, 2, 0]],
    // 1/(x(1 + x)) − ln(1 + x)/x².
    ['log1pRatio', [1], [0.5 - LN2]],
    ['logStudentMass', [1, 0, 1], [0.5831218080616376, -4 / Math.PI, 2 / Math.PI]],
  ])('%s at %j is %j, but for the error of differences', (op, at, wanted) => {
    const found = partials(op, at);
    expect(found.length).toBe(wanted.length);
    found.forEach((value, index) => {
      expect(value).toBeCloseTo(wanted[index]!, 10);
    });
  });

  it.each<[op: ArithmeticOp, at: readonly number[]]>([
    ['abs', [1]],
    ['digamma', [1]],
    ['normalKernel', [1]],
    ['normalTail', [1, Math.exp(-0.5)]],
    ['gammaMassSlope', [1, 0, 1]],
    ['betaMassSlope', [1, 1, 0, 1, 0.5, 0.5]],
    ['studentMassSlope', [1, 0, 1]],
    ['logGammaPeakSlope', [1]],
    ['halfStepSlope', [1]],
    ['digammaRise', [1, 1]],
    ['gammaKernelSlope', [1, 1, 0]],
    ['betaKernelSlope', [1, 1, 0.5, 0.5]],
    ['betaKernelTilt', [1, 1, 0.5, 0.5]],
    ['betaBinomialSlope', [2, 1, 1, 1]],
    ['logRiseSlope', [3, 1]],
    ['log1pRatioSlope', [1]],
    ['studentKernelSlope', [3, 1]],
    ['studentKernelTilt', [3, 1]],
    ['truncatedNormalEnd', [0, 1, 1]],
  ])('%s, which only comes after derivatives are taken, is refused', (op, at) => {
    expect(() => partials(op, at)).toThrow('only after its derivatives are taken');
  });
});
