/** What layouts say beyond success and failure, measured: a layout of each kind, with a table drawn from its prior. */
import type { makeDemands } from '../analysis/simulate/design.ts';
import { simulateLayout } from '../analysis/simulate/simulate.ts';
import { prepare } from '../compiler/compile.ts';
import type { Battery } from './battery.ts';
import * as loops from './loops/constructs.ts';

type Design = Parameters<typeof makeDemands>[1];

interface Construct {
  readonly text: string;
  readonly loop: Battery['loop'];
  readonly design: (rows: number) => Design;
  /** The rows of the measured table. */
  readonly rows: number;
  /** The position of each single latent before the others, on the plain scale of the loop; 0 elsewhere. */
  readonly centre?: readonly number[];
}

/** Every person answers every item: 25 times as many rows as there are items. */
const answers =
  (items: number, kinds: Readonly<Record<string, number>> = {}) =>
  (rows: number): Design => ({
    ...{ kind: 'crossed', rows },
    levels: { person: Math.ceil(rows / items), item: items, ...kinds },
  });

const CONSTRUCTS: Readonly<Record<string, Construct>> = {
  'graded response': {
    text: `layout Graded
category person, item
dimension grade = two, three, four
capability trait[person] ~ normal(0, 1)
param sharp[item] ~ lognormal(0, 0.4)
param threshold[item, grade] ~ normal(0, 1.5) ordered
observe answer ~ ordered_logistic(sharp[item] * trait[person], each grade: threshold[item, grade])
`,
    loop: loops.gradedLoop,
    ...{ design: answers(50), rows: 25_000 },
  },
  'partial credit': {
    text: `layout PartialCredit
category person, item
capability ability[person] ~ normal(0, 1)
param one[item], two[item], three[item] ~ normal(0, 1.5)
observe points ~ partial_credit(ability[person], one[item], two[item], three[item])
`,
    loop: loops.partialCreditLoop,
    ...{ design: answers(50), rows: 25_000 },
  },
  'nominal response': {
    text: `layout Nominal
category person, item
dimension wrong = b, c, d
capability ability[person] ~ normal(0, 1)
param pull[item, wrong] ~ normal(0, 1)
param sharp[item, wrong] ~ lognormal(0, 0.5)
observe option in {a, b, c, d} ~
  categorical_logit(0, each wrong: pull[item, wrong] - sharp[item, wrong] * ability[person])
`,
    loop: loops.nominalLoop,
    ...{ design: answers(50), rows: 25_000 },
  },
  'classes (DINA)': {
    text: `layout Attributes
category person, item
dimension skill = add, borrow, carry
demand needs[item, skill] : flag
param share[skill] : probability ~ beta(1, 1)
param slip[item], guess[item] : probability ~ beta(2, 10)
class has[person, skill] ~ bernoulli(share[skill])
observe right ~
  bernoulli(mix(all skill: not needs[item, skill] or has[person, skill], guess[item], not slip[item]))
`,
    loop: loops.attributesLoop,
    ...{ design: answers(20), rows: 10_000 },
  },
  'correlated abilities': {
    text: `layout Correlated
category person, item
dimension ability = a, b, c
demand draws[ability] in [0, 1]
capability skill[person, ability] ~ normal(0, 1) correlated lkj(2)
param hard[item] ~ normal(0, 1)
observe right ~ bernoulli(logistic((sum ability: draws[ability] * skill[person, ability]) - hard[item]))
`,
    loop: loops.correlatedLoop,
    ...{ design: answers(50), rows: 25_000 },
  },
  arena: {
    text: `layout Arena
category model = left, right
param threshold ~ half_normal(1)
capability strength[model] ~ normal(0, 1)
observe verdict ~ ordered_logistic(strength[left] - strength[right], -threshold, threshold)
`,
    loop: loops.arenaLoop,
    ...{ design: (rows) => ({ kind: 'random', rows, levels: { model: 50 } }), rows: 25_000 },
  },
  'counts (poisson)': {
    text: `layout Counts
category person, item
capability ability[person] ~ normal(0, 0.7)
param hard[item] ~ normal(0, 0.7)
observe errors ~ poisson(exp(1 + hard[item] - ability[person]))
`,
    loop: loops.poissonLoop,
    ...{ design: answers(50), rows: 25_000 },
  },
  'counts (neg_binomial)': {
    text: `layout Bursts
category person, item
param bursts ~ half_normal(0.5)
capability ability[person] ~ normal(0, 0.7)
param hard[item] ~ normal(0, 0.7)
observe errors ~ neg_binomial(exp(1 + hard[item] - ability[person]), dispersion = bursts)
`,
    loop: loops.negBinomialLoop,
    ...{ design: answers(50), rows: 25_000, centre: [-1] },
  },
  'times (lognormal)': {
    text: `layout Times
category person, item
param spread ~ half_normal(1)
capability speed[person] ~ normal(0, 0.5)
param long[item] ~ normal(0, 0.5)
observe time ~ lognormal(3 + long[item] - speed[person], spread)
`,
    loop: loops.lognormalLoop,
    ...{ design: answers(50), rows: 25_000 },
  },
  'times (weibull, censored)': {
    text: `layout Horizons
category model
demand limit in [1, 100]
param shape ~ lognormal(0, 0.3)
capability reach[model] ~ normal(0, 1.5)
observe done ~ weibull(shape, exp(reach[model])) censored above limit
`,
    loop: loops.censoredLoop,
    ...{ design: (rows) => ({ kind: 'random', rows, levels: { model: 20 } }), rows: 25_000 },
  },
  'decisions (wiener)': {
    text: `layout Decisions
category observer
demand coherence in {-0.4, -0.2, -0.1, 0.1, 0.2, 0.4}
param caution ~ lognormal(0.7, 0.2)
param delay ~ lognormal(-2.3, 0.2)
capability acuity[observer] ~ normal(0, 2)
observe right, time ~ wiener(caution, delay, 0.5, acuity[observer] * coherence)
`,
    loop: loops.decisionsLoop,
    ...{
      design: (rows) => ({ kind: 'random', rows, levels: { observer: 20 } }),
      rows: 5_000,
      centre: [0.7, -3.5],
    },
  },
  'a mixture of times': {
    text: `layout Guesses
category person
param lapse : probability ~ beta(2, 6)
param quick ~ lognormal(0, 1)
param scatter ~ lognormal(0, 0.5)
capability pace[person] ~ normal(0, 1)
observe time ~ mixture {lapse: exponential(mean = quick), not lapse: lognormal(1 + pace[person], scatter)}
`,
    loop: loops.guessesLoop,
    ...{ design: (rows) => ({ kind: 'random', rows, levels: { person: 100 } }), rows: 25_000 },
  },
};

export const CONSTRUCT_NAMES = Object.keys(CONSTRUCTS);

/** A construct's table of about so many rows. */
export function construct(name: string, rows = CONSTRUCTS[name]!.rows): Battery {
  const { text, loop, design, centre: first = [] } = CONSTRUCTS[name]!;
  const source = { name, text };
  const { layout } = prepare(source);
  const { columns, levels } = simulateLayout(layout, { demands: design(rows), profile: 'prior', seed: 2n });
  const sizes = layout.latents.map(({ index }) => (index === null ? 1 : levels.get(index)!.length));
  const size = sizes.reduce((sum, each) => sum + each, 0);
  const centre = Array.from({ length: size }, (_, place) => first[place] ?? 0);
  return { name, source, rows: columns.values().next().value!.length, columns, loop, centre };
}
