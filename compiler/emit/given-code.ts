/**
 * Emits what a prediction is given about the fitted data: their statistics, and the numbers of levels of their
 * categories.
 */
import type { TypedLayout } from '../check/typed-layout.ts';
import type { NodeId } from '../graph/node.ts';
import type { EmitContext } from './context.ts';
import { indent } from './text.ts';

export interface GivenRequest {
  /** In the order of the manifest. */
  readonly columns: readonly string[];
  /** The statistics that are read, as `given` nodes. */
  readonly statistics: readonly NodeId[];
  readonly levelStatistics: readonly NodeId[];
  /** The variable of a statistic. */
  readonly scalar: (id: NodeId) => string;
}

export interface GivenCode {
  readonly functions: readonly string[];
  /** Statements at the start of binding. */
  readonly statements: readonly string[];
  /** The variable with a category's number of levels. */
  readonly levels: (category: string) => string;
}

export function givenCode(
  context: EmitContext,
  { categories }: TypedLayout,
  request: GivenRequest,
): GivenCode {
  const { graph, data } = context;
  const counts = new Map(categories.map(({ name }) => [name, data.declare(`${name}Levels`, 'i32')]));
  const levels = (category: string) => counts.get(category)!;
  const indexOf = (id: NodeId): number => {
    const node = graph.node(id);
    if (node.op !== 'given') throw new Error(`${node.op} is not given`);
    return node.index;
  };
  const levelStatistics = request.levelStatistics.map((id) => {
    const column = graph.node(graph.node(id).inputs[0]!);
    if (column.op !== 'column') throw new Error('a statistic by levels is taken by a column');
    return { index: indexOf(id), array: context.levelArray(id), count: levels(column.name), by: column.name };
  });
  if (levelStatistics.length > 0) context.runtime('allocate', 'fillEach');
  return {
    levels,
    // If the host gives no number of levels, those in the rows count; a per-level statistic that it does not give is
    // NaN.
    statements: [
      ...categories.map(({ name }) => `${levels(name)} = max(${levels(name)}, ${context.levelCount(name)});`),
      ...levelStatistics.flatMap(({ array, count }) => [
        `if (${array} == 0) {`,
        `  ${array} = allocate(<usize>${count} << 3);`,
        `  if (${array} == 0) return false;`,
        `  fillEach(${array}, ${count}, NaN);`,
        '}',
      ]),
    ],
    functions: [
      `/** Says how many levels the category of a column has. */
export function setLevels(column: i32, levels: i32): void {
${switchOf(
  'column',
  categories.flatMap(({ name, columns }) =>
    columns.map((column) => [request.columns.indexOf(column), `${levels(name)} = levels;`] as const),
  ),
)}}`,
      `/** Gives a statistic of the manifest. */
export function setStatistic(index: i32, value: f64): void {
${switchOf(
  'index',
  request.statistics.map((id) => [indexOf(id), `${request.scalar(id)} = value;`]),
)}}`,
      `/** Room for a statistic by levels, one f64 per level; 0 where none is read, or when there is no more memory. */
export function levelStatisticRoom(index: i32): usize {
${levelStatistics.map(({ index, array, count }) => `  if (index == ${index}) {\n    if (${array} == 0) ${array} = allocate(<usize>${count} << 3);\n    return ${array};\n  }\n`).join('')}  return 0;
}`,
    ],
  };
}

/** A switch over the value of a variable; several statements may belong to one value. */
function switchOf(variable: string, cases: readonly (readonly [number, string])[]): string {
  if (cases.length === 0) return '';
  const byNumber = new Map<number, string[]>();
  for (const [number, statement] of cases) byNumber.set(number, [...(byNumber.get(number) ?? []), statement]);
  const written = [...byNumber].map(
    ([number, statements]) => `    case ${number}:\n${indent([...statements, 'break;'], 6)}`,
  );
  return `  switch (${variable}) {\n${written.join('\n')}\n  }\n`;
}
