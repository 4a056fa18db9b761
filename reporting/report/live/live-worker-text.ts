/**
 * The code of a live report's worker, compressed by gzip, in base64: the text that the page contains. Here it is bundled when it is first needed; in `dist`,
 * `scripts/embed-report-assets.mjs` replaces this file by one that has the text.
 */
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

let text: Promise<string> | null = null;

/** `live-worker`, beside this file, with all that it imports. */
export function liveWorkerText(): Promise<string> {
  text ??= bundle(fileURLToPath(import.meta.url.replace('live-worker-text', 'live-worker')));
  return text;
}

async function bundle(entry: string): Promise<string> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    // One scope without `import`, so that it works as a classic worker.
    format: 'iife',
    target: 'es2022',
    // The page fits on the thread of its own workers. What would open others is never run: Node's threads, and the address of a script.
    external: ['node:*'],
    logOverride: { 'empty-import-meta': 'silent' },
    write: false,
  });
  return gzipSync(outputFiles[0]!.contents, { level: 9 }).toString('base64');
}
