import { describe, expect, it } from 'vitest';
import { formatText } from '../../grammar/format/format.ts';
import { EXAMPLES } from './examples.ts';

describe('an example is laid out as it is stored', () => {
  it.each(Object.entries(EXAMPLES))('%s', async (title, text) => {
    const { text: once, diagnostics } = formatText({ name: 'layout.ml', text });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    await expect(once).toMatchFileSnapshot(`examples/${title.replaceAll(' ', '-')}.ml`);
    expect(formatText({ name: 'layout.ml', text: once! }).text).toBe(once);
  });
});
