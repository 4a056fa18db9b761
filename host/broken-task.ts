/** The error for a task whose module, thread or process failed. */
import { brokeOff, type HostError } from '../module/host-error.ts';
import { chainBroke } from './chain.ts';
import type { Task } from './chain-message.ts';
import { scoutBroke } from './scout.ts';

export function brokenTask(task: Task, cause: unknown): HostError {
  if ('board' in task) return brokeOff('A thread that computed some of the rows', cause);
  return 'plan' in task ? chainBroke(task.plan.chain, cause) : scoutBroke(cause);
}
