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

/** The statements that may stand in a table. */
export const tableStatements: readonly string[] = ['category', 'demand', 'let', 'observe', 'factor'];

/** What a statement declares, by its keyword: as an editor explains it. */
export const statementMeanings: Readonly<Record<string, string>> = {
  layout: 'The name of the layout, once, as the first statement.',
  unit: 'Base units, or a unit that is a multiple of another: `unit minute = 60 s`.',
  demand: 'A column of the table: a property of a task instance that makes it harder.',
  category: 'A column of names: the group to which each row belongs, such as a person or an item.',
  dimension: 'A list of names, for each of which there is a demand, a latent or a term.',
  class: 'A state of each level that is not observed, and is summed over.',
  capability: 'An ability, to be estimated.',
  bias: 'A preference or a shift, to be estimated.',
  robustness: 'How success varies apart from the demands, to be estimated.',
  propensity: 'What the system tends to do where the task leaves it a choice, to be estimated.',
  param: 'Any other unknown number, which is no part of the profile.',
  let: 'A name for an expression.',
  link: 'A function that the layout defines.',
  observe: 'An outcome, which is a column of the table, and its distribution.',
  report: 'A quantity that follows from the latents and is shown beside them.',
  factor: 'A term of the log density that no prior and no outcome gives.',
  table: 'Rows of their own, with their columns and outcomes.',
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
