/** That nothing in a table, a path, a module or a stored fit commands the terminal, whichever command shows it. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealed, withoutCustom } from '../host/hand-made.ts';
import { STAND_IN_MANIFEST, standIn } from '../host/stand-in.ts';
import { type Outcome, openWorkspace, type Workspace } from './run-command.ts';

/** Sets the title, clears the screen, colours and conceals, turns the text around, and begins a line of its own. */
const HOSTILE = '\u001b]0;owned\u0007\u001b[2J\u009b31m\u001b[8m\u007f\u202e\u2066\u2028\nPWNED';

const LAYOUT = `layout Ladder
category team
demand height in [0, 10]
param typical ~ normal(5, 2)
capability climb[team] ~ normal(typical, 1)
observe success ~ bernoulli(margin(climb[team], height))
`;

const [table, layout] = [`ta${HOSTILE}.csv`, `la${HOSTILE}.ml`];
const [column, other] = [`col${HOSTILE}`, `other${HOSTILE}`];
const [folder, second] = [`out${HOSTILE}`, `second${HOSTILE}`];
const quoted = (text: string) => `"${text}"`;

const rows = Array.from(
  { length: 40 },
  (_, row) => [quoted(`${row % 2}${HOSTILE}`), row % 11, row % 11 < 5 ? 1 : 0, row % 11 < 7 ? 1 : 0] as const,
);
const CSV = `team,height,${quoted(column)},${quoted(other)}\n${rows.map((row) => row.join(',')).join('\n')}\n`;

const QUICK = ['--warmup', '100', '--draws', '100', '--chains', '2', '--scouts', '2'];
const OUTCOME = ['--outcome', `success=${column}`];

let workspace: Workspace;
let fitted: string;

beforeAll(async () => {
  workspace = openWorkspace();
  workspace.write(table, CSV);
  workspace.write(layout, LAYOUT);
  workspace.write('good.ml', LAYOUT);
  const climb = Object.fromEntries([0, 1].map((team) => [`${team}${HOSTILE}`, 5]));
  workspace.write('at.json', JSON.stringify({ typical: 5, climb }));
  workspace.write('other.json', JSON.stringify({ typical: 5, climb: { ...climb, [`2${HOSTILE}`]: 5 } }));
  workspace.write('mistake.ml', `layout Mistake\nparam p ~ normal(0, "${HOSTILE}") # ${HOSTILE}\n`);
  const { stderr } = await workspace.run('fit', layout, table, ...OUTCOME, ...QUICK, '--out', folder);
  expectHarmless({ status: 0, stdout: '', stderr });
  const [subject] = readdirSync(join(workspace.path, folder));
  fitted = join(folder, subject!);
  cpSync(join(workspace.path, fitted), join(workspace.path, second), { recursive: true });
}, 120_000);
afterAll(() => workspace.remove());

/** Nothing in what was printed acts on a terminal, and no name begins a line. */
function expectHarmless({ stdout, stderr }: Outcome): void {
  for (const text of [stdout, stderr]) {
    expect(text).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}\u2028\u2029]/u);
    expect(text).not.toMatch(/^PWNED/m);
  }
}

/** The status of what is refused, which has to say why; all else goes well. */
const REFUSED: Readonly<Record<string, number>> = {
  'check of a column that is not there': 1,
  'check without the outcome': 1,
  'check of a layout with a mistake': 1,
  'fit of a filter that keeps no row': 1,
  'fit of a table that is not there': 1,
  'an option that is none': 2,
  'a command that is none': 2,
  'log-prob at a file that is not there': 1,
  'log-prob at another level': 1,
  fmt: 1,
  'a folder that is none': 1,
};

describe('names and paths that command a terminal are shown as escapes', () => {
  const commands: Record<string, () => readonly string[]> = {
    check: () => ['check', layout, table, ...OUTCOME],
    'check of several': () => ['check', layout, table, '--outcome', 'success=*er*'],
    'check of a column that is not there': () => ['check', layout, table, '--outcome', `success=x${HOSTILE}`],
    'check without the outcome': () => ['check', 'good.ml', table],
    'check of a layout with a mistake': () => ['check', 'mistake.ml'],
    fit: () => ['fit', layout, table, '--outcome', `success=${column}`, ...QUICK],
    'fit to JSON': () => ['fit', layout, table, ...OUTCOME, ...QUICK, '--json'],
    'fit of all columns': () => ['fit', layout, table, '--outcome', 'success=c*,o*', ...QUICK],
    'fit of a filter that keeps no row': () => [
      'fit',
      layout,
      table,
      ...OUTCOME,
      '--rows',
      `team=${HOSTILE}`,
    ],
    'fit by estimates': () => ['fit', layout, table, ...OUTCOME, '--method', 'map', '--starts', '4'],
    'fit of a table that is not there': () => ['fit', layout, `no${HOSTILE}.csv`],
    'an option that is none': () => ['fit', layout, table, `--${HOSTILE}`],
    'a command that is none': () => [`fit${HOSTILE}`],
    'predict to JSON': () => ['predict', fitted, table, '--json'],
    'predict to a file': () => ['predict', fitted, table, '--out', `p${HOSTILE}.csv`],
    report: () => ['report', folder, '--output', `r${HOSTILE}.html`],
    'predictive-check': () => ['predictive-check', fitted, table],
    compare: () => ['compare', fitted, second, '--data', table],
    plot: () => ['plot', 'forest', fitted, '--output', `f${HOSTILE}.svg`],
    'log-prob at a file that is not there': () => [
      'log-prob',
      layout,
      table,
      ...OUTCOME,
      '--at',
      `at${HOSTILE}.json`,
    ],
    'log-prob at another level': () => ['log-prob', layout, table, ...OUTCOME, '--at', 'other.json'],
    'log-prob': () => ['log-prob', layout, table, ...OUTCOME, '--json', '--at', 'at.json'],
    simulate: () => [
      ...['simulate', layout, '--demands', table, '--profile', 'prior', '--seed', '3'],
      ...['--out', `s${HOSTILE}.csv`],
    ],
    evaluate: () => ['evaluate', layout, table, ...OUTCOME, '--folds', '2', ...QUICK],
    sweep: () => ['sweep', layout, table, ...OUTCOME, ...QUICK, '--out', `sweep${HOSTILE}`],
    recover: () => [...['recover', layout, table, '--runs', '2', ...QUICK, '--out', `recover${HOSTILE}`]],
    build: () => ['build', layout, '--output', `m${HOSTILE}.wasm`],
    fmt: () => ['fmt', '--check', layout],
    'a folder that is none': () => ['report', `none${HOSTILE}`],
  };
  for (const [title, args] of Object.entries(commands)) {
    it(title, async () => {
      const outcome = await workspace.run(...args());
      // What is refused otherwise: a run of few draws may well have too few.
      expect(outcome.status, outcome.stderr).toBe(REFUSED[title] ?? (outcome.status === 3 ? 3 : 0));
      expect(outcome.stdout + outcome.stderr).not.toBe('');
      expectHarmless(outcome);
    });
  }

  it('but a table that goes to a program has them as they are', async () => {
    const { stdout } = await workspace.run('predict', fitted, table);
    expect(stdout).toContain(quoted(`0${HOSTILE}`));
  });

  it('and JSON has them in its own escapes, and means the same', async () => {
    const { stdout } = await workspace.run('fit', layout, table, ...OUTCOME, ...QUICK, '--json');
    expect(Object.keys(JSON.parse(stdout).subjects)).toEqual([column]);
  });
});

describe('a stored fit whose texts command a terminal', () => {
  it('is shown as escapes', async () => {
    const path = join(workspace.path, fitted, 'summary.json');
    const whole = readFileSync(path, 'utf8');
    const finding = {
      kind: 'divergences',
      weight: 'fatal',
      parameters: [],
      message: `Evil ${HOSTILE}`,
      remedy: HOSTILE,
    };
    writeFileSync(path, JSON.stringify({ ...JSON.parse(whole), status: 'failed', findings: [finding] }));
    try {
      for (const args of [
        ['predict', fitted, table, '--json'],
        ['report', folder, '--output', 'r.html'],
        ['compare', fitted, second, '--data', table],
      ])
        expectHarmless(await workspace.run(...args));
    } finally {
      writeFileSync(path, whole);
    }
  });
});

describe('a module whose manifest commands a terminal', () => {
  it('is refused, and the place is named without obeying it', async () => {
    for (const [place, manifest] of [
      ['doc', { ...STAND_IN_MANIFEST, doc: HOSTILE }],
      ['layout', { ...STAND_IN_MANIFEST, layout: `L${HOSTILE}` }],
      [
        'latents[0].unit',
        { ...STAND_IN_MANIFEST, latents: [{ ...STAND_IN_MANIFEST.latents[0], unit: HOSTILE }] },
      ],
    ] as const) {
      workspace.write('evil.wasm', sealed(withoutCustom(await standIn()), manifest));
      for (const args of [
        ['fit', 'evil.wasm', table],
        ['log-prob', 'evil.wasm', table, '--at', 'at.json'],
      ]) {
        const outcome = await workspace.run(...args);
        expect(outcome.status).toBe(1);
        expect(outcome.stderr).toContain(`manifest is wrong at \`${place}\``);
        expectHarmless(outcome);
      }
    }
  });
});
