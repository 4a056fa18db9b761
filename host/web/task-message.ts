/**
 * How a task goes to a web worker. Without cross-origin isolation a page has no memory that threads share, and what is
 * posted is copied; so a worker keeps the rows of its last task, and is sent rows only when they are others.
 */
import type { Task } from '../chain-message.ts';
import type { Rows } from '../rows.ts';

/** A task without rows is on those that the worker has. */
export interface TaskMessage {
  readonly task: Omit<Task, keyof Rows>;
  readonly rows?: Rows;
}

/** Makes the messages to one worker. */
export function openSender(): (task: Task) => TaskMessage {
  let sent: readonly Float64Array[] | null = null;
  return ({ columns, counts, ...task }) => {
    if (columns === sent) return { task };
    sent = columns;
    return { task, rows: counts === undefined ? { columns } : { columns, counts } };
  };
}

/** Makes tasks of the messages to this worker. */
export function openReceiver(): (message: TaskMessage) => Task {
  let kept: Rows | undefined;
  return ({ task, rows = kept }) => {
    kept = rows;
    return { ...task, ...rows! } as Task;
  };
}
