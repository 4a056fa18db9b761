/** The page of the gallery: commands and the figures that they draw. */
import type { Chapter, ShownFigure } from './chapters.ts';

/** A drawn figure. */
export interface Drawn {
  readonly shown: ShownFigure;
  readonly svg: string;
  readonly title: string;
  readonly caption: string;
  /** The description of what it shows. */
  readonly alt: string;
}

export interface DrawnChapter {
  readonly chapter: Chapter;
  /** The commands that fitted it, as arguments. */
  readonly fits: readonly (readonly string[])[];
  readonly figures: readonly Drawn[];
}

/** Longer descriptions are below the figure. */
const SHORT = 300;

export function galleryPage(chapters: readonly DrawnChapter[]): string {
  return `# Gallery

Figures that \`theodolite plot\` draws of worked layouts, each below the command that drew it. \`npm run gallery\` makes all fits, figures and this page anew, and in one version of Theodolite to the byte.
\`--theme dark\` draws for dark paper, \`--width 360\` for a column, and \`-o NAME.png\` writes a picture of dots; [figures.md](figures.md) says what each kind shows.

${chapters.map(chapterText).join('\n')}`;
}

function chapterText({ chapter, fits, figures }: DrawnChapter): string {
  return `## ${chapter.title}

${chapter.words}

\`\`\`sh
${fits.map(shellLine).join('\n')}
\`\`\`

${figures.map(figureText).join('\n')}`;
}

function figureText({ shown, title, caption, alt }: Drawn): string {
  const isShort = alt.length <= SHORT;
  return `### ${escaped(title)}

${shown.words}

\`\`\`sh
${shellLine(['plot', ...shown.plot, '-o', `${shown.file}.svg`])}
\`\`\`

![${escaped(isShort ? alt : title)}](gallery/${shown.file}.svg)

${escaped(caption)}
${isShort ? '' : `\n<details><summary>In words</summary>\n\n${escaped(alt)}\n\n</details>\n`}`;
}

/** As shell text: arguments with special characters are quoted, and long lines are broken. */
function shellLine(words: readonly string[]): string {
  const quoted = ['npx', 'theodolite', ...words].map((word) =>
    /^[\w./=,:@-]+$/.test(word) ? word : `'${word}'`,
  );
  const lines = [''];
  for (const word of quoted) {
    const last = lines.at(-1)!;
    if (last.length + word.length > 105) lines.push(`  ${word}`);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.join(' \\\n');
}

/** Text with Markdown's special characters escaped. */
function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>|~]/g, '\\$&');
}
