/** The code of a web worker: does tasks for the pool that started it. */
import { serveTask } from '../serve-task.ts';
import { openReceiver, type TaskMessage } from './task-message.ts';

/**
 * The parts of a worker's global scope that are used; its types cannot be combined with those of the DOM in one
 * program.
 */
interface WorkerScope {
  onmessage: ((event: MessageEvent<TaskMessage>) => void) | null;
  postMessage(message: unknown, moved: Transferable[]): void;
}

const scope = globalThis as unknown as WorkerScope;
const receive = openReceiver();
scope.onmessage = ({ data }) =>
  void serveTask(receive(data), (message, moved) => scope.postMessage(message, moved));
