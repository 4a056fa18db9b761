/** The code that draws outcomes from their distributions, with what the last prediction left for it. */
import type { OutcomeFamily } from '../check/typed-layout.ts';
import type { Output, OutputContext } from './output-code.ts';
import { indent } from './text.ts';

export interface DrawnOutcome {
  readonly family: OutcomeFamily;
  /** As `parametersOfDraw` orders them. */
  readonly parameters: readonly Output[];
}

/** The function of runtime/random/outcomes.ts for each family. */
const DRAWS: Readonly<Record<Exclude<OutcomeFamily, 'ordered_logistic'>, string>> = {
  bernoulli: 'drawBernoulli',
  bernoulli_logit: 'drawBernoulli',
  binomial: 'drawBinomial',
  binomial_logit: 'drawBinomial',
  beta_binomial: 'drawBetaBinomial',
  beta_proportion: 'drawBeta',
  normal: 'drawNormal',
  student_t: 'drawStudentT',
  lognormal: 'drawLognormal',
};

/** The function that draws an outcome for rows of the data, given the distinct row of each. */
export function drawCode(at: OutputContext, outcomes: readonly DrawnOutcome[]): string {
  const { context } = at;
  context.runtime('random/stream', 'seedOutcome');
  const cases = outcomes.map(({ family, parameters }, index) => {
    const values = parameters.map((parameter) => valueAt(at, parameter));
    return [
      `case ${index}:`,
      '  for (let i = 0; i < count; i++) {',
      '    const row = <usize>load<u32>(rowsAt + (<usize>i << 2));',
      `    seedOutcome(seedLow, seedHigh, ${index}, draw, first + i);`,
      `    store<f64>(out + (<usize>i << 3), ${call(at, family, values)});`,
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

function call({ context }: OutputContext, family: OutcomeFamily, values: readonly string[]): string {
  if (family !== 'ordered_logistic') {
    context.runtime('random/outcomes', DRAWS[family]);
    return `${DRAWS[family]}(${values.join(', ')})`;
  }
  // One deviate settles how many of the cut points lie below.
  for (const name of ['openRating', 'isRatedAbove']) context.runtime('random/outcomes', name);
  return values.reduce((sum, above) => `${sum} + isRatedAbove(${above})`, 'openRating()');
}

/** The code of a value at the distinct row `row`. */
function valueAt({ context, eachRow }: OutputContext, output: Output): string {
  switch (output.kind) {
    case 'number':
      return output.text;
    case 'rows':
      return `load<f64>(${output.text} + (row << 3))`;
    case 'levels': {
      context.runtime('levels', 'levelOfRow');
      const level = `levelOfRow(${eachRow.index}, ${output.place}, ${eachRow.lookups.length}, row)`;
      return `load<f64>(${output.text} + (${level} << 3))`;
    }
  }
}
