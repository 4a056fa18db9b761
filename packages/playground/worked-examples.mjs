/** The worked layouts of `stdlib-layouts` that have data: those that a README fits, with the options that it gives. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** The options that are fields of the page; others are written as on a command line. */
const FIELDS = { '--rows': 'rows', '--stack': 'stack', '--method': 'method', '--seed': 'seed' };
const MORE_FIELDS = { '--chains': 'chains', '--warmup': 'warmup', '--draws': 'draws' };

/** The files of the examples by path, and `index.json`, which describes them. */
export function workedExamples(root) {
  const folder = new URL('stdlib-layouts/', root);
  const files = new Map();
  const list = [];
  for (const name of readdirSync(folder).sort()) {
    const readme = new URL(`${name}/README.md`, folder);
    if (!existsSync(readme)) continue;
    for (const words of commandsIn(readFileSync(readme, 'utf8'))) {
      const example = exampleOf(words, folder);
      if (example === null || list.some(({ id }) => id === example.id)) continue;
      for (const path of [example.layout, ...example.tables.map(({ path }) => path)])
        files.set(path, readFileSync(new URL(path, folder)));
      list.push({ ...example, meaning: meaningOf(files.get(example.layout).toString()) });
    }
  }
  return files.set('index.json', `${JSON.stringify(list, null, 1)}\n`);
}

/** The command lines of a README that fit, as words. */
function commandsIn(text) {
  const lines = text.replaceAll(/\\\n\s*/g, ' ').match(/^npx theodolite fit .*$/gm) ?? [];
  return lines.map((line) =>
    [...line.matchAll(/(?:[^\s']|'[^']*')+/g)].slice(3).map(([word]) => word.replaceAll("'", '')),
  );
}

/** Null for a command whose files are not here. */
function exampleOf([layout, ...words], folder) {
  const tables = [];
  const settings = { outcomes: {} };
  const further = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (!word.startsWith('--')) {
      tables.push({ path: word, role: 'main' });
      continue;
    }
    const value = words[++at];
    if (word === '--out') continue;
    const field = { ...FIELDS, ...MORE_FIELDS }[word];
    if (word === '--join') tables.push({ path: value, role: 'join' });
    else if (word === '--table') {
      const [name, path] = value.split('=');
      tables.push({ path, role: `table ${name}` });
    } else if (word === '--outcome') {
      const [outcome, columns] = value.split('=');
      settings.outcomes[outcome] = columns;
    } else if (field !== undefined && settings[field] === undefined) settings[field] = value;
    else further.push(word, value);
  }
  if (further.length > 0)
    settings.further = further.map((word) => (/^[\w=.,-]+$/.test(word) ? word : `'${word}'`)).join(' ');
  const below = (path) => path.replace(/^stdlib-layouts\//, '');
  const paths = [layout, ...tables.map(({ path }) => path)];
  if (!paths.every((path) => path.startsWith('stdlib-layouts/') && existsSync(new URL(below(path), folder))))
    return null;
  return {
    id: below(layout).replace(/\.ml$/, ''),
    layout: below(layout),
    tables: tables.map(({ path, role }) => ({ path: below(path), role })),
    settings,
  };
}

/** The first sentence of a layout's documentation. */
function meaningOf(layout) {
  const lines = /^(?:\/\/\/.*\n)+/m.exec(layout)?.[0] ?? '';
  const text = lines
    .replaceAll(/^\/\/\/ ?/gm, '')
    .replaceAll('\n', ' ')
    .trim();
  return /^.*?[.:](?=\s|$)/.exec(text)?.[0].replace(/:$/, '.') ?? text;
}
