/** `npm run gallery`: fits the worked layouts, draws their figures, and writes docs/guides/gallery.md. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PACKAGE } from '../../bench/package-files.ts';
import { replaceFile } from '../../bench/results.ts';
import { CHAPTERS, type Chapter, type ShownFigure } from './chapters.ts';
import { Workshop } from './command.ts';
import { type Drawn, type DrawnChapter, galleryPage } from './page.ts';

const workshop = new Workshop();
const chapters: DrawnChapter[] = [];
try {
  for (const chapter of CHAPTERS) {
    console.log(chapter.title);
    const fits = await fitChapter(chapter);
    const figures: Drawn[] = [];
    for (const shown of chapter.shown) {
      console.log(`  ${shown.file}`);
      figures.push(await draw(shown));
    }
    chapters.push({ chapter, fits, figures });
  }
} finally {
  workshop.remove();
}
writeFigures(chapters.flatMap(({ figures }) => figures));
replaceFile(new URL('docs/guides/gallery.md', PACKAGE), galleryPage(chapters));

/**
 * Fits all subjects by the chapter's method, and those for which it fails by sequential Monte Carlo, as `theodolite`
 * itself advises.
 */
async function fitChapter(chapter: Chapter): Promise<string[][]> {
  const outcome = (columns: string) => ['--outcome', columns, '--out', chapter.out];
  const first = ['fit', ...chapter.fit, ...outcome(chapter.outcome)];
  const failed = await failedAmong(first);
  if (failed.length === 0) return [first];
  const [name] = chapter.outcome.split('=');
  const again = ['fit', ...chapter.fit, '--method', 'smc', ...outcome(`${name}=${failed.join(',')}`)];
  const still = await failedAmong(again);
  if (still.length > 0) throw new Error(`${still.join(', ')} did not converge by smc either`);
  return [first, again];
}

async function failedAmong(command: readonly string[]): Promise<string[]> {
  const { stdout } = await workshop.run([...command, '--json']);
  const { subjects } = JSON.parse(stdout) as { subjects: Record<string, { status: string }> };
  return Object.keys(subjects).filter((subject) => subjects[subject]!.status === 'failed');
}

async function draw(shown: ShownFigure): Promise<Drawn> {
  const { stdout: svg, stderr } = await workshop.run(['plot', ...shown.plot]);
  const within = (element: string) => {
    const [, text] = new RegExp(`<${element} id="[^"]*">([^<]*)</${element}>`).exec(svg) ?? [];
    if (text === undefined) throw new Error(`${shown.file} has no ${element}`);
    return text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&');
  };
  const title = within('title');
  const told = stderr.trimEnd().split('\n').at(-1)!;
  if (!told.startsWith(`${title}. `)) throw new Error(`${shown.file} has no caption: ${told}`);
  return { shown, svg, title, caption: told.slice(title.length + 2), alt: within('desc') };
}

/** The files of the figures, and no others. */
function writeFigures(figures: readonly Drawn[]): void {
  const folder = fileURLToPath(new URL('docs/guides/gallery/', PACKAGE));
  mkdirSync(folder, { recursive: true });
  const files = figures.map(({ shown }) => `${shown.file}.svg`);
  for (const old of readdirSync(folder)) if (!files.includes(old)) rmSync(`${folder}${old}`);
  for (const { shown, svg } of figures) writeFileSync(`${folder}${shown.file}.svg`, svg);
}
