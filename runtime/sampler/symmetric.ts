/**
 * Symmetric matrices of any size, stored in full: row after row, each padded with zeros to whole f64x2 lanes. Their
 * Cholesky factors and eigenvectors.
 */

/** Maximum number of sweeps of rotations per eigenvalue; two to three are usual. */
const MAX_ROTATIONS: i32 = 60;

const EPSILON: f64 = 2.220446049250313e-16;

/** Bytes of one row of `size` numbers. */
// @ts-ignore: decorator
@inline
export function rowBytes(size: i32): usize {
  return <usize>((size + 1) & ~1) << 3;
}

/** The address of row `i` of a matrix of `size` columns. */
// @ts-ignore: decorator
@inline
export function row(matrix: usize, i: i32, size: i32): usize {
  return matrix + rowBytes(size) * <usize>i;
}

// @ts-ignore: decorator
@inline
function at(vector: usize, i: i32): f64 {
  return load<f64>(vector + (<usize>i << 3));
}

// @ts-ignore: decorator
@inline
function put(vector: usize, i: i32, value: f64): void {
  store<f64>(vector + (<usize>i << 3), value);
}

/** The byte offset of the pair of lanes that contains number `i` of a row. */
// @ts-ignore: decorator
@inline
function pairOf(i: i32): usize {
  return <usize>(i & ~1) << 3;
}

/** Σ aᵢ bᵢ of the numbers from byte `from` up to byte `to`, both multiples of 16. */
export function dotBetween(a: usize, b: usize, from: usize, to: usize): f64 {
  let sum = f64x2.splat(0);
  for (let at = from; at < to; at += 16) sum = f64x2.add(sum, f64x2.mul(v128.load(a + at), v128.load(b + at)));
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}

/** target += factor · source, from byte `from` up to byte `to`, both multiples of 16. */
export function addBetween(target: usize, factor: f64, source: usize, from: usize, to: usize): void {
  const factors = f64x2.splat(factor);
  for (let at = from; at < to; at += 16) {
    v128.store(target + at, f64x2.add(v128.load(target + at), f64x2.mul(factors, v128.load(source + at))));
  }
}

/**
 * Replaces a matrix by its Cholesky factor L, with zeros above the diagonal. False if the matrix is not positive
 * definite or not finite; its contents are then undefined.
 */
export function choleskyFactor(matrix: usize, size: i32): bool {
  for (let i = 0; i < size; i++) {
    const own = row(matrix, i, size);
    for (let j = 0; j <= i; j++) {
      const other = row(matrix, j, size);
      // Before the pair that contains column j, both rows already contain the factor; the pair's first column may too.
      let value = at(own, j) - dotBetween(own, other, 0, pairOf(j));
      if (j & 1) value -= at(own, j - 1) * at(other, j - 1);
      if (j < i) put(own, j, value / at(other, j));
      else if (value > 0 && isFinite(value)) put(own, i, sqrt(value));
      else return false;
    }
    for (let j = i + 1; j < size; j++) put(own, j, 0);
  }
  return true;
}

/**
 * The eigenvalues and eigenvectors of a symmetric matrix, which is overwritten: `values` gets the eigenvalues in no
 * particular order, row i of `vectors` the eigenvector of value i. Householder reflections make the matrix tridiagonal,
 * and rotations with Wilkinson's shift make that diagonal (Golub & Van Loan 2013, Matrix Computations, sections 8.3.1 to
 * 8.3.3).
 *
 * @param work memory for two rows
 * @returns false if the rotations do not converge, for example because a number is not finite
 */
export function eigenvectors(matrix: usize, size: i32, values: usize, vectors: usize, work: usize): bool {
  const beside = work;
  tridiagonalise(matrix, size, values, beside, work + rowBytes(size));
  multiplyReflections(matrix, size, vectors);
  return diagonalise(size, values, beside, vectors);
}

/**
 * Makes the matrix tridiagonal: the diagonal goes to `diagonal`, its neighbours to `beside`, and row k of the matrix
 * becomes the unit vector of reflection k.
 */
function tridiagonalise(matrix: usize, size: i32, diagonal: usize, beside: usize, work: usize): void {
  const end = rowBytes(size);
  memory.fill(work, 0, end);
  for (let k = 0; k < size; k++) {
    const vector = row(matrix, k, size);
    put(diagonal, k, at(vector, k));
    for (let j = 0; j <= k; j++) put(vector, j, 0);
    if (k >= size - 2) {
      if (k == size - 2) put(beside, k, at(vector, k + 1));
      continue;
    }
    const from = pairOf(k + 1);
    const first = at(vector, k + 1);
    const norm = sqrt(dotBetween(vector, vector, from, end));
    put(beside, k, first > 0 ? -norm : norm);
    // v
    // ² of v = x ±
    // x
    // e₁, with the sign of the first number.
    const square = 2 * norm * (norm + abs(first));
    if (!(square > 0)) continue;
    put(vector, k + 1, first > 0 ? first + norm : first - norm);
    const unit = 1 / sqrt(square);
    for (let j = k + 1; j < size; j++) put(vector, j, at(vector, j) * unit);
    // H A H = A − v wᵀ − w vᵀ with w = 2 (A v − (vᵀ A v) v).
    let product = 0.0;
    put(work, k, 0);
    for (let i = k + 1; i < size; i++) {
      const value = dotBetween(row(matrix, i, size), vector, from, end);
      put(work, i, 2 * value);
      product += value * at(vector, i);
    }
    addBetween(work, -2 * product, vector, from, end);
    for (let i = k + 1; i < size; i++) {
      const rest = row(matrix, i, size);
      addBetween(rest, -at(vector, i), work, from, end);
      addBetween(rest, -at(work, i), vector, from, end);
    }
  }
}

/** Makes `vectors` the product of the reflections, the last one first. */
function multiplyReflections(reflections: usize, size: i32, vectors: usize): void {
  const end = rowBytes(size);
  memory.fill(vectors, 0, end * <usize>size);
  for (let i = 0; i < size; i++) put(row(vectors, i, size), i, 1);
  for (let k = size - 3; k >= 0; k--) {
    const vector = row(reflections, k, size);
    const from = pairOf(k + 1);
    for (let i = k + 1; i < size; i++) {
      const own = row(vectors, i, size);
      addBetween(own, -2 * dotBetween(own, vector, from, end), vector, from, end);
    }
  }
}

/** Rotates neighbouring rows of `vectors` until everything beside the diagonal is zero. */
function diagonalise(size: i32, diagonal: usize, beside: usize, vectors: usize): bool {
  // The rounding error of the reflections.
  let largest = 0.0;
  for (let i = 0; i < size; i++) largest = max(largest, abs(at(diagonal, i)));
  for (let i = 0; i < size - 1; i++) largest = max(largest, abs(at(beside, i)));
  const negligible = EPSILON * largest;
  let last = size - 1;
  for (let turn = 0; last > 0; turn++) {
    if (turn > MAX_ROTATIONS * size) return false;
    if (abs(at(beside, last - 1)) <= negligible) {
      last--;
      continue;
    }
    let first = last - 1;
    while (first > 0 && abs(at(beside, first - 1)) > negligible) first--;
    sweep(first, last, size, diagonal, beside, vectors);
  }
  for (let i = 0; i < size; i++) if (!isFinite(at(diagonal, i))) return false;
  return true;
}

/** One implicit QR step with Wilkinson's shift on the rows from `first` to `last`. */
function sweep(first: i32, last: i32, size: i32, diagonal: usize, beside: usize, vectors: usize): void {
  const half = 0.5 * (at(diagonal, last - 1) - at(diagonal, last));
  const corner = at(beside, last - 1);
  const root = sqrt(half * half + corner * corner);
  let value = at(diagonal, first) - at(diagonal, last) + (corner * corner) / (half + (half < 0 ? -root : root));
  let bulge = at(beside, first);
  for (let k = first; k < last; k++) {
    const length = sqrt(value * value + bulge * bulge);
    const cosine = length > 0 ? value / length : 1;
    const sine = length > 0 ? bulge / length : 0;
    if (k > first) put(beside, k - 1, length);
    const a = at(diagonal, k);
    const b = at(beside, k);
    const c = at(diagonal, k + 1);
    put(diagonal, k, cosine * cosine * a + 2 * cosine * sine * b + sine * sine * c);
    put(diagonal, k + 1, sine * sine * a - 2 * cosine * sine * b + cosine * cosine * c);
    value = cosine * sine * (c - a) + (cosine * cosine - sine * sine) * b;
    put(beside, k, value);
    if (k + 1 < last) {
      const next = at(beside, k + 1);
      bulge = sine * next;
      put(beside, k + 1, cosine * next);
    }
    rotate(row(vectors, k, size), row(vectors, k + 1, size), cosine, sine, rowBytes(size));
  }
}

/** a, b = cosine · a + sine · b, cosine · b − sine · a. */
function rotate(a: usize, b: usize, cosine: f64, sine: f64, bytes: usize): void {
  const cosines = f64x2.splat(cosine);
  const sines = f64x2.splat(sine);
  for (let at: usize = 0; at < bytes; at += 16) {
    const first = v128.load(a + at);
    const second = v128.load(b + at);
    v128.store(a + at, f64x2.add(f64x2.mul(cosines, first), f64x2.mul(sines, second)));
    v128.store(b + at, f64x2.sub(f64x2.mul(cosines, second), f64x2.mul(sines, first)));
  }
}
