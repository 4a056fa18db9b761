/** Keeps the files of the page in the browser, so that it works without a network after the first visit. */

/** The paths of the files, and a digest of them all, which the build writes here. */
declare const FILES: readonly string[];
declare const BUILD: string;

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends Event {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

interface ServiceWorkerScope {
  readonly clients: { claim(): Promise<void> };
  readonly registration: { readonly scope: string };
  addEventListener(event: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(event: 'fetch', listener: (event: FetchEvent) => void): void;
}

const worker = globalThis as unknown as ServiceWorkerScope;

const PREFIX = 'theodolite playground ';
/** Several builds may be served from one origin. */
const CACHE = `${PREFIX}${worker.registration.scope} ${BUILD}`;

worker.addEventListener('install', (event) => {
  // Past the browser's own cache, which may have files of an earlier build.
  const requests = FILES.map(
    (path) => new Request(new URL(path, worker.registration.scope), { cache: 'no-cache' }),
  );
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)));
});

worker.addEventListener('activate', (event) => {
  const others = caches.keys().then((names) => {
    const old = names.filter(
      (name) => name.startsWith(`${PREFIX}${worker.registration.scope} `) && name !== CACHE,
    );
    return Promise.all(old.map((name) => caches.delete(name)));
  });
  event.waitUntil(others.then(() => worker.clients.claim()));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(worker.registration.scope)) return;
  event.respondWith(answer(request));
});

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const { href } = new URL(request.url.endsWith('/') ? 'index.html' : '', request.url);
  return (await cache.match(href, { ignoreSearch: true })) ?? fetch(request);
}
