/** The logarithm of the probability that a normal variable lies in an interval, with full precision in either tail. */
import { exp } from './exp';
import { log } from './log';
import { log1p } from './log1p';
import { normalCdf } from './normal';

const HALF_LOG_TWO_PI: f64 = 0.9189385332046728;
/** From here on the tail is taken from its asymptotic series, before `normalCdf` comes near the subnormals. */
const SERIES_FROM: f64 = 37;
/** Nodes above 0 and weights of Gauss and Legendre's rule of eight points on [-1, 1]. */
// @ts-ignore: decorator
@inline
const NODES = memory.data<f64>([0.1834346424956498, 0.525532409916329, 0.7966664774136267, 0.9602898564975363]);
// @ts-ignore: decorator
@inline
const WEIGHTS = memory.data<f64>([0.362683783378362, 0.31370664587788727, 0.22238103445337448, 0.10122853629037626]);

/**
 * ln(Φ(b) - Φ(a)) for a < b, either of which may be infinite: off by at most 2e-15 · max(1, |ln|) and, where it comes near 0,
 * of as much relative precision. -Infinity for a = b; NaN where a > b.
 */
export function logNormalMass(a: f64, b: f64): f64 {
  if (!(a < b)) return a == b ? -Infinity : NaN;
  if (a == -Infinity && b == Infinity) return 0;
  // What lies further below 0 than above is reflected: no tail is then the difference of two numbers near 1.
  if (a + b < 0) {
    const reflected = -a;
    a = -b;
    b = reflected;
  }
  if ((b - a) * max<f64>(1, a) <= 1) return logNarrowMass(a, b);
  if (a < 0) return log1p(-(normalCdf(a) + normalCdf(-b)));
  const above = logUpperTail(a);
  return above + log1p(-exp(logUpperTail(b) - above));
}

/** Where the density falls by less than e^-2: by quadrature, since the ends' tails are nearly the same number. */
function logNarrowMass(a: f64, b: f64): f64 {
  const half = 0.5 * (b - a);
  const middle = a + half;
  let sum = 0.0;
  for (let i: usize = 0; i < 32; i += 8) {
    const t = half * load<f64>(NODES + i);
    sum += load<f64>(WEIGHTS + i) * (exp(-t * (middle + 0.5 * t)) + exp(t * (middle - 0.5 * t)));
  }
  return log(half * sum) - 0.5 * middle * middle - HALF_LOG_TWO_PI;
}

/** ln(1 - Φ(x)) for x >= 0: far out by the asymptotic series of Mills's ratio (DLMF 7.12.1). */
function logUpperTail(x: f64): f64 {
  if (x < SERIES_FROM) return log(normalCdf(-x));
  const z = 1 / (x * x);
  const series = -z * (1 - z * (3 - z * (15 - z * (105 - z * (945 - z * 10395)))));
  return log1p(series) - log(x) - 0.5 * x * x - HALF_LOG_TWO_PI;
}

/** The same of each lane. */
export function logNormalMassPair(a: v128, b: v128): v128 {
  const first = logNormalMass(f64x2.extract_lane(a, 0), f64x2.extract_lane(b, 0));
  const second = logNormalMass(f64x2.extract_lane(a, 1), f64x2.extract_lane(b, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}
