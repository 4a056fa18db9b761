/**
 * Fetches a table by its address. The page itself may ask no other server for anything, so a frame does, which sees nothing of the
 * page.
 */

export interface Fetched {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What the frame answers. */
type FrameAnswer = { readonly bytes: ArrayBuffer } | { readonly status: number } | { readonly refused: true };

/** @throws Error that says what to do */
export async function fetchAddress(address: string): Promise<Fetched> {
  if (!URL.canParse(address) || !/^https?:/.test(address)) {
    throw new Error(`${address} is no address of a table. Give one such as https://example.org/runs.csv.`);
  }
  const answer = await askFrame(address);
  if ('refused' in answer) {
    throw new Error(
      `${address} cannot be fetched: its server is not reached, or does not let other pages read it (CORS). Open the address in a tab of its own, save the file, and drop it here.`,
    );
  }
  if ('status' in answer) {
    throw new Error(`${address} cannot be fetched: its server answers ${answer.status}. Check the address.`);
  }
  const name = decodeURIComponent(new URL(address).pathname.split('/').at(-1)!) || 'table.csv';
  return { name, bytes: new Uint8Array(answer.bytes) };
}

function askFrame(address: string): Promise<FrameAnswer> {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.src = 'address.html';
  return new Promise<FrameAnswer>((resolve) => {
    frame.addEventListener('load', () => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }: MessageEvent<FrameAnswer>) => resolve(data);
      // The frame has an origin of its own, which has no name.
      frame.contentWindow!.postMessage(address, '*', [port2]);
    });
    document.body.append(frame);
  }).finally(() => frame.remove());
}
