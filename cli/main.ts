#!/usr/bin/env node
/**
 * The program `theodolite`. Its own thread hears signals and nothing else, so that no work and no module can keep it from ending. It
 * loads the rest itself, so that a system that gives no more files is told in words too.
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
