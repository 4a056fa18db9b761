/**
 * The printed results of the paper's second experiment: Burden et al., "Inferring Capabilities from Task Performance
 * with Bayesian Triangulation", Tables 8 and 9 and Figure 19, only for comparison, never for computation.
 */

/** The seven capabilities, by the names of the layout, in the order of Table 8. */
export const CAPABILITIES = [
  'opAbility',
  'flatNavAbility',
  'visualAbility',
  'lavaAbility',
  'platformAbility',
  'rampAbility',
  'memoryAbility',
] as const;

export type PaperCapability = (typeof CAPABILITIES)[number];

/** Their names in the head of Table 8. */
export const HEADINGS: Readonly<Record<PaperCapability, string>> = {
  opAbility: 'OP',
  flatNavAbility: 'FlatNav',
  visualAbility: 'Visual',
  lavaAbility: 'Lava',
  platformAbility: 'Platform',
  rampAbility: 'Ramp',
  memoryAbility: 'Memory',
};

/** Table 8: root mean squared errors of all agents, and of the thirteen designed only from the layout's demands. */
export const TABLE_8: Readonly<Record<'overall' | 'included', readonly number[]>> = {
  overall: [0.28, 0.18, 0.16, 0.2, 0.28, 0.38, 0.15],
  included: [0.13, 0.11, 0.24, 0.17, 0.13, 0.27, 0.16],
};

/** A row of Table 9: Brier scores of the measurement layout (`layout`) and of the rate of success (`aggregate`). */
export interface PrintedScores {
  readonly layout: number;
  readonly aggregate: number;
}

/** Table 9, agents 1 to 30. */
export const TABLE_9: readonly PrintedScores[] = (
  [
    [0.022, 0.0],
    [0.25, 0.25],
    [0.078, 0.078],
    [0.022, 0.022],
    [0.099, 0.089],
    [0.067, 0.25],
    [0.138, 0.138],
    [0.109, 0.103],
    [0.06, 0.24],
    [0.211, 0.237],
    [0.176, 0.242],
    [0.218, 0.235],
    [0.222, 0.234],
    [0.152, 0.166],
    [0.026, 0.007],
    [0.077, 0.064],
    [0.09, 0.166],
    [0.069, 0.072],
    [0.056, 0.249],
    [0.177, 0.246],
    [0.156, 0.249],
    [0.204, 0.248],
    [0.012, 0.25],
    [0.165, 0.245],
    [0.149, 0.204],
    [0.229, 0.248],
    [0.084, 0.192],
    [0.186, 0.242],
    [0.098, 0.152],
    [0.205, 0.232],
  ] as const
).map(([layout, aggregate]) => ({ layout, aggregate }));

/** Figure 19: the posterior means of the capabilities and the rate of success, agents 1 to 30, in the layout's units. */
export const FIGURE_19: Readonly<Record<PaperCapability | 'success', readonly number[]>> = {
  opAbility: [
    50, 14, 13, 12, 50, 50, 50, 50, 47, 49, 48, 49, 49, 50, 50, 50, 28, 39, 24, 16, 25, 2.2, 32, 29, 50, 27,
    50, 49, 12, 12,
  ],
  flatNavAbility: [
    56, 27, 7.7, 14, 56, 56, 56, 56, 56, 56, 56, 51, 51, 56, 56, 56, 56, 56, 43, 37, 40, 46, 45, 43, 56, 56,
    42, 42, 51, 53,
  ],
  visualAbility: [
    6, 3, 2.9, 4.1, 6, 6, 6, 6, 6, 5.9, 3.6, 5.9, 5.8, 6, 6, 6, 6, 6, 5.9, 5.8, 5.9, 5, 6, 5.8, 6, 5.8, 6,
    5.9, 6, 5.9,
  ],
  lavaAbility: [
    1, 0.5, 0.5, 0.57, 0.99, 0.08, 0.83, 0.92, 1, 0.55, 0.98, 0.99, 0.99, 0.99, 1, 0.99, 1, 1, 0.97, 0.78,
    0.51, 0.32, 1, 0.97, 0.98, 0.97, 1, 0.98, 1, 0.99,
  ],
  platformAbility: [
    1, 0.5, 0.49, 0.34, 0.99, 0.99, 0.97, 0.98, 0.99, 0.98, 1, 0.99, 0.99, 1, 1, 0.99, 1, 0.99, 0.73, 0.57,
    0.99, 0.98, 0, 0.02, 1, 0.99, 1, 0.98, 0.99, 0.87,
  ],
  rampAbility: [
    1, 0.5, 0.48, 0.35, 0.99, 0.99, 1, 0.99, 0.14, 0.98, 1, 0.95, 0.94, 0.73, 1, 1, 1, 1, 0.01, 0.02, 0.68,
    0.78, 1, 0.95, 0.58, 0.5, 1, 0.99, 0.72, 0.73,
  ],
  memoryAbility: [
    4.8, 2.4, 2.4, 2.2, 4.8, 4.8, 4.8, 4.8, 4.7, 4.7, 4.7, 4.7, 4.7, 4.7, 4.8, 4.8, 2.7, 4.8, 4.4, 3.3, 4.5,
    2.3, 4.8, 4.2, 4.7, 4.5, 4.8, 4.7, 4.8, 4.7,
  ],
  success: [
    1, 0.51, 0.11, 0.03, 0.91, 0.53, 0.85, 0.87, 0.61, 0.63, 0.59, 0.63, 0.61, 0.75, 0.99, 0.94, 0.79, 0.91,
    0.53, 0.44, 0.45, 0.39, 0.52, 0.44, 0.73, 0.57, 0.72, 0.56, 0.8, 0.63,
  ],
};
