/**
 * The limits beyond which a diagnostic is reported, or a fit must not be used. docs/explanation/sampler.md has these numbers in a
 * table, with the exit status of each, and the README has what follows from them. A test compares both with this file.
 */

/** R-hat above which chains do not agree well enough (Vehtari et al. 2021). */
export const R_HAT_CAUTION = 1.01;

/**
 * Effective draws per chain, bulk and tail, below which the other diagnostics are unreliable (Vehtari et al. 2021: 50
 * per half chain).
 */
export const EFFECTIVE_DRAWS_CAUTION = 100;

/**
 * R-hat above which the summaries must not be used. From noise alone, chains that agree have an R-hat near 1 + 1 / (2
 * n) with n effective draws per half chain. So ten effective draws give 1.05, which is too few to blame noise.
 */
export const R_HAT_FATAL = 1.05;

/** Effective draws per chain below which the summaries must not be used: the equivalent of R_HAT_FATAL. */
export const EFFECTIVE_DRAWS_FATAL = 20;

/**
 * The share of diverging draws from which the sampler does not follow the posterior; a smaller share calls for caution.
 */
export const DIVERGENCES_FATAL = 0.1;

/**
 * How many times smaller a chain's step size may be than those of the others. Chains that learnt the scales of the same
 * posterior differ by 10 or 20 %.
 */
export const STEP_SIZE_APART = 4;

/**
 * The share of diverging draws from which a chain's adaptation counts as failed, if the other chains follow the
 * posterior.
 */
export const CHAIN_DIVERGENCES_FAILED = 0.5;

/** The share of cut-off trajectories from which a change pays; a few only cost time. */
export const TREE_DEPTH_CAUTION = 0.01;

/** Bayesian fraction of missing information below which the tails are badly explored, as in Stan and ArviZ. */
export const ENERGY_CAUTION = 0.3;

/**
 * The share of draws in which an equation of a report has no solution, from which its mean depends on the range in which it
 * was sought.
 */
export const NO_SOLUTION_CAUTION = 0.01;

/**
 * The correlation from which two latents stand in for one another: given the one, less than a fifth of the variance of the
 * other is left.
 */
export const RIDGE_CORRELATION = 0.9;

/** Draws per chain below which R-hat and ESS are not defined: a half must have three. */
export const LEAST_DRAWS = 6;

/** The share of the mass from which a place that no chain visited makes summaries wrong; below it they hardly change. */
export const UNVISITED_SHARE_FATAL = 0.01;

/**
 * The share of the mass below which unvisited modes are a note. No probability changes by more than this, and so no
 * quantile's: a third of the Monte Carlo error of a 5 % tail with 4000 effective draws.
 */
export const NEGLIGIBLE_SHARE = 0.001;

/**
 * The minimum decrease of the log density, in nats, on the best way between two places that are separate. The kinetic
 * energy of each direction, a half on average, exceeds it in one of six transitions.
 */
export const SEPARATE_BARRIER = 1;

/**
 * The number of scouts in modes without mass from which these are reported: other chains and samplers would stay there
 * too.
 */
export const MINOR_MODE_SCOUTS = 2;

/**
 * The standard deviation of the runs' log evidences from which they disagree. At one, the variance that Pitt et al.
 * (2012) find best for estimates within another sampler, half of the runs' weight lies in a few.
 */
export const EVIDENCE_SPREAD_CAUTION = 0.5;
export const EVIDENCE_SPREAD_FATAL = 2;

/**
 * The maximum amount by which the log evidence from the particles that leave each temperature may be lower than that
 * from the particles at both ends of each step. If particles do not follow the path, all runs miss the same part, which
 * their standard error does not show: for known evidences the error was two to four times this amount.
 */
export const EVIDENCE_LAG_CAUTION = 0.1;
export const EVIDENCE_LAG_FATAL = 0.2;

/**
 * The maximum distance of the estimated log prior mass from its true value 0. An error before the data is used remains
 * afterwards.
 */
export const PRIOR_MASS_CAUTION = 0.1;
export const PRIOR_MASS_FATAL = 0.2;

/**
 * The number of standard errors that a lag or a prior mass must also be off by, so that it is not noise of few
 * particles.
 */
export const EVIDENCE_NOISE_ERRORS = 3;

/**
 * Below the first number of draws from the prior, particles of a run descend from too few to estimate shares of the
 * mass; below the second, to estimate anything.
 */
export const ANCESTORS_CAUTION = 20;
export const ANCESTORS_FATAL = 5;

/** The share of the target acceptance below which particles hardly moved. */
export const ACCEPTANCE_CAUTION = 0.5;

/** The share of the mass from which one place counts as the posterior, and chains elsewhere as stuck. */
export const WHOLE_SHARE = 0.99;
