/** Posterior means and standard deviations of all agents, compared with Figures 19 and 20. */
import { markdownTable } from '../markdown.ts';
import type { CommandFit, Subjects } from './command.ts';
import { PAPER_DESIGNS } from './designs.ts';
import { CAPABILITIES, FIGURE_19, HEADINGS } from './paper.ts';

/**
 * One row per agent and one column per capability, in the layout's unit: mean ± sd here, and in parentheses the mean of
 * Figure 19.
 */
export function figure19Table({ subjects, again }: Subjects<CommandFit>): string {
  return markdownTable(
    ['agent', ...CAPABILITIES.map((capability) => HEADINGS[capability])],
    PAPER_DESIGNS.map((_, index) => {
      const name = `agent${index + 1}`;
      return [
        `${index + 1}${again.has(name) ? '†' : ''}`,
        ...CAPABILITIES.map((capability) => {
          const { mean, sd } = subjects[name]!.parameters[capability]!;
          return `${short(mean)} ± ${short(sd)} (${FIGURE_19[capability][index]})`;
        }),
      ];
    }),
  );
}

/** Two decimals for small values, otherwise one. */
function short(value: number): string {
  return value.toFixed(Math.abs(value) < 10 ? 2 : 1);
}
