/** `npm run studies [-- NAME…]`: runs the commands of the pages of docs/studies, and writes their outputs and figures into them. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PACKAGE } from '../../bench/package-files.ts';
import { replaceFile } from '../../bench/results.ts';
import { Workshop } from '../gallery/command.ts';
import { commandBlocks, withOutputs } from './page.ts';

const STUDIES = new URL('docs/studies/', PACKAGE);
const all = readdirSync(STUDIES)
  .filter((file) => file.endsWith('.md'))
  .map((file) => file.slice(0, -3));
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !all.includes(name));
if (unknown.length > 0)
  throw new Error(`There is no study ${unknown.join(', ')}. There are: ${all.join(', ')}.`);
for (const name of chosen.length > 0 ? chosen : all) await runStudy(name);

async function runStudy(name: string): Promise<void> {
  console.log(name);
  const page = readFileSync(new URL(`${name}.md`, STUDIES), 'utf8');
  const workshop = new Workshop();
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
    replaceFile(new URL(`${name}.md`, STUDIES), withOutputs(page, outputs));
    writeFigures(name, workshop);
  } finally {
    workshop.remove();
  }
}

/** The figures that the commands of a study drew, and no others. */
function writeFigures(study: string, workshop: Workshop): void {
  const folder = fileURLToPath(new URL(`${study}/`, STUDIES));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const file of workshop.files().filter((each) => each.endsWith('.svg')))
    writeFileSync(`${folder}${file}`, workshop.read(file));
}
