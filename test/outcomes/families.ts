/** A layout for each distribution of outcomes, with data that it can have. */

export interface FamilyCase {
  readonly family: string;
  readonly text: string;
  /** One value a row in each column. */
  readonly columns: Readonly<Record<string, readonly number[]>>;
}

const effort = [-1.5, -0.4, 0.3, 0.3, 1.1, 2.2, -0.4, 0.8];

function layout(lines: string): string {
  return `layout Family
unit s
demand effort in [-5, 5]
demand tries : count
demand lit : flag
param slope ~ normal(0, 2)
param base ~ normal(0.4, 1)
param spread ~ half_normal(2)
param gap ~ half_normal(1)
capability skill : probability ~ beta(2, 2)
param typical : s ~ half_normal(3)
let eta = base + slope * effort
${lines}
`;
}

const tries = [0, 1, 5, 5, 9, 3, 12, 5];
const lit = [1, 0, 0, 1, 0, 1, 0, 1];

interface Family {
  readonly family: string;
  readonly outcome: string;
  readonly y: readonly number[];
  /** The choices beside the times `y`. */
  readonly beside?: readonly number[];
}

const OUTCOMES: readonly Family[] = [
  { family: 'bernoulli', outcome: 'bernoulli(logistic(eta))', y: [0, 1, 1, 0, 1, 1, 0, 1] },
  { family: 'bernoulli_logit', outcome: 'bernoulli_logit(eta)', y: [0, 1, 1, 0, 1, 1, 0, 1] },
  { family: 'binomial', outcome: 'binomial(tries, skill and logistic(eta))', y: [0, 1, 0, 2, 9, 2, 4, 5] },
  {
    family: 'binomial that cannot succeed in the dark',
    outcome: 'binomial(tries, skill and lit)',
    y: [0, 0, 0, 2, 0, 3, 0, 5],
  },
  { family: 'binomial of a number', outcome: 'binomial(4, skill)', y: [0, 1, 4, 2, 3, 2, 4, 1] },
  {
    family: 'binomial_logit',
    outcome: 'binomial_logit(n = tries, logit = eta)',
    y: [0, 1, 0, 2, 9, 2, 4, 5],
  },
  {
    family: 'beta_proportion',
    outcome: 'beta_proportion(skill and logistic(eta), precision = 1 + 4 * spread)',
    y: [0.1, 0.25, 0.5, 0.125, 0.99, 1e-9, 0.75, 0.3],
  },
  {
    family: 'inflated_beta',
    outcome: 'inflated_beta(skill and logistic(eta), precision = 1 + 4 * spread, edges = skill)',
    y: [0.1, 0, 0.5, 1, 0.99, 1e-9, 0, 1],
  },
  {
    family: 'beta_binomial',
    outcome: 'beta_binomial(tries, exp(eta), spread)',
    y: [0, 1, 0, 2, 9, 2, 4, 5],
  },
  { family: 'normal', outcome: 'normal(eta, spread)', y: [1.5, -2, 0, 0.25, 8, 1, 1, -3] },
  { family: 'normal with a spread of rows', outcome: 'normal(eta, spread * exp(effort))', y: effort },
  {
    family: 'student_t',
    outcome: 'student_t(1 + 3 * gap, eta, spread)',
    y: [1.5, -2, 0, 0.25, 80, 1, 1, -3],
  },
  { family: 'lognormal', outcome: 'lognormal(eta, spread)', y: [0.1, 2, 3.5, 100, 1, 0.75, 2, 2] },
  { family: 'poisson', outcome: 'poisson(exp(eta))', y: [0, 1, 4, 2, 60, 2, 4, 1] },
  {
    family: 'poisson of a rate that is a demand’s',
    outcome: 'poisson(spread * (1 + tries))',
    y: [0, 1, 4, 2, 60, 2, 4, 1],
  },
  {
    family: 'neg_binomial',
    outcome: 'neg_binomial(exp(eta), dispersion = gap)',
    y: [0, 1, 4, 2, 600, 2, 4, 1],
  },
  {
    family: 'neg_binomial with a dispersion of rows',
    outcome: 'neg_binomial(spread, gap * exp(effort))',
    y: [0, 1, 4, 2, 60, 2, 4, 1],
  },
  { family: 'gamma', outcome: 'gamma(1 + gap, exp(eta))', y: [0.1, 2, 3.5, 100, 1, 0.75, 2, 2] },
  { family: 'gamma of a known shape', outcome: 'gamma(2.5, exp(eta))', y: [0.1, 2, 3.5, 100, 1, 0.75, 2, 2] },
  { family: 'gamma of shape 1', outcome: 'gamma(1, exp(eta))', y: [0.1, 2, 3.5, 100, 1, 0.75, 2, 2] },
  { family: 'weibull', outcome: 'weibull(gap, exp(eta))', y: [0.1, 2, 3.5, 10, 1, 0.75, 2, 2] },
  { family: 'exponential', outcome: 'exponential(exp(eta))', y: [0.1, 2, 3.5, 100, 1, 0.75, 2, 2] },
  {
    family: 'wiener',
    outcome: 'wiener(0.5 + gap, 0.05, skill, eta)',
    // Without a choice, the time is that of either.
    beside: [1, 0, Number.NaN, 0, 1, 0, 1, Number.NaN],
    y: [0.3, 0.8, 0.5, 1.5, 0.45, 2.5, 0.15, 0.4],
  },
  {
    family: 'wiener that is slow to begin',
    outcome: 'wiener(spread, delay = 0.1 * skill, start = 0.5, drift = slope)',
    beside: [1, 0, 1, 1, 1, 1, 0, 1],
    y: [0.3, 0.8, 0.5, 1.5, Number.NaN, 2.5, 0.15, 0.4],
  },
  { family: 'wiener_choice', outcome: 'wiener_choice(0.5 + gap, skill, eta)', y: [0, 1, 1, 0, 1, 1, 0, 1] },
  {
    family: 'ordered_logistic',
    outcome: 'ordered_logistic(slope * effort, base, base + gap, base + gap + spread)',
    y: [1, 2, 3, 1, 4, 2, 2, 1],
  },
  {
    family: 'partial_credit',
    outcome: 'partial_credit(eta, base, spread, -gap)',
    y: [1, 2, 3, 1, 4, 2, 2, 1],
  },
  {
    family: 'partial_credit of two grades',
    outcome: 'partial_credit(slope * effort, base)',
    y: [1, 2, 2, 1, 2, 2, 1, 1],
  },
  {
    family: 'categorical_logit',
    outcome: 'categorical_logit(0, eta, 2 * base, spread * effort)',
    y: [1, 2, 3, 1, 4, 2, 2, 1],
  },
  {
    family: 'categorical_logit of two values',
    outcome: 'categorical_logit(eta, base)',
    y: [1, 2, 2, 1, 2, 2, 1, 1],
  },
  {
    family: 'ordered_logistic of two categories',
    outcome: 'ordered_logistic(eta, 0.5)',
    y: [1, 2, 2, 1, 2, 2, 1, 1],
  },
];

/** With parameters that no demand moves: what moves with the ends of ranges is then computed by itself. */
const CONSTANT: readonly Family[] = [
  { family: 'normal of constants', outcome: 'normal(base, gap)', y: [1.5, -2, 0, 0.25, 8, 1, 1, -3] },
  {
    family: 'student_t of constants',
    outcome: 'student_t(1 + gap, 0.5, spread)',
    y: [1.5, -2, 0, 0.25, 8, 1, 1, -3],
  },
  { family: 'lognormal of constants', outcome: 'lognormal(0.5, gap)', y: [0.1, 2, 3.5, 10, 1, 0.75, 2, 2] },
  { family: 'gamma of constants', outcome: 'gamma(1 + gap, spread)', y: [0.1, 2, 3.5, 10, 1, 0.75, 2, 2] },
  {
    family: 'weibull of constants',
    outcome: 'weibull(1 + gap, spread)',
    y: [0.1, 2, 3.5, 10, 1, 0.75, 2, 2],
  },
  { family: 'exponential of constants', outcome: 'exponential(spread)', y: [0.1, 2, 3.5, 10, 1, 0.75, 2, 2] },
];

const MIXTURES: readonly Family[] = [
  {
    family: 'mixture of times',
    outcome: 'mixture {skill: exponential(exp(base)), not skill: lognormal(eta, spread)}',
    y: [0.1, 2, 3.5, 100, 1, 0.75, 2, 2],
  },
  {
    family: 'mixture of three, with shares that are numbers',
    outcome: 'mixture {1: normal(eta, spread), gap: student_t(3, base, 2), exp(slope): normal(-2, 1 + gap)}',
    y: [1.5, -2, 0, 0.25, 8, 1, 1, -3],
  },
  {
    family: 'mixture with a share of rows',
    outcome: 'mixture {logistic(eta): weibull(1 + gap, 2), not logistic(eta): gamma(2.5, spread)}',
    y: [0.1, 2, 3.5, 10, 1, 0.75, 2, 2],
  },
  {
    family: 'mixture of counts',
    outcome: 'mixture {skill: poisson(0.001), not skill: neg_binomial(exp(eta), gap)}',
    y: [0, 1, 4, 2, 60, 0, 0, 1],
  },
  {
    family: 'mixture of binomials',
    outcome:
      'mixture {skill: binomial(tries, 0.25), not skill: binomial_logit(tries, eta), gap: beta_binomial(tries, 1, 2)}',
    y: [0, 1, 0, 2, 9, 2, 4, 5],
  },
  {
    family: 'mixture of successes',
    outcome:
      'mixture {skill: bernoulli(0.25), not skill: bernoulli_logit(eta), 0.1: wiener_choice(1, 0.5, slope)}',
    y: [0, 1, 1, 0, 1, 1, 0, 1],
  },
  {
    family: 'mixture of ratings',
    outcome:
      'mixture {skill: categorical_logit(0, 0, 0), not skill: ordered_logistic(eta, 0, gap), gap: partial_credit(eta, base, slope)}',
    y: [1, 2, 3, 1, 3, 2, 2, 1],
  },
  {
    family: 'mixture of shares',
    outcome:
      'mixture {skill: inflated_beta(0.5, 2, 0.3), not skill: inflated_beta(skill, 2 + spread, skill)}',
    y: [0.1, 0, 0.5, 1, 0.99, 1e-9, 0, 1],
  },
];

/** What is observed, and the columns of it. */
const observed = ({ y, beside }: Family) =>
  beside === undefined
    ? { names: 'y', columns: { y } }
    : { names: 'right, y', columns: { right: beside, y } };

export const FAMILIES: readonly FamilyCase[] = [...OUTCOMES, ...CONSTANT, ...MIXTURES].map((each) => ({
  family: each.family,
  text: layout(`observe ${observed(each).names} ~ ${each.outcome}`),
  columns: { effort, tries, lit, ...observed(each).columns },
}));

const CENSORED =
  /^(normal|student_t|lognormal|gamma|weibull|exponential|mixture of times|mixture of three|mixture with)\b/;
/** Ranges that all the values of these outcomes lie in, with numbers and with demands as their ends. */
const TRUNCATIONS = [
  'in [least, inf]',
  'in [-10, most]',
  'in [least, most] censored where lit',
  'in [-10, 200] censored to limit weight w',
  'in [least, 200] censored below 0.05 above 150 count copies',
];
const CENSORINGS = [
  'censored where lit',
  'censored where not lit weight w',
  'censored above 2',
  'censored below 0.75',
  'censored below 0.75 above limit count copies',
  'censored to limit',
  'censored to 3.5 weight w',
];

/** Values above 0 have no range that begins below. */
const truncations = (family: string) =>
  TRUNCATIONS.map((clause) =>
    /^(normal|student|mixture of three)/.test(family) ? clause : clause.replace('-10', '0.01'),
  );

/** The same outcomes with clauses: every one with weights and counts of rows, and censored where its family can be. */
export const CLAUSES: readonly FamilyCase[] = [...OUTCOMES, ...CONSTANT, ...MIXTURES].flatMap((each) =>
  [
    'weight w',
    'count copies',
    'weight lit',
    ...(CENSORED.test(each.family) ? [...CENSORINGS, ...truncations(each.family)] : []),
  ].map((clause) => ({
    family: `${each.family} ${clause}`,
    text: layout(`demand w in [0, inf]
demand copies : count
demand limit in [0, inf]
demand least, most in [-20, 300]
observe ${observed(each).names} ~ ${each.outcome} ${clause}`),
    columns: {
      ...{ effort, tries, lit, ...observed(each).columns },
      w: [1, 0.25, 0, 3, 1, 0.25, 7.5, 1],
      copies: [1, 3, 2, 1, 0, 1, 40, 2],
      limit: [0.75, Infinity, 5, 0.25, 100, 1, 2, Infinity],
      least: each.y.map((y) => (y > 0 ? y / 2 : y - 1)),
      most: each.y.map((y) => y + 3),
    },
  })),
);
