// Each element at work: keys, states, announcements, in a translated page.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { reader } from './support.mjs';

const chapter = 'ru/poll.html';

// One reader goes through a chapter, each test on an element of its own.
describe('in a chapter', () => {
  const at = reader();

  test('diagrams load only when one nears the viewport', async () => {
    const page = await at.go(chapter);
    const mermaid = () => at.seen.requests.filter((url) => url.includes('mermaid'));
    assert.deepEqual(mermaid(), []);
    await page.locator('figure.diagram').first().scrollIntoViewIfNeeded();
    await page.locator('figure.diagram svg').first().waitFor();
    assert.equal(mermaid().length, 1);
    assert.deepEqual(at.seen.errors, []);
  });

  test('diagrams are drawn again when the theme changes, without a reload', async () => {
    const page = await at.go(chapter);
    const drawing = page.locator('figure.diagram svg').first();
    await page.locator('figure.diagram').first().scrollIntoViewIfNeeded();
    await drawing.waitFor();
    await page.evaluate(() => { window.stayed = true; });
    const before = await drawing.getAttribute('id');
    await page.locator('details.theme-menu summary').click();
    await page.locator('input[name=theme][value=dark]').check();
    await page.waitForFunction(
      (id) => document.querySelector('figure.diagram svg')?.id !== id
        && document.querySelector('figure.diagram svg'),
      before,
    );
    assert.equal(await page.evaluate(() => window.stayed), true);
  });

  test('a trace steps with buttons and arrow keys, and marks the line', async () => {
    const page = await at.go(chapter);
    const trace = page.locator('poll-trace').first();
    const slider = trace.locator('input[type=range]');
    assert.equal(await slider.inputValue(), await slider.getAttribute('min'));
    const steps = await trace.evaluate((element) =>
      JSON.parse(element.querySelector('.trace-data').textContent).variants[0].steps);
    const last = steps.length - 1;
    await trace.locator('[data-do=forward]').click();
    assert.equal(await slider.inputValue(), '2');
    await trace.locator('[data-do=back]').click();
    await slider.focus();
    for (let n = 0; n < last; n += 1) await page.keyboard.press('ArrowRight');
    const current = await trace.locator('.line[aria-current]').getAttribute('data-line');
    assert.equal(Number(current), steps[last].line);
    assert.ok((await trace.locator('[aria-live]').textContent()).includes(steps[last].text));
  });

  test('a wrong choice in a quiz is not accepted', async () => {
    const page = await at.go(chapter);
    const quiz = page.locator('poll-quiz[data-kind=one]').first();
    await quiz.locator('li:not([data-right]) input').first().check();
    await quiz.locator('[data-do=check]').click();
    assert.equal(await quiz.getAttribute('data-checked'), 'wrong');
    // The same button begins anew.
    await quiz.locator('[data-do=check]').click();
    assert.equal(await quiz.getAttribute('data-checked'), null);
  });

  test('the answers of a quiz come from its key and are explained', async () => {
    const page = await at.go(chapter);
    for (const quiz of await page.locator('poll-quiz:not([data-kind=order])').all()) {
      const answer = (await quiz.getAttribute('data-answer')).split(' ');
      for (const id of answer) {
        await quiz.locator(`[data-option="${id}"] input`).check();
        assert.ok(!(await quiz.locator(`[data-option="${id}"] .quiz-verdict`).isVisible()));
      }
      await quiz.locator('[data-do=check]').click();
      assert.equal(await quiz.getAttribute('data-checked'), 'right', answer.join(' '));
      assert.ok(await quiz.locator(`[data-option="${answer[0]}"] .quiz-verdict`).isVisible());
    }
  });

  test('events are put in order from the keyboard', async () => {
    const page = await at.go(chapter);
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
  });

  test('the hints of an exercise unfold one by one', async () => {
    const page = await at.go(chapter);
    const hints = page.locator('poll-exercise .hints details');
    assert.ok((await hints.count()) >= 2);
    assert.ok(!(await hints.nth(1).isVisible()));
    await hints.nth(0).locator('summary').click();
    assert.ok(await hints.nth(1).isVisible());
  });

  test('a listing shows the whole program on request, the same in each of its parts', async () => {
    const page = await at.go(chapter);
    const parts = page.locator('code-listing[data-name=poll_countdown]');
    assert.ok((await parts.count()) >= 2);
    const hidden = parts.nth(1).locator('.boring').first();
    assert.ok(!(await hidden.isVisible()));
    await parts.nth(1).locator('[data-do=whole]').click();
    assert.ok(await hidden.isVisible());
    const [first, second] = await parts.evaluateAll((listings) =>
      listings.map((listing) => listing.querySelector('pre code').textContent));
    assert.equal(second, first);
    assert.ok(await parts.nth(1).getByText('fn main()').isVisible());
  });
});

describe('a trace', () => {
  const at = reader();

  test('switches its variants in place, at the same step', async () => {
    const page = await at.go('pt-BR/lost-wakeups.html');
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
  });

  test('plays a step at a time, stops, and tells the steps in the language of the page', async () => {
    await at.page.clock.install();
    const page = await at.go('ru/shutdown.html');
    const trace = page.locator('poll-trace').first();
    const texts = await trace.evaluate((element) =>
      JSON.parse(element.querySelector('.trace-data').textContent).variants.flatMap(({ steps }) => steps.map(({ text }) => text)));
    for (const text of texts) assert.match(text, /[а-яё]/i);
    const slider = trace.locator('input[type=range]');
    await trace.locator('[data-do=play]').click();
    const began = Number(await slider.inputValue());
    await page.clock.runFor(3500);
    const later = Number(await slider.inputValue());
    assert.ok(later > began, `${began} to ${later}`);
    await trace.locator('[data-do=play]').click();
    await page.clock.runFor(10_000);
    assert.equal(Number(await slider.inputValue()), later);
  });
});

describe('the explorer of sizes', () => {
  const at = reader();

  test('is chosen from the keyboard', async () => {
    const page = await at.go('ru/sizes.html');
    const explorer = page.locator('poll-explorer');
    const before = await explorer.locator('output').textContent();
    await explorer.locator('fieldset').first().locator('input').first().focus();
    await page.keyboard.press('ArrowRight');
    assert.notEqual(await explorer.locator('output').textContent(), before);
  });

  test('shows the measured value of each combination', async () => {
    const page = await at.go('ru/sizes.html');
    const wrong = await page.locator('poll-explorer').evaluate((explorer) => {
      const rows = [...explorer.querySelectorAll('tbody tr')].map((tr) => [...tr.cells].map((cell) => cell.textContent));
      if (rows.length !== 24) return `${rows.length} rows`;
      return rows.filter(([...values]) => {
        const result = values.pop();
        for (const [at, value] of values.entries()) {
          const labels = [...explorer.querySelectorAll('fieldset')[at].querySelectorAll('label')];
          labels.find((label) => label.textContent.trim() === value).click();
        }
        return explorer.querySelector('output').textContent !== result;
      });
    });
    assert.deepEqual(wrong, []);
  });
});
