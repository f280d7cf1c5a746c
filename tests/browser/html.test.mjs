// Markup: html-validate finds nothing on any kind of page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HtmlValidate } from 'html-validate';
import { pages, site, visit } from './support.mjs';

const extend = ['html-validate:recommended'];
const sent = new HtmlValidate({ root: true, extends: extend });
// A page whose scripts have run is written down by the browser.
const live = new HtmlValidate({
  root: true,
  extends: extend,
  rules: {
    // The browser writes `hidden=""`.
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    // Places in a trace's lanes and the room for a diagram are numbers from data.
    'no-inline-style': 'off',
    // The boxes of one question are a group, as radio buttons are.
    'form-dup-name': ['error', { shared: ['radio', 'checkbox', 'button', 'reset', 'submit'] }],
  },
});

async function assertValid(validator, html, path) {
  const { results } = await validator.validateString(html, path);
  const faults = results.flatMap(({ filePath, messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${filePath}:${line}:${column} ${ruleId}: ${message}`));
  assert.deepEqual(faults.slice(0, 20), []);
}

const kinds = {
  'the page of a missing address': ['404.html'],
  'a chapter': pages.map(([, path]) => path),
  'a book’s own missing page': ['it/404.html'],
  'the page of contents': ['es/toc.html'],
  'the print page': ['ru/print.html'],
};

for (const [kind, paths] of Object.entries(kinds)) {
  test(`${kind} is valid`, async () => {
    for (const path of paths) {
      const html = await (await fetch(site + path)).text();
      await assertValid(sent, html, path);
    }
  });
}

test('a chapter stays valid while its elements are at work', () =>
  visit('ru/poll.html', async (page) => {
    await page.locator('figure.diagram').first().scrollIntoViewIfNeeded();
    await page.locator('figure.diagram svg').first().waitFor();
    // Mermaid's drawing is its own.
    await page.locator('figure.diagram svg').evaluateAll((drawings) => drawings.forEach((svg) => svg.remove()));
    await page.locator('.search-open').click();
    await page.locator('.search-field').fill('poll');
    await page.locator('.search-results a').first().waitFor();
    await assertValid(live, await page.content(), 'ru/poll.html');
  }));
