// What holds for every page: its language, its links to the others, its text without scripts.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { locales, site, slugs, visit } from './support.mjs';

describe('every page', () => {
  test('the first page offers every language in its own words', () =>
    visit('', async (page) => {
      const offered = await page
        .locator('.home-languages a[hreflang]')
        .evaluateAll((links) => links.map((link) => link.hreflang));
      assert.deepEqual(offered.sort(), [...locales].sort());
    }));

  for (const locale of locales) {
    test(`${locale} says its language`, () =>
      visit(`${locale}/${slugs[0]}.html`, async (page) => {
        assert.equal(await page.locator('html').getAttribute('lang'), locale);
        const alternates = await page
          .locator('link[rel=alternate]')
          .evaluateAll((links) => links.map((link) => link.hreflang));
        assert.deepEqual(alternates.sort(), [...locales, 'x-default'].sort());
      }));
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
  }));

test('previous and next walk the chapters in order', () =>
  visit(`it/${slugs[0]}.html`, async (page) => {
    for (const slug of slugs.slice(1)) {
      await page.locator('a[rel=next]').click();
      await page.waitForURL(`${site}it/${slug}.html`);
    }
    assert.equal(await page.locator('a[rel=next]').count(), 0);
  }));

describe('without JavaScript', () => {
  const plain = { javaScriptEnabled: false };
  test('the picker, the chapters and the whole text are there', () =>
    visit(`ru/${slugs[1]}.html`, async (page) => {
      await page.locator('details.picker summary').click();
      assert.equal(await page.locator('.picker a[hreflang]').count(), locales.length);
      assert.ok((await page.locator('nav.sidebar a').count()) >= slugs.length);
      assert.ok((await page.locator('code.hljs span[class^=hl-]').count()) > 20);
    }, plain));

  test('a quiz unfolds its explanations', () =>
    visit(`ru/${slugs[1]}.html`, async (page) => {
      const why = page.locator('poll-quiz details.quiz-why').first();
      await why.locator('summary').click();
      assert.ok(await why.locator('.quiz-verdict').isVisible());
    }, plain));

  test('an exercise unfolds its hints, its code and a solution', () =>
    visit('es/select.html', async (page) => {
      const exercise = page.locator('poll-exercise').first();
      for (const part of ['.hints > li details', '.start', '.solution', '.verdicts']) {
        const details = exercise.locator(part).last();
        await details.locator('summary').click();
        assert.ok(await details.locator(':scope > :not(summary)').first().isVisible(), part);
      }
      assert.equal(await exercise.locator('button, input').count(), 0);
    }, plain));

  test('a listing is text without tools', () =>
    visit('it/channels.html', async (page) => {
      assert.ok(await page.locator('code-listing pre').first().isVisible());
      assert.ok(!(await page.locator('.listing-tools').first().isVisible()));
    }, plain));

  test('a trace is a table', () =>
    visit('ru/poll.html', async (page) => {
      assert.ok((await page.locator('poll-trace table tbody tr').count()) > 3);
      assert.ok(await page.locator('poll-trace table').first().isVisible());
    }, plain));
});
