import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { showSource } from '../../compiler/compile.ts';

const page = readFileSync('docs/explanation/generated-code.md', 'utf8');
const layout = 'stdlib-layouts/ocr/ocr.ml';

describe('the page about generated code', async () => {
  const written = await showSource({ name: layout, text: readFileSync(layout, 'utf8') }, 'assemblyscript');
  const blocks = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code!);

  it('shows code', () => {
    expect(blocks).toHaveLength(4);
  });

  it.each(blocks)('shows what the compiler writes: %#', (block) => {
    // The whole is too long to be told in a message.
    const missing = block.split('\n\n').filter((part) => !written.includes(part));
    expect(missing).toEqual([]);
    expect(written.includes(block)).toBe(true);
  });
});
