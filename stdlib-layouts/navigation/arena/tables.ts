/** The tables of the battery, as CSV: what the tasks demand and who reached the goal, and what the agents are. */
import { AGENTS, type Agent } from './agents.ts';
import { reachesGoal } from './episode.ts';
import { randomStream } from './random-stream.ts';
import { type ArenaTask, makeTasks } from './tasks.ts';

/**
 * Outcomes of one agent, 1 where it reached the goal, a task each. Its random numbers are a stream of its own, so that
 * they do not depend on who else acts.
 */
export function outcomesOfAgent(agent: Agent, tasks: readonly ArenaTask[]): readonly (0 | 1)[] {
  const random = randomStream(1 + AGENTS.indexOf(agent));
  return tasks.map((task) => (reachesGoal(agent, task, random) ? 1 : 0));
}

/** One row a task: its demands, one column of outcomes an agent, and whether it is held out. */
export function batteryTable(): string {
  const tasks = makeTasks();
  const outcomes = AGENTS.map((agent) => outcomesOfAgent(agent, tasks));
  const header = [
    ...['task', 'x', 'z', 'heading', 'goalDistance', 'goalSize'],
    ...AGENTS.map(({ name }) => name),
    'split',
  ];
  const rows = tasks.map(({ name, x, z, heading, distance, size, split }, row) => [
    ...[name, x, z, heading, distance.toFixed(4), size],
    ...outcomes.map((column) => column[row]!),
    split,
  ]);
  return csv([header, ...rows]);
}

/** One row an agent. */
export function agentsTable(): string {
  return csv([
    ['agent', 'pixels', 'noise'],
    ...AGENTS.map(({ name, pixels, noise }) => [name, pixels, noise]),
  ]);
}

/** None of the cells needs quotes. */
function csv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.join(',')}\n`).join('');
}
