/**
 * Runs the built command many times in one process: `node run-commands.mjs`, with a list of runs as JSON on the standard input, each of the
 * words of its command line and a file with the text it has for this run. Prints a list of statuses and of what was said.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const { runCommandLine } = await import(new URL('../../dist/cli/command-line.js', import.meta.url).href);
const runs = JSON.parse(readFileSync(0, 'utf8'));
const print = process.stdout.write.bind(process.stdout);
const outcomes = [];
for (const { words, file, text } of runs) {
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) {
    process[name].write = (piece) => {
      said[name] += piece;
      return true;
    };
  }
  const before = readFileSync(file);
  writeFileSync(file, text);
  process.argv = [process.argv[0], process.argv[1], ...words];
  process.exitCode = undefined;
  await runCommandLine();
  process.removeAllListeners('uncaughtException');
  outcomes.push({ status: process.exitCode ?? 0, ...said });
  writeFileSync(file, before);
}
process.exitCode = 0;
print(JSON.stringify(outcomes), () => process.exit(0));
