/** The answer to a request: plain data, and buffers. */
export interface Answer {
  readonly head: object;
  readonly buffers?: readonly Uint8Array[];
}
