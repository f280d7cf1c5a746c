// Offline: what was read stays readable without a network, and a new edition replaces the old within one reload.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { site, slugs, visit } from './support.mjs';

const { pathname } = new URL(site);
// Stands before the site: it can go away, and it can bring out a second edition.
let server;
let address;
let state;

before(async () => {
  server = createServer(async (request, response) => {
    if (state.down) {
      response.destroy();
      return;
    }
    state.asked.push(request.url);
    const answer = await fetch(new URL(request.url, site));
    let body = Buffer.from(await answer.arrayBuffer());
    const type = answer.headers.get('content-type') ?? 'application/octet-stream';
    if (/html/.test(type)) body = Buffer.from(String(body).replace('</h1>', ` ${state.edition}</h1>`));
    if (/sw\.js$/.test(request.url)) body = Buffer.from(String(body).replace(/edition = '/, `$&${state.edition}-`));
    response.writeHead(answer.status, { 'content-type': type, 'cache-control': /html|sw\.js/.test(type + request.url) ? 'no-cache' : 'max-age=600' });
    response.end(body);
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  address = `http://127.0.0.1:${server.address().port}${pathname}`;
});
after(() => server?.close());

/** Opens a page behind that server and waits until it is kept. */
async function read(page, path) {
  await page.goto(address + path, { waitUntil: 'load' });
  await kept(page, path);
}

/** Waits for an asynchronous fact of the page; the browser's own wait takes a promise for a yes. */
async function until(page, fact, argument) {
  const end = Date.now() + 10_000;
  while (!(await page.evaluate(fact, argument))) {
    assert.ok(Date.now() < end, `not within ten seconds: ${fact}`);
    await new Promise((resolve) => { setTimeout(resolve, 50); });
  }
}

/** Waits until the page and its scripts are kept in this edition. */
const kept = (page, path) =>
  until(page, async ([url, edition]) => {
    const name = (await caches.keys()).find((one) => one.includes(` ${edition}-`));
    const cache = name && await caches.open(name);
    const found = await cache?.match(url);
    const all = (await cache?.keys()) ?? [];
    return found && (await found.text()).includes(`${edition}</h1>`) && all.some((one) => one.url.includes('elements-'));
  }, [address + path, state.edition]);

const heading = (page) => page.locator('main h1').first().textContent();

async function fresh(use) {
  state = { edition: 'first', down: false, asked: [] };
  await visit('', (page) => use(page), { serviceWorkers: 'allow' });
}

describe('without a network', () => {
  test('a page that was read is whole: style, scripts, text; what was not read fails as the browser says it', (t) =>
    fresh(async (page) => {
      await read(page, `ru/${slugs[1]}.html`);
      t.diagnostic(`${state.asked.length} requests`);
      assert.ok(state.asked.length <= 12, `the worker’s own included: ${state.asked.join('\n')}`);
      state.down = true;
      await page.reload({ waitUntil: 'load' });
      assert.match(await heading(page), /first/);
      assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector('.topbar')).position), 'sticky');
      assert.ok(await page.locator('poll-trace input[type=range]').first().isVisible());
      await assert.rejects(page.goto(`${address}ru/${slugs[2]}.html`));
    }));

  test('search works once it has been used', () =>
    fresh(async (page) => {
      await read(page, `ru/${slugs[1]}.html`);
      const search = async (query) => {
        await page.locator('.search-open').click();
        await page.locator('.search-field').fill(query);
        await page.locator('.search-results a').first().waitFor();
        return page.locator('.search-results a').count();
      };
      const online = await search('исполнитель');
      state.down = true;
      await page.reload({ waitUntil: 'load' });
      assert.equal(await search('исполнителя'), online);
    }));
});

describe('a new edition', () => {
  test('is there at the first reload, and is what is kept then', () =>
    fresh(async (page) => {
      await read(page, `en/${slugs[0]}.html`);
      await read(page, `en/${slugs[1]}.html`);
      state.edition = 'second';
      await page.reload({ waitUntil: 'load' });
      assert.match(await heading(page), /second/);
      await kept(page, `en/${slugs[1]}.html`);
      // The page read before is fetched anew, and nothing of the old edition is left.
      await kept(page, `en/${slugs[0]}.html`);
      await until(page, async () => (await caches.keys()).length === 1);
      state.down = true;
      await page.goto(`${address}en/${slugs[0]}.html`);
      assert.match(await heading(page), /second/);
    }));
});
