/** The discrete Fourier transform of N complex numbers, N a power of two. */

/** cos and sin of 2πk / size for k below size / 2. */
interface Roots {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

const rootsOfSize = new Map<number, Roots>();

function rootsOfUnity(size: number): Roots {
  let roots = rootsOfSize.get(size);
  if (roots === undefined) {
    roots = { re: new Float64Array(size / 2), im: new Float64Array(size / 2) };
    for (let k = 0; k < size / 2; k++) {
      roots.re[k] = Math.cos((2 * Math.PI * k) / size);
      roots.im[k] = Math.sin((2 * Math.PI * k) / size);
    }
    rootsOfSize.set(size, roots);
  }
  return roots;
}

/**
 * Replaces x by its transform, X[k] = Σⱼ x[j] exp(−2πi j k / N), not normalised, by the iterative radix-2 algorithm of
 * Cooley & Tukey (1965). `re` and `im` hold the N real and imaginary parts. Throws a RangeError if their lengths differ
 * or are not a power of two.
 */
export function fourierTransform(re: Float64Array, im: Float64Array): void {
  const size = re.length;
  if (size !== im.length || size === 0 || (size & (size - 1)) !== 0) {
    throw new RangeError(
      `the transform takes a power of two of complex numbers, not ${size} and ${im.length}`,
    );
  }
  reverseBits(re, im);
  const roots = rootsOfUnity(size);
  for (let half = 1; half < size; half *= 2) {
    const stride = size / (2 * half);
    for (let start = 0; start < size; start += 2 * half) {
      for (let k = 0; k < half; k++) {
        const cos = roots.re[k * stride]!;
        const sin = roots.im[k * stride]!;
        const even = start + k;
        const odd = even + half;
        const turnedRe = re[odd]! * cos + im[odd]! * sin;
        const turnedIm = im[odd]! * cos - re[odd]! * sin;
        re[odd] = re[even]! - turnedRe;
        im[odd] = im[even]! - turnedIm;
        re[even] = re[even]! + turnedRe;
        im[even] = im[even]! + turnedIm;
      }
    }
  }
}

/** Permutes the numbers by reversing the bits of their indices. */
function reverseBits(re: Float64Array, im: Float64Array): void {
  const size = re.length;
  for (let i = 1, reversed = 0; i < size; i++) {
    let bit = size >> 1;
    while (reversed & bit) {
      reversed ^= bit;
      bit >>= 1;
    }
    reversed ^= bit;
    if (i < reversed) {
      [re[i], re[reversed]] = [re[reversed]!, re[i]!];
      [im[i], im[reversed]] = [im[reversed]!, im[i]!];
    }
  }
}
