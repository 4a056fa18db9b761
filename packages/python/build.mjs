/**
 * Prepares the Python package: `node packages/python/build.mjs` writes the words that it shares with the command, which
 * its tests need; with `--wheel FOLDER` it also builds the wheel, with the command of `dist` and the packages that the
 * command needs. Run `npm run build` first.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const HERE = fileURLToPath(new URL('.', import.meta.url));
const PYTHON = process.env.THEODOLITE_PYTHON ?? 'python3';
/** What of `dist` the command does not need. */
const LEFT_OUT = /\.d\.ts$|^dist\/(?:bench|scripts|stdlib-layouts)(?:\/|$)/;

const words = execFileSync(process.execPath, [join(ROOT, 'dist/packages/python/companion/words.js')], {
  encoding: 'utf8',
});
// Tests that run at the same time read it: it is renamed into place.
const unfinished = join(HERE, `src/theodolite/words.json.${process.pid}`);
writeFileSync(unfinished, words);
renameSync(unfinished, join(HERE, 'src/theodolite/words.json'));

const at = process.argv.indexOf('--wheel');
if (at >= 0) buildWheel(resolve(process.argv[at + 1] ?? '.'));

function buildWheel(folder) {
  checkVersion();
  const stage = mkdtempSync(join(tmpdir(), 'theodolite-wheel-'));
  try {
    for (const name of ['pyproject.toml', 'README.md', 'src'])
      cpSync(join(HERE, name), join(stage, name), {
        recursive: true,
        filter: (path) => !/__pycache__|\/command$/.test(path),
      });
    const command = join(stage, 'src/theodolite/command');
    cpSync(join(ROOT, 'dist'), join(command, 'dist'), {
      recursive: true,
      filter: (path) => !LEFT_OUT.test(relative(ROOT, path).replaceAll('\\', '/')),
    });
    for (const path of productionPackages())
      cpSync(join(ROOT, path), join(command, path), {
        recursive: true,
        filter: (file) => !/\.(?:d\.[cm]?ts|map)$/.test(file),
      });
    for (const name of ['package.json', 'LICENSE', 'NOTICE.md'])
      cpSync(join(ROOT, name), join(command, name));
    for (const name of ['LICENSE', 'NOTICE.md']) cpSync(join(ROOT, name), join(stage, name));
    const args = ['-m', 'pip', 'wheel', '--quiet', '--no-deps', '--wheel-dir', folder, stage];
    execFileSync(PYTHON, args, { stdio: 'inherit' });
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** The folders of the packages that the command needs, relative to the root. */
function productionPackages() {
  const listed = execFileSync('npm', ['ls', '--omit=dev', '--all', '--parseable'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const paths = listed
    .trim()
    .split('\n')
    .map((path) => relative(ROOT, path));
  // A package inside another is copied with it.
  return paths.filter((path) => path.startsWith('node_modules') && path.split('node_modules').length === 2);
}

/** The versions of the package in npm and of the wheel are the same. */
function checkVersion() {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const own = /^version = "(.+)"$/m.exec(readFileSync(join(HERE, 'pyproject.toml'), 'utf8'))?.[1];
  if (own !== version) throw new Error(`packages/python/pyproject.toml has version ${own}, not ${version}`);
}
