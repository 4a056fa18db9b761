/**
 * Variants of the current sampler, each a change of a few lines of `runtime/sampler`, with which docs/explanation/sampler.md
 * compares it.
 */

/** A piece of a runtime file, and its replacement. */
export interface Edit {
  /** Below `runtime/sampler`. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** A low-rank metric without directions. */
const NO_DIRECTIONS: Edit = constant('metric-low-rank.ts', 'MAX_RANK: i32 = 128', '0');

/** Stan's estimate, diagonal where the metric is not dense: the sample's covariance, drawn to 10⁻³ as by five draws more (Stan Reference Manual, "Euclidean metric"). */
const DRAWS_ALONE: readonly Edit[] = [
  NO_DIRECTIONS,
  {
    file: 'metric-dense.ts',
    from: 'if (standardise() && average() && unstandardise()) memory.copy(factor, covariance, matrixBytes());',
    to: `const share = count / (count + 5);
  for (let j = 0; j < DIMENSION; j++) {
    for (let i = j; i < DIMENSION; i++) {
      const own = component(column(drawProducts, j), i) / (count - 1);
      setComponent(column(covariance, j), i, share * own + (i == j ? 0.005 / (count + 5) : 0));
    }
  }
  if (factorise(covariance)) memory.copy(factor, covariance, matrixBytes());`,
  },
  {
    file: 'metric-diagonal.ts',
    from: `const ratio = variance / steepened(component(gradientSquares, i) / count, variance);
    if (ratio > 0 && isFinite(ratio)) setComponent(scale, i, sqrt(sqrt(ratio)));`,
    to: `const own = (variance * count) / (count - 1);
    setComponent(scale, i, sqrt((count / (count + 5)) * own + 0.005 / (count + 5)));`,
  },
];

const LAST_STRETCH: Edit = constant('warmup.ts', 'LAST_SHARE: f64 = 0.15', '0.05');

const WINDOWS: readonly Edit[] = [
  constant('warmup.ts', 'FIRST_STRETCH: i32 = 20', '75'),
  constant('warmup.ts', 'FIRST_WINDOW: i32 = 20', '25'),
  LAST_STRETCH,
];

const STEP_SIZE: readonly Edit[] = [
  constant('step-size.ts', 'SHRINKAGE: f64 = 0.2', '0.05'),
  { file: 'step-size.ts', from: 'centre = log(size);', to: 'centre = log(10 * size);' },
];

/** All differences from Stan except the metric's shape. */
const ALL: readonly Edit[] = [
  ...DRAWS_ALONE,
  ...WINDOWS,
  ...STEP_SIZE,
  {
    file: 'metric-scale.ts',
    from: 'return max(SMALLEST * reach, min(LARGEST * reach, scale));',
    to: 'return 1;',
  },
  constant('warmup.ts', 'EARLY_SHARE: f64 = 0.3', '0'),
];

/** By their names in docs/explanation/sampler.md; the first changes nothing. */
export const VARIANTS: Readonly<Record<string, readonly Edit[]>> = {
  today: [],
  diagonal: [limit(0), NO_DIRECTIONS],
  // Without the dense metric for few dimensions.
  'low rank': [limit(0)],
  'diagonal above 20': [NO_DIRECTIONS],
  // Far more than any measured posterior has.
  dense: [limit(1000)],
  'draws alone': DRAWS_ALONE,
  "Stan's windows": WINDOWS,
  "draws alone, Stan's windows": [...DRAWS_ALONE, ...WINDOWS],
  "diagonal, draws alone, Stan's windows": [limit(0), ...DRAWS_ALONE, ...WINDOWS],
  "Stan's step size": [...STEP_SIZE, LAST_STRETCH],
  "all of Stan's, dense": [limit(1000), ...ALL],
  "all of Stan's, diagonal": [limit(0), ...ALL],
};

/** The dimensions up to which the metric is dense. */
function limit(dimensions: number): Edit {
  return constant('metric.ts', 'DENSE_LIMIT: i32 = 20', String(dimensions));
}

/** Replaces the value of a constant, which is given with its type and its value. */
function constant(file: string, declared: string, value: string): Edit {
  const [name] = declared.split(' = ') as [string];
  return { file, from: `const ${declared};`, to: `const ${name} = ${value};` };
}

/**
 * A runtime file with its edits applied.
 *
 * @throws RangeError unless the text that an edit replaces occurs exactly once: the sampler has changed, and the
 * variant must be adapted.
 */
export function edited(file: string, text: string, edits: readonly Edit[]): string {
  return edits
    .filter((edit) => edit.file === file)
    .reduce((changed, { from, to }) => {
      const parts = changed.split(from);
      if (parts.length !== 2)
        throw new RangeError(`runtime/sampler/${file} does not have this once: ${from}`);
      return parts.join(to);
    }, text);
}
