// The first load of a page: bytes as a host would send them, requests, layout shift.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { pages, site, sizes, visit } from './support.mjs';

const KILO = 1000;
// The aim is none. When a script comes late, single loads shift by up to 0.005;
// Chromium calls a shift under 0.1 good.
const limits = { bytes: 80 * KILO, scripts: 25 * KILO, requests: 12, shift: 0.05 };

async function firstLoad(path, options) {
  let sum;
  await visit(path, async (page, seen) => {
    const urls = seen.requests.filter((url) => url.startsWith(new URL(site).origin));
    let [bytes, scripts] = [0, 0];
    for (const url of urls) {
      const size = gzipSync(Buffer.from(await (await fetch(url)).arrayBuffer()), { level: 9 }).length;
      bytes += size;
      if (new URL(url).pathname.endsWith('.js')) scripts += size;
    }
    const shift = await page.evaluate(() => new Promise((resolve) => {
      let total = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) total += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
      setTimeout(() => resolve(total), 100);
    }));
    sum = { bytes, scripts, requests: urls.length, shift };
  }, options);
  return sum;
}

describe('the first load keeps its budget', () => {
  for (const [name, path] of pages) {
    for (const [size, viewport] of Object.entries(sizes)) {
      // Languages differ in words only: a phone once is enough.
      if (size === 'phone' && !/^(home|en|ru)/.test(name)) continue;
      test(`${name}, ${size}`, async (t) => {
        const load = await firstLoad(path, { viewport, idle: true });
        t.diagnostic(`${name} ${size}: ${load.bytes} bytes, ${load.scripts} of them scripts, ${load.requests} requests`);
        for (const [what, limit] of Object.entries(limits)) {
          assert.ok(load[what] <= limit, `${what}: ${load[what]} of ${limit}`);
        }
      });
    }
  }
});
