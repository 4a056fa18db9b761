import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { cmdStanCsv } from '../../host/draws-csv.ts';
import { ABI_VERSION } from '../../module/abi.ts';
import { openWorkspace } from '../cli/run-command.ts';
import { handMade } from '../host/hand-made.ts';
import { STAND_IN_MANIFEST } from '../host/stand-in.ts';
import { hasPython, PYTHON } from '../python.ts';

const HOST = resolve('examples/python/host.py');
const hasWasmtime = hasPython(['wasmtime'], 'the host in Python');

const workspace = openWorkspace();
afterAll(workspace.remove);

function host(...args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(PYTHON, [HOST, ...args], { cwd: workspace.path, encoding: 'utf8' });
}

const SETTINGS = ['--chains', '3', '--warmup', '120', '--draws', '80', '--seed', '18446744073709551615'];

it('the host in Python is shorter than 170 lines, none of which is long', () => {
  const lines = readFileSync(HOST, 'utf8').trimEnd().split('\n');
  expect(lines.length).toBeLessThan(170);
  expect(lines.filter((line) => line.length > 120)).toEqual([]);
});

describe.skipIf(!hasWasmtime)('the host in Python', () => {
  const draws = async (layout: string, table: string, fitted: string, headers: readonly string[]) => {
    const built = await workspace.run('build', resolve(layout), '-o', 'model.wasm');
    expect(built.stderr).toMatch(/bytes/);
    const outcomes = headers.flatMap((header) => ['--outcome', header]);
    await workspace.run('fit', 'model.wasm', resolve(table), ...outcomes, ...SETTINGS, '--out', 'out');
    const ours = host(
      'model.wasm',
      resolve(table),
      ...headers.flatMap((each) => ['--header', each]),
      ...SETTINGS,
    );
    expect(ours.status, ours.stderr).toBe(0);
    return { theirs: workspace.read(`out/${fitted}/draws.csv`), ours: workspace.read('draws.csv') };
  };

  it('writes the draws of theodolite to the byte', async () => {
    const { theirs, ours } = await draws(
      'stdlib-layouts/ocr/ocr.ml',
      'stdlib-layouts/ocr/words.csv',
      'tesseract',
      ['read=tesseract'],
    );
    expect(ours).toBe(theirs);
  });

  it('does so of a layout whose latents have a value for each level, with missing outcomes', async () => {
    workspace.write(
      'people.ml',
      'layout People\n\nunit m\n\ndemand height : m in [0, 3]\ncategory person\n\ncapability jump[person] : m ~ half_normal(2)\n\nobserve over ~ bernoulli(margin(jump[person], height, 3))\n',
    );
    const names = ['10', '9', '1e1', 'b\n\u202e\u001b[2J 2'];
    const rows = Array.from({ length: 300 }, (_, row) => {
      const over = row % 11 === 0 ? 'NA' : Number((row * 7) % 5 > row % 4);
      return `${(row % 13) / 5},"${names[row % 4]}",${over}`;
    });
    workspace.write('people.csv', `\ufeffheight,person,over\r\n${rows.join('\r\n')}\r\n`);
    const { theirs, ours } = await draws(
      `${workspace.path}/people.ml`,
      `${workspace.path}/people.csv`,
      'over',
      [],
    );
    expect(ours).toContain('# jump.2 = jump[9]');
    expect(ours).toBe(theirs);
  });

  it('does so of levels that a demand orders, and refuses two of one value', async () => {
    workspace.write(
      'walk.ml',
      'layout Walk\n\ncategory step ordered by tokens\ndemand tokens[step] in [0, 90] missing = 4\n\ncapability skill[step] ~ normal(previous(skill[step], 0), 1)\n\nobserve solved ~ bernoulli_logit(skill[step])\n',
    );
    const table = (tokens: readonly (number | string)[]) =>
      `step,tokens,solved\n${Array.from({ length: 60 }, (_, row) => `s${row % 4},${tokens[row % 4]},${Number(row % 7 < 4)}`).join('\n')}\n`;
    workspace.write('walk.csv', table([12.5, 3, '', 70]));
    const { theirs, ours } = await draws(
      ...([`${workspace.path}/walk.ml`, `${workspace.path}/walk.csv`, 'solved', []] as const),
    );
    expect(ours).toContain('# skill.2 = skill[s2]');
    expect(ours).toBe(theirs);
    workspace.write('walk.csv', table([12.5, 3, '', 4]));
    expect(host('model.wasm', 'walk.csv').stderr).toContain('Two levels have one value that orders them.');
  });

  it('writes every number as JavaScript does', () => {
    const numbers = [
      ...[
        0, -0, 1, -1, 1e21, 1e20, 123456789012345680000, 1e-6, 1e-7, 5e-324, 1.7976931348623157e308, 0.1, 100,
        1.5e-10,
      ],
      ...[Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
      ...fc.sample(fc.double(), { numRuns: 3000, seed: 1 }),
    ];
    const column = Float64Array.from(numbers);
    const csv = cmdStanCsv({
      layout: 'L',
      latents: ['x'],
      chains: [
        {
          id: 1,
          draws: {
            ...{ lp: column, acceptStat: column, stepSize: column, treeDepth: column, leapfrogs: column },
            ...{ divergent: column, energy: column, latents: [column] },
          },
        },
      ],
      settings: { method: 'nuts', warmup: 0, targetAccept: 0.8, maxTreeDepth: 10, seed: 1n },
    });
    const expected = csv
      .trimEnd()
      .split('\n')
      .slice(-numbers.length)
      .map((line) => line.split(',')[0]);
    const program =
      'import sys, struct, host\nfor (value,) in struct.iter_unpack("<d", sys.stdin.buffer.read()): print(host.decimal(value))';
    const told = execFileSync(PYTHON, ['-c', program], {
      cwd: resolve('examples/python'),
      input: new Uint8Array(column.buffer),
      encoding: 'utf8',
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
    });
    expect(told.trimEnd().split(/\r?\n/)).toEqual(expected);
  });

  const refused: Readonly<Record<string, Uint8Array | string>> = {
    'a module of another version': handMade({ manifest: { ...STAND_IN_MANIFEST, abi: ABI_VERSION + 1 } }),
    'a module that was damaged': handMade().map((byte, at) => (at === 500 ? byte ^ 1 : byte)),
    'a module that was cut off': handMade().subarray(0, 300),
    'what is no module': 'layout L',
    'a module with another latent': handMade({
      manifest: {
        ...STAND_IN_MANIFEST,
        latents: [...STAND_IN_MANIFEST.latents, STAND_IN_MANIFEST.latents[0]],
      },
    }),
    'a module without memory for a chain': handMade({ functions: { chain_start: '(i32.const 2)' } }),
    'a module that gives an address outside its memory': handMade({
      functions: { column: '(select (i32.const 0) (i32.const -8) (i32.gt_u (local.get 0) (i32.const 1)))' },
    }),
  };
  const tables: Readonly<Record<string, string>> = {
    'a table without a column': 'x\n1\n',
    'a table without rows': 'x,y\n',
    'a number outside the domain': 'x,y\n1,1\n6,1\n',
    'an outcome that is neither 0 nor 1': 'x,y\n1,2\n',
    'a text for a number': 'x,y\n1,1\nfar,1\n',
    'a demand that is missing': 'x,y\n,1\n',
    'an outcome that is missing everywhere': 'x,y\n1,\n2,NA\n',
  };

  it('says what is wrong with a module or a table', async () => {
    const told: string[] = [];
    for (const [title, content] of Object.entries({ ...refused, ...tables })) {
      workspace.write('model.wasm', title in refused ? content : handMade());
      workspace.write('table.csv', title in refused ? 'x,y\n1,1\n2,0\n' : (content as string));
      const { status, stderr } = host('model.wasm', 'table.csv', '--out', 'refused.csv');
      expect(status, `${title}: ${stderr}`).toBe(1);
      told.push(`${title}\n  ${stderr.trim()}\n`);
    }
    await expect(told.join('\n')).toMatchFileSnapshot('messages/python-host.txt');
  });
});
