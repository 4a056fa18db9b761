/** The frame that fetches a table: a page without data of its own. */

addEventListener('message', ({ data: address, ports: [port] }: MessageEvent<string>) => {
  fetch(address, { credentials: 'omit', referrerPolicy: 'no-referrer' })
    .then(async (response) => {
      if (!response.ok) return port!.postMessage({ status: response.status });
      const bytes = await response.arrayBuffer();
      port!.postMessage({ bytes }, [bytes]);
    })
    .catch(() => port!.postMessage({ refused: true }));
});
