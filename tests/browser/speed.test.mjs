// The first load of a page: bytes as a host would send them, requests, layout shift, errors, other hosts.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { atOnce, pages, site, sizes, visit } from './support.mjs';

const KILO = 1000;
// What a host would send of each file.
const sizesSent = new Map();
async function sent(url) {
  if (!sizesSent.has(url)) sizesSent.set(url, gzipSync(Buffer.from(await (await fetch(url)).arrayBuffer()), { level: 9 }).length);
  return sizesSent.get(url);
}

// Nothing should move. A machine under load paints pages that are half there, and single loads then shift by a
// few thousandths; Chromium calls a sum under 0.1 good.
const STILL = 0.01;

const limits = { bytes: 80 * KILO, scripts: 25 * KILO, requests: 12 };

async function firstLoad(path, options) {
  let sum;
  await visit(path, async (page, seen) => {
    assert.deepEqual(seen.errors, []);
    assert.deepEqual(seen.foreign, []);
    assert.equal(await page.locator('h1').count(), 1);
    const urls = seen.requests.filter((url) => url.startsWith(new URL(site).origin));
    let [bytes, scripts] = [0, 0];
    for (const url of urls) {
      const size = await sent(url);
      bytes += size;
      if (new URL(url).pathname.endsWith('.js')) scripts += size;
    }
    const shifts = await page.evaluate(() => new Promise((resolve) => {
      const all = [];
      new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries()) {
          const nodes = sources.map(({ node, previousRect, currentRect }) =>
            `${node?.nodeName}.${node?.className} ${JSON.stringify(previousRect)} → ${JSON.stringify(currentRect)}`);
          all.push({ value, nodes });
        }
      }).observe({ type: 'layout-shift', buffered: true });
      setTimeout(() => resolve(all), 100);
    }));
    const moved = shifts.reduce((sum, { value }) => sum + value, 0);
    assert.ok(moved <= STILL, `moves by ${moved}: ${JSON.stringify(shifts)}`);
    sum = { bytes, scripts, requests: urls.length };
  }, options);
  return sum;
}

describe('the first load is quiet, small and still', atOnce, () => {
  for (const [name, path] of pages) {
    for (const [size, viewport] of Object.entries(sizes)) {
      // Languages differ in words only: a phone once is enough.
      if (size === 'phone' && !/^(home|ru)/.test(name)) continue;
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
