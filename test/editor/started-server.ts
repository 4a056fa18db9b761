/** A client of a language server that is a process of its own. */
import { spawn } from 'node:child_process';
import type { LanguageClient } from './requests.ts';

export interface Started extends LanguageClient {
  readonly status: Promise<number | null>;
  readonly said: () => string;
  end(): void;
}

/** Starts a program of Node and speaks the protocol over its standard streams. */
export function startServer(...args: readonly string[]): Started {
  const child = spawn(process.execPath, args);
  const pending = new Map<unknown, (message: { result?: unknown; error?: unknown }) => void>();
  let received = Buffer.alloc(0);
  let said = '';
  child.stderr.on('data', (piece) => {
    said += piece;
  });
  child.stdout.on('data', (piece: Buffer) => {
    received = Buffer.concat([received, piece]);
    for (;;) {
      const head = received.indexOf('\r\n\r\n');
      const length = Number(
        /Content-Length: (\d+)/.exec(received.subarray(0, Math.max(0, head)).toString())?.[1],
      );
      if (head < 0 || received.length < head + 4 + length) return;
      const message = JSON.parse(received.subarray(head + 4, head + 4 + length).toString());
      received = received.subarray(head + 4 + length);
      const key = message.id ?? `${message.method} ${message.params?.version}`;
      pending.get(key)?.(message);
      pending.delete(key);
    }
  });
  let id = 0;
  const send = (message: object) => {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  };
  const answered = (key: unknown) =>
    new Promise<{ result?: unknown; error?: unknown; params?: unknown }>((resolve) =>
      pending.set(key, resolve),
    );
  return {
    async request(method, params) {
      const answer = answered(++id);
      send({ id, method, params });
      const { result, error } = await answer;
      if (error !== undefined) throw error;
      return result;
    },
    notify: (method, params) => send({ method, params }),
    diagnostics: async (version) => (await answered(`textDocument/publishDiagnostics ${version}`)).params,
    status: new Promise((resolve) => child.on('close', resolve)),
    said: () => said,
    end: () => child.stdin.end(),
  };
}
