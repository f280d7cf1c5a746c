// Search: inflected and accent-less words, code as it is written, keys, announcements, and nothing loaded before.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { atOnce, locales, site, sizes, slugs, visit } from './support.mjs';

const chapter = (locale) => `${locale}/poll.html`;

/** Types a query and waits for the answer; returns the places found. */
async function search(page, query) {
  const dialog = page.locator('dialog.search-box');
  if (!(await dialog.isVisible())) await page.locator('.search-open').click();
  await page.locator('.search-field').fill('');
  await page.locator('.search-field').fill(query);
  await page.waitForFunction(() => {
    const { waiting, dialog } = document.querySelector('book-search');
    return !waiting && dialog.querySelector('.search-said').textContent;
  });
  return page.locator('.search-results a').evaluateAll((links) => links.map((link) => ({
    href: link.href,
    text: link.textContent,
    marks: [...link.querySelectorAll('mark')].map((mark) => mark.textContent),
  })));
}

const pagesOf = (found) => [...new Set(found.map(({ href }) => new URL(href).pathname))].sort();

describe('finds', atOnce, () => {
  // In each row all forms lead to the same pages.
  const forms = {
    en: [['executor', 'executors', 'Executor'], ['waker', 'wakers']],
    es: [['ejecutor', 'ejecutores'], ['función', 'funcion', 'funciones'], ['ejecución', 'ejecucion', 'ejecuciones']],
    it: [['esecutore', 'esecutori'], ['perché', 'perche']],
    'pt-BR': [['executor', 'executores'], ['função', 'funcao', 'funções', 'funcoes'], ['execução', 'execuções']],
    ru: [['исполнитель', 'исполнителя', 'исполнителей'], ['асинхронный', 'асинхронного', 'асинхронные'], ['ещё', 'еще'], ['задача', 'задачу', 'задачей']],
  };
  for (const [locale, rows] of Object.entries(forms)) {
    if (!locales.includes(locale)) continue;
    test(`every form of a word, ${locale}`, () =>
      visit(chapter(locale), async (page, seen) => {
        for (const [first, ...others] of rows) {
          const pages = pagesOf(await search(page, first));
          assert.ok(pages.length, `${first} is not found`);
          assert.ok(pages.every((path) => path.includes(`/${locale}/`)), `${first}: ${pages}`);
          for (const other of others) assert.deepEqual(pagesOf(await search(page, other)), pages, other);
        }
        assert.deepEqual(seen.errors, []);
        assert.deepEqual(seen.foreign, []);
      }));
  }

  for (const locale of ['en', 'ru']) {
    test(`code as it is written, ${locale}`, () =>
      visit(chapter(locale), async (page) => {
        for (const code of ['wake_by_ref', 'Poll::Pending', 'pin!', 'select!', 'Pin::new', '.await', 'poll_fn', '&mut self']) {
          const found = await search(page, code);
          assert.ok(found.length, `${code} is not found`);
          for (const { text } of found) assert.ok(text.toLowerCase().includes(code.toLowerCase()), `${code}: ${text}`);
        }
      }));
  }

  test('a word beside punctuation', () =>
    visit(chapter('en'), async (page) => {
      const found = await search(page, 'note');
      assert.ok(found.some(({ text }) => /\bnote:/i.test(text)), JSON.stringify(found));
      assert.deepEqual(pagesOf(await search(page, 'note:')).every((path) => pagesOf(found).includes(path)), true);
    }));

  test('an Italian word after an apostrophe', () =>
    visit(chapter('it'), async (page) => {
      const found = await search(page, 'esecutore');
      assert.ok(found.some(({ marks }) => marks.some((mark) => /l’esecutore/i.test(mark))), JSON.stringify(found));
      for (const other of ['l’esecutore', "dell'esecutore"]) assert.deepEqual(await search(page, other), found);
    }));

  test('not the answers of a question, its options or the page’s own contents', () =>
    visit(chapter('en'), async (page) => {
      const options = await page.locator('poll-quiz .quiz-options .quiz-text').allTextContents();
      const said = await page.locator('nav.toc p').textContent();
      for (const option of [...options.slice(0, 3), said]) {
        const found = await search(page, option.trim().slice(0, 60));
        const whole = option.trim().replace(/\s+/g, ' ').slice(0, 40);
        assert.ok(found.every(({ text }) => !text.includes(whole)), whole);
      }
    }));

  test('nothing, and says so', () =>
    visit(chapter('ru'), async (page) => {
      assert.deepEqual(await search(page, 'ыфвапролдж'), []);
      const said = page.locator('.search-said');
      assert.equal(await said.getAttribute('role'), 'status');
      assert.match(await said.textContent(), /ыфвапролдж/);
    }));
});

describe('every book', atOnce, () => {
  for (const locale of locales) {
    test(`${locale} finds the first words of its chapters, in its own words`, () =>
      visit(`${locale}/${slugs[0]}.html`, async (page) => {
        const title = (await page.locator('h1').textContent()).trim();
        const found = await search(page, title.split(' ').slice(-2).join(' '));
        assert.ok(pagesOf(found).includes(new URL(`${site}${locale}/${slugs[0]}.html`).pathname), title);
        const said = await page.locator('.search-said').textContent();
        assert.ok(said.includes(String(found.length)), said);
        assert.equal(await page.locator('.search-field').getAttribute('aria-label'), (await page.locator('.search-label').textContent()).trim());
      }));
  }
});

describe('the keyboard', () => {
  for (const key of ['/', 's']) {
    test(`${key} opens, Esc closes and gives the focus back`, () =>
      visit(chapter('en'), async (page) => {
        await page.locator('.theme-menu summary').focus();
        await page.keyboard.press(key);
        assert.ok(await page.locator('.search-field').evaluate((field) => field === document.activeElement));
        assert.equal(await page.locator('.search-field').inputValue(), '');
        await page.keyboard.press('Escape');
        assert.ok(!(await page.locator('dialog.search-box').isVisible()));
        assert.ok(await page.evaluate(() => document.activeElement.matches('.theme-menu summary')));
      }));
  }

  test('the key of s opens with Cyrillic letters too', () =>
    visit(chapter('ru'), async (page) => {
      await page.evaluate(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ы', code: 'KeyS', bubbles: true })));
      assert.ok(await page.locator('dialog.search-box').isVisible());
    }));

  test('does not open while somebody types', () =>
    visit(chapter('en'), async (page) => {
      await page.evaluate(() => document.querySelector('main').append(document.createElement('textarea')));
      await page.locator('main textarea').focus();
      await page.keyboard.type('s/');
      assert.equal(await page.locator('main textarea').inputValue(), 's/');
      assert.equal(await page.locator('dialog.search-box').count(), 0);
    }));

  test('arrows move, Enter goes to the section', () =>
    visit(chapter('ru'), async (page) => {
      const found = await search(page, 'исполнителя');
      const focused = () => page.evaluate(() => document.activeElement.href ?? document.activeElement.className);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      assert.equal(await focused(), found[1].href);
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      assert.equal(await focused(), 'search-field');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL(found[1].href);
      const id = decodeURIComponent(new URL(found[1].href).hash.slice(1));
      assert.ok(id, found[1].href);
      assert.ok(!(await page.locator('dialog.search-box').isVisible()));
      const top = await page.locator(`[id="${id}"]`).evaluate((heading) => heading.getBoundingClientRect().top);
      assert.ok(top >= 0 && top < 300, `the section is at ${top}`);
    }));

  test('Enter in the field goes to the first place, even before it is there', () =>
    visit(chapter('en'), async (page) => {
      await page.keyboard.press('/');
      await page.keyboard.type('Poll::Pending');
      await page.keyboard.press('Enter');
      await page.waitForFunction((url) => location.href !== url, page.url());
    }));
});

describe('the dialog', atOnce, () => {
  test('loads nothing before it is opened, then only from the site', () =>
    visit(chapter('es'), async (page, seen) => {
      const index = () => seen.requests.filter((url) => url.includes('pagefind'));
      assert.deepEqual(index(), []);
      await search(page, 'ejecutor');
      assert.ok(index().length > 0);
      assert.deepEqual(seen.foreign, []);
    }));

  for (const [size, viewport] of Object.entries(sizes)) {
    test(`stays in the window, ${size}`, () =>
      visit(chapter('ru'), async (page) => {
        await search(page, 'poll');
        const { x, y, width, height } = await page.locator('dialog.search-box').boundingBox();
        assert.ok(x >= 0 && y >= 0 && x + width <= viewport.width && y + height <= viewport.height);
        const wider = await page.locator('.search-results').evaluate((list) => list.scrollWidth > list.clientWidth);
        assert.ok(!wider);
      }, { viewport }));
  }

  test('says when there is no index', () =>
    visit(chapter('it'), async (page) => {
      await page.route('**/pagefind/**', (route) => route.abort());
      await page.locator('.search-open').click();
      await page.waitForFunction(() => document.querySelector('.search-said').textContent);
      assert.deepEqual(await page.locator('.search-results a').count(), 0);
    }));

  test('is not offered without JavaScript', () =>
    visit(chapter('it'), async (page) => {
      assert.ok(!(await page.locator('.search-open').isVisible()));
    }, { javaScriptEnabled: false }));
});
