// Markup: html-validate finds nothing on any page. A page that is built of the same tags as one before it is valid as that one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertValid, sent } from './markup.mjs';
import { locales, site, slugs } from './support.mjs';

const get = async (path) => (await fetch(site + path)).text();

/** A page's tags and the names of their attributes. What stands in sentences differs by language, and only has to be closed. */
function skeleton(html) {
  const inSentences = /^(a|abbr|b|code|em|i|kbd|mark|span|strong)$/;
  const tags = [];
  let open = 0;
  for (const [, close, name, attributes] of html.matchAll(/<(\/?)([a-z][a-z0-9-]*)((?:\s+[^\s=<>]+(?:="[^"]*")?)*)\s*\/?>/g)) {
    if (inSentences.test(name)) open += close ? -1 : 1;
    else tags.push(close + name + attributes.replace(/="[^"]*"/g, ''));
  }
  return [...tags, open].join('\n');
}

for (const [n, slug] of slugs.entries()) {
  test(`${slug} is valid in all languages`, async () => {
    const valid = new Set();
    // Each chapter begins with another language.
    const from = n % locales.length;
    for (const locale of [...locales.slice(from), ...locales.slice(0, from)]) {
      const path = `${locale}/${slug}.html`;
      const html = await get(path);
      const tags = skeleton(html);
      if (!valid.has(tags)) await assertValid(sent, html, path);
      valid.add(tags);
    }
  });
}

for (const [kind, path] of [
  ['the first page', ''],
  ['the page of a missing address', '404.html'],
  ['a book’s own missing page', 'it/404.html'],
  ['the page of contents', 'es/toc.html'],
]) {
  test(`${kind} is valid`, async () => assertValid(sent, await get(path), path));
}

test('the print page is valid', async () => {
  const html = await get('ru/print.html');
  // Only here all chapters stand on one page.
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  const known = new Set();
  assert.deepEqual(ids.filter((id) => known.size === known.add(id).size), []);
  // Its chapters are those of their own pages: the first three show how they are joined.
  const ends = [...html.matchAll(/<h1/g)][3].index;
  await assertValid(sent, html.slice(0, ends) + html.slice(html.indexOf('</main>')), 'ru/print.html');
});
