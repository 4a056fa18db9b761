/** The Python package, with its own tests and the examples of its documentation. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkspace } from '../cli/run-command.ts';
import { type HandMade, handMade } from '../host/hand-made.ts';
import { hasPython, PYTHON } from '../python.ts';

const FOLDER = resolve('packages/python');
const canRun = hasPython(['wasmtime', 'numpy', 'pytest'], 'the Python package');

it('the Python package has the version of the package in npm', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(readFileSync(`${FOLDER}/pyproject.toml`, 'utf8')).toContain(`\nversion = "${version}"\n`);
});

describe.skipIf(!canRun)('the Python package', () => {
  /** Runs a program; returns its status and all that it prints. */
  function run(
    program: string,
    args: readonly string[],
    { cwd = FOLDER, env: own = {} }: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
  ): Promise<{ status: number | null; told: string }> {
    return new Promise((done, fail) => {
      const env = {
        ...process.env,
        ...own,
        THEODOLITE_PACKAGE: resolve('.'),
        PYTHONPATH: `${FOLDER}/src`,
        PYTHONDONTWRITEBYTECODE: '1',
      };
      const started = spawn(program, args, { cwd, env });
      let told = '';
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (piece: Buffer) => {
          told += piece.toString();
        });
      started.on('error', fail);
      started.on('close', (status) => done({ status, told }));
    });
  }

  const workspace = openWorkspace();
  afterAll(workspace.remove);

  it('says what is wrong with a module that lies, and ends one that does not return', {
    timeout: 60_000,
  }, async () => {
    const modules: Readonly<Record<string, readonly [HandMade, string]>> = {
      traps: [
        { functions: { chain_run: 'unreachable' } },
        'SamplingError: y: Chain 1 broke off (wasm trap: ',
      ],
      stops: [
        { functions: { chain_run: '(i32.const 0)' } },
        'SamplingError: y: The chain made 0 of 1 transitions',
      ],
      breaks: [
        { functions: { bind: 'unreachable' } },
        'ModuleError: y: The module broke off while it was given data',
      ],
      outside: [
        {
          functions: {
            column: '(select (i32.const 0) (i32.const -8) (i32.gt_u (local.get 0) (i32.const 1)))',
          },
        },
        'ModuleError: y: The module gives an address outside its memory.',
      ],
      full: [{ functions: { add_rows: '(i32.const 1)' } }, 'There is not enough memory for the 2 rows'],
      lacking: [{ without: ['chain_run'] }, 'ModuleError: The module does not export `chain_run`.'],
      // A signal comes after a second.
      endless: [{ functions: { chain_run: '(loop (br 0)) (i32.const 0)' } }, 'KeyboardInterrupt:'],
    };
    for (const [name, [wanted]] of Object.entries(modules)) workspace.write(`${name}.wasm`, handMade(wanted));
    const program = `
import signal, sys, theodolite as th
for name in sys.argv[1:]:
    if name == "endless":
        signal.signal(signal.SIGALRM, signal.default_int_handler)
        signal.alarm(1)
    try:
        print(name, th.Model(f"{name}.wasm").fit({"x": [1.0, 2.0], "y": [1, 0]}, chains=1, scouts=0))
    except BaseException as error:
        print(name, f"{type(error).__name__}: {error}".splitlines()[0], flush=True)
`;
    // What is told does not depend on Node, which would look for hints first.
    const { told } = await run(PYTHON, ['-c', program, ...Object.keys(modules)], {
      cwd: workspace.path,
      env: { THEODOLITE_NODE: '' },
    });
    const lines = told.trim().split('\n');
    for (const [index, [name, [, expected]]] of Object.entries(modules).entries()) {
      expect(lines[index], told).toContain(`${name} `);
      expect(lines[index], told).toContain(expected);
    }
  });

  beforeAll(async () => {
    const built = await run(process.execPath, [`${FOLDER}/build.mjs`]);
    expect(built.status, built.told).toBe(0);
  });

  it('passes its own tests', { timeout: 300_000 }, async () => {
    const args = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', 'tests', '--doctest-modules', 'src'];
    const tested = await run(PYTHON, args);
    expect(tested.status, tested.told).toBe(0);
  });
});
