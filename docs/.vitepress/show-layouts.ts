/** Blocks of Markdown that hold a layout: they are coloured as one, and a reader can run them where the playground is. */
import type { MarkdownRenderer } from 'vitepress';

/** A block without a language that declares a layout. */
const isLayout = (info: string, text: string) =>
  /^(ml|layout)?$/.test(info) && /^layout [A-Za-z_]\w*/m.test(text);

export function showLayouts(md: MarkdownRenderer): void {
  // A heading of a table without words is no heading, to those who hear the page.
  md.core.ruler.push('empty-headings', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      if (token.type !== 'th_open' || tokens[index + 1]?.content !== '') continue;
      token.tag = 'td';
      tokens[index + 2]!.tag = 'td';
    }
  });
  const plain = md.renderer.rules.fence!;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const token = tokens[index]!;
    const [language = '', facts = ''] = token.info.trim().split(' ');
    if (!isLayout(language, token.content)) return plain(tokens, index, ...rest);
    token.info = 'layout';
    const block = plain(tokens, index, ...rest);
    return `<LayoutBlock source="${encodeURIComponent(token.content)}" facts="${facts}">${block}</LayoutBlock>`;
  };
}
