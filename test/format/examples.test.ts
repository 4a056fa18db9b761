import { describe, expect, it } from 'vitest';
import { format } from '../../grammar/format/format.ts';
import { EXAMPLES } from './examples.ts';

describe('an example is laid out as it is stored', () => {
  it.each(Object.entries(EXAMPLES))('%s', async (title, text) => {
    const { text: once, diagnostics } = format({ name: 'layout.ml', text });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    await expect(once).toMatchFileSnapshot(`examples/${title.replaceAll(' ', '-')}.ml`);
    expect(format({ name: 'layout.ml', text: once! }).text).toBe(once);
  });
});
