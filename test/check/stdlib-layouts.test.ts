import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { check } from '../../compiler/check/check.ts';
import { printTyped } from '../../compiler/check/print-typed.ts';
import { parse } from '../../grammar/parse.ts';
import { printSyntax } from '../../grammar/print-syntax.ts';

describe.each(['navigation', 'object-permanence', 'ocr'])('the worked layout %s', (name) => {
  const path = `stdlib-layouts/${name}/${name}.ml`;
  const source = { name: path, text: readFileSync(path, 'utf8') };
  const { layout, diagnostics } = parse(source);
  if (layout === null) throw new Error('nothing was parsed');

  it('has no mistakes of syntax, and this tree', async () => {
    expect(diagnostics).toEqual([]);
    await expect(printSyntax(layout)).toMatchFileSnapshot(`stdlib/${name}.syntax.txt`);
  });

  it('has no mistakes of types, and these types', async () => {
    const checked = check(layout, source);
    expect(checked.diagnostics).toEqual([]);
    if (checked.layout === null) throw new Error('nothing was checked');
    await expect(printTyped(checked.layout)).toMatchFileSnapshot(`stdlib/${name}.types.txt`);
  });
});
