/** Root mean squared errors of the capabilities, compared with Table 8. */
import { markdownTable } from '../markdown.ts';
import type { CommandFit, Subjects } from './command.ts';
import { PAPER_DESIGNS } from './designs.ts';
import { CAPABILITIES, FIGURE_19, HEADINGS, type PaperCapability, TABLE_8 } from './paper.ts';
import type { LayoutReading } from './readings.ts';

/** The upper end of each capability's range in Table 3; all ranges begin at 0. */
const RANGE: Readonly<Record<PaperCapability, number>> = {
  opAbility: 48.4,
  flatNavAbility: 56,
  visualAbility: 6,
  lavaAbility: 1,
  platformAbility: 1,
  rampAbility: 1,
  memoryAbility: 4.4,
};

/** The mean of a capability, as a share of its range, for agents 1 to 30. */
type Inferred = (agent: number, capability: PaperCapability) => number;

/** The square root of the mean of (inferred - designed)² over agents, both as shares of the capability's range. */
export function rootMeanSquaredErrors(inferred: Inferred, includedOnly: boolean): number[] {
  const agents = PAPER_DESIGNS.flatMap((design, index) =>
    includedOnly && !design.included ? [] : [{ agent: index + 1, design }],
  );
  return CAPABILITIES.map((capability) => {
    const squares = agents.map(
      ({ agent, design }) => (inferred(agent, capability) - design.profile[capability]) ** 2,
    );
    return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
  });
}

/** Table 8, the same errors from Figure 19's means, and from our means; with all agents or only the included ones. */
export function table8(
  includedOnly: boolean,
  found: ReadonlyMap<LayoutReading, Subjects<CommandFit>>,
): string {
  const printed = includedOnly ? TABLE_8.included : TABLE_8.overall;
  const rows = [
    ['Table 8', ...printed.map(two)],
    ['Figure 19’s means, our truth', ...rootMeanSquaredErrors(figure19, includedOnly).map(two)],
    ...[...found].map(([{ name }, subjects]) => [
      `here, ${name}`,
      ...rootMeanSquaredErrors(foundHere(subjects), includedOnly).map(two),
    ]),
  ];
  return markdownTable(['', ...CAPABILITIES.map((name) => HEADINGS[name])], rows);
}

/** The capabilities whose error, as printed, is above Table 8's: `OP (0.14, printed 0.13)`. */
export function aboveTable8(includedOnly: boolean, found: Subjects<CommandFit>): string[] {
  const printed = includedOnly ? TABLE_8.included : TABLE_8.overall;
  return rootMeanSquaredErrors(foundHere(found), includedOnly).flatMap((error, place) =>
    Number(two(error)) > printed[place]!
      ? [`${HEADINGS[CAPABILITIES[place]!]} (${two(error)}, printed ${two(printed[place]!)})`]
      : [],
  );
}

/** Means of fits, as shares of the capability's range. */
function foundHere({ subjects }: Subjects<CommandFit>): Inferred {
  return (agent, capability) => subjects[`agent${agent}`]!.parameters[capability]!.mean / RANGE[capability];
}

/** Figure 19 has means beyond Table 3's ranges, of up to 50 and 4.8: the paper's own ranges were a little wider. */
export function figure19(agent: number, capability: PaperCapability): number {
  return Math.min(1, FIGURE_19[capability][agent - 1]! / RANGE[capability]);
}

function two(value: number): string {
  return value.toFixed(2);
}
