// <poll-trace>: replays a recorded run step by step; the data stands in the page, nothing is fetched.
const TRACE_PACE = 1600;

class PollTrace extends HTMLElement {
  // What step `step` (from 0) looks like, from plain data: no document, so it can be tested and printed.
  static render(variant, step) {
    const at = Math.min(step, variant.steps.length - 1);
    const now = variant.steps[at];
    const row = (id) => variant.lanes.findIndex((lane) => lane.id === id);
    const states = {};
    for (const { states: changed = {} } of variant.steps.slice(0, at + 1)) Object.assign(states, changed);
    const lanes = variant.lanes.map((lane) => ({
      id: lane.id,
      state: states[lane.id] ?? '',
      active: lane.id === now.lane || lane.id === now.by,
      events: variant.steps.flatMap(({ lane: id, kind }, place) => {
        if (id !== lane.id) return [];
        return [{ place, kind, when: place < at ? 'past' : place > at ? 'next' : 'now' }];
      }),
    }));
    const ends = [row(now.by), row(now.lane)].sort((a, b) => a - b);
    const link = ends[0] >= 0 && ends[0] !== ends[1] ? { lane: ends[0], span: ends[1] - ends[0] } : null;
    return { at, count: variant.steps.length, line: now.line, text: now.text, time: now.at_ms, lanes, link };
  }

  connectedCallback() {
    if (document.documentElement.dataset.page === 'print') return;
    if (!this.data) this.build();
    for (const type of ['click', 'input', 'keydown']) this.addEventListener(type, this);
  }

  disconnectedCallback() {
    this.pause();
    for (const type of ['click', 'input', 'keydown']) this.removeEventListener(type, this);
  }

  get variant() {
    return this.data.variants[this.chosen];
  }

  // The step on show. A shorter variant ends earlier; `step` keeps the place for the longer one.
  get at() {
    return Math.min(this.step, this.variant.steps.length - 1);
  }

  build() {
    this.data = JSON.parse(this.querySelector('.trace-data').textContent);
    this.strings = document.getElementById('strings').dataset;
    this.chosen = 0;
    this.step = 0;
    this.role = 'group';
    this.setAttribute('aria-label', `${this.strings.traceLabel}: ${this.data.name}`);
    this.insertAdjacentHTML('afterbegin', '<div class="trace-head"><p class="block-label"><span></span> <code></code></p></div>');
    this.program = this.querySelector('.trace-program pre');
    this.program.parentElement.insertAdjacentHTML('afterend', `
      <p class="trace-text"><span class="trace-sizer" aria-hidden="true"></span><span aria-live="polite"></span></p>
      <ul class="trace-lanes"></ul>
      <div class="trace-controls">
        <div class="trace-buttons"></div>
        <input type="range" class="trace-slider" min="1" value="1" step="1">
      </div>
      <div class="trace-foot"><span class="trace-count"></span><button type="button" data-do="table" aria-expanded="false"></button></div>`);
    const [word, name] = this.querySelector('.trace-head p').children;
    word.textContent = this.strings.traceLabel;
    name.textContent = this.data.name;
    [this.sizer, this.said] = this.querySelector('.trace-text').children;
    this.rows = this.querySelector('.trace-lanes');
    this.slider = this.querySelector('.trace-slider');
    this.slider.setAttribute('aria-label', this.strings.traceSlider);
    this.count = this.querySelector('.trace-count');
    this.table = this.querySelector('.trace-plain');
    // It may be wider than a phone.
    this.table.tabIndex = 0;
    this.tableButton = this.querySelector('[data-do="table"]');
    this.tableButton.textContent = this.strings.traceTable;
    for (const name of ['first', 'back', 'play', 'forward']) {
      const button = document.createElement('button');
      button.type = 'button';
      button.dataset.do = name;
      this.querySelector('.trace-buttons').append(button);
    }
    this.buildVariants();
    this.buildLanes();
    this.show();
    this.dataset.ready = '';
  }

  buildVariants() {
    if (this.data.variants.length < 2) return;
    const group = document.createElement('div');
    group.className = 'trace-variants';
    group.role = 'radiogroup';
    group.setAttribute('aria-label', this.strings.traceVariant);
    for (const [at, { name }] of this.data.variants.entries()) {
      const label = document.createElement('label');
      label.innerHTML = '<input type="radio">';
      label.append(name);
      Object.assign(label.firstChild, { name: `trace-${this.data.name}`, value: at, checked: at === 0 });
      group.append(label);
    }
    this.querySelector('.trace-head').append(group);
  }

  // The parts that stay while the steps go by.
  buildLanes() {
    const { lanes, steps } = this.variant;
    const most = Math.max(...this.data.variants.map((variant) => variant.lanes.length));
    const texts = this.data.variants.flatMap((variant) => variant.steps.map((step) => this.sentence(step.text, step.at_ms)));
    this.style.setProperty('--lanes', most);
    this.style.setProperty('--steps', steps.length);
    this.sizer.textContent = texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '');
    this.slider.max = steps.length;
    this.rows.replaceChildren(...lanes.map((lane) => {
      const item = document.createElement('li');
      item.innerHTML = '<div class="lane-head"><span class="lane-name"><code></code> </span><code class="lane-state"></code></div><div class="lane-strip" aria-hidden="true"></div>';
      item.querySelector('code').textContent = lane.id;
      item.querySelector('.lane-name').append(lane.label ?? '');
      return item;
    }));
  }

  sentence(text, time) {
    return time === undefined || time === null ? text : `${this.strings.traceAt.replace('{at}', time)} ${text}`;
  }

  show() {
    const view = PollTrace.render(this.variant, this.step);
    const first = view.at === 0;
    const last = view.at === view.count - 1;
    const text = this.sentence(view.text, view.time);
    if (this.said.textContent !== text) this.said.textContent = text;
    this.count.textContent = this.strings.traceStep.replace('{n}', view.at + 1).replace('{total}', view.count);
    this.slider.value = view.at + 1;
    this.slider.setAttribute('aria-valuetext', this.count.textContent);
    for (const button of this.querySelectorAll('.trace-buttons button')) {
      const { do: name } = button.dataset;
      const word = name === 'play' && this.timer ? 'pause' : name;
      const label = this.strings[`trace${word[0].toUpperCase()}${word.slice(1)}`];
      button.title = label;
      button.setAttribute('aria-label', label);
      button.setAttribute('aria-disabled', (first && (name === 'first' || name === 'back')) || (last && name === 'forward'));
    }
    this.showLine(view.line);
    for (const [at, lane] of view.lanes.entries()) this.showLane(this.rows.children[at], lane, view, at);
  }

  showLine(number) {
    this.program.querySelector('.line[aria-current]')?.removeAttribute('aria-current');
    const line = this.program.querySelector(`.line[data-line="${number}"]`);
    if (!line) return;
    line.setAttribute('aria-current', 'step');
    // Scrolls the program only, never the page.
    const top = line.getBoundingClientRect().top - this.program.getBoundingClientRect().top;
    const room = this.program.clientHeight;
    if (top < room * 0.1 || top > room * 0.8) this.program.scrollTop += top - room / 2;
  }

  showLane(item, lane, view, at) {
    item.toggleAttribute('data-active', lane.active);
    const state = item.querySelector('.lane-state');
    state.textContent = lane.state;
    state.title = lane.state;
    const place = (name, column) => {
      const mark = document.createElement('i');
      mark.className = name;
      mark.style.gridColumn = `${column + 1} / ${column + 2}`;
      return mark;
    };
    const marks = [place('lane-now', view.at)];
    if (view.link?.lane === at) {
      const link = place('lane-link', view.at);
      link.style.setProperty('--span', view.link.span);
      marks.push(link);
    }
    for (const event of lane.events) {
      const mark = place('lane-event', event.place);
      Object.assign(mark.dataset, { kind: event.kind, when: event.when, go: event.place });
      mark.title = this.variant.steps[event.place].text;
      marks.push(mark);
    }
    item.querySelector('.lane-strip').replaceChildren(...marks);
  }

  go(step) {
    this.step = Math.min(Math.max(step, 0), this.variant.steps.length - 1);
    this.show();
  }

  play() {
    if (this.timer) {
      this.pause();
    } else {
      if (this.at === this.variant.steps.length - 1) this.step = 0;
      this.dataset.playing = '';
      this.timer = setInterval(() => {
        this.go(this.at + 1);
        if (this.at === this.variant.steps.length - 1) this.pause();
      }, TRACE_PACE);
    }
    this.show();
  }

  pause() {
    if (!this.timer) return;
    clearInterval(this.timer);
    this.timer = undefined;
    delete this.dataset.playing;
    if (this.isConnected) this.show();
  }

  handleEvent(event) {
    const { type, target } = event;
    if (type === 'input') {
      if (target === this.slider) {
        this.pause();
        this.go(Number(target.value) - 1);
      } else if (target.closest('.trace-variants')) {
        this.chosen = Number(target.value);
        this.pause();
        this.buildLanes();
        this.show();
      }
    } else if (type === 'keydown') {
      this.key(event);
    } else if (target.dataset.go) {
      this.pause();
      this.go(Number(target.dataset.go));
    } else {
      this.press(target.closest('[data-do]')?.dataset.do);
    }
  }

  press(name) {
    const moves = { first: -Infinity, back: this.at - 1, forward: this.at + 1 };
    if (name === 'play') this.play();
    if (name === 'table') this.tableButton.ariaExpanded = this.table.toggleAttribute('data-shown');
    if (!(name in moves)) return;
    this.pause();
    this.go(moves[name]);
  }

  // Inputs and the scrolling program keep their own keys.
  key(event) {
    if (event.target.closest('input, pre, .trace-plain') || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: Infinity }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    this.pause();
    this.go(step);
  }
}
customElements.define('poll-trace', PollTrace);
