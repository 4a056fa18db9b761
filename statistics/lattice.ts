/** Points that fill the unit cube evenly, for integrals over several numbers. */

/**
 * A lattice: point k has the coordinates {k z_j / N + shift_j}. The generating numbers z_j are found one after another, as those with the
 * least worst-case error P₂ for periodic integrands (Sloan & Reztsov 2002, Component-by-component construction of good lattice rules,
 * Mathematics of Computation 71, 263–273), in which the j-th coordinate has the weight 1/j². For integrands that vanish smoothly at
 * the sides of the cube, errors fall far faster than 1/N. The points of even numbers are a lattice of half as many, and so are the others.
 *
 * Shifts move all points together, each to an average of the cube over all shifts (Cranley & Patterson 1976, Randomization of number
 * theoretic methods for multiple integration, SIAM Journal on Numerical Analysis 13, 904–914). Their own sequence is Richtmyer's:
 * the fractional parts of the multiples of √2, √3, √5 and so on.
 */
export class Lattice {
  /** The number of points. */
  readonly size: number;
  readonly #generators: readonly number[];
  readonly #roots: readonly number[];

  /**
   * @param size a power of 2 from 2 to 2^16
   * @param dimensions the number of coordinates
   */
  constructor(size: number, dimensions: number) {
    this.size = size;
    this.#generators = generatorsOf(size, dimensions);
    this.#roots = firstPrimes(dimensions).map(Math.sqrt);
  }

  /**
   * A coordinate of a point, in (0, 1).
   *
   * @param point its number, from 0
   * @param dimension from 0
   * @param shift the number of the shift, from 0, below 2^32
   */
  at(point: number, dimension: number, shift: number): number {
    // One half avoids the corner of the cube.
    const place =
      ((point * this.#generators[dimension]!) % this.size) / this.size +
      (shift + 0.5) * this.#roots[dimension]!;
    return place - Math.floor(place);
  }
}

function generatorsOf(size: number, dimensions: number): number[] {
  const generators: number[] = [];
  // The product of the terms of the coordinates so far, at each point.
  const products = new Float64Array(size).fill(1);
  const terms = (weight: number) =>
    Float64Array.from({ length: size }, (_, k) => {
      const x = k / size;
      return 1 + weight * 2 * Math.PI ** 2 * (x * x - x + 1 / 6);
    });
  for (let dimension = 1; dimension <= dimensions; dimension++) {
    const ofPoint = terms(1 / dimension ** 2);
    let [best, least] = [1, Infinity];
    // By symmetry, z and N − z are alike.
    for (let generator = 1; generator <= size / 2; generator += 2) {
      let sum = 0;
      for (let k = 0; k < size; k++) sum += products[k]! * ofPoint[(k * generator) % size]!;
      if (sum < least * (1 - 1e-12)) [best, least] = [generator, sum];
    }
    generators.push(best);
    for (let k = 0; k < size; k++) products[k]! *= ofPoint[(k * best) % size]!;
  }
  return generators;
}

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let number = 2; primes.length < count; number++) {
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  }
  return primes;
}
