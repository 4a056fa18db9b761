/** The exports of a compiled layout, as listed in docs/reference/abi.md. */

/** The version of the ABI (docs/reference/abi.md) that this host supports. */
export const ABI_VERSION = 7;

/** The custom section that holds the manifest, and the checksum section, which is the last of a module. */
export const MANIFEST_SECTION = 'theodolite';
export const CHECKSUM_SECTION = 'theodolite.checksum';

/**
 * The types of the functions: one letter per parameter and, after the colon, one per result; `i` is i32 and `d` f64.
 */
export const FUNCTIONS: Readonly<Record<string, string>> = {
  abi_version: ':i',
  allocate: 'i:i',
  begin_data: 'i:i',
  column: 'i:i',
  counts: ':i',
  add_rows: 'i:i',
  distinct_rows: ':i',
  distinct_column: 'i:i',
  distinct_counts: ':i',
  bind: ':i',
  values: ':i',
  statistic: 'i:d',
  log_density: 'ii:d',
  outside_support: 'i:i',
  log_density_unconstrained: 'ii:d',
  log_prior_unconstrained: 'ii:d',
  constrain: 'ii:',
  chain_start: 'iiiidi:i',
  chain_restart: 'ii:i',
  chain_run: 'ii:i',
  chain_position: 'i:',
  chain_centrings: 'i:',
  set_centrings: 'i:',
  centrings: ':i',
  chain_gradients: ':d',
  scout: 'iiii:i',
  ascend: 'iiiiiii:i',
  objective: 'iii:d',
  smc_start: 'iiiidi:i',
  smc_run: 'i:i',
  smc_draws: 'i:',
  smc_report: 'i:',
  distinct_row_numbers: ':i',
  level_statistic: 'i:i',
  set_levels: 'ii:',
  set_statistic: 'id:',
  level_statistic_room: 'i:i',
  bind_prediction: ':i',
  predict: 'i:',
  outcome_mean: 'ii:',
  derived: 'ii:',
  draw_outcome: 'iiiiiiii:',
  evaluate_likelihood: 'i:',
  log_likelihood: 'ii:',
};
