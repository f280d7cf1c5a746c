// <poll-quiz>: turns the options of a question into choices (or events to order), checks them and opens the explanations.

// What was chosen, kept while the page is open: an element that is moved or re-attached goes on where it was.
const quizState = new Map();

class PollQuiz extends HTMLElement {
  // Right or wrong, from plain data: which option ids were chosen, in which order they stand.
  static judge(kind, answer, chosen, order) {
    if (kind === 'order') {
      const places = order.map((id, at) => (answer[at] === id ? 'right' : 'wrong'));
      return { right: !places.includes('wrong'), states: places };
    }
    const states = order.map((id) => {
      if (answer.includes(id)) return 'right';
      return chosen.includes(id) ? 'wrong' : 'other';
    });
    const right = chosen.length === answer.length && chosen.every((id) => answer.includes(id));
    return { right, states };
  }

  connectedCallback() {
    if (document.documentElement.dataset.page === 'print') return;
    if (!this.bar) this.build();
    this.addEventListener('click', this);
    this.addEventListener('change', this);
  }

  disconnectedCallback() {
    this.removeEventListener('click', this);
    this.removeEventListener('change', this);
  }

  get kind() {
    return this.dataset.kind;
  }

  get items() {
    return [...this.list.children];
  }

  build() {
    this.strings = document.getElementById('strings').dataset;
    this.list = this.querySelector('.quiz-options');
    this.answer = this.dataset.answer.split(' ').filter(Boolean);

    const group = document.createElement('fieldset');
    const legend = document.createElement('legend');
    const question = this.querySelector(':scope > p');
    legend.textContent = this.strings[{ many: 'quizMany', order: 'quizOrder' }[this.kind] ?? 'quizOne'];
    legend.id = `quiz-${this.dataset.id}-legend`;
    if (question) {
      question.id ||= `quiz-${this.dataset.id}-question`;
      group.setAttribute('aria-labelledby', `${question.id} ${legend.id}`);
    }
    this.list.replaceWith(group);
    group.append(legend, this.list);
    for (const item of this.items) this.buildItem(item);

    this.bar = document.createElement('div');
    this.bar.className = 'quiz-bar';
    this.bar.innerHTML = '<button type="button" class="button button-main" data-do="check"></button><p class="quiz-result" role="status"></p>';
    this.button = this.bar.firstElementChild;
    this.result = this.bar.lastElementChild;
    this.append(this.bar);
    this.restore();
    this.dataset.ready = '';
  }

  buildItem(item) {
    const text = document.createElement('div');
    const row = document.createElement('div');
    const why = item.querySelector(':scope > .quiz-why');
    text.className = 'quiz-text';
    text.id = `quiz-${this.dataset.id}-${item.dataset.option.replace(/\W/g, '-')}`;
    text.append(...[...item.childNodes].filter((node) => node !== why));
    if (this.kind === 'order') {
      row.className = 'quiz-order';
      row.innerHTML = '<span class="quiz-place"></span><span class="quiz-moves"><button type="button" data-move="-1"></button><button type="button" data-move="1"></button></span>';
      row.firstElementChild.after(text);
      for (const [at, name] of [this.strings.quizUp, this.strings.quizDown].entries()) {
        const button = row.querySelectorAll('button')[at];
        button.setAttribute('aria-label', name);
        button.setAttribute('aria-describedby', text.id);
      }
    } else {
      row.className = 'quiz-choice';
      const input = document.createElement('input');
      input.type = this.kind === 'many' ? 'checkbox' : 'radio';
      input.name = `quiz-${this.dataset.id}`;
      input.value = item.dataset.option;
      input.setAttribute('aria-labelledby', text.id);
      row.append(input, text);
    }
    item.prepend(row);
  }

  get chosen() {
    return [...this.list.querySelectorAll('.quiz-choice > input:checked')].map((input) => input.value);
  }

  get order() {
    return this.items.map((item) => item.dataset.option);
  }

  restore() {
    const { chosen = [], order = [], checked = false } = quizState.get(this.dataset.id) ?? {};
    for (const input of this.list.querySelectorAll('.quiz-choice > input')) input.checked = chosen.includes(input.value);
    for (const id of order) this.list.append(this.items.find((item) => item.dataset.option === id));
    this.show(checked);
  }

  // Draws the state: before the check, or with verdicts after it.
  show(checked) {
    quizState.set(this.dataset.id, { chosen: this.chosen, order: this.order, checked });
    const verdict = checked && PollQuiz.judge(this.kind, this.answer, this.chosen, this.order);
    for (const [at, item] of this.items.entries()) {
      const why = item.querySelector(':scope > .quiz-why');
      if (why) why.open = checked;
      if (checked) item.dataset.state = verdict.states[at];
      else delete item.dataset.state;
      for (const input of item.querySelectorAll('.quiz-choice > input')) input.disabled = checked;
      const place = item.querySelector('.quiz-place');
      if (!place) continue;
      place.textContent = at + 1;
      const [up, down] = item.querySelectorAll('[data-move]');
      up.setAttribute('aria-disabled', at === 0);
      down.setAttribute('aria-disabled', at === this.items.length - 1);
    }
    if (checked) this.dataset.checked = verdict.right ? 'right' : 'wrong';
    else delete this.dataset.checked;
    this.button.textContent = checked ? this.strings.quizRetry : this.strings.quizCheck;
    this.result.textContent = checked ? (verdict.right ? this.strings.quizPass : this.strings.quizFail) : '';
    return verdict;
  }

  handleEvent({ type, target }) {
    if (type === 'change') {
      if (target.closest('.quiz-choice')) this.show(false);
      return;
    }
    if (target.closest('[data-do="check"]')) this.check();
    else if (target.closest('[data-move]')) this.move(target.closest('[data-move]'));
    else this.choose(target);
  }

  check() {
    if (this.dataset.checked) {
      this.show(false);
    } else if (this.kind !== 'order' && this.chosen.length === 0) {
      this.result.textContent = this.strings.quizChoose;
    } else {
      const { right } = this.show(true);
      this.dispatchEvent(new CustomEvent('poll-quiz-answered', { bubbles: true, detail: { id: this.dataset.id, right } }));
    }
  }

  // A click anywhere on an option chooses it, unless text was being selected or a link followed.
  choose(target) {
    const input = target.closest('.quiz-text')?.parentElement.querySelector(':scope > input');
    if (!input || input.disabled || target.closest('a, button') || !getSelection().isCollapsed) return;
    input.click();
    input.focus({ preventScroll: true });
  }

  move(button) {
    const item = button.closest('li');
    const step = Number(button.dataset.move);
    const other = this.items[this.items.indexOf(item) + step];
    if (!other) return;
    if (step < 0) other.before(item);
    else other.after(item);
    this.show(false);
    // Moving an element takes the focus away from it.
    button.focus();
    this.result.textContent = this.strings.quizMoved.replace('{n}', this.items.indexOf(item) + 1);
  }
}
customElements.define('poll-quiz', PollQuiz);
