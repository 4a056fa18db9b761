import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { answersOf, stored } from './requests.ts';
import { startServer } from './started-server.ts';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

function start(...flags: readonly string[]) {
  return startServer(MAIN, 'language-server', ...flags);
}

describe('the language server over the standard streams', () => {
  it('answers every request, and ends when it is told to', async () => {
    const server = start('--stdio');
    const answers = await answersOf(server);
    await expect(stored(answers)).toMatchFileSnapshot('answers.txt');
    await server.request('shutdown', undefined);
    server.notify('exit', undefined);
    expect(await server.status).toBe(0);
    expect(server.said()).toBe('');
  });

  it('says why a name cannot be changed, and answers null for a file that is not open', async () => {
    const server = start();
    await server.request('initialize', { processId: null, rootUri: null, capabilities: {} });
    const text = 'layout L\ncapability c : probability ~ beta(1, 1)\nobserve y ~ bernoulli(c)\n';
    const textDocument = { uri: 'file:///l.ml' };
    const position = { line: 1, character: 11 };
    server.notify('textDocument/didOpen', {
      textDocument: { ...textDocument, languageId: 'x', version: 1, text },
    });
    await expect(
      server.request('textDocument/rename', { textDocument, position, newName: 'y' }),
    ).rejects.toMatchObject({
      message: 'The name `y` is declared already, as an outcome.',
    });
    expect(
      await server.request('textDocument/hover', { textDocument: { uri: 'file:///other.ml' }, position }),
    ).toBeNull();
    // Without Markdown there are no fences.
    expect(await server.request('textDocument/hover', { textDocument, position })).toMatchObject({
      contents: { kind: 'plaintext', value: expect.stringMatching(/^capability c/) },
    });
    server.end();
    // The editor left without a word.
    expect(await server.status).toBe(1);
  });

  it('outlives texts that are no layouts', async () => {
    const server = start();
    await server.request('initialize', { processId: null, rootUri: null, capabilities: {} });
    const texts = [
      '',
      'let x = 3;;\nprint_endline "OCaml"\n',
      '/*',
      '\u0000',
      'layout \u{1f600}\r\ndemand',
      `let a = ${'('.repeat(5000)}`,
    ];
    for (const [i, text] of texts.entries()) {
      const uri = `file:///${i}.ml`;
      const read = server.diagnostics(i);
      server.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'x', version: i, text } });
      expect(await read).toHaveProperty('diagnostics');
      for (const method of [
        'hover',
        'completion',
        'signatureHelp',
        'documentSymbol',
        'formatting',
        'semanticTokens/full',
      ])
        await server.request(`textDocument/${method}`, {
          textDocument: { uri },
          position: { line: 9, character: 9 },
          options: {},
        });
    }
    server.end();
    expect(await server.status).toBe(1);
  });
});
