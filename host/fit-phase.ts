/** What a fit does once its rows are bound, in this order: chains are drawn, modes looked for that no chain was in, and draws summed up. */
export type FitPhase = 'sampling' | 'modes' | 'summary';
