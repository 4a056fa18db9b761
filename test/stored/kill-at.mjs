/**
 * Loaded before a program (`node --import`): kills it at the step with the number `KILL_AT` of those that change the disk, before the step or
 * in the midst of a write. Without a number it tells how many steps there were, on the third stream.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const STEPS = [
  ...['openSync', 'writeFileSync', 'writeSync', 'fsyncSync', 'ftruncateSync', 'chmodSync'],
  ...['renameSync', 'mkdirSync', 'rmSync', 'rmdirSync'],
];
const WRITES = ['writeFileSync', 'writeSync'];

const last = Number(process.env.KILL_AT ?? 'Infinity');
/** Only what is done in this folder is counted, and what is done to files by their numbers. */
const folder = process.env.KILL_IN;
let step = 0;
// One step may take others inside, which are none of their own.
let depth = 0;

function die() {
  process.kill(process.pid, 'SIGKILL');
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

for (const name of STEPS) {
  const original = fs[name];
  fs[name] = (...args) => {
    const isReading =
      name === 'openSync' && (args[1] === undefined || args[1] === 'r' || typeof args[1] === 'number');
    const isElsewhere = typeof args[0] === 'string' ? !args[0].startsWith(folder) : args[0] < 3;
    if (depth > 0 || isReading || isElsewhere) return original(...args);
    step++;
    if (step === last) {
      if (WRITES.includes(name) && args[1].length > 1)
        original(args[0], args[1].slice(0, args[1].length / 2));
      die();
    }
    depth++;
    try {
      return original(...args);
    } finally {
      depth--;
    }
  };
}
syncBuiltinESMExports();
if (process.env.KILL_AT === undefined) {
  process.on('exit', () => fs.writeSync(2, `steps: ${step}\n`));
}
