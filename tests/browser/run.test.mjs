// Run and edit: the recorded output at once, the editor on demand, the Playground only on a click and played by the test.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { reader, site } from './support.mjs';

const chapter = 'ru/lost-wakeups.html';
const name = 'lost_wakeups_yield_once';
const recorded = readFileSync(new URL(`../../listings/output/${name}.txt`, import.meta.url), 'utf8').trim();
const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };

const json = (body, status = 200) => (route) =>
  route.fulfill({ status, headers: cors, contentType: 'application/json', body: JSON.stringify(body) });

async function press(listing, state) {
  await listing.locator('[data-job=send]').click();
  await listing.locator(`.listing-result[data-state=${state}]`).waitFor();
}

describe('a listing', () => {
  const at = reader();
  let listing;
  let result;
  // What the Playground is asked, and what it answers.
  let sent;
  let answer;

  /** Opens the editor with the program as it is in the chapter, and a Playground that answers so. */
  async function edit(so) {
    const page = await at.go(chapter);
    [sent, answer] = [[], so];
    listing = page.locator(`code-listing[data-name=${name}]`).first();
    result = listing.locator('.editor .listing-result');
    if (await listing.locator('textarea').count()) {
      await listing.locator('[data-job=reset]').click();
      assert.equal(await result.textContent(), '');
      return page;
    }
    await page.context().route('https://play.rust-lang.org/**', async (route) => {
      if (route.request().method() === 'OPTIONS') return route.fulfill({ status: 204, headers: cors });
      sent.push(route.request().postDataJSON());
      return answer(route);
    });
    await listing.locator('[data-do=edit]').click();
    await listing.locator('textarea').waitFor();
    return page;
  }

  async function press(state) {
    await listing.locator('[data-job=send]').click();
    await listing.locator(`.listing-result[data-state=${state}]`).waitFor();
  }

  test('shows on Run the recorded output with its compiler, and asks nobody', async () => {
    const page = await at.go(chapter);
    // Any part of the program will do.
    const part = page.locator(`code-listing[data-name=${name}]`).nth(1);
    const button = part.locator('[data-do=run]');
    await button.scrollIntoViewIfNeeded();
    const before = at.seen.requests.length;
    await button.click();
    const output = part.locator('.listing-result');
    assert.equal((await output.locator('pre').textContent()).trim(), recorded);
    assert.match(await output.locator('.listing-note').textContent(), /Записано с rustc 1\.95\.0/);
    assert.equal(await button.getAttribute('aria-expanded'), 'true');
    // A diagram on the way may have come near.
    assert.deepEqual(at.seen.requests.slice(before).filter((url) => !/mermaid/.test(url)), []);
    await button.click();
    assert.equal(await output.count(), 0);
  });

  test('has an editor of the whole program that is loaded on demand and sends nothing by itself', async () => {
    await at.go(chapter);
    const loaded = () => at.seen.requests.some((url) => /editor-\w+\.js$/.test(url));
    assert.ok(!loaded());
    await edit(json({}));
    assert.ok(loaded());
    const text = await listing.locator('textarea').inputValue();
    assert.match(text, /^use std::/m);
    assert.match(text, /fn main\(\)/);
    assert.doesNotMatch(text, /trace/);
    assert.match(await listing.locator('.editor > .listing-note').textContent(), /play\.rust-lang\.org/);
    assert.deepEqual(at.seen.foreign, []);
    assert.deepEqual(sent, []);
  });

  test('sends what was typed, and shows what came back', async () => {
    await edit(json({ success: true, stdout: 'two lines\nof output\n', stderr: '   Compiling playground v0.0.1\n    Running `target`\n' }));
    await listing.locator('textarea').fill('fn main() { println!("mine"); }');
    await press('done');
    assert.equal(sent.length, 1);
    assert.deepEqual(
      { code: sent[0].code, edition: sent[0].edition, channel: sent[0].channel },
      { code: 'fn main() { println!("mine"); }', edition: '2024', channel: 'stable' },
    );
    assert.equal(await result.locator('pre').count(), 1);
    assert.equal(await result.locator('pre').textContent(), 'two lines\nof output\n');
    assert.deepEqual([...new Set(at.seen.foreign)], ['https://play.rust-lang.org/execute']);
    await listing.locator('[data-job=reset]').click();
    assert.match(await listing.locator('textarea').inputValue(), /struct YieldOnce/);
    assert.equal(await result.textContent(), '');
  });

  test('shows what the compiler says', async () => {
    await edit(json({ success: false, stdout: '', stderr: '   Compiling playground v0.0.1\nerror[E0425]: cannot find value <b>x</b>' }));
    await press('failed');
    assert.equal(await result.locator('.output[data-kind=error] pre').textContent(), 'error[E0425]: cannot find value <b>x</b>');
  });

  test('says when the Playground is out of reach, and keeps the program', async () => {
    await edit((route) => route.abort());
    await listing.locator('textarea').fill('fn main() {}');
    await press('unreachable');
    assert.match(await result.textContent(), /Playground недоступен/);
    assert.equal(await listing.locator('textarea').inputValue(), 'fn main() {}');
  });

  for (const [kind, so, message] of [
    ['an error of its own', json({ error: 'too many requests' }, 429), /too many requests/],
    ['no JSON', (route) => route.fulfill({ status: 502, headers: cors, body: '<html>' }), /HTTP 502/],
  ]) {
    test(`passes on ${kind}`, async () => {
      await edit(so);
      await press('refused');
      assert.match(await result.textContent(), message);
    });
  }

  test('is closed and opened again with what was typed', async () => {
    const page = await edit(json({}));
    await listing.locator('textarea').fill('fn main() {\n    a();');
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('b();');
    const button = listing.locator('[data-do=edit]');
    await button.click();
    assert.ok(!(await listing.locator('textarea').isVisible()));
    await button.click();
    assert.equal(await listing.locator('textarea').inputValue(), 'fn main() {\n    a();\n    b();');
    // The Tab key leaves the field.
    await listing.locator('textarea').focus();
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement.dataset.job), 'send');
  });

  test('says when no answer comes', async () => {
    const page = await edit(() => {});
    await page.evaluate(() => {
      const timeout = AbortSignal.timeout.bind(AbortSignal);
      AbortSignal.timeout = () => timeout(200);
    });
    await press('late');
    assert.match(await result.textContent(), /не ответил вовремя/);
  });
});

test('a program of crates that the Playground lacks has no editor', async () => {
  const html = await (await fetch(`${site}en/reactor.html`)).text();
  const listing = html.match(/<code-listing data-name="reactor_poller".*?<\/code-listing>/s)[0];
  assert.match(listing, /data-do="run"/);
  assert.doesNotMatch(listing, /data-do="edit"/);
});
