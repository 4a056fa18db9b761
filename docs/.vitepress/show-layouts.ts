/** Blocks of Markdown that hold a layout: they are coloured as one, and a reader can run them where the playground is. */
import type { MarkdownRenderer } from 'vitepress';

/** A block without a language that declares a layout. */
const isLayout = (info: string, text: string) =>
  /^(ml|layout)?$/.test(info) && /^layout [A-Za-z_]\w*/m.test(text);

export function showLayouts(md: MarkdownRenderer): void {
  const plain = md.renderer.rules.fence!;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const token = tokens[index]!;
    if (!isLayout(token.info.trim(), token.content)) return plain(tokens, index, ...rest);
    token.info = 'layout';
    const block = plain(tokens, index, ...rest);
    return `<LayoutBlock source="${encodeURIComponent(token.content)}">${block}</LayoutBlock>`;
  };
}
