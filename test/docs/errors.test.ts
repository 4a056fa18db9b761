import { expect, it } from 'vitest';
import { typeMistakes } from '../check/type-mistakes.ts';
import { allDiagnostics, shown } from '../grammar/diagnose.ts';
import { syntaxMistakes } from '../grammar/syntax-mistakes.ts';

/** An example per code: the shortest message with this code alone, or if there is none the shortest with it. */
function examples(): Map<string, { readonly title: string; readonly text: string }> {
  const found = new Map<string, { title: string; text: string; isAlone: boolean }>();
  for (const [title, text] of Object.entries({ ...syntaxMistakes, ...typeMistakes })) {
    const diagnostics = allDiagnostics(text);
    const isAlone = diagnostics.length === 1;
    for (const { code } of diagnostics.slice(0, 1)) {
      const rendered = shown(text, diagnostics);
      const known = found.get(code);
      const isBetter =
        known === undefined ||
        (isAlone && !known.isAlone) ||
        (isAlone === known.isAlone && rendered.length < known.text.length);
      if (isBetter && rendered.length < 2000) found.set(code, { title, text: rendered, isAlone });
    }
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

it('the page of messages has one example of every kind', async () => {
  const parts = [...examples()].map(
    ([code, { title, text }]) =>
      `## \`${code}\`\n\n${title.slice(0, 1).toUpperCase()}${title.slice(1)}.\n\n\`\`\`text\n${text.trimEnd()}\n\`\`\`\n`,
  );
  const page = `# What the compiler says

This page has one example of each kind of message about a layout, in the order of their codes. The compiler reports all independent
mistakes at once, each with its place, what is wrong, and what to do. A test writes this page from the stored messages. Messages about tables are on [another page](table-errors.md).

${parts.join('\n')}`;
  expect(parts.length).toBeGreaterThan(60);
  await expect(page).toMatchFileSnapshot('../../docs/reference/errors.md');
});
