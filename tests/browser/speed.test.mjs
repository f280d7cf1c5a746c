// The first load of a page: bytes as a host would send them, requests, layout shift, errors, other hosts.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { anyLocale, chapters, locales, reader, site, sizes, slugs } from './support.mjs';

const KILO = 1000;
const limits = { bytes: 80 * KILO, scripts: 25 * KILO, requests: 12 };

const files = new Map();
/** A file of the site, with its size as a host would send it. */
function file(url) {
  if (!files.has(url)) {
    files.set(url, (async () => {
      const body = Buffer.from(await (await fetch(url)).arrayBuffer());
      return { text: String(body), size: gzipSync(body).length };
    })());
  }
  return files.get(url);
}

/** What a page names for its first load: itself, styles, scripts, its icon. */
async function named(path) {
  const { text } = await file(site + path);
  const tags = text.match(/<link rel="(?:icon|stylesheet)"[^>]*>|<script [^>]*src=[^>]*>/g);
  const urls = tags.map((tag) => new URL(/ (?:href|src)="([^"]*)"/.exec(tag)[1], site + path).href);
  return [site + path, ...urls];
}

test('what each page of each book names is small', async (t) => {
  const most = { bytes: 0, scripts: 0, requests: 0 };
  for (const path of ['', ...locales.map((locale) => `${locale}/404.html`), ...chapters]) {
    const urls = await named(path);
    const load = { bytes: 0, scripts: 0, requests: urls.length };
    for (const url of urls) {
      const { size } = await file(url);
      load.bytes += size;
      if (url.endsWith('.js')) load.scripts += size;
    }
    for (const [what, limit] of Object.entries(limits)) {
      assert.ok(load[what] <= limit, `${path}: ${what}: ${load[what]} of ${limit}`);
      most[what] = Math.max(most[what], load[what]);
    }
  }
  t.diagnostic(`at most ${most.bytes} bytes, ${most.scripts} of scripts, ${most.requests} requests`);
});

// Every kind of page on both; a chapter of the text on the one or the other.
const backMatter = slugs.slice(slugs.indexOf('progress'));
const text = slugs.filter((slug) => !backMatter.includes(slug));
const pagesOn = (half) => ['', 'it/404.html', ...[...text.filter((_, n) => n % 2 === half), ...backMatter].map(anyLocale)];
const loads = { phone: pagesOn(1), desktop: pagesOn(0) };

/** Writes down from the beginning what moves. */
function watch() {
  globalThis.moved = [];
  globalThis.watcher = new PerformanceObserver((list) => list.getEntries().forEach(globalThis.note));
  globalThis.note = ({ value, sources }) => globalThis.moved.push({
    value,
    nodes: sources.map(({ node, previousRect, currentRect }) =>
      `${node?.nodeName}.${node?.className} ${JSON.stringify(previousRect)} → ${JSON.stringify(currentRect)}`),
  });
  globalThis.watcher.observe({ type: 'layout-shift', buffered: true });
}

/** Once the page has been painted and has nothing left to do. */
function settled() {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => {
      globalThis.watcher.takeRecords().forEach(globalThis.note);
      resolve(globalThis.moved);
    })));
  });
}

describe('the first load asks for nothing else, and nothing moves', { concurrency: true }, () => {
  for (const [size, viewport] of Object.entries(sizes)) {
    describe(size, { concurrency: 1 }, () => {
      const at = reader({ viewport });
      for (const path of loads[size]) {
        test(path || 'home', async () => {
          const { context, page, seen } = at;
          if (!at.watched) at.watched = await context.addInitScript(watch).then(() => true);
          for (const list of Object.values(seen)) list.length = 0;
          await page.goto(site + path, { waitUntil: 'load' });
          assert.deepEqual(await page.evaluate(settled), []);
          assert.equal(await page.locator('h1').count(), 1);
          assert.deepEqual([...new Set(seen.requests)].sort(), (await named(path)).sort());
          assert.deepEqual(seen.errors, []);
          assert.deepEqual(seen.foreign, []);
        });
      }
    });
  }
});
