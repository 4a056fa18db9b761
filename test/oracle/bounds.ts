/** How far off what the language and its runtime compute may be at ordinary arguments, and why where it is more than 4 ulps. */
import type { Bound } from './table.ts';

/** Relative to the value itself. */
const RELATIVE: Bound = { ulps: 4, floor: 0 };

/** Relative to the value, or to 1 where that is more: what is a sum of terms of the order of 1 has their errors. */
const mixed = (ulps: number): Bound => ({ ulps, floor: 1 });

/** The functions of `runtime/math`. */
const FUNCTIONS: Readonly<Record<string, Bound>> = {
  // Within 6.4 ulp by Cody's rational function: see normal.ts.
  normalCdf: { ulps: 7, floor: 0 },
  normalTail: { ulps: 7, floor: 0 },
  // Below 10 the recurrence takes ln Γ to where it is 13, and back; ψ and what is made of both likewise.
  logGamma: mixed(32),
  logGammaPeak: mixed(32),
  logBeta: mixed(32),
  logBetaBinomial: mixed(48),
  digamma: mixed(8),
  logGammaPeakSlope: mixed(8),
  logGammaHalfStep: mixed(4),
  halfStepSlope: mixed(4),
  digammaRiseBeyondLog: mixed(4),
  betaBinomialSlope: mixed(8),
  // What is left of x next to a whole multiple of ln 2.
  expRest: mixed(4),
  // Differences of a term that is small and one that is smaller.
  studentKernelSlope: { ulps: 16, floor: 0 },
  logTruncatedNormal: mixed(8),
  // Near its mode a kernel is a sum of terms that do not cancel; elsewhere powers.
  gammaKernel: mixed(16),
  betaKernel: mixed(16),
  // Integrals, of some dozens of nodes; of what is nearly everything the small rest is relative.
  logGammaMass: mixed(16),
  gammaMassSlope: mixed(16),
  logBetaMass: mixed(16),
  betaMassSlope: mixed(16),
  logStudentMass: mixed(16),
  studentMassSlope: mixed(16),
  // Sums over images or sines, of which the first one leads.
  logFirstPassage: mixed(8),
  firstPassageByTime: mixed(64),
  firstPassageByStart: mixed(64),
  logSinhRatio: mixed(4),
  sinhRatioSlope: mixed(4),
  meanPassageTime: { ulps: 16, floor: 0 },
};

export function boundOfFunction(name: string): Bound {
  return FUNCTIONS[name] ?? RELATIVE;
}

/** Values of densities are sums of logarithms. */
const DENSITY = mixed(16);
/** Those with shapes have log-gamma functions among them. */
const SHAPED = mixed(128);

/** The interpreter is to be plain, not exact to the last digits: it sums series, tails and integrals as they are written in books. */
export const OF_THE_INTERPRETER = mixed(512);

const SHAPES = /beta|gamma|student/;

export function boundOfDensity(family: string): Bound {
  // A difference of terms such as y ln m, which are some twenty times as large.
  if (family === 'neg_binomial') return mixed(32);
  return SHAPES.test(family) ? SHAPED : DENSITY;
}

/** Derivatives are sums of terms of the order of 1 at ordinary arguments, and of what reciprocals of small scales bring. */
export function boundOfDerivative(family: string): Bound {
  return SHAPES.test(family) ? mixed(128) : mixed(32);
}

/** A row at which a double does not come within 1e-10, how near it comes, and why no nearer. */
export interface Stated {
  /** A function, or a family. */
  readonly of: string;
  /** The arguments that tell the row. */
  readonly at: Readonly<Record<string, number>>;
  /** What is off by more: `value`, or the argument of a derivative. */
  readonly names: readonly string[];
  /** By so much at most. */
  readonly off: number;
  readonly why: string;
}

export const STATED: readonly Stated[] = [
  {
    of: 'logGamma',
    at: { x: 1 + 2 ** -40 },
    names: ['value'],
    off: 2e-15,
    why: 'next to its zeros at 1 and 2 it is a difference of terms of the order of 10, whose errors are left',
  },
];

export function statedAt(of: string, at: Readonly<Record<string, number>>, name: string): Stated | undefined {
  return STATED.find(
    (each) =>
      each.of === of &&
      each.names.includes(name) &&
      Object.entries(each.at).every(([argument, value]) => at[argument] === value),
  );
}
