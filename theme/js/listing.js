// <code-listing>: copies the whole program and shows the lines the chapter leaves out.
class CodeListing extends HTMLElement {
  connectedCallback() {
    if (document.documentElement.dataset.page === 'print') return;
    this.strings = document.getElementById('strings').dataset;
    this.tools = document.createElement('div');
    this.tools.className = 'listing-tools';
    if (this.querySelector('.boring')) this.addTool('whole', this.strings.showWhole);
    this.addTool('copy', this.strings.copy);
    this.said = document.createElement('span');
    this.said.className = 'visually-hidden';
    this.said.role = 'status';
    this.tools.append(this.said);
    this.querySelector('.listing-bar').append(this.tools);
    this.tools.addEventListener('click', this);
  }

  disconnectedCallback() {
    clearTimeout(this.timer);
    this.tools?.removeEventListener('click', this);
    this.tools?.remove();
    delete this.dataset.whole;
  }

  addTool(name, label) {
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.do = name;
    button.textContent = label;
    this.tools.append(button);
  }

  handleEvent({ target }) {
    const button = target.closest('button');
    if (button?.dataset.do === 'copy') this.copy(button);
    if (button?.dataset.do === 'whole') {
      this.colour();
      const whole = this.toggleAttribute('data-whole');
      button.textContent = whole ? this.strings.showPart : this.strings.showWhole;
    }
  }

  // Only a program's first part carries the colours of its hidden lines: takes them over from there, line by line.
  colour() {
    const first = document.querySelector(`code-listing[data-name="${this.dataset.name}"]`);
    if (first === this || this.coloured) return;
    this.coloured = true;
    const code = first.querySelector('pre code').cloneNode(true);
    for (const hidden of code.querySelectorAll('.boring')) hidden.replaceWith(...hidden.childNodes);
    const lines = code.innerHTML.split('\n');
    let line = 0;
    for (const node of [...this.querySelector('pre code').childNodes]) {
      const count = node.textContent.split('\n').length - 1;
      if (node.className === 'boring') node.innerHTML = `${lines.slice(line, line + count).join('\n')}\n`;
      line += count;
    }
  }

  // The hidden lines belong to it: what is copied compiles.
  async copy(button) {
    const text = this.querySelector('pre code').textContent;
    let message = this.strings.copied;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // No clipboard without https: select the code, so that the reader's own key does it.
      message = this.strings.copyFailed;
      getSelection().selectAllChildren(this.querySelector('pre code'));
    }
    button.textContent = message;
    this.said.textContent = message;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      button.textContent = this.strings.copy;
      this.said.textContent = '';
    }, 2500);
  }
}
customElements.define('code-listing', CodeListing);
