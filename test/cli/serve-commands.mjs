/** A process that runs one command of the built package after another, each in its folder, as its parent asks for them. */
import { tmpdir } from 'node:os';
import { Writable } from 'node:stream';
import { runCommandLine } from '../../dist/cli/command-line.js';

/** What the command under way has written to each standard stream. */
const written = { stdout: [], stderr: [] };
for (const [name, pieces] of Object.entries(written)) {
  const stream = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      pieces.push(Buffer.from(chunk));
      done();
    },
  });
  Object.defineProperty(process, name, { value: stream });
}
const own = { environment: { ...process.env }, exit: process.exit };

/** What is told of a command that has ended. @param {boolean} isLast whether this process ends with it */
const outcome = (status, isLast) => ({
  outcome: {
    status,
    stdout: Buffer.concat(written.stdout.splice(0)).toString(),
    stderr: Buffer.concat(written.stderr.splice(0)).toString(),
  },
  isLast,
});

// A command that ends its process ends this one, once its parent has been told.
process.exit = (status) => {
  process.send(outcome(status ?? process.exitCode ?? 0, true), () => own.exit.call(process, 0));
};

async function run({ args, folder, environment }) {
  process.chdir(folder);
  replaceEnvironment(environment);
  process.argv = [...process.argv.slice(0, 2), ...args];
  await runCommandLine();
  const { exitCode } = process;
  // What a process leaves behind ends with it: here it must not reach the next command.
  process.exitCode = undefined;
  process.removeAllListeners('uncaughtException');
  process.chdir(tmpdir());
  replaceEnvironment(own.environment);
  process.send(outcome(exitCode ?? 0, false));
}

function replaceEnvironment(environment) {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
}

process.on('message', run);
process.on('disconnect', () => own.exit.call(process, 0));
