/** Messages over streams of bytes, with the headers of the protocol: how a program talks with a server that it started. */
import { ReadableStreamMessageReader, WriteableStreamMessageWriter } from 'vscode-languageserver/browser';
import { type ServerOptions, serveLayouts } from './serve.ts';

/** The bytes that come in. */
export interface Incoming {
  on(event: 'data', listener: (bytes: Uint8Array) => void): unknown;
  on(event: 'end' | 'close', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

const nothing = { dispose() {} };

/**
 * Answers requests until the client leaves.
 *
 * @param write writes bytes before it returns
 * @returns whether the client asked for `shutdown` before it left
 */
export function serveStreams(
  incoming: Incoming,
  write: (bytes: Uint8Array) => void,
  options: ServerOptions = {},
): Promise<boolean> {
  const listen = (event: 'end' | 'close', listener: () => void) => {
    incoming.on(event, listener);
    return nothing;
  };
  const reader = new ReadableStreamMessageReader({
    onData(listener) {
      incoming.on('data', listener);
      return nothing;
    },
    onError(listener) {
      incoming.on('error', listener);
      return nothing;
    },
    onClose: (listener) => listen('close', listener),
    onEnd: (listener) => listen('end', listener),
  });
  const encoder = new TextEncoder();
  const writer = new WriteableStreamMessageWriter({
    async write(data: Uint8Array | string) {
      write(typeof data === 'string' ? encoder.encode(data) : data);
    },
    end() {},
    onClose: () => nothing,
    onError: () => nothing,
    onEnd: () => nothing,
  });
  return new Promise((resolve, reject) => {
    incoming.on('end', () => resolve(false));
    serveLayouts(reader, writer, options).then(resolve, reject);
  });
}
