/** What predicts rows that are held out: a layout that was fitted to the others, and what knows no layout. */

/** As tables and JSON call them, the layout first. */
export const PREDICTORS = ['layout', 'aggregate', 'logistic regression', 'boosted trees'] as const;
export type Predictor = (typeof PREDICTORS)[number];

/** Those that know no layout: they are the same beside all layouts. */
export const BASELINES = ['aggregate', 'logistic regression', 'boosted trees'] as const;
export type Baseline = (typeof BASELINES)[number];
