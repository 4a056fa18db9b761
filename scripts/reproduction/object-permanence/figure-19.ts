/** Posterior means and standard deviations of all agents beside Figures 19 and 20. */
import { markdownTable } from '../markdown.ts';
import type { CommandFit, Subjects } from './command.ts';
import { PAPER_DESIGNS } from './designs.ts';
import { CAPABILITIES, FIGURE_19, HEADINGS } from './paper.ts';

/** A row an agent, a column a capability in the layout's unit: mean ± sd here, and in parentheses the mean of Figure 19. */
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

/** Two digits behind the point where the value is small, one where it is not. */
function short(value: number): string {
  return value.toFixed(Math.abs(value) < 10 ? 2 : 1);
}
