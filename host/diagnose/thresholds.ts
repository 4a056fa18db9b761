/**
 * From where on a diagnostic is worth a word, and from where on a fit is not to be used. docs/sampler.md has these numbers in a
 * table, with the exit status that each leads to, and README what follows from them: a test holds both to this file.
 */

/** R-hat above which chains do not agree well enough (Vehtari et al. 2021). */
export const R_HAT_CAUTION = 1.01;

/** Effective draws a chain, bulk and tail, below which the other diagnostics are unreliable (Vehtari et al. 2021: 50 a half chain). */
export const EFFECTIVE_DRAWS_CAUTION = 100;

/**
 * R-hat above which the summaries are not to be used. Chains that do agree have an R-hat near 1 + 1 / (2 n) with n
 * effective draws a half chain, from noise alone, so that 1.05 is what ten give: too few for noise to be the excuse.
 */
export const R_HAT_FATAL = 1.05;

/** Effective draws a chain below which the summaries are not to be used: what R_HAT_FATAL comes to. */
export const EFFECTIVE_DRAWS_FATAL = 20;

/** The share of diverging draws from which the sampler is not following the posterior; any fewer call for caution. */
export const DIVERGENCES_FATAL = 0.1;

/**
 * How many times smaller a chain's step size may be than those of the others. Chains that learned the scales of one
 * posterior differ by 10 or 20 %.
 */
export const STEP_SIZE_APART = 4;

/** The share of a chain's draws that diverge from which its adaptation failed, where the other chains' follow the posterior. */
export const CHAIN_DIVERGENCES_FAILED = 0.5;

/** The share of trajectories cut off from which it pays to act; a few only cost time. */
export const TREE_DEPTH_CAUTION = 0.01;

/** Bayesian fraction of missing information below which the tails are badly explored, as Stan and ArviZ have it. */
export const ENERGY_CAUTION = 0.3;

/** Draws a chain below which R-hat and ESS are not defined: a half must hold three. */
export const LEAST_DRAWS = 6;

/** The share of the mass from which a place that no chain visited makes summaries wrong; below it they hardly change. */
export const UNVISITED_SHARE_FATAL = 0.01;

/**
 * The share of the mass below which modes that no chain visited are a note. No probability, and so no quantile's, changes by more
 * than this: a third of the Monte Carlo error that a tail of 5 % has from 4000 effective draws.
 */
export const NEGLIGIBLE_SHARE = 0.001;

/**
 * Nats that the log density must fall by, on the best way between two places, for them to be separate. The kinetic energy that each
 * direction has in the mean, a half, is beyond it in every sixth transition.
 */
export const SEPARATE_BARRIER = 1;

/** How many scouts must have ended in modes without mass before these are reported: other chains and samplers would stay there too. */
export const MINOR_MODE_SCOUTS = 2;

/**
 * Standard deviations of the runs' log evidences from which they agree too little. At one, the variance that Pitt et al.
 * (2012) find best for estimates within another sampler, half of the runs' weight lies in a few.
 */
export const EVIDENCE_SPREAD_CAUTION = 0.5;
export const EVIDENCE_SPREAD_FATAL = 2;

/**
 * By how much the particles that leave a temperature may see less of the log evidence than those at both ends of each step do together.
 * Where they do not follow the way, all runs miss alike what a standard error of runs cannot see: on posteriors whose evidence is
 * known it was off by two to four times as much.
 */
export const EVIDENCE_LAG_CAUTION = 0.1;
export const EVIDENCE_LAG_FATAL = 0.2;

/** How far the log of the prior's mass may be from 0, which it is: what is off before the data are seen is off after. */
export const PRIOR_MASS_CAUTION = 0.1;
export const PRIOR_MASS_FATAL = 0.2;

/** Standard errors that a lag or a prior's mass must be off by besides, so as not to be noise of few particles. */
export const EVIDENCE_NOISE_ERRORS = 3;

/**
 * Below the first number of draws from the prior, particles of a run descend from too few to estimate shares of the
 * mass; below the second, to estimate anything.
 */
export const ANCESTORS_CAUTION = 20;
export const ANCESTORS_FATAL = 5;

/** The share of the acceptance aimed at below which particles hardly moved. */
export const ACCEPTANCE_CAUTION = 0.5;

/** The share of the mass from which one place is the posterior, and chains elsewhere are merely stuck. */
export const WHOLE_SHARE = 0.99;
