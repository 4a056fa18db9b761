/** The server as a process: `theodolite language-server` without the rest of the command. */
import { serveStreams } from '../../editor/server/streams.ts';

void serveStreams(process.stdin, (bytes) => void process.stdout.write(bytes)).then((isShutDown) =>
  process.exit(isShutDown ? 0 : 1),
);
