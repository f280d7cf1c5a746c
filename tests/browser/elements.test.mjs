// Each element at work: keys, states, announcements, in a translated page.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { visit } from './support.mjs';

const chapter = 'ru/poll.html';

describe('poll-trace', () => {
  test('steps with buttons and arrow keys, and marks the line', () =>
    visit(chapter, async (page) => {
      const trace = page.locator('poll-trace').first();
      await trace.scrollIntoViewIfNeeded();
      const slider = trace.locator('input[type=range]');
      assert.equal(await slider.inputValue(), await slider.getAttribute('min'));
      const steps = await page.locator('poll-trace').first().evaluate((element) =>
        JSON.parse(element.querySelector('.trace-data').textContent).variants[0].steps);
      const last = steps.length - 1;
      await slider.focus();
      for (let n = 0; n < last; n += 1) await page.keyboard.press('ArrowRight');
      const current = await trace.locator('.line[aria-current]').getAttribute('data-line');
      assert.equal(Number(current), steps[last].line);
      assert.ok((await trace.locator('[aria-live]').textContent()).includes(steps[last].text));
    }));
});

describe('poll-trace with variants', () => {
  test('switches the run in place, at the same step', () =>
    visit('pt-BR/lost-wakeups.html', async (page) => {
      const trace = page.locator('poll-trace').first();
      const slider = trace.locator('input[type=range]');
      await slider.focus();
      for (let n = 0; n < 3; n += 1) await page.keyboard.press('ArrowRight');
      const runs = await trace.evaluate((element) => JSON.parse(element.querySelector('.trace-data').textContent).variants);
      assert.equal(runs.length, 2);
      for (const [at, run] of runs.entries()) {
        await trace.locator('.trace-variants label').nth(at).click();
        assert.equal(await slider.inputValue(), '4');
        assert.ok((await trace.locator('[aria-live]').textContent()).includes(run.steps[3].text));
      }
    }));

  test('plays a step at a time, and stops', () =>
    visit('it/select.html', async (page) => {
      await page.clock.install();
      const trace = page.locator('poll-trace').first();
      const slider = trace.locator('input[type=range]');
      await trace.locator('[data-do=play]').click();
      const began = Number(await slider.inputValue());
      await page.clock.runFor(3500);
      const later = Number(await slider.inputValue());
      assert.ok(later > began, `${began} to ${later}`);
      await trace.locator('[data-do=play]').click();
      await page.clock.runFor(10_000);
      assert.equal(Number(await slider.inputValue()), later);
    }));

  test('tells the steps in the language of the page', () =>
    visit('ru/shutdown.html', async (page) => {
      const texts = await page.locator('poll-trace').first().evaluate((element) =>
        JSON.parse(element.querySelector('.trace-data').textContent).variants.flatMap(({ steps }) => steps.map(({ text }) => text)));
      for (const text of texts) assert.match(text, /[а-яё]/i);
    }));
});

describe('poll-quiz', () => {
  test('answers come from its key and are explained', () =>
    visit(chapter, async (page) => {
      for (const quiz of await page.locator('poll-quiz').all()) {
        const kind = await quiz.getAttribute('data-kind');
        const answer = (await quiz.getAttribute('data-answer')).split(' ');
        if (kind === 'order') continue;
        for (const id of answer) {
          await quiz.locator(`[data-option="${id}"] input`).check();
        }
        await quiz.locator('[data-do=check]').click();
        assert.equal(await quiz.getAttribute('data-checked'), 'right', answer.join(' '));
      }
    }));

  test('a wrong choice is not accepted', () =>
    visit(chapter, async (page) => {
      const quiz = page.locator('poll-quiz[data-kind=one]').first();
      await quiz.locator('li:not([data-right]) input').first().check();
      await quiz.locator('[data-do=check]').click();
      assert.equal(await quiz.getAttribute('data-checked'), 'wrong');
    }));

  test('events are put in order from the keyboard', () =>
    visit(chapter, async (page) => {
      const quiz = page.locator('poll-quiz[data-kind=order]').first();
      const answer = (await quiz.getAttribute('data-answer')).split(' ');
      for (const [place, id] of answer.entries()) {
        const item = quiz.locator(`[data-option="${id}"]`);
        for (;;) {
          const index = await item.evaluate((li) => [...li.parentElement.children].indexOf(li));
          if (index === place) break;
          await item.locator('button[data-move="-1"]').focus();
          await page.keyboard.press('Enter');
        }
      }
      await quiz.locator('[data-do=check]').click();
      assert.equal(await quiz.getAttribute('data-checked'), 'right');
    }));
});

describe('poll-explorer', () => {
  test('shows the measured value of each combination', () =>
    visit('ru/sizes.html', async (page) => {
      const explorer = page.locator('poll-explorer');
      const rows = await explorer.locator('tbody tr').evaluateAll((all) =>
        all.map((tr) => [...tr.cells].map((cell) => cell.textContent)));
      assert.equal(rows.length, 24);
      for (const [...values] of rows) {
        const result = values.pop();
        for (const [at, value] of values.entries()) {
          await explorer.locator('fieldset').nth(at).getByLabel(value, { exact: true }).check();
        }
        assert.equal(await explorer.locator('output').textContent(), result);
      }
    }));

  test('is chosen from the keyboard', () =>
    visit('es/sizes.html', async (page) => {
      const explorer = page.locator('poll-explorer');
      const before = await explorer.locator('output').textContent();
      await explorer.locator('fieldset').first().locator('input').first().focus();
      await page.keyboard.press('ArrowRight');
      assert.notEqual(await explorer.locator('output').textContent(), before);
    }));

  test('is a table without JavaScript', () =>
    visit('pt-BR/sizes.html', async (page) => {
      assert.ok(await page.locator('poll-explorer table').isVisible());
      assert.equal(await page.locator('poll-explorer tbody tr').count(), 24);
    }, { javaScriptEnabled: false }));
});

describe('poll-exercise', () => {
  test('hints unfold one by one', () =>
    visit(chapter, async (page) => {
      const hints = page.locator('poll-exercise .hints details');
      assert.ok((await hints.count()) >= 2);
      assert.ok(!(await hints.nth(1).isVisible()));
      await hints.nth(0).locator('summary').click();
      assert.ok(await hints.nth(1).isVisible());
    }));
});

describe('code-listing', () => {
  test('shows the whole program on request', () =>
    visit(chapter, async (page) => {
      const listing = page.locator('code-listing:has(.boring)').first();
      const hidden = listing.locator('.boring').first();
      assert.ok(!(await hidden.isVisible()));
      await listing.locator('[data-do=whole]').click();
      assert.ok(await hidden.isVisible());
    }));
});

describe('a program in parts', () => {
  test('is the same whole program in each part', () =>
    visit('en/poll.html', async (page) => {
      const parts = page.locator('code-listing[data-name=poll_countdown]');
      assert.ok((await parts.count()) >= 2);
      await parts.nth(1).locator('[data-do=whole]').click();
      const [first, second] = await parts.evaluateAll((listings) =>
        listings.map((listing) => listing.querySelector('pre code').textContent));
      assert.equal(second, first);
      assert.ok(await parts.nth(1).getByText('fn main()').isVisible());
    }));
});

describe('diagrams', () => {
  test('load only when one nears the viewport', () =>
    visit(chapter, async (page, seen) => {
      const mermaid = () => seen.requests.filter((url) => url.includes('mermaid'));
      assert.deepEqual(mermaid(), []);
      await page.locator('figure.diagram').first().scrollIntoViewIfNeeded();
      await page.locator('figure.diagram svg').first().waitFor();
      assert.equal(mermaid().length, 1);
      assert.deepEqual(seen.errors, []);
    }));

  test('are drawn again when the theme changes, without a reload', () =>
    visit(chapter, async (page) => {
      await page.locator('figure.diagram').first().scrollIntoViewIfNeeded();
      await page.locator('figure.diagram svg').first().waitFor();
      await page.evaluate(() => { window.stayed = true; });
      const before = await page.locator('figure.diagram svg').first().getAttribute('id');
      await page.locator('details.theme-menu summary').click();
      await page.locator('input[name=theme][value=dark]').check();
      await page.waitForFunction(
        (id) => document.querySelector('figure.diagram svg')?.id !== id
          && document.querySelector('figure.diagram svg'),
        before,
      );
      assert.equal(await page.evaluate(() => window.stayed), true);
    }));
});
