// Access: axe finds nothing on any kind of page, in both themes, on a phone and on a desk.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, test } from 'node:test';
import { assertValid, live } from './markup.mjs';
import { reader, site, sizes } from './support.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
// Each kind of page. Of a chapter that is there for one `part`, the rest of the text is left out.
const kinds = [
  ['the first page', ''],
  ['a chapter', 'ru/poll.html'],
  ['traces, an output and an editor', 'pt-BR/lost-wakeups.html', {
    part: 'poll-trace, code-listing:has(.editor)',
    async prepare(page) {
      const listing = page.locator('code-listing:has([data-do=edit])').first();
      await listing.locator('[data-do=run]').click();
      await listing.locator('[data-do=edit]').click();
      await listing.locator('.editor textarea').waitFor();
    },
  }],
  ['measured sizes', 'it/sizes.html', {
    part: 'poll-explorer',
    prepare: (page) => page.locator('.explorer-all summary').click(),
  }],
  ['the page of progress', 'ru/progress.html', {
    prepare: (page) => page.evaluate(() => {
      const keys = [...document.querySelectorAll('[data-item]')].map((row) => row.dataset.item);
      const items = { [keys[0]]: { right: true, at: 1 }, [keys[1]]: { right: false, at: 1, step: 0, due: 2 } };
      customElements.get('poll-progress').save({ version: 1, items });
    }),
  }],
  ['the glossary', 'en/glossary.html'],
  ['the symptoms', 'pt-BR/symptoms.html'],
  ['the measurements', 'ru/measurements.html'],
  ['the sources', 'it/sources.html'],
  ['about this edition', 'pt-BR/about.html'],
  ['the translations', 'es/translations.html'],
  ['the print page', 'es/print.html', { cut: true }],
  ['a missing page', 'it/404.html'],
  ['the search, over a chapter', 'ru/poll.html', {
    part: 'dialog',
    async prepare(page) {
      await page.locator('.search-open').click();
      await page.locator('.search-field').fill('исполнитель');
      await page.locator('.search-results a').first().waitFor();
    },
  }],
];

/** The print page with one chapter: a browser needs half a minute for all, and each is built of the same. */
const cutPrint = (page) => page.route('**/print.html', async (route) => {
  const response = await route.fetch();
  const html = await response.text();
  const second = [...html.matchAll(/<h1/g)][1].index;
  await route.fulfill({ response, body: html.slice(0, second) + html.slice(html.indexOf('</main>')) });
});

/**
 * Takes away what is there again and again and is to axe alike: the colour of words of a program beyond two
 * of their kind at their place, the rows of a list beyond twelve, a chapter's paragraphs, listings and quizzes of one kind.
 */
function thin(part) {
  for (const block of part ? document.querySelectorAll('main > :not(h1)') : []) {
    if (!block.matches(part) && !block.querySelector(part)) block.remove();
  }
  const seen = new Map();
  for (const word of document.querySelectorAll('pre span[class^="hl-"]')) {
    let place = '';
    for (let up = word; up.localName !== 'main'; up = up.parentElement) place += `${up.localName}.${up.className} ${up.ariaCurrent} `;
    seen.set(place, (seen.get(place) ?? 0) + 1);
    if (seen.get(place) > 2) word.replaceWith(...word.childNodes);
  }
  document.querySelectorAll('main > p:nth-of-type(n + 9), main > code-listing:nth-of-type(n + 5)').forEach((more) => more.remove());
  for (const kind of ['one', 'many', 'order']) {
    [...document.querySelectorAll(`poll-quiz[data-kind="${kind}"]`)].slice(1).forEach((more) => more.remove());
  }
  document.querySelectorAll(':is(tbody, dl, main ul, main ol) > :nth-child(n + 13)').forEach((row) => row.remove());
}

/** Diagrams are part of the page once they are drawn. */
async function draw(page) {
  for (const figure of await page.locator('figure.diagram').all()) {
    await figure.scrollIntoViewIfNeeded();
    await figure.locator('svg').waitFor();
  }
}

/** Another theme, and diagrams in its colours. */
async function darken(page) {
  const ids = () => [...document.querySelectorAll('figure.diagram svg[id]')].map(({ id }) => id);
  const before = await page.evaluate(ids);
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.ok(await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches));
  await page.waitForFunction((before) => before.every((id) => !document.getElementById(id)), before);
  await draw(page);
}

async function assertAccessible(page, rules) {
  const found = await page.evaluate(async (rules) => {
    const { violations } = await globalThis.axe.run({ resultTypes: ['violations'], ...rules });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html.slice(0, 120)).join(' | ')}`);
  }, rules);
  assert.deepEqual(found, []);
}

// What another theme can break; the rest is the same in both.
const colours = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

describe('axe finds nothing on a phone and on a desk, in both themes, nor html-validate after it,', () => {
  const at = reader({ bypassCSP: true });
  for (const [name, path, { part, prepare, cut } = {}] of kinds) {
    test(name, async () => {
      const { page } = at;
      if (cut) await cutPrint(page);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize(sizes.phone);
      await page.goto(site + path);
      await prepare?.(page);
      await page.evaluate(thin, part);
      await draw(page);
      await page.evaluate(axe);
      await assertAccessible(page);
      await page.setViewportSize(sizes.desktop);
      await assertAccessible(page);
      await darken(page);
      await assertAccessible(page, colours);
      await page.setViewportSize(sizes.phone);
      await assertAccessible(page, colours);
      // Mermaid's drawing is its own.
      await page.locator('figure.diagram svg').evaluateAll((drawings) => drawings.forEach((svg) => svg.remove()));
      await assertValid(live, await page.content(), path);
    });
  }
});

describe('the keyboard', () => {
  const at = reader();

  test('reaches the text first', async () => {
    const page = await at.go('ru/poll.html');
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement.className), 'skip');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'main');
    assert.match(page.url(), /#main$/);
  });

  test('leaves arrow keys to the page outside a trace', async () => {
    const page = await at.go('ru/poll.html');
    const before = page.url();
    await page.locator('body').press('ArrowRight');
    await page.locator('body').press('ArrowLeft');
    assert.equal(page.url(), before);
    assert.equal(await page.locator('poll-trace input[type=range]').first().inputValue(), '1');
  });

  test('opens the language menu and chooses', async () => {
    const page = await at.go('ru/poll.html');
    await page.locator('details.picker summary').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    assert.ok(await page.evaluate(() => document.activeElement.matches('.picker a[hreflang]')));
    await page.keyboard.press('Escape');
  });

  test('reaches all tools of a listing in the order of the page', async () => {
    const page = await at.go('ru/poll.html');
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
  });
});
