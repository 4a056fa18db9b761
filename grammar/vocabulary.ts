/** The keywords that begin statements, the form of each statement, and the reserved words. */

/** The form of a statement, by its keyword. */
export const statementForms: Readonly<Record<string, string>> = {
  layout: 'layout Name',
  unit: 'unit s, m',
  demand: 'demand x : m in [0, 10]',
  category: 'category person',
  dimension: 'dimension skill = verbal, spatial',
  class: 'class knows[person] ~ bernoulli(p)',
  capability: 'capability c : m ~ uniform(0, 10)',
  bias: 'bias b : m ~ normal(0, 1)',
  robustness: 'robustness r : probability ~ beta(1, 1)',
  propensity: 'propensity p : m ~ normal(0, 1)',
  param: 'param h : m ~ half_normal(1)',
  let: 'let n = expression',
  link: 'link f(a, b = 1) = expression',
  observe: 'observe success ~ bernoulli(p)',
  report: 'report r : m = expression',
  factor: 'factor expression',
  table: 'table ratings {',
};

/** Words of this or a later version of the language that cannot be used as names. */
export const reservedWords: ReadonlySet<string> = new Set([
  ...Object.keys(statementForms),
  'choose',
  'correlated',
  'centred',
  'noncentred',
  'missing',
  'and',
  'or',
  'not',
  'in',
  'inf',
  'flag',
  'count',
  'probability',
]);
