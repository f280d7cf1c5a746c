// What holds for every page: its language, its links to the others, its text without scripts.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { chapters, locales, reader, site, slugs, visit } from './support.mjs';

const get = async (path) => (await fetch(site + path)).text();
const all = (html, tag) => [...html.matchAll(tag)].map(([, value]) => value);

test('the first page offers every language', async () => {
  const list = /<ul class="home-languages">.*?<\/ul>/s.exec(await get(''))[0];
  assert.deepEqual(all(list, /<a [^>]*hreflang="([^"]*)"/g).sort(), [...locales].sort());
});

test('every page says its language and where the others are', async () => {
  for (const path of [...chapters, ...locales.map((locale) => `${locale}/404.html`)]) {
    const [locale, name] = path.split('/');
    const html = await get(path);
    assert.deepEqual(all(html, /<html lang="([^"]*)"/g), [locale], path);
    const others = [...html.matchAll(/<link rel="alternate" hreflang="([^"]*)" href="([^"]*)">/g)]
      .map(([, language, address]) => [language, address]);
    assert.deepEqual(
      others.sort(),
      [...locales.map((other) => [other, `../${other}/${name}`]), ['x-default', `../en/${name}`]].sort(),
      path,
    );
  }
});

test('a missing page is in its book’s words', async () => {
  const titles = new Set();
  for (const locale of locales) titles.add(/<h1>(.*?)<\/h1>/.exec(await get(`${locale}/404.html`))[1]);
  assert.equal(titles.size, locales.length);
});

test('previous and next walk the chapters in order, in every book', async () => {
  const link = (html, rel) => new RegExp(`<a class="[^"]*" rel="${rel}" href="([^"]*)">`).exec(html)?.[1];
  for (const path of chapters) {
    const name = path.split('/')[1];
    const at = slugs.indexOf(name.replace('.html', ''));
    const html = await get(path);
    const address = (slug) => slug && `${slug}.html`;
    assert.equal(link(html, 'next'), address(slugs[at + 1]), path);
    assert.equal(link(html, 'prev'), address(slugs[at - 1]), path);
  }
});

test('the picker keeps chapter and section', () =>
  visit(`en/${slugs[1]}.html`, async (page) => {
    const id = await page.locator('main h2[id]').nth(1).getAttribute('id');
    await page.evaluate((id) => { location.hash = id; }, id);
    await page.locator('details.picker summary').click();
    await page.locator('.picker a[hreflang=ru]').click();
    await page.waitForURL(`${site}ru/${slugs[1]}.html#${id}`);
    assert.equal(await page.locator('html').getAttribute('lang'), 'ru');
    assert.equal(await page.locator(`[id="${id}"]`).count(), 1);
    await page.locator('a[rel=next]').click();
    await page.waitForURL(`${site}ru/${slugs[2]}.html`);
  }));

describe('without JavaScript', () => {
  const at = reader({ javaScriptEnabled: false });

  test('the picker, the chapters and the whole text are there', async () => {
    const page = await at.go('ru/poll.html');
    await page.locator('details.picker summary').click();
    assert.equal(await page.locator('.picker a[hreflang]').count(), locales.length);
    assert.ok((await page.locator('nav.sidebar a').count()) >= slugs.length);
    assert.ok((await page.locator('code.hljs span[class^=hl-]').count()) > 20);
  });

  test('nothing is offered that needs a script', async () => {
    const page = await at.go('ru/poll.html');
    assert.ok(!(await page.locator('.search-open').isVisible()));
    assert.ok(!(await page.locator('.listing-tools').first().isVisible()));
    assert.ok(await page.locator('code-listing pre').first().isVisible());
  });

  test('a trace is a table', async () => {
    const page = await at.go('ru/poll.html');
    assert.ok((await page.locator('poll-trace table tbody tr').count()) > 3);
    assert.ok(await page.locator('poll-trace table').first().isVisible());
  });

  test('a quiz unfolds its explanations', async () => {
    const page = await at.go('ru/poll.html');
    const why = page.locator('poll-quiz details.quiz-why').first();
    await why.locator('summary').click();
    assert.ok(await why.locator('.quiz-verdict').isVisible());
  });

  test('an exercise unfolds its hints, its code and a solution', async () => {
    const page = await at.go('ru/poll.html');
    const exercise = page.locator('poll-exercise').first();
    for (const part of ['.hints > li details', '.start', '.solution', '.verdicts']) {
      const details = exercise.locator(part).last();
      await details.locator('summary').click();
      assert.ok(await details.locator(':scope > :not(summary)').first().isVisible(), part);
    }
    assert.equal(await exercise.locator('button, input').count(), 0);
  });

  test('the explorer of sizes is a table', async () => {
    const page = await at.go('pt-BR/sizes.html');
    assert.ok(await page.locator('poll-explorer table').isVisible());
    assert.equal(await page.locator('poll-explorer tbody tr').count(), 24);
  });

  test('the page of progress is a list of all questions', async () => {
    const page = await at.go('it/progress.html');
    assert.ok((await page.locator('[data-item] a').count()) > 50);
    assert.ok(await page.locator('[data-item] a').first().isVisible());
  });
});
