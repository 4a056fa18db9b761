/** `npm run studies [-- NAME…]`: runs the commands of pages such as docs/studies, and writes their outputs and figures into them. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKAGE } from '../../bench/package-files.ts';
import { replaceFile } from '../../bench/results.ts';
import { Workshop } from '../gallery/command.ts';
import { commandBlocks, runPages, savedFiles, withOutputs } from './page.ts';

const DOCS = new URL('docs/', PACKAGE);
const all = runPages(fileURLToPath(DOCS));
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !all.some((page) => isCalled(page, name)));
if (unknown.length > 0)
  throw new Error(`There is no page ${unknown.join(', ')}. There are: ${all.join(', ')}.`);
for (const page of all)
  if (chosen.length === 0 || chosen.some((name) => isCalled(page, name))) await runStudy(page);

function isCalled(page: string, name: string): boolean {
  return page === name || basename(page) === name;
}

async function runStudy(name: string): Promise<void> {
  console.log(name);
  const page = readFileSync(new URL(`${name}.md`, DOCS), 'utf8');
  const workshop = new Workshop();
  for (const [file, text] of savedFiles(page)) workshop.write(file, text);
  try {
    const outputs: string[] = [];
    for (const { commands } of commandBlocks(page)) {
      let output = '';
      for (const { program, words } of commands) {
        const begin = performance.now();
        const run = program === 'node' ? workshop.node(words) : workshop.run(words);
        output += (await run).stdout;
        const seconds = ((performance.now() - begin) / 1000).toFixed(1);
        console.log(`  ${seconds} s: ${program} ${words.join(' ')}`);
      }
      outputs.push(output);
    }
    replaceFile(new URL(`${name}.md`, DOCS), withOutputs(page, outputs));
    writeFigures(name, workshop);
  } finally {
    workshop.remove();
  }
}

/** The figures that the commands of a page drew, and no others. */
function writeFigures(page: string, workshop: Workshop): void {
  const folder = fileURLToPath(new URL(`${page}/`, DOCS));
  rmSync(folder, { recursive: true, force: true });
  const figures = workshop.files().filter((each) => each.endsWith('.svg'));
  if (figures.length > 0) mkdirSync(folder);
  for (const file of figures) writeFileSync(`${folder}${file}`, workshop.read(file));
}
