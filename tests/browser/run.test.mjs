// Run and edit: the recorded output at once, the editor on demand, the Playground only on a click and played by the test.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { site, visit } from './support.mjs';

const chapter = 'ru/lost-wakeups.html';
const name = 'lost_wakeups_yield_once';
const recorded = readFileSync(new URL(`../../listings/output/${name}.txt`, import.meta.url), 'utf8').trim();
const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };

/** Opens a chapter's editor, with `answer` in the Playground's place; it gets the request that was sent. */
function edit(answer, use, prepare) {
  return visit(chapter, async (page, seen) => {
    const sent = [];
    await page.context().route('https://play.rust-lang.org/**', async (route) => {
      if (route.request().method() === 'OPTIONS') return route.fulfill({ status: 204, headers: cors });
      sent.push(route.request().postDataJSON());
      return answer(route);
    });
    if (prepare) await page.evaluate(prepare);
    const listing = page.locator(`code-listing[data-name=${name}]`).first();
    await listing.locator('[data-do=edit]').click();
    await listing.locator('textarea').waitFor();
    await use({ page, seen, sent, listing, result: listing.locator('.editor .listing-result') });
  });
}

const json = (body, status = 200) => (route) =>
  route.fulfill({ status, headers: cors, contentType: 'application/json', body: JSON.stringify(body) });

async function press(listing, state) {
  await listing.locator('[data-job=send]').click();
  await listing.locator(`.listing-result[data-state=${state}]`).waitFor();
}

test('Run shows the recorded output with its compiler, and asks nobody', () =>
  visit(chapter, async (page, seen) => {
    const listing = page.locator(`code-listing[data-name=${name}]`);
    // Any part of the program will do.
    const button = listing.nth(1).locator('[data-do=run]');
    await button.scrollIntoViewIfNeeded();
    const before = seen.requests.length;
    await button.click();
    const result = listing.nth(1).locator('.listing-result');
    assert.equal((await result.locator('pre').textContent()).trim(), recorded);
    assert.match(await result.locator('.listing-note').textContent(), /Записано с rustc 1\.95\.0/);
    assert.equal(await button.getAttribute('aria-expanded'), 'true');
    // A diagram on the way may have come near.
    assert.deepEqual(seen.requests.slice(before).filter((url) => !/mermaid/.test(url)), []);
    await button.click();
    assert.equal(await result.count(), 0);
  }));

describe('the editor', () => {
  test('has the whole program, is loaded on demand, and sends nothing by itself', () =>
    edit(json({}), async ({ seen, sent, listing }) => {
      const text = await listing.locator('textarea').inputValue();
      assert.match(text, /^use std::/m);
      assert.match(text, /fn main\(\)/);
      assert.doesNotMatch(text, /trace/);
      assert.ok(seen.requests.some((url) => /editor-\w+\.js$/.test(url)));
      assert.match(await listing.locator('.editor > .listing-note').textContent(), /play\.rust-lang\.org/);
      assert.deepEqual(seen.foreign, []);
      assert.deepEqual(sent, []);
    }));

  test('is not loaded before', () =>
    visit(chapter, async (page, seen) => {
      assert.ok(!seen.requests.some((url) => /editor-/.test(url)));
    }));

  test('sends what was typed, and shows what came back', () =>
    edit(json({ success: true, stdout: 'two lines\nof output\n', stderr: '   Compiling playground v0.0.1\n    Running `target`\n' }), async ({ seen, sent, listing, result }) => {
      await listing.locator('textarea').fill('fn main() { println!("mine"); }');
      await press(listing, 'done');
      assert.equal(sent.length, 1);
      assert.deepEqual(
        { code: sent[0].code, edition: sent[0].edition, channel: sent[0].channel },
        { code: 'fn main() { println!("mine"); }', edition: '2024', channel: 'stable' },
      );
      assert.equal(await result.locator('pre').count(), 1);
      assert.equal(await result.locator('pre').textContent(), 'two lines\nof output\n');
      assert.deepEqual([...new Set(seen.foreign)], ['https://play.rust-lang.org/execute']);
      await listing.locator('[data-job=reset]').click();
      assert.match(await listing.locator('textarea').inputValue(), /struct YieldOnce/);
      assert.equal(await result.textContent(), '');
    }));

  test('shows what the compiler says', () =>
    edit(json({ success: false, stdout: '', stderr: '   Compiling playground v0.0.1\nerror[E0425]: cannot find value <b>x</b>' }), async ({ listing, result }) => {
      await press(listing, 'failed');
      assert.equal(await result.locator('.output[data-kind=error] pre').textContent(), 'error[E0425]: cannot find value <b>x</b>');
    }));

  test('says when no answer comes', () =>
    edit(() => {}, async ({ listing, result }) => {
      await press(listing, 'late');
      assert.match(await result.textContent(), /не ответил вовремя/);
    }, () => {
      const timeout = AbortSignal.timeout.bind(AbortSignal);
      AbortSignal.timeout = () => timeout(200);
    }));

  test('says when the Playground is out of reach, and keeps the program', () =>
    edit((route) => route.abort(), async ({ listing, result }) => {
      await listing.locator('textarea').fill('fn main() {}');
      await press(listing, 'unreachable');
      assert.match(await result.textContent(), /Playground недоступен/);
      assert.equal(await listing.locator('textarea').inputValue(), 'fn main() {}');
    }));

  for (const [kind, answer, message] of [
    ['an error of its own', json({ error: 'too many requests' }, 429), /too many requests/],
    ['no JSON', (route) => route.fulfill({ status: 502, headers: cors, body: '<html>' }), /HTTP 502/],
  ]) {
    test(`passes on ${kind}`, () =>
      edit(answer, async ({ listing, result }) => {
        await press(listing, 'refused');
        assert.match(await result.textContent(), message);
      }));
  }

  test('is closed and opened again with what was typed', () =>
    edit(json({}), async ({ page, listing }) => {
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
    }));
});

test('a program of crates that the Playground lacks has no editor', async () => {
  const html = await (await fetch(`${site}en/reactor.html`)).text();
  const listing = html.match(/<code-listing data-name="reactor_poller".*?<\/code-listing>/s)[0];
  assert.match(listing, /data-do="run"/);
  assert.doesNotMatch(listing, /data-do="edit"/);
});
