// Search: inflected and accent-less words, code as it is written, keys, announcements, and nothing loaded before.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { locales, reader, site, sizes, slugs } from './support.mjs';

// A short page: a browser paints it faster, and the search is the same on each.
const short = (locale) => `${locale}/about.html`;

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

// In each row all forms lead to the same pages.
const forms = {
  en: [['executor', 'executors', 'Executor'], ['waker', 'wakers']],
  es: [['ejecutor', 'ejecutores'], ['función', 'funcion', 'funciones'], ['ejecución', 'ejecucion', 'ejecuciones']],
  it: [['esecutore', 'esecutori'], ['perché', 'perche']],
  'pt-BR': [['executor', 'executores'], ['função', 'funcao', 'funções', 'funcoes'], ['execução', 'execuções']],
  ru: [['исполнитель', 'исполнителя', 'исполнителей'], ['асинхронный', 'асинхронного', 'асинхронные'], ['ещё', 'еще'], ['задача', 'задачу', 'задачей']],
};

// The same in all books: all of it beside Latin letters, some beside others.
const codes = {
  en: ['wake_by_ref', 'Poll::Pending', 'pin!', 'select!', 'Pin::new', '.await', 'poll_fn', '&mut self'],
  ru: ['Poll::Pending', 'select!', '.await'],
};

for (const locale of locales) {
  describe(`in the ${locale} book`, () => {
    const at = reader({ viewport: { width: 800, height: 600 } });

    test('nothing is loaded before the search is opened, then only from the site', async () => {
      const page = await at.go(short(locale));
      const index = () => at.seen.requests.filter((url) => url.includes('pagefind'));
      assert.deepEqual(index(), []);
      const asked = page.waitForRequest(/pagefind/);
      await page.locator('.search-open').click();
      await asked;
      assert.equal(await page.locator('.search-field').getAttribute('aria-label'), (await page.locator('.search-label').textContent()).trim());
    });

    test('the first words of a chapter are found, and how many places are said', async () => {
      const page = await at.go(short(locale));
      const title = /<h1[^>]*>(.*?)<\/h1>/s.exec(await (await fetch(`${site}${locale}/${slugs[0]}.html`)).text())[1];
      const found = await search(page, title.replace(/<[^>]*>/g, '').trim().split(' ').slice(-2).join(' '));
      assert.ok(pagesOf(found).includes(new URL(`${site}${locale}/${slugs[0]}.html`).pathname), title);
      const said = page.locator('.search-said');
      assert.equal(await said.getAttribute('role'), 'status');
      assert.ok((await said.textContent()).includes(String(found.length)), await said.textContent());
      assert.deepEqual(at.seen.errors, []);
      assert.deepEqual(at.seen.foreign, []);
    });

    for (const [first, ...others] of forms[locale] ?? []) {
      test(`${first} is found as ${others.join(', ')} too`, async () => {
        const page = await at.go(short(locale));
        const pages = pagesOf(await search(page, first));
        assert.ok(pages.length, `${first} is not found`);
        assert.ok(pages.every((path) => path.includes(`/${locale}/`)), `${first}: ${pages}`);
        for (const other of others) assert.deepEqual(pagesOf(await search(page, other)), pages, other);
      });
    }

    for (const code of codes[locale] ?? []) {
      test(`${code} is found as it is written`, async () => {
        const found = await search(await at.go(short(locale)), code);
        assert.ok(found.length, `${code} is not found`);
        for (const { text } of found) assert.ok(text.toLowerCase().includes(code.toLowerCase()), `${code}: ${text}`);
      });
    }

    if (locale === 'en') {
      test('a word beside punctuation is found', async () => {
        const page = await at.go(short(locale));
        const found = await search(page, 'note');
        assert.ok(found.some(({ text }) => /\bnote:/i.test(text)), JSON.stringify(found));
        assert.deepEqual(pagesOf(await search(page, 'note:')).every((path) => pagesOf(found).includes(path)), true);
      });

      test('the answers of a question, its options and the page’s own contents are not found', async () => {
        const page = await at.go('en/poll.html');
        const options = await page.locator('poll-quiz .quiz-options .quiz-text').allTextContents();
        const said = await page.locator('nav.toc p').textContent();
        for (const option of [...options.slice(0, 3), said]) {
          const found = await search(page, option.trim().slice(0, 60));
          const whole = option.trim().replace(/\s+/g, ' ').slice(0, 40);
          assert.ok(found.every(({ text }) => !text.includes(whole)), whole);
        }
      });
    }

    if (locale === 'it') {
      test('a word after an apostrophe is found', async () => {
        const page = await at.go(short(locale));
        const found = await search(page, 'esecutore');
        assert.ok(found.some(({ marks }) => marks.some((mark) => /l’esecutore/i.test(mark))), JSON.stringify(found));
        for (const other of ['l’esecutore', "dell'esecutore"]) assert.deepEqual(await search(page, other), found);
      });
    }

    if (locale === 'ru') {
      for (const [size, viewport] of Object.entries(sizes)) {
        test(`the dialog stays in the window, ${size}`, async () => {
          const page = await at.go(short(locale));
          await page.setViewportSize(viewport);
          await search(page, 'poll');
          const { x, y, width, height } = await page.locator('dialog.search-box').boundingBox();
          assert.ok(x >= 0 && y >= 0 && x + width <= viewport.width && y + height <= viewport.height);
          const wider = await page.locator('.search-results').evaluate((list) => list.scrollWidth > list.clientWidth);
          assert.ok(!wider);
        });
      }

      test('nothing is found, and that is said', async () => {
        const page = await at.go(short(locale));
        assert.deepEqual(await search(page, 'ыфвапролдж'), []);
        assert.match(await page.locator('.search-said').textContent(), /ыфвапролдж/);
      });
    }
  });
}

describe('the keyboard', () => {
  const at = reader({ viewport: { width: 800, height: 600 } });
  const dialog = () => at.page.locator('dialog.search-box');

  for (const key of ['/', 's']) {
    test(`${key} opens, Esc closes and gives the focus back`, async () => {
      const page = await at.go(short('ru'));
      await page.locator('.theme-menu summary').focus();
      await page.keyboard.press(key);
      assert.ok(await page.locator('.search-field').evaluate((field) => field === document.activeElement));
      assert.equal(await page.locator('.search-field').inputValue(), '');
      await page.keyboard.press('Escape');
      assert.ok(!(await dialog().isVisible()));
      assert.ok(await page.evaluate(() => document.activeElement.matches('.theme-menu summary')));
    });
  }

  test('the key of s opens with Cyrillic letters too', async () => {
    const page = await at.go(short('ru'));
    await page.evaluate(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ы', code: 'KeyS', bubbles: true })));
    assert.ok(await dialog().isVisible());
    await page.keyboard.press('Escape');
  });

  test('does not open while somebody types', async () => {
    const page = await at.go(short('ru'));
    await page.evaluate(() => document.querySelector('main').append(document.createElement('textarea')));
    await page.locator('main textarea').focus();
    await page.keyboard.type('s/');
    assert.equal(await page.locator('main textarea').inputValue(), 's/');
    assert.ok(!(await dialog().isVisible()));
  });

  test('Enter in the field goes to the first place, even before it is there', async () => {
    const page = await at.go(short('ru'));
    await page.locator('.theme-menu summary').focus();
    await page.keyboard.press('/');
    await page.keyboard.type('Poll::Pending');
    await page.keyboard.press('Enter');
    await page.waitForFunction((url) => location.href !== url, site + short('ru'));
  });

  test('arrows move, Enter goes to the section', async () => {
    const page = await at.go(`ru/${slugs[0]}.html`);
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
    assert.ok(!(await dialog().isVisible()));
    const top = await page.locator(`[id="${id}"]`).evaluate((heading) => heading.getBoundingClientRect().top);
    assert.ok(top >= 0 && top < 300, `the section is at ${top}`);
  });

  test('finds a dialog that says when the index is out of reach, and finds once it is back', async () => {
    await at.page.route('**/pagefind/**', (route) => route.abort());
    const page = await at.go(short('it'));
    await page.keyboard.press('/');
    await page.locator('.search-said:not(:empty)').waitFor();
    assert.deepEqual(await page.locator('.search-results a').count(), 0);
    await page.unroute('**/pagefind/**');
    await page.locator('.search-field').fill('esecutore');
    await page.locator('.search-results a').first().waitFor();
  });
});
