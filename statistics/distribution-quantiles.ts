/** The inverse distribution functions of the standard normal and of Student's t. */

/** The coefficients are in ascending order of degree. */
function polynomial(coefficients: readonly number[], x: number): number {
  let value = 0;
  for (let i = coefficients.length - 1; i >= 0; i--) {
    value = value * x + coefficients[i]!;
  }
  return value;
}

const CENTRAL_NUMERATOR = [
  3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987,
  67265.7709270087, 33430.57558358813, 2509.0809287301227,
];
const CENTRAL_DENOMINATOR = [
  1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271,
  28729.085735721943, 5226.495278852854,
];
const MIDDLE_NUMERATOR = [
  1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684,
  0.2417807251774506, 0.022723844989269184, 0.0007745450142783414,
];
const MIDDLE_DENOMINATOR = [
  1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
  0.0005475938084995345, 1.0507500716444169e-9,
];
/** The smallest tail probability, e^−25: the ranks of 10^10 draws have none so small. */
const LEAST_TAIL = 1.388794386496402e-11;

/**
 * The standard normal quantile of a probability, to about 16 digits: algorithm AS 241, PPND16, of Wichura (1988),
 * Applied Statistics 37, 477–484, without its branch for tails below e^−25. Throws a RangeError for those, and outside
 * of (0, 1).
 */
export function normalQuantile(probability: number): number {
  const q = probability - 0.5;
  if (Math.abs(q) <= 0.425) {
    const r = 0.180625 - q * q;
    return (q * polynomial(CENTRAL_NUMERATOR, r)) / polynomial(CENTRAL_DENOMINATOR, r);
  }
  const tail = q < 0 ? probability : 1 - probability;
  if (!(tail >= LEAST_TAIL)) throw new RangeError(`${probability} has a tail below e^-25`);
  const r = Math.sqrt(-Math.log(tail)) - 1.6;
  const distance = polynomial(MIDDLE_NUMERATOR, r) / polynomial(MIDDLE_DENOMINATOR, r);
  return q < 0 ? -distance : distance;
}

/** The 97.5 % quantile of Student's t with a whole number of degrees of freedom ≥ 1, by bisection. */
export function studentQuantile(degrees: number): number {
  let [low, high] = [1.9, 13];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (within(middle, degrees) < 0.95) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** P(−t ≤ T ≤ t): Abramowitz & Stegun, 26.7.3 and 26.7.4. */
function within(t: number, degrees: number): number {
  const angle = Math.atan(t / Math.sqrt(degrees));
  const square = Math.cos(angle) ** 2;
  const isOdd = degrees % 2 === 1;
  let term = isOdd ? Math.cos(angle) : 1;
  let sum = 0;
  for (let k = isOdd ? 1 : 0; k <= degrees - 2; k += 2) {
    sum += term;
    term *= ((k + 1) / (k + 2)) * square;
  }
  return isOdd ? (2 / Math.PI) * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum;
}
