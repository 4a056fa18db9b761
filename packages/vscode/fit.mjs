/** Fits a layout to a table by the command, and makes the page with the profile. */
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { EXIT } from '../../cli/failure.ts';
import { runCommand } from './command.mjs';

/** The statuses of a fit that wrote its results. */
const WRITTEN = new Set([EXIT.fine, EXIT.notConverged, EXIT.severalModes]);

/** The folder of a layout's fits, from the folder of the workspace. */
const resultsOf = (layout) => `results/${basename(layout).replace(/\.(ml|layout)$/, '')}`;

/** What the first lines of the command's message say, for a message of the editor. */
function problemIn(stderr) {
  const lines = stderr.trimEnd().split('\n');
  const first = lines.findIndex((line) => line.startsWith('error'));
  const remedy = lines.slice(Math.max(0, first)).find((line) => line.startsWith('  = help: '));
  const problem = (lines[Math.max(0, first)] ?? '').replace(/^error(\[[\w-]+\])?: /, '');
  return remedy === undefined ? problem : `${problem} ${remedy.slice('  = help: '.length)}`;
}

/** The folders of fits below one that were written since then, from `folder`; there is one for each outcome's column. */
async function writtenSince(began, results, folder) {
  const names = await readdir(join(folder, results));
  const found = await Promise.all(
    names.sort().map(async (name) => {
      const summary = await stat(join(folder, results, name, 'summary.json')).catch(() => null);
      return summary !== null && summary.mtimeMs >= began ? [`${results}/${name}`] : [];
    }),
  );
  return found.flat();
}

/** Clocks of file systems are coarser than those of processes. */
const COARSE_MS = 2000;

/**
 * @param layout the path of the layout
 * @param table the path of the table, from `folder`
 * @param options further words of `theodolite fit`
 * @returns the page, the folders of the fits and what the fit said; or the problem
 */
export async function fitLayout(command, { folder, layout, table, options = [], signal, tell }) {
  const results = resultsOf(layout);
  const run = (words) => runCommand(command, words, { folder, signal, tell });
  const began = Date.now() - COARSE_MS;
  const fitted = await run(['fit', layout, table, '--out', results, ...options]);
  if (!WRITTEN.has(fitted.status)) return { problem: problemIn(fitted.stderr), said: fitted.stderr };
  const place = await mkdtemp(join(tmpdir(), 'theodolite-'));
  try {
    const file = join(place, 'report.html');
    const fits = await writtenSince(began, results, folder);
    const reported = await run(['report', ...fits, '--no-live', '-o', file]);
    if (!WRITTEN.has(reported.status)) return { problem: problemIn(reported.stderr), said: reported.stderr };
    return { fits, page: await readFile(file, 'utf8'), said: fitted.stdout + fitted.stderr };
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}
