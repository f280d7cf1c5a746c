// Access: axe finds nothing on any kind of page, in both themes, on a phone and on a desk.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, test } from 'node:test';
import { atOnce, sizes, visit } from './support.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const kinds = [
  ['the first page', ''],
  ['a chapter', 'ru/poll.html'],
  ['a chapter with two traces', 'en/lost-wakeups.html'],
  ['a chapter with an output and an editor open', 'pt-BR/poll.html', async (page) => {
    await page.locator('[data-do=run]').first().click();
    await page.locator('[data-do=edit]').first().click();
    await page.locator('.editor textarea').waitFor();
  }],
  ['the page of progress', 'ru/progress.html', (page) => page.evaluate(() => {
    const keys = [...document.querySelectorAll('[data-item]')].map((row) => row.dataset.item);
    const items = { [keys[0]]: { right: true, at: 1 }, [keys[1]]: { right: false, at: 1, step: 0, due: 2 } };
    customElements.get('poll-progress').save({ version: 1, items });
  })],
  ['a chapter with measured sizes', 'it/sizes.html', (page) => page.locator('.explorer-all summary').click()],
  // Axe needs a minute for the whole of it; what is there once more in each chapter is enough three times.
  ['about this edition', 'pt-BR/about.html'],
  ['the translations', 'es/translations.html'],
  ['the print page', 'es/print.html', (page) => page.locator('main h1').nth(3).evaluate((title) => {
    while (title.nextSibling) title.nextSibling.remove();
  })],
  ['a missing page', 'it/404.html'],
  ['the search', 'ru/inert.html', async (page) => {
    await page.locator('.search-open').click();
    await page.locator('.search-field').fill('исполнитель');
    await page.locator('.search-results a').first().waitFor();
  }],
];

// What another theme can break; the rest is the same in both.
const colours = ['color-contrast', 'link-in-text-block'];

async function assertAccessible(page, options) {
  // Diagrams are part of the page once they are drawn.
  for (const figure of await page.locator('figure.diagram').all()) {
    await figure.scrollIntoViewIfNeeded();
    await figure.locator('svg').waitFor();
  }
  const found = await page.evaluate(async (options) => {
    const { violations } = await globalThis.axe.run({ resultTypes: ['violations'], ...options });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html.slice(0, 120)).join(' | ')}`);
  }, options);
  assert.deepEqual(found, []);
}

describe('axe finds nothing', atOnce, () => {
  for (const [name, path, prepare] of kinds) {
    for (const [size, viewport] of Object.entries(sizes)) {
      test(`on ${name}, ${size}, in both themes`, () =>
        visit(path, async (page) => {
          await prepare?.(page);
          await page.evaluate(axe);
          await assertAccessible(page, {});
          await page.emulateMedia({ colorScheme: 'dark' });
          assert.equal(await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches), true);
          await assertAccessible(page, { runOnly: { type: 'rule', values: colours } });
        }, { viewport, colorScheme: 'light', bypassCSP: true }));
    }
  }
});

describe('the keyboard', () => {
  test('reaches all tools of a listing in the order of the page', () =>
    visit('es/poll.html', async (page) => {
      const listing = page.locator('code-listing:has([data-do=whole]):has([data-do=edit])').first();
      await listing.locator('[data-do=whole]').focus();
      const reached = [];
      for (let n = 0; n < 5; n += 1) {
        reached.push(await page.evaluate(() => document.activeElement.dataset.do ?? document.activeElement.localName));
        await page.keyboard.press('Tab');
      }
      assert.deepEqual(reached, ['whole', 'copy', 'pre', 'run', 'edit']);
      await listing.locator('[data-do=run]').focus();
      await page.keyboard.press('Enter');
      assert.ok(await listing.locator('.listing-result pre').isVisible());
    }));

  test('reaches the text first', () =>
    visit('ru/poll.html', async (page) => {
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate(() => document.activeElement.className), 'skip');
      await page.keyboard.press('Enter');
      assert.equal(await page.evaluate(() => document.activeElement.id), 'main');
    }));

  test('opens the language menu and chooses', () =>
    visit('ru/poll.html', async (page) => {
      await page.locator('details.picker summary').focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      assert.ok(await page.evaluate(() => document.activeElement.matches('.picker a[hreflang]')));
    }));

  test('leaves arrow keys to the page outside a trace', () =>
    visit('ru/poll.html', async (page) => {
      const before = page.url();
      await page.locator('body').press('ArrowRight');
      await page.locator('body').press('ArrowLeft');
      assert.equal(page.url(), before);
      assert.equal(await page.locator('poll-trace input[type=range]').first().inputValue(), '1');
    }));
});
