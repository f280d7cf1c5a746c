// Loaded when a reader opens an editor: the program in a text field, and the Playground on request.
const PLAYGROUND = 'https://play.rust-lang.org/execute';
// The Playground itself ends a program after about ten seconds; its build takes a while more.
const LIMIT = 30_000;

/** Sends a program and says how that went: {state: 'done' | 'failed' | 'late' | 'refused' | 'unreachable', stdout, stderr, message}. */
export async function execute(code, { limit = LIMIT } = {}) {
  let response;
  try {
    response = await fetch(PLAYGROUND, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ channel: 'stable', mode: 'debug', edition: '2024', crateType: 'bin', tests: false, backtrace: false, code }),
      signal: AbortSignal.timeout(limit),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    });
  } catch (error) {
    return { state: error.name === 'TimeoutError' ? 'late' : 'unreachable' };
  }
  let answer;
  try {
    answer = await response.json();
  } catch (error) {
    return error.name === 'TimeoutError' ? { state: 'late' } : { state: 'refused', message: `HTTP ${response.status}` };
  }
  if (!response.ok || typeof answer.stdout !== 'string') return { state: 'refused', message: answer.error ?? `HTTP ${response.status}` };
  // Cargo's own progress says nothing about the program.
  const stderr = answer.stderr.split('\n').filter((line) => !/^\s*(Compiling|Finished|Running) /.test(line)).join('\n').trim();
  return { state: answer.success ? 'done' : 'failed', stdout: answer.stdout, stderr };
}

export class Editor {
  constructor(name, program, strings) {
    this.original = program;
    this.strings = strings;
    this.element = document.createElement('div');
    this.element.className = 'editor';
    this.field = document.createElement('textarea');
    Object.assign(this.field, { value: program, spellcheck: false, autocapitalize: 'off', rows: Math.min(program.split('\n').length, 30) });
    this.field.setAttribute('autocomplete', 'off');
    this.field.setAttribute('aria-label', `${strings.editCode}: ${name}`);
    const bar = document.createElement('p');
    bar.className = 'listing-tools editor-bar';
    for (const [job, label] of [['send', strings.editSend], ['reset', strings.editReset]]) {
      const button = document.createElement('button');
      Object.assign(button, { type: 'button', textContent: label });
      button.dataset.job = job;
      bar.append(button);
    }
    this.send = bar.firstChild;
    const note = document.createElement('p');
    note.className = 'listing-note';
    note.textContent = strings.editLeaves;
    this.result = document.createElement('div');
    this.result.className = 'listing-result';
    this.result.role = 'status';
    this.element.append(this.field, note, bar, this.result);
    this.element.addEventListener('click', this);
    this.field.addEventListener('keydown', this);
  }

  focus() {
    this.field.focus();
  }

  handleEvent(event) {
    const job = event.target.closest('button')?.dataset.job;
    if (job === 'send') this.run();
    if (job === 'reset') {
      this.field.value = this.original;
      this.result.replaceChildren();
    }
    // A new line begins under the last one; Tab still leaves the field.
    if (event.key === 'Enter' && !event.isComposing && !event.ctrlKey && !event.metaKey) {
      const before = this.field.value.slice(0, this.field.selectionStart);
      const [indent] = before.slice(before.lastIndexOf('\n') + 1).match(/^ */);
      if (!indent) return;
      event.preventDefault();
      this.field.setRangeText(`\n${indent}`, this.field.selectionStart, this.field.selectionEnd, 'end');
    }
  }

  async run() {
    const { strings } = this;
    this.send.disabled = true;
    this.result.replaceChildren(this.line(strings.editRunning));
    const answer = await execute(this.field.value);
    this.send.disabled = false;
    const says = {
      done: strings.editDone,
      failed: strings.editEnded,
      late: strings.editLate,
      unreachable: strings.editUnreachable,
      refused: `${strings.editRefused} ${answer.message}`,
    };
    this.result.replaceChildren(
      ...this.output('output', strings.output, answer.stdout),
      ...this.output('error', strings.outputError, answer.stderr),
      this.line(says[answer.state]),
    );
    this.result.dataset.state = answer.state;
  }

  line(text) {
    const line = document.createElement('p');
    line.className = 'listing-note';
    line.textContent = text;
    return line;
  }

  output(kind, label, text) {
    if (!text) return [];
    const box = document.createElement('div');
    box.className = 'output';
    box.dataset.kind = kind;
    box.innerHTML = '<p class="output-label"></p><pre tabindex="0"><code></code></pre>';
    box.firstChild.textContent = label;
    box.querySelector('code').textContent = text;
    return [box];
  }
}
