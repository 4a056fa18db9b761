/** In a page the command is in a worker already, and its files are in that worker alone: it reads fits one after another. */
import type { openReadingThreads as inNode } from '../../../cli/report/reading-threads.ts';

export const openReadingThreads: typeof inNode = () => null;
