// What has been answered and solved, kept in this browser only: the counts in the contents and on the first page, and
// <poll-progress>, the list with its reviews.
const PROGRESS_KEY = 'poll-progress';
const DAY = 86_400_000;
// After how many days a missed question comes back, each time that it was then known.
const INTERVALS = [1, 3, 7, 14, 30];

class PollProgress extends HTMLElement {
  // The state after an answer, from plain data: {version, items: {'slug#id': {right, at, step, due}}}, times in ms.
  static answer(state, key, right, now) {
    const before = state.items[key];
    let after = { right, at: now };
    if (!right) {
      after = { ...after, step: 0, due: now + INTERVALS[0] * DAY };
    } else if (before?.due !== undefined) {
      // Known again: on time it moves on, before that it keeps its turn.
      const step = now < before.due ? before.step : before.step + 1;
      const due = now < before.due ? before.due : now + INTERVALS[step] * DAY;
      if (step < INTERVALS.length) after = { ...after, step, due };
    }
    return { ...state, items: { ...state.items, [key]: after } };
  }

  static solve(state, key, solved, now) {
    const { [key]: _, ...items } = state.items;
    return { ...state, items: solved ? { ...items, [key]: { right: true, at: now } } : items };
  }

  // Two records as one: of each item the newer.
  static merge(one, other) {
    const items = { ...one.items };
    for (const [key, item] of Object.entries(other.items)) {
      if (!(items[key]?.at >= item.at)) items[key] = item;
    }
    return { ...one, items };
  }

  // Nothing, if a text is no record.
  static parse(text) {
    try {
      const { version, items } = JSON.parse(text);
      const whole = ({ right, at, step, due }) => typeof right === 'boolean' && Number.isFinite(at)
        && (due === undefined || (Number.isFinite(due) && Number.isInteger(step) && step >= 0 && step < INTERVALS.length));
      if (version === 1 && Object.values(items).every(whole)) return { version, items };
    } catch {
      // Said below.
    }
    return null;
  }

  // Whether an element of this page is done.
  static isDone(id) {
    return PollProgress.load().items[`${slug}#${id}`]?.right === true;
  }

  static load() {
    try {
      return PollProgress.parse(localStorage.getItem(PROGRESS_KEY)) ?? { version: 1, items: {} };
    } catch {
      return { version: 1, items: {} };
    }
  }

  static save(state) {
    try {
      localStorage.setItem(PROGRESS_KEY, JSON.stringify(state));
    } catch {
      // Storage is refused in some private windows; the page goes on without it.
    }
    dispatchEvent(new Event('poll-progress'));
  }

  connectedCallback() {
    if (document.documentElement.dataset.page === 'print') return;
    if (!this.rows) this.build();
    this.addEventListener('click', this);
    this.addEventListener('change', this);
    for (const type of ['poll-progress', 'storage']) addEventListener(type, this);
    this.show();
  }

  disconnectedCallback() {
    this.removeEventListener('click', this);
    this.removeEventListener('change', this);
    for (const type of ['poll-progress', 'storage']) removeEventListener(type, this);
  }

  build() {
    this.strings = document.getElementById('strings').dataset;
    this.rows = [...this.querySelectorAll('[data-item]')];
    this.head = this.querySelector('.progress-head');
    this.none = this.head.querySelector('.progress-review').firstElementChild;
    this.said = this.head.querySelector('.progress-said');
  }

  show() {
    const { items } = PollProgress.load();
    const { strings } = this;
    const now = Date.now();
    const date = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'long' });
    const due = [];
    for (const row of this.rows) {
      const item = items[row.dataset.item];
      row.dataset.state = item ? (item.right ? 'right' : 'wrong') : 'open';
      row.querySelector('.progress-mark')?.remove();
      if (item) {
        const mark = document.createElement('span');
        mark.className = 'progress-mark';
        mark.textContent = item.right ? strings.progressRight : strings.progressMissed;
        if (item.due > now) mark.textContent += ` · ${strings.progressNext.replace('{date}', date.format(item.due))}`;
        row.append(mark);
      }
      if (item?.due <= now) due.push([item.due, row]);
    }
    const done = this.rows.filter((row) => row.dataset.state === 'right').length;
    this.head.querySelector('.progress-sum').textContent = strings.progressDone.replace('{done}', done).replace('{total}', this.rows.length);
    due.sort(([one], [other]) => one - other);
    const list = this.head.querySelector('.progress-review');
    list.replaceChildren(...due.map(([, row]) => {
      const entry = document.createElement('li');
      entry.append(row.querySelector('a').cloneNode(true));
      return entry;
    }));
    if (due.length === 0) list.append(this.none);
  }

  handleEvent({ type, target }) {
    if (type === 'poll-progress' || type === 'storage') this.show();
    else if (type === 'change' && target.type === 'file') this.take(target);
    else if (type === 'click') this.press(target.closest('button'));
  }

  press(button) {
    const job = button?.dataset.do;
    if (job === 'export') {
      const file = new Blob([JSON.stringify(PollProgress.load(), null, 1)], { type: 'application/json' });
      const link = document.createElement('a');
      link.href = URL.createObjectURL(file);
      link.download = 'poll-by-poll-progress.json';
      link.click();
      URL.revokeObjectURL(link.href);
    }
    if (job === 'reset') {
      // The second press does it.
      const sure = button.toggleAttribute('data-sure');
      button.textContent = sure ? this.strings.progressSure : this.strings.progressReset;
      if (!sure) PollProgress.save({ version: 1, items: {} });
    }
  }

  async take(input) {
    const read = PollProgress.parse(await input.files[0].text());
    input.value = '';
    if (read) PollProgress.save(PollProgress.merge(PollProgress.load(), read));
    this.said.textContent = read ? this.strings.progressImported : this.strings.progressBad;
  }
}
customElements.define('poll-progress', PollProgress);

// The chapter of a page, if it is one.
const chapterOf = ({ pathname }) => pathname.split('/').at(-1).replace(/\.html$/, '');
const slug = chapterOf(location);

document.addEventListener('poll-quiz-answered', ({ detail: { id, right } }) =>
  PollProgress.save(PollProgress.answer(PollProgress.load(), `${slug}#quiz-${id}`, right, Date.now())));
document.addEventListener('poll-exercise-solved', ({ detail: { name, solved } }) =>
  PollProgress.save(PollProgress.solve(PollProgress.load(), `${slug}#exercise-${name}`, solved, Date.now())));

// Beside a chapter's link in the contents, and on the first page: how much is done.
function showCounts() {
  const keys = Object.entries(PollProgress.load().items).filter(([, { right }]) => right).map(([key]) => key);
  const counts = {};
  for (const key of keys) {
    const [chapter] = key.split('#');
    counts[chapter] = (counts[chapter] ?? 0) + 1;
  }
  const bar = document.querySelector('.sidebar');
  const totals = Object.fromEntries((bar?.dataset.items ?? '').split(' ').map((entry) => entry.split(':')));
  for (const link of bar?.querySelectorAll('a') ?? []) {
    const chapter = chapterOf(link);
    // A new edition may have dropped a question.
    const done = Math.min(counts[chapter] ?? 0, totals[chapter] ?? 0);
    if (done) link.dataset.done = `${done}/${totals[chapter]}`;
    else delete link.dataset.done;
  }
  const home = document.querySelector('.home-progress');
  if (home && keys.length) {
    const { total } = home.dataset;
    const link = document.querySelector('.home-languages [data-suggested]') ?? document.querySelector('.home-languages a');
    home.lang = link.lang;
    home.textContent = link.dataset.progress.replace('{done}', Math.min(keys.length, total)).replace('{total}', total);
  } else if (home) {
    home.textContent = '';
  }
}
for (const type of ['poll-progress', 'storage']) addEventListener(type, showCounts);
// After the first page has found the reader's language.
document.addEventListener('DOMContentLoaded', showCounts);
