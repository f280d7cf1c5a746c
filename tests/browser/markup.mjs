// What html-validate says of a page, as it was sent and as its scripts have left it.
import assert from 'node:assert/strict';
import { HtmlValidate } from 'html-validate';

const extend = ['html-validate:recommended'];
export const sent = new HtmlValidate({ root: true, extends: extend });
// A page whose scripts have run is written down by the browser.
export const live = new HtmlValidate({
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

// Two of three elements are the coloured words of a program, all of this one form: those that begin a line are enough.
const words = /(?<!^)<span class="hl-[a-z-]+">([^<>]*)<\/span>/gm;

export async function assertValid(validator, html, path) {
  const { results } = await validator.validateString(html.replaceAll('&#10;', '\n').replace(words, '$1'), path);
  const faults = results.flatMap(({ filePath, messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${filePath}:${line}:${column} ${ruleId}: ${message}`));
  assert.deepEqual(faults.slice(0, 20), []);
}
