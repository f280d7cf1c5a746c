// <poll-explorer>: makes choices out of a table of measured values and shows the value of the chosen row.
class PollExplorer extends HTMLElement {
  connectedCallback() {
    if (document.documentElement.dataset.page === 'print') return;
    if (!this.rows) this.build();
    this.addEventListener('change', this);
  }

  disconnectedCallback() {
    this.removeEventListener('change', this);
  }

  // The row of a choice, and how much of the largest value it has.
  static render(rows, chosen) {
    const row = rows.find(({ values }) => values.every((value, at) => value === chosen[at]));
    return { text: row.text, share: row.size / Math.max(...rows.map(({ size }) => size)) };
  }

  build() {
    const strings = document.getElementById('strings').dataset;
    const plain = this.querySelector('.explorer-plain');
    const heads = [...plain.querySelectorAll('th')];
    const result = heads.pop();
    this.rows = [...plain.querySelectorAll('tbody tr')].map((tr) => {
      const cells = [...tr.cells];
      const last = cells.pop();
      return { values: cells.map((cell) => cell.textContent), text: last.textContent, size: Number(last.dataset.value) };
    });
    this.choices = document.createElement('div');
    this.choices.className = 'explorer-choices';
    // A page may have two.
    const group = `explorer-${[...document.querySelectorAll('poll-explorer')].indexOf(this)}`;
    heads.forEach((head, at) => {
      const cells = [...plain.querySelectorAll(`tbody td:nth-child(${at + 1})`)];
      this.addChoice(head, new Map(cells.map((cell) => [cell.textContent, cell.innerHTML])), `${group}-${at}`);
    });
    this.shown = document.createElement('p');
    this.shown.className = 'explorer-result';
    this.shown.innerHTML = '<span></span> <output></output><span class="explorer-bar" aria-hidden="true"><span></span></span>';
    this.shown.firstChild.innerHTML = result.innerHTML;
    const all = document.createElement('details');
    all.className = 'explorer-all';
    all.innerHTML = '<summary></summary>';
    all.firstChild.textContent = strings.explorerTable;
    plain.before(this.choices, this.shown, all);
    all.append(plain);
    this.show();
  }

  addChoice(head, values, name) {
    const set = document.createElement('fieldset');
    set.innerHTML = '<legend></legend>';
    set.firstChild.innerHTML = head.innerHTML;
    for (const [value, words] of values) {
      const label = document.createElement('label');
      label.innerHTML = `<input type="radio">${words}`;
      Object.assign(label.firstChild, { name, value, checked: set.children.length === 1 });
      set.append(label);
    }
    this.choices.append(set);
  }

  handleEvent() {
    this.show();
  }

  show() {
    const chosen = [...this.choices.querySelectorAll('input:checked')].map((input) => input.value);
    const { text, share } = PollExplorer.render(this.rows, chosen);
    this.shown.querySelector('output').textContent = text;
    this.shown.style.setProperty('--share', share);
  }
}
customElements.define('poll-explorer', PollExplorer);
