/** The nodes of the expression graph: what each computes, and when its value is known. */

/** Functions of all values of a column: one number for the data set, or for each level of a category. */
export type StatisticFunction = 'min' | 'max' | 'mean' | 'sd' | 'sum' | 'count';

/** A node's place in its graph. A node's inputs always have smaller ids, so ids are a topological order. */
export type NodeId = number;

/**
 * What a sum runs over: all rows, those in which an outcome is not missing, the successes or failures of an outcome, the rows in one of its categories, or the levels
 * of a category column, each once.
 */
export type RowSet =
  | { readonly kind: 'all' }
  | { readonly kind: 'observed'; readonly outcome: string }
  | { readonly kind: 'outcome'; readonly outcome: string; readonly equals: 0 | 1 }
  | { readonly kind: 'grade'; readonly outcome: string; readonly equals: number }
  | { readonly kind: 'levels'; readonly category: string };

/** What an index space is made of: a set of rows, or each distinct row by itself, in the order in which they came. */
export type DomainRows = RowSet | { readonly kind: 'each' };

/**
 * An index space: `keys` are the data nodes whose distinct tuples, among the rows of `rows`, are its members.
 * The profile (no rows at all) is domain 0; nodes that are not staged yet are in it too.
 */
export type DomainId = number;
export const PROFILE: DomainId = 0;

export type UnaryOp =
  | 'negate'
  | 'abs'
  | 'exp'
  | 'log'
  | 'log1p'
  /** e^x - 1 */
  | 'expm1'
  | 'sqrt'
  /** e^{-x}: the odds against what has the probability σ(x). */
  | 'oddsAgainst'
  /** σ(x) = 1 / (1 + e^{-x}) */
  | 'logistic'
  /** ln σ(x) */
  | 'logLogistic'
  /** Φ(x), the standard normal distribution function; only of what is on the profile. */
  | 'normalCdf'
  /** φ(x), its derivative, the standard normal density; on the profile likewise. */
  | 'normalDensity'
  /** e^(-x²/2): the density but for its constant. */
  | 'normalKernel'
  /** ln(1 - e^{-x}): the log probability that a standard exponential variable is at most x; on the profile. */
  | 'logExponentialMass'
  | 'logGamma'
  | 'digamma'
  /** x ln x - x - ln Γ(x), about ½ ln(x/2π); and its derivative, ln x - ψ(x). */
  | 'logGammaPeak'
  | 'logGammaPeakSlope'
  /** ln Γ(x + ½) - ln Γ(x) - ½ ln x, about -1/8x; and its derivative. */
  | 'logGammaHalfStep'
  | 'halfStepSlope';

export type BinaryOp =
  | 'add'
  | 'subtract'
  | 'multiply'
  | 'divide'
  | 'power'
  | 'min'
  /** `logProbability(p, q)`: ln p, where q = 1 - p is known to full precision too. Its derivative is that of ln p. */
  | 'logProbability'
  /** `logNormalMass(a, b)`, `logCauchyMass(a, b)`: the log probability that a standard variable is from a to b; on the profile. */
  | 'logNormalMass'
  | 'logCauchyMass'
  /** `normalTail(x, kernel)`: Φ(-|x|). The kernel of x only helps to evaluate. */
  | 'normalTail'
  /** `logBeta(a, b)`: ln B(a, b); `digammaRise(x, h)`: ψ(x + h) - ψ(x), of which its derivatives are made. */
  | 'logBeta'
  | 'digammaRise'
  /** `logChoose(n, k)`: ln C(n, k), of counts, which no latent moves. */
  | 'logChoose'
  /** `studentKernel(df, z)`: -(df + 1)/2 · ln(1 + z²/df), of a Student's t variable; and its derivatives by df and by z. */
  | 'studentKernel'
  | 'studentKernelSlope'
  | 'studentKernelTilt'
  /** `logShare(a, b)`: ln(a / (a + b)), of odds a : b. */
  | 'logShare'
  /** `weigh(weight, x)`: weight · x, and 0 where the weight is 0, whatever x is. Differentiated by x alone. */
  | 'weigh'
  /** `complement(value, p)`: evaluates as `value`, which equals 1 - p, and is differentiated as 1 - p. */
  | 'complement';

export type TernaryOp =
  /** `whereNonNegative(x, a, b)`: a where x ≥ 0, else b. */
  | 'whereNonNegative'
  /** `logGammaMass(shape, x, y)`: the log probability that a gamma variable of rate 1 is from x to y. */
  | 'logGammaMass'
  /** `logStudentMass(df, x, y)`: the log probability that a Student's t over √df is from x to y. */
  | 'logStudentMass'
  /** Their derivatives by the shape and by df. */
  | 'gammaMassSlope'
  | 'studentMassSlope'
  /**
   * `gammaKernel(shape, u, u - shape)`: the log density at u of a gamma variable of rate 1, less the `logGammaPeak` of its shape. The
   * difference only helps to evaluate: it is a function of the shape and u.
   */
  | 'gammaKernel'
  /** Its derivative by the shape, ln(u/shape). */
  | 'gammaKernelSlope'
  /** `truncatedNormalEnd(a, b, b - a)`: its density at a. */
  | 'truncatedNormalEnd'
  /** `productLess(a, b, c)`: a b - c, with its digits where the two nearly cancel. */
  | 'productLess';

export type QuaternaryOp =
  /** `logBetaBinomial(n, k, a, b)`: the log mass of k successes in n trials; and its derivative by a. */
  | 'logBetaBinomial'
  | 'betaBinomialSlope'
  /**
   * `betaKernel(a, b, x, 1 - x)`: the log density at x of a beta variable, less that of the log odds at their mode, which is the
   * `logGammaPeak` of a and of b less that of a + b. The complement only helps to evaluate.
   */
  | 'betaKernel'
  /** Its derivatives by a and by x. */
  | 'betaKernelSlope'
  | 'betaKernelTilt';

export type QuinaryOp =
  /**
   * `logTruncatedNormal(z, a, b, z - a, b - z)`: the log density at z of a standard normal variable cut off at a and b. The
   * differences only help to evaluate: it is a function of z, a and b.
   */
  'logTruncatedNormal';

export type SenaryOp =
  /**
   * `logBetaMass(a, b, x, 1 - x, y, 1 - y)`: the log probability that a beta variable is from x to y. The
   * complements only help to evaluate: it is a function of a, b, x and y.
   */
  | 'logBetaMass'
  /** Its derivative by a. */
  | 'betaMassSlope';

/** Nodes that are probabilities; `probability-pairs` lowers each to two reals, p and 1 - p. */
export type ProbabilityOp =
  /** of a real x: σ(x) */
  | 'pLogistic'
  | 'pAnd'
  | 'pNot'
  /** (1 - w) p + w q, inputs w, p, q */
  | 'pMix'
  /** of two reals that sum to 1, each known by itself */
  | 'pHalves';

export type ArithmeticOp = UnaryOp | BinaryOp | TernaryOp | QuaternaryOp | QuinaryOp | SenaryOp;

/** The special functions that densities are made of. Each is a call of the runtime that costs far more than looking a value up. */
export const DENSITY_OPS = [
  'logGamma',
  'digamma',
  'logGammaPeak',
  'logGammaPeakSlope',
  'logGammaHalfStep',
  'halfStepSlope',
  'logBeta',
  'digammaRise',
  'logChoose',
  'gammaKernel',
  'gammaKernelSlope',
  'betaKernel',
  'betaKernelSlope',
  'betaKernelTilt',
  'logBetaBinomial',
  'betaBinomialSlope',
  'studentKernel',
  'studentKernelSlope',
  'studentKernelTilt',
  'logTruncatedNormal',
  'truncatedNormalEnd',
] as const satisfies readonly ArithmeticOp[];

export type Node = { readonly inputs: readonly NodeId[]; readonly domain: DomainId } & (
  | { readonly op: ArithmeticOp | ProbabilityOp }
  | { readonly op: 'constant'; readonly value: number }
  /** One value a row: a demand, an outcome, or the number of a category's level, from 0. */
  | { readonly op: 'column'; readonly name: string; readonly isCategory?: true }
  /**
   * One number for the data set, computed when data is bound; its input reads columns. With the column of a category as a second
   * input, one number for the rows of each level.
   */
  | { readonly op: 'statistic'; readonly statistic: StatisticFunction }
  /**
   * A statistic of the data that the layout was fitted to, where it is given instead of computed: number `index` of those that
   * are one number, or with the column of a category as input of those by levels.
   */
  | { readonly op: 'given'; readonly index: number }
  /**
   * A latent on the layout's own scale; for a probability `latentComplement` is 1 - p, known by itself. Of an indexed latent
   * the input is the category's column; once staged it has none, and one value a member of the category's domain.
   */
  | { readonly op: 'latent' | 'latentComplement' | 'unconstrained'; readonly name: string }
  /** The adjoint of a latent, an input of the program that takes it to the unconstrained scale; staged likewise. */
  | { readonly op: 'cotangent'; readonly name: string }
  /** Of what has one value a level: that of the level so many places on, and 0 where there is none. */
  | { readonly op: 'shift'; readonly by: 1 | -1 }
  /** ln of a probability node, and the probability as a real. */
  | { readonly op: 'logOf' | 'valueOf' }
  /** Σ over the rows of a set. */
  | { readonly op: 'sum'; readonly rows: RowSet }
  /** A data node's stored value at each member of its domain (or a scalar computed at binding, in the profile). */
  | { readonly op: 'stored'; readonly expression: NodeId }
  /** How many rows of a set each member of the domain stands for. */
  | { readonly op: 'count'; readonly rows: RowSet }
  /** Σ over the members of domain `from` that belong to each member of this node's domain. */
  | { readonly op: 'reduce'; readonly from: DomainId }
  /** Σ count · ln p over the members of domain `from`; inputs count, p. */
  | { readonly op: 'reduceLog'; readonly from: DomainId }
);

export type Op = Node['op'];

/** What a node reads, and so when it is known: see the four kinds in the design of the compiler. */
export type Kind = 'constant' | 'statistic' | 'data' | 'profile' | 'level';

/** Whether a node is a latent's own, on either scale: an input of a program, not computed in it. */
export function isLatent(op: Op): boolean {
  return op === 'latent' || op === 'latentComplement' || op === 'unconstrained' || op === 'cotangent';
}

/** Whether a node sums over the members of a domain. */
export function isReduction(node: Node): node is Extract<Node, { readonly op: 'reduce' | 'reduceLog' }> {
  return node.op === 'reduce' || node.op === 'reduceLog';
}
