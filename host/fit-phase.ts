/**
 * The phases of a fit once its rows are bound, in order: sampling chains, searching for unvisited modes, and
 * summarising draws.
 */
export type FitPhase = 'sampling' | 'modes' | 'summary';
