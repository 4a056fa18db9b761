/**
 * How a task is sent to a web worker. Without cross-origin isolation a page has no shared memory, and messages are
 * copied. So a worker keeps the rows of its last task, and receives rows only if they differ.
 */
import type { Task } from '../chain-message.ts';
import type { Rows } from '../rows.ts';

/** A task without rows uses those that the worker has. */
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

/** Turns messages to this worker into tasks. */
export function openReceiver(): (message: TaskMessage) => Task {
  let kept: Rows | undefined;
  return ({ task, rows = kept }) => {
    kept = rows;
    return { ...task, ...rows! } as Task;
  };
}
