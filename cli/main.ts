#!/usr/bin/env node
/**
 * The program `theodolite`. Its main thread only handles signals, so that no work and no module can keep it from
 * ending. It loads the rest itself, so that an error such as too many open files is also reported in words.
 */
import { sayAtOnce, strayNotice } from './process/standard-streams.ts';

try {
  const { superviseCommand } = await import('./supervisor.ts');
  superviseCommand();
} catch (error) {
  const notice = strayNotice(error);
  if (notice === null) throw error;
  sayAtOnce(notice.text);
  process.exitCode = notice.status;
}
