/** The code of a Node worker thread: does tasks for the pool that started it. */
import { parentPort } from 'node:worker_threads';
import type { Task } from '../chain-message.ts';
import { serveTask } from '../serve-task.ts';

const pool = parentPort!;
pool.on('message', (task: Task) => serveTask(task, (message, moved) => pool.postMessage(message, moved)));
