// Service worker of the built site: pages from the network while there is one, else as last read; hashed files from the cache. Press writes it to the site's root, with the edition.
const edition = '[[edition]]';
const { scope } = self.registration;
// One host may hold several books, and caches belong to the host.
const family = `poll-by-poll ${scope} `;
const current = family + edition;

// Names that hold the hash of their content: what they name never changes.
const isHashed = (url) => /[-_][0-9a-f]{6,}(\.min)?\.(css|js|svg|pf_\w+)$/.test(new URL(url).pathname);

const keyOf = (url) => {
  const key = new URL(url);
  key.search = '';
  key.hash = '';
  if (key.pathname.endsWith('/')) key.pathname += 'index.html';
  return key.href;
};

async function kept(key) {
  const cache = await caches.open(current);
  return await cache.match(key) ?? caches.match(key);
}

// A copy without the mark of a redirection, which a page may not be answered with.
async function put(key, response) {
  if (!response.ok || response.type !== 'basic') return;
  const cache = await caches.open(current);
  await cache.put(key, new Response(response.body, { headers: response.headers }));
}

async function cacheFirst(event) {
  const key = keyOf(event.request.url);
  const found = await kept(key);
  if (found) return found;
  const response = await fetch(event.request);
  event.waitUntil(put(key, response.clone()).catch(() => {}));
  return response;
}

async function networkFirst(event) {
  const key = keyOf(event.request.url);
  try {
    const response = await fetch(event.request);
    event.waitUntil(put(key, response.clone()).catch(() => {}));
    return response;
  } catch (error) {
    const found = await kept(key);
    if (found) return found;
    throw error;
  }
}

// Keeps a page with the styles and scripts that it names: they were loaded before this worker was there.
async function keep(url) {
  const key = keyOf(url);
  const cache = await caches.open(current);
  if (!await cache.match(key)) await put(key, await fetch(url));
  const page = await cache.match(key);
  if (!page) return;
  const html = await page.text();
  const names = [...html.matchAll(/\s(?:href|src)="([^"?#]+)"/g)].map(([, name]) => new URL(name, url).href);
  for (const name of new Set(names)) {
    if (!name.startsWith(scope) || !isHashed(name) || await cache.match(name)) continue;
    await put(name, await fetch(name));
  }
}

// Pages kept from an older edition are fetched anew; when that fails for want of a network they stay for the next time.
async function replaceOld() {
  for (const name of await caches.keys()) {
    if (!name.startsWith(family) || name === current) continue;
    const old = await caches.open(name);
    for (const { url } of await old.keys()) {
      if (url.endsWith('.html')) await keep(url);
    }
    await caches.delete(name);
  }
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
// Not done while activating: a page's requests would have to wait for it.
self.addEventListener('message', (event) => {
  if (event.data !== 'keep') return;
  event.waitUntil(keep(event.source.url).then(replaceOld).catch(() => {}));
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(scope) || request.headers.has('range')) return;
  event.respondWith(isHashed(request.url) ? cacheFirst(event) : networkFirst(event));
});
