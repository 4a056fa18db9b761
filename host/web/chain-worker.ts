/** The code of a web worker: does tasks for the pool that started it. */
import { serveTask } from '../serve-task.ts';
import { openReceiver, type TaskMessage } from './task-message.ts';

/** What is used of a worker's global scope, whose types go with the DOM's in no one program. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<TaskMessage>) => void) | null;
  postMessage(message: unknown, moved: Transferable[]): void;
}

const scope = globalThis as unknown as WorkerScope;
const receive = openReceiver();
scope.onmessage = ({ data }) =>
  void serveTask(receive(data), (message, moved) => scope.postMessage(message, moved));
