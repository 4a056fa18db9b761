/** The package as users install it: from the tarball, in an empty folder, with nothing but what the guide to Node says. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmptyFolder, openEmptyFolder } from './empty-folder.ts';

const ROOT = new URL('../../', import.meta.url);
const GUIDE = readFileSync(new URL('docs/guides/node.md', ROOT), 'utf8');
const LAYOUTS = readFileSync(new URL('docs/guides/write-a-layout.md', ROOT), 'utf8');
const READING = [...LAYOUTS.matchAll(/^```\n([\s\S]*?)^```$/gm)].find(([, text]) =>
  text!.includes('layout Reading'),
)![1]!;
const PROGRAMS = [...GUIDE.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, program]) => program!);
/** The first of a page. */
const FIRST_PROGRAM = /^```ts\n([\s\S]*?)^```$/m;

describe('in an empty folder', () => {
  let folder: EmptyFolder;

  beforeAll(async () => {
    folder = await openEmptyFolder();
    for (const [index, program] of PROGRAMS.entries()) folder.write(`program-${index}.ts`, program);
    const page = readFileSync(new URL('docs/guides/evaluation.md', ROOT), 'utf8');
    const section = page.slice(page.indexOf('\n## In a program\n'));
    folder.write('sweep.ts', FIRST_PROGRAM.exec(page)![1]!);
    folder.write('evaluate.ts', FIRST_PROGRAM.exec(section)![1]!);
    // Once for all, since each takes as long as all of them.
    await folder.compileTypeScript();
  }, 120_000);
  afterAll(() => folder?.remove());

  async function theodolite(...args: readonly string[]): Promise<string> {
    const main = join(folder.path, 'node_modules/theodolite/dist/cli/main.js');
    const { stdout } = await promisify(execFile)(process.execPath, [main, ...args], {
      ...{ cwd: folder.path, maxBuffer: 1e8 },
    });
    return stdout;
  }

  it('ten lines of TypeScript fit a layout and print its profile', async () => {
    const { stdout, stderr } = await folder.node('program-0.js');
    expect(stderr).toBe('');
    expect(GUIDE).toContain(`\`\`\`text\n${stdout}\`\`\``);
  });

  it('a program simulates a system and finds its profile', async () => {
    const { stdout } = await folder.node('program-1.js');
    const [truth, mean, sd] = stdout.split(' ').map(Number);
    expect(Math.abs(mean! - truth!)).toBeLessThan(3 * sd!);
    // The page has the first digits of what is printed.
    const told = /\/\/ (\S+)…, (\S+)…, (\S+)…/.exec(PROGRAMS[1]!)!.slice(1);
    for (const [index, digits] of told.entries())
      expect(stdout.split(' ')[index]).toMatch(new RegExp(`^${digits}`));
  });

  it('a program reads a table and a layout from files', async () => {
    folder.write('reading.ml', READING);
    const { stdout, stderr } = await folder.node('program-2.js');
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^acuity +1 \/ px +0\.\d+/m);
  });

  it('a program opens fits that the command stored, predicts and compares them', async () => {
    folder.write('reading.ml', READING);
    const ocr = 'node_modules/theodolite/stdlib-layouts/ocr';
    const QUICK = ['--chains', '2', '--warmup', '300', '--draws', '200', '--scouts', '0'];
    for (const [name, layout] of Object.entries({ reading: 'reading.ml', full: `${ocr}/ocr.ml` })) {
      const fitted = [layout, `${ocr}/words.csv`, '--outcome', 'read=tesseract', ...QUICK];
      await theodolite('fit', ...fitted, '--out', name);
    }
    const { stdout, stderr } = await folder.node('program-3.js');
    expect(stderr).toBe('');
    const [predicted, ...ranked] = stdout.trim().split('\n');
    const [draws, mean, lower, upper] = predicted!.split(' ').map(Number);
    expect(draws).toBe(400);
    expect(lower).toBeLessThan(mean!);
    expect(upper).toBeGreaterThan(mean!);
    expect(ranked.map((line) => line.split(' ')[0])).toEqual(['full', 'reading']);
    const compared = await theodolite(
      ...['compare', 'full/tesseract', 'reading/tesseract', '--data', `${ocr}/words.csv`, '--json'],
    );
    const { fits } = JSON.parse(compared) as { fits: Record<string, number>[] };
    for (const [index, line] of ranked.entries()) {
      const found = line.split(' ').slice(1).map(Number);
      for (const [place, key] of ['elpd', 'difference', 'differenceError', 'weight'].entries())
        expect(found[place]).toBeCloseTo(fits[index]![key]!, 8);
    }
  });

  it('a program sweeps over alternatives, subjects and folds', async () => {
    const { stdout, stderr } = await folder.node('sweep.js');
    expect(stderr).toBe('');
    expect(stdout).toMatch(
      /^16 fits; about \d+\.\d s after the first\nbrier cleared 0\.\d+\nposterior mean leap [01]\.\d+\n$/,
    );
  });

  it('a program checks, mixes, evaluates and recovers', async () => {
    const { stdout, stderr } = await folder.node('evaluate.js');
    expect(stderr).toBe('');
    const number = String.raw`0\.\d+(?:e-\d+)?`;
    expect(stdout).toMatch(
      new RegExp(
        `^-\\d+\\.\\d+\n12 -\\d+\\.\\d+\nFloat64Array\\(2\\) \\[ ${number}, ${number} \\]\n\`cleared\` falls faster with \`height\` than the layout says: .*\n${number}\n${number} ${number}\n(?:\\d+ ${number} ${number}\n){3}leap ${number}\n$`,
      ),
    );
    const [own, aggregate] = stdout.split('\n')[5]!.split(' ').map(Number);
    expect(own).toBeLessThan(aggregate!);
  });

  it('the command is there', async () => {
    const stdout = await theodolite('--version');
    expect(stdout.trim()).toBe(JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')).version);
  });
});

describe('theodolite/host', () => {
  const dist = fileURLToPath(new URL('dist/', ROOT));

  /** The files, and the packages, that one asks for when it is imported, before anything of it is called. */
  function loadedWith(file: string, known = new Set<string>()): Set<string> {
    if (known.has(file)) return known;
    known.add(file);
    for (const [, asked] of readFileSync(file, 'utf8').matchAll(
      /(?:^|[;}])(?:import|export)\s*(?:[\w*{}\s,$]+\bfrom\s*)?['"]([^'"]+)['"]/gm,
    )) {
      if (asked!.startsWith('.')) loadedWith(join(dirname(file), asked!), known);
      else known.add(asked!);
    }
    return known;
  }

  it('loads nothing but the host, and no package', () => {
    const loaded = [...loadedWith(join(dist, 'host/index.js'))].map((file) => relative(dist, file));
    expect(loaded.length).toBeGreaterThan(10);
    expect(loaded.filter((file) => !/^(host|module|statistics)\//.test(file))).toEqual([]);
  });

  it('sees the whole when it is given the whole', () => {
    const loaded = [...loadedWith(join(dist, 'index.js'))];
    expect(loaded.some((file) => file.includes('compiler'))).toBe(true);
  });
});
