/** Brier scores of test rows, compared with Table 9, and the reasons for differences. */
import { listOf, markdownTable } from '../markdown.ts';
import type { Evaluated, Subjects } from './command.ts';
import { PAPER_DESIGNS } from './designs.ts';
import { FIGURE_19, TABLE_9 } from './paper.ts';
import { AMENDED, type LayoutReading, NOISE, PRINTED, READINGS } from './readings.ts';
import type { TaskInstance } from './task.ts';

/** Scores by reading of the layout. */
export type Scores = ReadonlyMap<LayoutReading, Subjects<Evaluated>>;

/** Brier scores that differ by less than this print as the same. */
const SAME = 0.0005;

/** If success rates differ from the paper's by less than this, the Brier score is the same by design. */
const ALIKE_RATES = 0.05;

/** Everything in the section about one agent. */
export interface AgentScores {
  readonly agent: number;
  readonly paper: { readonly layout: number; readonly aggregate: number; readonly rate: number };
  /** The share of all rows that the agent passed here. */
  readonly rate: number;
  readonly aggregate: number;
  /** The Brier score of the design's own probabilities: a better score is luck. */
  readonly floor: number;
  readonly layout: ReadonlyMap<LayoutReading, number>;
  readonly error: number;
  readonly calibration: number;
  readonly refinement: number;
}

export function agentScores(scores: Scores, instances: readonly TaskInstance[]): AgentScores[] {
  const test = instances.filter(({ split }) => split === 'test');
  return PAPER_DESIGNS.map((design, index) => {
    const subject = (reading: LayoutReading) =>
      scores.get(reading)!.subjects[`agent${index + 1}`]!.scores.success;
    const printed = subject(PRINTED);
    return {
      agent: index + 1,
      paper: { ...TABLE_9[index]!, rate: FIGURE_19.success[index]! },
      rate: mean(instances, ({ outcomes }) => outcomes[index]!),
      aggregate: printed.brier.aggregate.value,
      floor: mean(test, (instance) => (design.passes(instance) - instance.outcomes[index]!) ** 2),
      layout: new Map(READINGS.map((reading) => [reading, subject(reading).brier.layout.value])),
      error: printed.brier.layout.standardError ?? Number.NaN,
      calibration: printed.calibration.layout.value,
      refinement: printed.refinement.layout.value,
    };
  });
}

export function table9(agents: readonly AgentScores[], scores: Scores): string {
  const again = (reading: LayoutReading, agent: number) =>
    scores.get(reading)!.again.has(`agent${agent}`) ? '†' : '';
  return markdownTable(
    [
      'agent',
      ...['paper: layout', 'aggregate', 'rate'],
      ...['here: rate', 'floor', 'aggregate'],
      ...READINGS.map(({ name }) => name),
      ...['calibration', 'refinement'],
    ],
    agents.map((of) => [
      of.agent,
      ...[better(of.paper.layout, of.paper.aggregate), three(of.paper.aggregate), of.paper.rate.toFixed(2)],
      ...[of.rate.toFixed(2), three(of.floor), three(of.aggregate)],
      ...READINGS.map(
        (reading) => `${better(of.layout.get(reading)!, of.aggregate)}${again(reading, of.agent)}`,
      ),
      ...[three(of.calibration), three(of.refinement)],
    ]),
  );
}

/** The agents that the layout predicts better than the aggregate, compared with Table 9. */
export function beatsAggregate(agents: readonly AgentScores[]): string {
  const asked = agents.filter(({ paper }) => paper.layout < paper.aggregate);
  const sentence = (reading: LayoutReading) => {
    const below = asked.filter((of) => of.layout.get(reading)! < of.aggregate - SAME);
    const ties = asked.filter((of) => Math.abs(of.layout.get(reading)! - of.aggregate) <= SAME);
    const above = asked.filter((of) => of.layout.get(reading)! > of.aggregate + SAME);
    const parts = [
      `below the aggregate for ${below.length}`,
      ...(ties.length ? [`equal to three digits for ${named(ties)}`] : []),
      ...(above.length ? [`above for ${named(above)}`] : []),
    ];
    return `- ${reading.name}: ${parts.join(', ')}.`;
  };
  return [
    `Table 9 has the layout below the aggregate for ${asked.length} of the thirty. Of these, here:`,
    '',
    ...READINGS.map(sentence),
  ].join('\n');
}

/** The results for each agent for which Table 3 as printed does not reproduce Table 9. */
export function missedAgents(agents: readonly AgentScores[]): string {
  const missed = agents.filter(
    (of) => of.paper.layout < of.paper.aggregate && of.layout.get(PRINTED)! >= of.aggregate,
  );
  const rows = missed.map((of) => [
    of.agent,
    three(of.layout.get(PRINTED)! - of.aggregate),
    three(of.layout.get(NOISE)! - of.aggregate),
    three(of.layout.get(AMENDED)! - of.aggregate),
    three(of.floor - of.aggregate),
    of.paper.rate.toFixed(2),
    of.rate.toFixed(2),
  ]);
  return markdownTable(
    ['agent', ...READINGS.map(({ name }) => name), 'floor', 'rate in the paper', 'rate here'],
    rows,
  );
}

/** The differences of the scores from the paper's, for the agents whose design fixes them. */
export function distances(agents: readonly AgentScores[]): string {
  const alike = agents.filter(
    ({ agent, paper, rate }) =>
      PAPER_DESIGNS[agent - 1]!.included && Math.abs(rate - paper.rate) <= ALIKE_RATES,
  );
  return markdownTable(
    ['agent', 'paper', 'here', 'difference', 'its standard error', 'aggregate here less the paper’s'],
    alike.map((of) => {
      const here = of.layout.get(PRINTED)!;
      return [
        of.agent,
        three(of.paper.layout),
        three(here),
        three(here - of.paper.layout),
        // Both are means over about the same number of test rows with a similar spread.
        three(of.error * Math.SQRT2),
        three(of.aggregate - of.paper.aggregate),
      ];
    }),
  );
}

/** In bold if it is below the aggregate. */
function better(layout: number, aggregate: number): string {
  return layout < aggregate - SAME ? `**${three(layout)}**` : three(layout);
}

function named(agents: readonly AgentScores[]): string {
  return `agent${agents.length === 1 ? '' : 's'} ${listOf(agents.map(({ agent }) => agent))}`;
}

function mean<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((sum, item) => sum + value(item), 0) / items.length;
}

/** Three decimals, and no negative zero. */
function three(value: number): string {
  return value
    .toFixed(3)
    .replace(/^-(0\.0*)$/, '$1')
    .replace('-', '−');
}
