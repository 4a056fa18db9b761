/**
 * The curvature of a large layout, kept as an arrow: levels of one category that are independent of each other given
 * all other coordinates, and the border of those others. Results from its inverse are exact, and no matrix over all
 * coordinates is made.
 */

/** The parts of a symmetric positive semidefinite matrix. */
export interface ArrowMatrix {
  /** The coordinates of each level; the elements between different levels are 0. */
  readonly blocks: readonly (readonly number[])[];
  readonly border: readonly number[];
  /** For each block its own elements, by rows. */
  readonly within: readonly Float64Array[];
  /** For each coordinate of the blocks, in order, its elements with the border, one row each. */
  readonly across: Float64Array;
  /** The border's own elements, by rows. */
  readonly corner: Float64Array;
}

/** A sparse vector: only coordinates of one block, and of the border, differ from 0. */
export type SparseVector = ReadonlyMap<number, number>;

/** A pivot below this share of its own diagonal element counts as 0: a correlation above 1 − 10⁻⁷ as 1. */
const NO_PIVOT = 1e-7;

/**
 * The number of right-hand sides, or rows, that are processed at once, so that each number of the matrix is read once
 * for all of them.
 */
const ABREAST = 4;

/**
 * The Cholesky factor of an arrow matrix: blocks first, then the rest of the border. A coordinate with a zero pivot is
 * held, and the direction in which it would move with the others has no curvature. Guards the factor, which overwrites
 * the matrix.
 */
export class ArrowFactor {
  /** Directions without curvature, over all coordinates. */
  readonly flat: readonly Float64Array[];
  /** Whether a pivot is negative: there is no maximum then. */
  readonly hasUpward: boolean;
  readonly #size: number;
  readonly #matrix: ArrowMatrix;
  /** For each coordinate: its row in `across` or in the border, and its block. */
  readonly #row: Int32Array;
  readonly #block: Int32Array;
  readonly #first: readonly number[];

  /** @param size the number of coordinates of a vector; those in no block and not in the border are held */
  constructor(matrix: ArrowMatrix, size: number) {
    this.#matrix = matrix;
    this.#size = size;
    this.#row = new Int32Array(size).fill(-1);
    this.#block = new Int32Array(size).fill(-1);
    const { blocks, border, within, across, corner } = matrix;
    const width = border.length;
    const first: number[] = [];
    const held: number[] = [];
    let hasUpward = false;
    let rows = 0;
    for (const [index, block] of blocks.entries()) {
      first.push(rows);
      const own = within[index]!;
      const length = block.length;
      for (const k of block) this.#block[k] = index;
      const found = factorise(own, length);
      hasUpward ||= found.hasUpward;
      for (const i of found.none) held.push(block[i]!);
      for (let i = 0; i < length; i++) {
        this.#row[block[i]!] = rows + i;
        const to = (rows + i) * width;
        for (let j = 0; j < i; j++) {
          const share = own[i * length + j]!;
          for (let c = 0; c < width; c++) across[to + c]! -= share * across[(rows + j) * width + c]!;
        }
        const pivot = own[i * length + i]!;
        for (let c = 0; c < width; c++) across[to + c] = pivot === 0 ? 0 : across[to + c]! / pivot;
      }
      rows += length;
    }
    for (const [c, k] of border.entries()) this.#row[k] = c;
    this.#first = first;
    const before = Float64Array.from(border, (_, c) => corner[c * width + c]!);
    takeProducts(corner, across, width, rows);
    const found = factorise(corner, width, before);
    this.hasUpward = hasUpward || found.hasUpward;
    for (const c of found.none) held.push(border[c]!);
    this.flat = held.map((k) => this.#flatThrough(k));
  }

  /** x with −H x = g; 0 for a held coordinate. */
  solve(gradient: Float64Array): Float64Array {
    return this.backward(this.#forward(gradient));
  }

  /** Solves Lᵀ x = z: independent standard deviates become a draw from the normal with this curvature. */
  backward(deviates: Float64Array): Float64Array {
    const { blocks, border, within, across, corner } = this.#matrix;
    const width = border.length;
    const moves = new Float64Array(this.#size);
    const ends = Float64Array.from(border, (k) => deviates[k]!);
    backSolve(corner, width, ends);
    for (const [c, k] of border.entries()) moves[k] = ends[c]!;
    for (const [index, block] of blocks.entries()) {
      const own = Float64Array.from(block, (k, i) => {
        const at = (this.#first[index]! + i) * width;
        let rest = deviates[k]!;
        for (let c = 0; c < width; c++) rest -= across[at + c]! * ends[c]!;
        return rest;
      });
      backSolve(within[index]!, block.length, own);
      for (const [i, k] of block.entries()) moves[k] = own[i]!;
    }
    return moves;
  }

  /** For each vector t the variance tᵀ(−H)⁻¹t. */
  variances(vectors: readonly SparseVector[]): Float64Array {
    const width = this.#matrix.border.length;
    const variances = new Float64Array(vectors.length);
    const rests = Array.from({ length: ABREAST }, () => new Float64Array(width));
    for (let from = 0; from < vectors.length; from += ABREAST) {
      for (const [lane, rest] of rests.entries()) {
        const vector = vectors[from + lane];
        if (vector === undefined) rest.fill(0);
        else variances[from + lane] = this.#blockPart(vector, rest);
      }
      const lengths = solvedLengths(this.#matrix.corner, width, rests);
      for (const [lane, length] of lengths.entries()) {
        if (from + lane < vectors.length) variances[from + lane]! += length;
      }
    }
    return variances;
  }

  /** |L⁻¹t|² for the blocks; the remainder for the border is written to `rest`. */
  #blockPart(vector: SparseVector, rest: Float64Array): number {
    const { blocks, within, across, border } = this.#matrix;
    const width = border.length;
    rest.fill(0);
    const touched = new Set<number>();
    for (const [k, value] of vector) {
      if (this.#block[k]! >= 0) touched.add(this.#block[k]!);
      else if (this.#row[k]! >= 0) rest[this.#row[k]!] = value;
    }
    let length = 0;
    for (const index of touched) {
      const block = blocks[index]!;
      const own = Float64Array.from(block, (k) => vector.get(k) ?? 0);
      forwardSolve(within[index]!, block.length, own);
      for (const [i, value] of own.entries()) {
        if (value === 0) continue;
        length += value * value;
        const at = (this.#first[index]! + i) * width;
        for (let c = 0; c < width; c++) rest[c]! -= value * across[at + c]!;
      }
    }
    return length;
  }

  #forward(vector: Float64Array): Float64Array {
    const { blocks, border, within, across, corner } = this.#matrix;
    const width = border.length;
    const solved = new Float64Array(this.#size);
    const rest = Float64Array.from(border, (k) => vector[k]!);
    for (const [index, block] of blocks.entries()) {
      const own = Float64Array.from(block, (k) => vector[k]!);
      forwardSolve(within[index]!, block.length, own);
      for (const [i, k] of block.entries()) {
        solved[k] = own[i]!;
        const at = (this.#first[index]! + i) * width;
        for (let c = 0; c < width; c++) rest[c]! -= own[i]! * across[at + c]!;
      }
    }
    forwardSolve(corner, width, rest);
    for (const [c, k] of border.entries()) solved[k] = rest[c]!;
    return solved;
  }

  /** The direction in which a held coordinate moves by 1, and the others as they follow it: Lᵀ v = 0 but for its own row. */
  #flatThrough(k: number): Float64Array {
    const { blocks, border, within, across, corner } = this.#matrix;
    const width = border.length;
    const along = new Float64Array(this.#size);
    const isBorder = this.#block[k]! < 0;
    const ends = new Float64Array(width);
    if (isBorder) backSolve(corner, width, ends, this.#row[k]!);
    for (const [c, other] of border.entries()) along[other] = ends[c]!;
    for (const [index, block] of blocks.entries()) {
      const own = Float64Array.from(block, (_, i) => {
        const at = (this.#first[index]! + i) * width;
        let rest = 0;
        for (let c = 0; c < width; c++) rest -= across[at + c]! * ends[c]!;
        return rest;
      });
      backSolve(within[index]!, block.length, own, this.#block[k] === index ? block.indexOf(k) : -1);
      for (const [i, other] of block.entries()) along[other] = own[i]!;
    }
    return along;
  }
}

/**
 * Overwrites the lower triangle with its Cholesky factor, by rows. The row of a zero pivot keeps the elements to its
 * left, and its column is 0.
 *
 * @param before the diagonal with which pivots are compared, if something has been subtracted from it
 */
function factorise(
  matrix: Float64Array,
  size: number,
  before?: Float64Array,
): { none: number[]; hasUpward: boolean } {
  const none: number[] = [];
  let hasUpward = false;
  for (let i = 0; i < size; i++) {
    const row = i * size;
    const whole = before?.[i] ?? matrix[row + i]!;
    for (let j = 0; j <= i; j++) {
      const other = j * size;
      let rest = matrix[row + j]!;
      for (let k = 0; k < j; k++) rest -= matrix[row + k]! * matrix[other + k]!;
      if (j < i) {
        const pivot = matrix[other + j]!;
        matrix[row + j] = pivot === 0 ? 0 : rest / pivot;
      } else if (rest > NO_PIVOT * Math.abs(whole)) {
        matrix[row + i] = Math.sqrt(rest);
      } else {
        if (rest < -NO_PIVOT * Math.abs(whole)) hasUpward = true;
        matrix[row + i] = 0;
        none.push(i);
      }
    }
  }
  return { none, hasUpward };
}

/** corner − Σ w wᵀ over the rows w of `across`; only the lower triangle. */
function takeProducts(corner: Float64Array, across: Float64Array, width: number, rows: number): void {
  for (let row = 0; row < rows; row += ABREAST) {
    const lanes = [0, 1, 2, 3].map((lane) =>
      row + lane < rows
        ? across.subarray((row + lane) * width, (row + lane + 1) * width)
        : new Float64Array(width),
    ) as [Float64Array, Float64Array, Float64Array, Float64Array];
    const [a, b, c, d] = lanes;
    for (let i = 0; i < width; i++) {
      const [p, q, r, s] = [a[i]!, b[i]!, c[i]!, d[i]!];
      const at = i * width;
      for (let j = 0; j <= i; j++) corner[at + j]! -= p * a[j]! + q * b[j]! + r * c[j]! + s * d[j]!;
    }
  }
}

/** Solves L x = b in place; 0 for a zero pivot. */
function forwardSolve(factor: Float64Array, size: number, values: Float64Array): void {
  for (let i = 0; i < size; i++) {
    let rest = values[i]!;
    for (let j = 0; j < i; j++) rest -= factor[i * size + j]! * values[j]!;
    const pivot = factor[i * size + i]!;
    values[i] = pivot === 0 ? 0 : rest / pivot;
  }
}

/** Solves Lᵀ x = b in place; 0 for a zero pivot, but 1 at `moved`. */
function backSolve(factor: Float64Array, size: number, values: Float64Array, moved = -1): void {
  for (let i = size - 1; i >= 0; i--) {
    const pivot = factor[i * size + i]!;
    const value = i === moved ? 1 : pivot === 0 ? 0 : values[i]! / pivot;
    values[i] = value;
    for (let j = 0; j < i; j++) values[j]! -= factor[i * size + j]! * value;
  }
}

/** |L⁻¹b|² for four vectors at once. */
function solvedLengths(factor: Float64Array, size: number, vectors: readonly Float64Array[]): number[] {
  const [a, b, c, d] = vectors as [Float64Array, Float64Array, Float64Array, Float64Array];
  const lengths = [0, 0, 0, 0] as [number, number, number, number];
  for (let i = 0; i < size; i++) {
    let [p, q, r, s] = [a[i]!, b[i]!, c[i]!, d[i]!];
    const at = i * size;
    for (let j = 0; j < i; j++) {
      const share = factor[at + j]!;
      p -= share * a[j]!;
      q -= share * b[j]!;
      r -= share * c[j]!;
      s -= share * d[j]!;
    }
    const pivot = factor[at + i]!;
    const inverse = pivot === 0 ? 0 : 1 / pivot;
    a[i] = p * inverse;
    b[i] = q * inverse;
    c[i] = r * inverse;
    d[i] = s * inverse;
    lengths[0] += a[i]! ** 2;
    lengths[1] += b[i]! ** 2;
    lengths[2] += c[i]! ** 2;
    lengths[3] += d[i]! ** 2;
  }
  return lengths;
}
