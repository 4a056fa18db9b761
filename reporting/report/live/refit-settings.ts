/** How a page fits again: four chains, as usual, with as many draws as give an interval two digits. */
export const REFIT_SETTINGS = { chains: 4, warmup: 300, draws: 250, scouts: 8, seed: 1 } as const;
