import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { analyseSource } from '../../compiler/analyse.ts';
import type { Choice, Selection } from '../../compiler/choose/alternatives.ts';

const LAYOUTS = readdirSync('stdlib-layouts', { recursive: true, encoding: 'utf8' })
  .filter((path) => /^[^/]+\/[^/]+\.ml$/.test(path))
  .map((path) => `stdlib-layouts/${path}`)
  .sort();
const FOLDERS = [...new Set(LAYOUTS.map((path) => path.split('/')[1]!))];

/** Every way to choose one alternative of each. */
function selections(choices: readonly Choice[]): Selection[] {
  return choices.reduce<Selection[]>(
    (found, { name, alternatives }) =>
      found.flatMap((selection) => alternatives.map((each) => ({ ...selection, [name]: each }))),
    [{}],
  );
}

describe('every layout that comes along', () => {
  it('is found', () => {
    expect(LAYOUTS.length).toBeGreaterThanOrEqual(17);
  });

  it.for(LAYOUTS)(
    '%s is without errors, whatever is chosen, and without warnings where nothing is',
    (path) => {
      const source = { name: path, text: readFileSync(path, 'utf8') };
      const { choices, diagnostics } = analyseSource(source);
      expect(diagnostics).toEqual([]);
      for (const selection of selections(choices)) {
        const { layout, diagnostics } = analyseSource(source, selection);
        expect(layout).not.toBeNull();
        expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      }
    },
  );

  it.for(LAYOUTS)('%s says on its first line what it is', (path) => {
    expect(readFileSync(path, 'utf8')).toMatch(/^\/\/\/ .+\nlayout \w+\n/);
  });
});

describe('every folder of layouts', () => {
  it.for(FOLDERS)(
    '%s has a page that shows a command for each layout, and a row in the list of layouts',
    (folder) => {
      const page = `stdlib-layouts/${folder}/README.md`;
      expect(existsSync(page)).toBe(true);
      const text = readFileSync(page, 'utf8');
      for (const path of LAYOUTS.filter((each) => each.split('/')[1] === folder))
        expect(text).toContain(path);
      expect(readFileSync('docs/reference/layouts.md', 'utf8')).toContain(`](../../${page})`);
    },
  );
});

/** The models that worked layouts have to stand for. */
const MODELS = [
  ...[
    'graded-response',
    'partial-credit',
    'nominal-response',
    'testlets',
    'multidimensional',
    'bifactor',
    'scaling',
  ],
  ...[
    'linear-logistic',
    'differential-functioning',
    'rapid-guessing',
    'skills',
    'response-times',
    'decisions',
    'counts',
  ],
  ...['arena', 'learning-curves', 'time-horizon', 'annotated-demands', 'rated-demands', 'facets', 'families'],
];

describe('every Stan program', () => {
  const programs = readdirSync('test/stdlib/stan').map((file) => file.replace('.stan', ''));
  const linesOf = (path: string) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => /\S/.test(line) && !/^\s*\/\//.test(line)).length;

  it('is there for each known model', () => {
    expect(programs).toEqual(expect.arrayContaining(MODELS));
  });

  it.for(programs)('%s stands beside a layout that takes at most two thirds of its lines', (name) => {
    const layout = LAYOUTS.find((path) => path.endsWith(`/${name}.ml`))!;
    expect(linesOf(layout)).toBeLessThanOrEqual((2 / 3) * linesOf(`test/stdlib/stan/${name}.stan`));
  });
});
