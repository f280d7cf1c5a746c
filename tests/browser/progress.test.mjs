// Progress: what is done is kept in this browser, shown where it helps, and comes back when it was missed.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { reader, site, visit } from './support.mjs';

const DAY = 86_400_000;
const chapter = 'es/poll.html';

/** Answers the chapter's first question that has one answer. */
async function answer(page, right) {
  const quiz = page.locator('poll-quiz[data-kind=one]').first();
  await quiz.locator(right ? 'li[data-right] input' : 'li:not([data-right]) input').first().check();
  await quiz.locator('[data-do=check]').click();
  return `poll#quiz-${await quiz.getAttribute('data-id')}`;
}

const stored = (page) => page.evaluate(() => JSON.parse(localStorage.getItem('poll-progress')));

test('an answer is kept, counted in every language, and told on the first page in the reader’s own', () =>
  visit(chapter, async (page) => {
    const key = await answer(page, true);
    assert.equal((await stored(page)).items[key].right, true);
    const link = page.locator('.sidebar a[href="poll.html"]');
    assert.match(await link.getAttribute('data-done'), /^1\/\d+$/);
    await page.goto(`${site}ru/progress.html`);
    assert.match(await link.getAttribute('data-done'), /^1\/\d+$/);
    assert.match(await page.locator('.progress-sum').textContent(), /^Сделано: 1 из \d+$/);
    assert.equal(await page.locator(`[data-item="${key}"]`).getAttribute('data-state'), 'right');
    await page.goto(site);
    assert.match(await page.locator('.home-progress').textContent(), /^Сделано: 1 из \d+$/);
  }, { locale: 'ru-RU' }));

test('a missed question comes back a day later, and later still once it is known', () =>
  visit(chapter, async (page) => {
    const key = await answer(page, false);
    await page.goto(`${site}es/progress.html`);
    const due = page.locator('.progress-review a');
    assert.equal(await due.count(), 0);
    // A day passes.
    await page.evaluate((day) => {
      const state = JSON.parse(localStorage.getItem('poll-progress'));
      for (const item of Object.values(state.items)) item.due -= day;
      localStorage.setItem('poll-progress', JSON.stringify(state));
    }, DAY + 1000);
    await page.reload();
    assert.equal(await due.count(), 1);
    await due.click();
    await page.waitForURL(/poll\.html#quiz-/);
    await answer(page, true);
    const item = (await stored(page)).items[key];
    assert.equal(item.right, true);
    assert.ok(item.due - item.at > 2 * DAY);
  }));

test('an exercise is solved when the reader says so', () =>
  visit(chapter, async (page) => {
    const box = page.locator('.exercise-done input').first();
    await box.check();
    assert.equal(Object.keys((await stored(page)).items).length, 1);
    await page.reload();
    assert.ok(await box.isChecked());
    await box.uncheck();
    assert.deepEqual((await stored(page)).items, {});
  }));

describe('the page of progress', () => {
  const at = reader();
  const key = 'poll#quiz-gone';
  const record = { version: 1, items: { [key]: { right: true, at: 1 }, 'gone#quiz-x': { right: false, at: 1, step: 0, due: 2 } } };
  const shown = async () => {
    const page = await at.go('it/progress.html');
    await page.evaluate((record) => customElements.get('poll-progress').save(record), record);
    return page;
  };

  test('lets the intervals grow until a question is known for good', async () => {
    const page = await at.go('it/progress.html');
    const days = await page.evaluate((day) => {
      const progress = customElements.get('poll-progress');
      let state = progress.answer({ version: 1, items: {} }, 'a#b', false, 0);
      const days = [];
      while (state.items['a#b'].due !== undefined) {
        const { at, due } = state.items['a#b'];
        days.push((due - at) / day);
        // Answered too early, it keeps its turn.
        state = progress.answer(state, 'a#b', true, due - 1);
        if (state.items['a#b'].due !== due) throw new Error('moved');
        state.items['a#b'].at = at;
        state = progress.answer(state, 'a#b', true, due);
      }
      return days;
    }, DAY);
    assert.ok(days.length >= 4);
    assert.deepEqual(days, [...days].sort((a, b) => a - b));
    assert.equal(new Set(days).size, days.length);
  });

  test('survives an edition that lacks some of its questions', async () => {
    const page = await shown();
    await page.reload();
    assert.match(await page.locator('.progress-sum').textContent(), /^Fatto: 0 /);
    assert.equal(await page.locator('.progress-review a').count(), 0);
    assert.deepEqual(await stored(page), record);
  });

  test('exports the record, deletes it on the second press, and imports it', async () => {
    const page = await shown();
    const download = page.waitForEvent('download');
    await page.locator('[data-do=export]').click();
    const file = await (await download).path();
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), record);
    const reset = page.locator('[data-do=reset]');
    await reset.click();
    assert.ok((await stored(page)).items[key]);
    await reset.click();
    assert.deepEqual((await stored(page)).items, {});
    await page.locator('input[type=file]').setInputFiles(file);
    await page.locator('.progress-said:not(:empty)').waitFor();
    assert.deepEqual(await stored(page), record);
  });

  test('keeps the record when it is given a file that is none', async () => {
    const page = await shown();
    const said = page.locator('.progress-said');
    for (const text of ['{}', 'no', '{"version":1,"items":{"a":{"right":"yes","at":1}}}', '{"version":2,"items":{}}']) {
      await said.evaluate((line) => line.replaceChildren());
      await page.locator('input[type=file]').setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from(text) });
      await said.getByText('Questo file non contiene').waitFor();
    }
    assert.deepEqual(await stored(page), record);
  });
});
