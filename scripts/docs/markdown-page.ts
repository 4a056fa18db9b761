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
  const text = withoutBlocks(page);
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
  const text = withoutBlocks(page);
  const prose = text.replace(/`[^`\n]*`/g, '``');
  const written = prose.matchAll(/\]\(([^)\s]+)(?:\s+"[^"]*")?\)/g);
  const html = prose.matchAll(/<(?:a|img|source)\b[^>]*?\b(?:href|src|srcset)="([^"]+)"/g);
  return [...written, ...html].map(([, target]) => target!);
}

function withoutBlocks(page: string): string {
  return page.replace(/^( *)(`{3,}|~{3,})[^\n]*\n[\s\S]*?^ *\2 *$/gm, '');
}
