/** What the site and the tests read from a page of Markdown: its links, and the anchors of its headings. */

/** The anchor that GitHub gives a heading: letters, digits, `_` and `-` in lower case, with `-` for each space. */
export function anchorOf(heading: string): string {
  return heading
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<[^>]*>/g, '')
    .replace(/[*`]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

/** The anchors of all headings of a page, and those that it sets itself by `id="…"`; of equal ones the second ends with `-1`. */
export function anchorsIn(page: string): Set<string> {
  const text = page.replace(BLOCK, '');
  const anchors = new Set<string>();
  for (const [, heading] of text.matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const anchor = anchorOf(heading!);
    let unique = anchor;
    for (let count = 1; anchors.has(unique); count++) unique = `${anchor}-${count}`;
    anchors.add(unique);
  }
  for (const [, id] of text.matchAll(/<\w+[^>]* id="([^"]+)"/g)) anchors.add(id!);
  return anchors;
}

/** The targets of all links and pictures of a page, outside of code. */
export function linksIn(page: string): string[] {
  const links: string[] = [];
  withLinks(page, (link) => {
    links.push(link);
    return link;
  });
  return links;
}

/** The text of a page's first heading; null if it has none. */
export function titleIn(page: string): string | null {
  return /^# +(.+)$/m.exec(page.replace(BLOCK, ''))?.[1] ?? null;
}

const BLOCK = /^( *)(`{3,}|~{3,})[^\n]*\n[\s\S]*?^ *\2 *$/gm;
const CODE = new RegExp(`${BLOCK.source}|(\`+)(?!\`)[^\n]*?[^\`\n]\\3(?!\`)`, 'gm');
const LINK = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)(\s+"[^"]*")?\)/g;
const HTML_LINK = /(<(a|img|source)\b[^>]*?\b(?:href|src|srcset)=)"([^"]+)"/g;

/**
 * The page with other targets of its links and pictures, outside of code.
 *
 * @param target the new target of a link; null takes the link away and leaves its text
 */
export function withLinks(page: string, target: (link: string, isPicture: boolean) => string | null): string {
  // Code may stand in the text of a link, and what looks like a link in code.
  const code: string[] = [];
  const prose = page.replace(CODE, (piece) => `\u{f0000}${code.push(piece) - 1}\u{f0001}`);
  return prose
    .replace(LINK, (_, mark: string, text: string, link: string, title: string = '') => {
      const led = target(link, mark === '!');
      return led === null ? text : `${mark}[${text}](${led}${title})`;
    })
    .replace(HTML_LINK, (_, before: string, tag: string, link: string) => {
      const led = target(link, tag !== 'a');
      return `${before}"${led ?? ''}"`;
    })
    .replace(/\u{f0000}(\d+)\u{f0001}/gu, (_, index: string) => code[Number(index)]!);
}
