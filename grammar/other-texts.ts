/** Recognises texts that are no layouts, whose every line would be a mistake here. */
import { nearest } from '../module/names.ts';
import type { Span } from './source.ts';
import { statementForms } from './vocabulary.ts';

export interface OtherText {
  /** What it is, in a sentence. */
  readonly message: string;
  /** Where that shows. */
  readonly span: Span;
  readonly remedy: string;
}

interface Kind {
  /** With its article, such as `a Stan program`. */
  readonly name: string;
  readonly sign: RegExp;
}

/** By the beginning of a line or of the text that no layout has. */
const LANGUAGES: readonly Kind[] = [
  {
    name: 'a Stan program',
    sign: /^[ \t]*(?:functions|data|transformed[ \t]+data|parameters|transformed[ \t]+parameters|model|generated[ \t]+quantities)[ \t]*\{/m,
  },
  { name: 'a JAGS or BUGS model', sign: /^[ \t]*for[ \t]*\([ \t]*\w+[ \t]+in[ \t]+1[ \t]*:/m },
  {
    name: 'a Python program',
    sign: /^[ \t]*(?:import[ \t]+\w+|from[ \t]+[\w.]+[ \t]+import\b|with[ \t]+pm\.Model\b|def[ \t]+\w+\()/m,
  },
  { name: 'an R script', sign: /^[ \t]*(?:library\(|[\w.]+[ \t]*<-|brm\(|(?:l|gl)mer\()/m },
  { name: 'a page of HTML or XML', sign: /^\s*<(?:[!?]?[A-Za-z][\w-]*)/ },
  { name: 'JSON', sign: /^\s*(?:\{\s*["}]|\[\s*[\]{["\d-])/ },
  { name: 'a script of a shell', sign: /^#!.*/ },
];

/** By the beginning of a text, of which hardly any line begins a statement. */
const FORMATS: readonly Kind[] = [
  { name: 'Markdown', sign: /^\s*#{1,6} \S.*/ },
  { name: 'YAML', sign: /^\s*(?:---|[\w-]+:(?:[ \t]\S.*)?)(?:\n|$)/ },
];

/** A line that begins a block of code in Markdown. */
const FENCE = /^[ \t]*```.*/m;

/** A statement: a word, which should be a keyword, before a name and what may follow one. */
const STATEMENT = /^[ \t]*(\w+)[ \t]+[\p{L}_][\w]*[ \t]*(?:[[:~=,({\d.]|in\b|\/[/*]|$)/u;

const KEYWORDS = [...Object.keys(statementForms), 'choose'];

/** A text of no known format is one if it has so many lines, of which this share at most begins a statement. */
const MIN_LINES = 3;
const MAX_SHARE = 0.1;

const LAYOUT_BEGINS =
  'A layout begins with `layout Name`, and declares the demands of tasks, the abilities that meet them, and what is observed: see docs/reference/language.md.';

/** What a text is if it is no layout; null for a layout, also for one with mistakes in many of its lines. */
export function otherText(text: string): OtherText | null {
  const fence = FENCE.exec(text);
  const hasLayout = /^[ \t]*layout\b/m.test(text);
  if (fence !== null)
    return {
      message: looksLike('Markdown'),
      span: spanOf(fence),
      remedy: hasLayout
        ? 'Save the layout that it shows, without the lines ``` around it, as a file of its own.'
        : LAYOUT_BEGINS,
    };
  if (hasLayout) return null;
  const language = find(text, LANGUAGES);
  if (language !== null) return language;
  const lines = linesOf(text);
  const statements = lines.filter(beginsStatement).length;
  if (lines.length === 0 || statements > MAX_SHARE * lines.length) return null;
  const format = find(text, FORMATS);
  if (format !== null) return format;
  if (lines.length < MIN_LINES) return null;
  const start = text.search(/\S/);
  const [first] = text.slice(start).split(/\r?\n/, 1);
  return {
    message: 'This is not a layout: hardly any of its lines begins a statement.',
    span: { start, end: start + first!.trimEnd().length },
    remedy: LAYOUT_BEGINS,
  };
}

function looksLike(name: string): string {
  return `This looks like ${name}, and not like a layout.`;
}

function find(text: string, kinds: readonly Kind[]): OtherText | null {
  for (const { name, sign } of kinds) {
    const found = sign.exec(text);
    if (found !== null) return { message: looksLike(name), span: spanOf(found), remedy: LAYOUT_BEGINS };
  }
  return null;
}

function spanOf({ 0: found, index }: RegExpExecArray): Span {
  return { start: index + found.search(/\S/), end: index + found.trimEnd().length };
}

/** The lines that could begin a statement: without comments, and without those that go on with another. */
function linesOf(text: string): string[] {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    .split(/\r?\n/)
    .filter((line) => /^[^\s)\]}]/.test(line));
}

function beginsStatement(line: string): boolean {
  const word = STATEMENT.exec(line)?.[1];
  return word !== undefined && (KEYWORDS.includes(word) || nearest(word, KEYWORDS) !== null);
}
