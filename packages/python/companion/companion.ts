/**
 * The companion of the Python package: a process that does for it what is written in TypeScript alone. It compiles
 * layouts, looks for hints, judges sampled draws, and stores fits. It answers one request after another and ends with
 * its input.
 */

import type { Answer } from './answer.ts';
import { tell } from './failures.ts';
import { describeDraws, explainStart, hintsOf, storeFit } from './fits.ts';
import { type Message, readMessage, writeMessage } from './frames.ts';
import { compileLayout, openGivenLayout } from './layouts.ts';

const OPERATIONS: Readonly<Record<string, (request: Message) => Promise<Answer>>> = {
  open: openGivenLayout,
  compile: compileLayout,
  hints: hintsOf,
  describe: describeDraws,
  explain: explainStart,
  store: storeFit,
};

for (;;) {
  const request = readMessage();
  if (request === null) break;
  try {
    const { head, buffers } = await OPERATIONS[String(request.head.operation)]!(request);
    writeMessage(head, buffers);
  } catch (error) {
    writeMessage({ error: tell(error) });
  }
}
process.exit(0);
