/** The log probabilities that gamma, beta and Student's t variables lie in an interval. */
import { betaTails, gammaTails, studentTails, type Tails } from './incomplete-functions.ts';
import { logBeta, logGamma } from './log-gamma.ts';
import { logistic } from './log-probability.ts';

/** A share and what is left of the whole. */
export interface Share {
  readonly x: number;
  readonly complement: number;
}

/** Of a gamma variable of rate 1, 0 ≤ lo < hi. */
export function logGammaMass(shape: number, lo: number, hi: number): number {
  // ln x has the density e^(shape·u − e^u)/Γ(shape).
  const logDensity = (u: number) => shape * u - Math.exp(u) - logGamma(shape);
  return between(gammaTails(shape, lo), gammaTails(shape, hi), () =>
    logIntegral(logDensity, Math.log(lo), Math.log1p((hi - lo) / lo)),
  );
}

/** Of a beta variable, lo below hi. */
export function logBetaMass(a: number, b: number, lo: Share, hi: Share): number {
  // The log odds have the density σ(u)^a σ(−u)^b/B(a, b).
  const logDensity = (u: number) => {
    const { lnP, lnComplement } = logistic(u);
    return a * lnP + b * lnComplement - logBeta(a, b);
  };
  return between(betaTails(a, b, lo.x, lo.complement), betaTails(a, b, hi.x, hi.complement), () => {
    const rise = lo.x < 0.5 ? hi.x - lo.x : lo.complement - hi.complement;
    const width = Math.log1p(rise / lo.x) + Math.log1p(rise / hi.complement);
    return logIntegral(logDensity, Math.log(lo.x) - Math.log(lo.complement), width);
  });
}

/** Of a Student's t variable of location 0 and scale 1. */
export function logStudentMass(df: number, lo: number, hi: number): number {
  if (lo + hi < 0) return logStudentMass(df, -hi, -lo);
  const norm = logGamma((df + 1) / 2) - logGamma(df / 2) - 0.5 * Math.log(df * Math.PI);
  // arsinh(t/√df) has a density proportional to (cosh u)^−df.
  const root = Math.sqrt(df);
  const logDensity = (u: number) => norm + Math.log(root) - 0.5 * df * Math.log1p(Math.sinh(u) ** 2);
  return between(studentTails(df, lo), studentTails(df, hi), () => {
    const [from, to] = [lo / root, hi / root];
    const [near, far] = [Math.hypot(1, from), Math.hypot(1, to)];
    const width =
      from <= 0
        ? Math.asinh(to) - Math.asinh(from)
        : Math.log1p((((hi - lo) / root) * (1 + (from + to) / (near + far))) / (from + near));
    return logIntegral(logDensity, Math.asinh(from), width);
  });
}

/** Where less than this share of a tail, or of everything, lies between the ends, the difference of two tails is not taken. */
const LEAST_SHARE = 0.1;

/** What lies between two places by the tails that are the smaller there, or by an integral where that is a small part of them. */
function between(lo: Tails, hi: Tails, logIntegral: () => number): number {
  const [smaller, larger] =
    hi.below < -Math.LN2
      ? [lo.below, hi.below]
      : lo.above < -Math.LN2
        ? [hi.above, lo.above]
        : [Math.log(Math.exp(lo.below) + Math.exp(hi.above)), 0];
  const share = -Math.expm1(smaller - larger);
  return share < LEAST_SHARE ? logIntegral() : larger + Math.log(share);
}

/** ln ∫ e^f(u) du from `start` over `width` by Boole's rule, Abramowitz & Stegun 25.4.14. */
function logIntegral(logDensity: (u: number) => number, start: number, width: number): number {
  const pieces = 256;
  const weights = [14, 32, 12, 32];
  const middle = logDensity(start + width / 2);
  let sum = 0;
  for (let i = 0; i <= pieces; i++) {
    const weight = i === 0 || i === pieces ? 7 : weights[i % 4]!;
    sum += weight * Math.exp(logDensity(start + (i / pieces) * width) - middle);
  }
  return middle + Math.log((sum * 4 * width) / pieces / 90);
}
