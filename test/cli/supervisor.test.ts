import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const built = (name: string) => JSON.stringify(new URL(`../../dist/cli/${name}.js`, import.meta.url).href);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'theodolite-supervisor-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Supervises a thread that does this, and sends signals once it says \`begun\`. */
async function supervise(
  code: string,
  signals: readonly NodeJS.Signals[] = ['SIGINT'],
  { apart = 0, flags = [] as readonly string[], notes = 'off' } = {},
) {
  const thread = join(folder, 'thread.mjs');
  writeFileSync(
    thread,
    `import { writeSync } from 'node:fs'; import { parentPort, workerData } from 'node:worker_threads';
    import { beSupervised, tellKept, tellSupervisor, undivided } from ${built('process/supervised')};
    import { interrupt } from ${built('process/interruption')};
    const shared = new Int32Array(workerData.shared);
    beSupervised({ port: parentPort, shared }, interrupt);
    const begun = () => writeSync(1, 'begun');
    const pass = (milliseconds) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
    ${code}`,
  );
  writeFileSync(
    join(folder, 'main.mjs'),
    `import { superviseCommand } from ${built('supervisor')}; superviseCommand(new URL(${JSON.stringify(pathToFileURL(thread).href)}));`,
  );
  const child = spawn(process.execPath, [...flags, join(folder, 'main.mjs')], {
    cwd: folder,
    env: { ...process.env, THEODOLITE_NOTES: notes },
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    stderr += piece;
  });
  child.stdout.once('data', async () => {
    for (const signal of signals) {
      child.kill(signal);
      await new Promise((resolve) => setTimeout(resolve, apart));
    }
  });
  const status = await new Promise((resolve) => child.on('close', (code, signal) => resolve(code ?? signal)));
  return { status, stderr };
}

describe('a command that does not end by itself', () => {
  it('is ended, and what it told of is said', async () => {
    const code = "tellKept('3 of 8 fits are kept in out'); begun(); for (;;);";
    expect(await supervise(code)).toEqual({
      status: 130,
      stderr: 'Interrupted: 3 of 8 fits are kept in out.\n',
    });
  });

  it('leaves none of what it had begun: files, and directories with nothing in them', async () => {
    for (const name of ['made', 'made/empty', 'full']) mkdirSync(join(folder, name));
    for (const name of ['made/a.partial', 'full/result', 'b.partial']) writeFileSync(join(folder, name), '');
    const code = `for (const path of ['made', 'made/empty', 'full', 'made/a.partial', 'b.partial', 'never'])
      tellSupervisor({ kind: 'unfinished', path });
    tellSupervisor({ kind: 'finished', path: 'b.partial' });
    begun(); for (;;);`;
    expect((await supervise(code)).status).toBe(130);
    const left = ['made', 'full', 'full/result', 'b.partial'].filter((name) =>
      existsSync(join(folder, name)),
    );
    expect(left).toEqual(['full', 'full/result', 'b.partial']);
  });

  it('is not ended while it gives files their names, and begins nothing such when it is ended', async () => {
    const code = `begun(); undivided(() => { pass(800); writeSync(2, 'all, '); });
      for (let n = 0; ; n++) undivided(() => { pass(5); writeSync(2, n < 1 ? 'more, ' : ''); });`;
    const { status, stderr } = await supervise(code);
    expect(status).toBe(130);
    expect(stderr).toMatch(/^all, (more, )?Interrupted: nothing was written\.\n$/);
  });

  it('is not ended within it while a part of it, which is such itself, is done', async () => {
    const code = `begun(); undivided(() => { undivided(() => undefined); pass(700); writeSync(2, 'all, '); }); for (;;);`;
    expect((await supervise(code)).stderr).toBe('all, Interrupted: nothing was written.\n');
  });

  it('is ended at once by a second signal', async () => {
    const code = `import { writeFileSync } from 'node:fs'; begun(); undivided(() => { pass(60_000); });
      writeFileSync('gone on', '');`;
    expect(await supervise(code, ['SIGINT', 'SIGTERM'], { apart: 50 })).toEqual({
      status: 130,
      stderr: 'Interrupted: nothing was written.\n',
    });
    expect(existsSync(join(folder, 'gone on'))).toBe(false);
  });

  it('is ended in a call of the system that does not return', async () => {
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const code = "import { readFileSync } from 'node:fs'; begun(); readFileSync('pipe');";
    // Node's own way out would wait for the call. The system's is the signal, which a shell tells as 130.
    expect(await supervise(code, ['SIGTERM'])).toEqual({
      status: 'SIGINT',
      stderr: 'Interrupted: nothing was written.\n',
    });
  });

  it('is ended with the threads that it has begun', async () => {
    const code = `import { Worker } from 'node:worker_threads';
      new Worker("require('node:fs').writeFileSync('nested', ''); for (;;);", { eval: true });
      setTimeout(begun, 300); await new Promise(() => {});`;
    expect((await supervise(code)).status).toBe(130);
    expect(readFileSync(join(folder, 'nested'), 'utf8')).toBe('');
  });
});

describe('without a terminal', () => {
  it('a note comes with each tenth of the work, but not sooner than said, and else when the time has doubled', async () => {
    // Work of ten seconds, of which the last tells no share.
    const code = `for (let step = 0; step < 36; step++) {
        tellSupervisor({ kind: 'doing', text: 'step ' + step, share: step / 36 });
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
      tellSupervisor({ kind: 'doing', text: 'the rest' });
      await new Promise((resolve) => setTimeout(resolve, 1500));`;
    const { status, stderr } = await supervise(code, [], { notes: '1.5' });
    expect(status).toBe(0);
    const steps = [...stderr.matchAll(/^note: after (\d+) s: step (\d+)\. Ctrl-C ends it\.$/gm)];
    // Of a doubling alone there are notes after 1.5, 3 and 6 s.
    expect(steps.length).toBeGreaterThanOrEqual(4);
    expect(steps.length).toBeLessThanOrEqual(6);
    for (const [place, step] of steps.slice(1).entries())
      expect(Number(step[2]) - Number(steps[place]![2])).toBeGreaterThanOrEqual(3);
    expect(stderr).not.toContain('the rest');
  });
});

describe('a command that ends by itself', () => {
  it('has its own status', async () => {
    expect(await supervise('begun(); process.exitCode = 6;', [])).toEqual({ status: 6, stderr: '' });
  });

  it('ends in order after a signal, and says itself what was written', async () => {
    const code = `import { listenForInterruption, asInterruption } from ${built('process/interruption')};
      import { mustSayInterrupted } from ${built('process/supervised')};
      const { signal } = listenForInterruption(); begun();
      await new Promise((resolve) => { const clock = setInterval(() => undefined, 1000);
        signal.addEventListener('abort', () => { clearInterval(clock); resolve(); }); });
      if (mustSayInterrupted()) writeSync(2, signal.reason.message);
      process.exitCode = 130;`;
    expect(await supervise(code)).toEqual({ status: 130, stderr: 'Interrupted: nothing was written.' });
  });

  it('that runs out of memory says what to do about it', async () => {
    const code = 'const kept = []; for (;;) kept.push(Array.from({ length: 100_000 }, Math.random));';
    const { status, stderr } = await supervise(code, [], { flags: ['--max-old-space-size=80'] });
    expect(status).toBe(1);
    expect(stderr).toContain('error: There is not enough memory for this command.\n');
  });
});
