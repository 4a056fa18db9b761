/** The page docs/explanation/reproduction.md: the paper's second experiment, its Tables 8 and 9 compared with ours. */
import { listOf } from '../markdown.ts';
import { type CommandFit, commandLine, type Evaluated, type Subjects } from './command.ts';
import { figure19Table } from './figure-19.ts';
import { AMENDED, type LayoutReading, PRINTED } from './readings.ts';
import { aboveTable8, table8 } from './table-8.ts';
import { agentScores, beatsAggregate, distances, missedAgents, table9 } from './table-9.ts';
import type { TaskInstance } from './task.ts';

export interface Reproduced {
  readonly instances: readonly TaskInstance[];
  readonly scores: ReadonlyMap<LayoutReading, Subjects<Evaluated>>;
  readonly profiles: ReadonlyMap<LayoutReading, Subjects<CommandFit>>;
}

export function objectPermanencePage({ instances, scores, profiles }: Reproduced): string {
  const agents = agentScores(scores, instances);
  const above = (includedOnly: boolean) =>
    listOf(aboveTable8(includedOnly, profiles.get(PRINTED)!)) || 'none';
  const again = [...scores].flatMap(([{ name }, { again }]) =>
    again.size === 0 ? [] : [`${listOf([...again])} (${name})`],
  );
  return `${[
    '# Reproduction',
    `What *Inferring Capabilities from Task Performance with Bayesian Triangulation* prints of its thirty synthetic agents, beside what comes of its layout here.
\`npm run reproduction\` makes all fits and writes this page; nothing on it is typed by hand but what the paper prints and the sentences between the tables.`,
    '## What is compared',
    `The paper's rows are not published. [\`battery.csv\`](../../stdlib-layouts/object-permanence/battery.csv) was made anew from its Tables 1 and 5 to 7: 2188 instances, and what agents of the
same thirty designs did on each. How often a demand occurs was chosen, not known, so that an agent's rate of success may be another than in the paper, and then so is everything that follows from it.
The layout is [Table 3](../../stdlib-layouts/object-permanence/object-permanence.ml), fitted to the rows of \`split=train\` and tested on those of \`split=test\`:`,
    `\`\`\`sh\nnpx theodolite ${commandLine('evaluate', PRINTED).join(' ').replace('success=agent*', "'success=agent*'")}\n\`\`\``,
    '## Table 9: Brier scores',
    table9(agents, scores),
    `Bold: below the aggregate. \`floor\` is the score of the probabilities that each agent was designed with, and what a predictor can reach but by luck: where it lies at the aggregate's, there is nothing to predict.
Calibration and refinement are of Table 3. ${again.length === 0 ? '' : `† Four chains did not converge, and said so; these were fitted again with \`--method smc\`, as the diagnostic advises: ${again.join('; ')}.`}`,
    beatsAggregate(agents),
    '### Where Table 3 misses the aggregate',
    'Brier scores less the aggregate’s, of the agents for which Table 9 has the layout below it, and Table 3 as printed has it above here:',
    missedAgents(agents),
    `Two lines of the table explain it.

**Noise.** The table's noise passes an instance with ν = 1 − average performance. An agent that passes 98 % of what it meets and fails the rest for a reason that the layout does not know
is then described by noise that passes 2 %: to fail a little more, it must fail nearly everywhere, and no level of noise gives a constant rate but one half. The nearer an agent's rate is to one half, the less that
matters, since 1 − s is then near s; and these agents' rates are nearer to one half in the paper than here. \`--choose noiseTowards=successes\` puts the rate of success in its place, so that the aggregate is one of the layout's
own predictions (all noise), and these differences vanish or turn. That has its price, below under Table 8: an agent that passes nine of ten whatever it meets is then all noise, and
nothing is learned of its capabilities. Table 3's reading makes such an agent be described by them, and is the better one for a profile.

**Side.** A standard normal prior holds \`rightLeftBias\` within about 3 m. Figure 19 has means of 6.3 and −6 for agents 12 and 13, which that prior gives a probability of 10⁻⁹: the paper's fits had a wider one. With
\`--choose sidePrior=wide\`, a standard deviation of 10 m, the agents with a side lie clearly below the aggregate, as in Table 9.

What is left between a layout and its floor is what the designs have and the layout does not: paradigms, colours, and places that look alike.`,
    '### How far from the paper’s own scores',
    `The designs fix a score only where rows are alike. These are the agents designed from nothing but the layout's demands whose rate of success here is within 0.05 of Figure 19's:`,
    distances(agents),
    `Where the difference is beyond 0.02, see the last columns: about 400 test rows leave a score a standard error of that size, and the aggregate's score, which knows no layout, moves with the same rows.
Agent 12 is the side's prior once more. Of agent 17 the paper says that it "struggles when the goal is occluded for longer", and not how: its rule here is a straight line, which a logistic curve of slope 1 cannot follow.`,
    '## Table 8: root mean squared errors of capabilities',
    `Posterior means less the capability that an agent was designed with, both as shares of the capability's range. The paper does not print the profiles that it held for true. Here
([\`designs.ts\`](../scripts/reproduction/object-permanence/designs.ts)): a capability is whole where the design does not read its demand; with a flag it is the share of instances that still pass; with
a distance, time, size or number it is where half do; a constant agent has its rate of everything; one that solves some paradigms of object permanence has that share of it. The second line of each
table puts the paper's own means (Figure 19) against these profiles: where it differs from the first, the profiles do.`,
    'All thirty agents:',
    table8(false, profiles),
    'The thirteen designed from demands of the layout alone:',
    table8(true, profiles),
    `Table 3's noise keeps constant agents from being called noise. Its errors are at most Table 8's, but for: of all thirty ${above(false)}; of the thirteen ${above(true)}. Against these profiles the paper's own means are off as far.
\`${AMENDED.name}\` is \`${AMENDED.choices.map((choice) => `--choose ${choice}`).join(' ')}\`.`,
    '## Figures 19 and 20: profiles',
    'Posterior means and standard deviations by Table 3, and in parentheses the mean of Figure 19. Its largest means, of 50 and 4.8, lie beyond the ranges that Table 3 prints, which end at 48.4 and 4.4 here. † by `--method smc`.',
    figure19Table(profiles.get(PRINTED)!),
  ].join('\n\n')}\n`;
}
