/** Emits the code that draws outcomes from their distributions, using values stored by the last prediction. */
import type { OutcomeDraw } from '../families/outcome.ts';
import type { Output, OutputContext } from './output-code.ts';
import { indent } from './text.ts';

export interface DrawnOutcome {
  readonly code: OutcomeDraw['code'];
  /** The outcome with whose random numbers it is drawn: its own index, or that of the choice beside it. */
  readonly stream: number;
  /** What `code` is given, and behind it the limits. */
  readonly parameters: readonly Output[];
  /** A value beyond a limit is recorded as the limit. */
  readonly limits: readonly ('below' | 'above')[];
}

/** The function that draws an outcome for rows of the data, given the distinct row of each. */
export function drawCode(at: OutputContext, outcomes: readonly DrawnOutcome[]): string {
  const { context } = at;
  context.runtime('seedOutcome');
  const cases = outcomes.map(({ code, stream, parameters, limits }, index) => {
    const values = parameters.map((parameter) => valueAt(at, parameter));
    const own = values.slice(0, values.length - limits.length);
    const call = (name: string, ...given: readonly string[]) => {
      context.imported('random/outcomes', name);
      return `${name}(${given.join(', ')})`;
    };
    const drawn = limits.reduce(
      (inside, side, place) =>
        `${side === 'below' ? 'max' : 'min'}<f64>(${inside}, ${values[own.length + place]!})`,
      code(own, call),
    );
    return [
      `case ${index}:`,
      '  for (let i = 0; i < count; i++) {',
      '    const row = <usize>load<u32>(rowsAt + (<usize>i << 2));',
      `    seedOutcome(seedLow, seedHigh, ${stream}, draw, first + i);`,
      `    store<f64>(out + (<usize>i << 3), ${drawn});`,
      '  }',
      '  return;',
    ];
  });
  return `/**
 * Draws an outcome for \`count\` rows of the data, the first of which is number \`first\`, from its distribution of the last
 * prediction; \`rowsAt\` points to the number of each one's distinct row.
 */
export function drawOutcome(
  index: i32,
  seedLow: u32,
  seedHigh: u32,
  draw: u32,
  first: u32,
  rowsAt: usize,
  count: i32,
  out: usize,
): void {
  switch (index) {
${indent(cases.flat(), 4)}
  }
}`;
}

/** The code of a value at the distinct row `row`. */
function valueAt({ context, eachRow }: OutputContext, output: Output): string {
  switch (output.kind) {
    case 'number':
      return output.text;
    case 'rows':
      return `load<f64>(${output.text} + (row << 3))`;
    case 'levels': {
      context.runtime('levelOfRow');
      const level = `levelOfRow(${eachRow.index}, ${output.place}, ${eachRow.lookups.length}, row)`;
      return `load<f64>(${output.text} + (${level} << 3))`;
    }
  }
}
