// <code-listing>: copies the whole program, shows the lines the chapter leaves out, what it printed, and an editor.
class CodeListing extends HTMLElement {
  connectedCallback() {
    if (document.documentElement.dataset.page === 'print') return;
    this.strings = document.getElementById('strings').dataset;
    this.said = document.createElement('span');
    this.said.className = 'visually-hidden';
    this.said.role = 'status';
    this.querySelector('.listing-bar').append(this.said);
    this.addEventListener('click', this);
  }

  disconnectedCallback() {
    clearTimeout(this.timer);
    this.removeEventListener('click', this);
    this.said?.remove();
    delete this.dataset.whole;
  }

  get first() {
    return document.querySelector(`code-listing[data-name="${this.dataset.name}"]`);
  }

  get program() {
    return this.first.querySelector('pre code').textContent;
  }

  handleEvent({ target }) {
    const button = target.closest('.listing-tools button');
    switch (button?.dataset.do) {
      case 'copy':
        this.copy(button);
        break;
      case 'whole': {
        this.fill();
        const whole = this.toggleAttribute('data-whole');
        button.textContent = whole ? this.strings.showPart : this.strings.showWhole;
        break;
      }
      case 'run':
        this.run(button);
        break;
      case 'edit':
        this.edit(button);
        break;
      default:
    }
  }

  // What the program printed when it was recorded; stands in the page, so it needs no network.
  run(button) {
    if (this.ran) {
      this.ran.remove();
      this.ran = null;
    } else {
      this.ran = document.createElement('div');
      this.ran.className = 'listing-result';
      this.ran.role = 'status';
      this.querySelector('.listing-foot').after(this.ran);
      this.ran.append(this.first.querySelector('.listing-ran').content.cloneNode(true));
    }
    button.textContent = this.ran ? this.strings.runHide : this.strings.run;
    button.setAttribute('aria-expanded', String(Boolean(this.ran)));
  }

  // The editor comes on demand; what was typed stays until the page is left.
  async edit(button) {
    if (!this.editor) {
      try {
        const { Editor } = await import(new URL(this.strings.editorSrc, document.baseURI));
        this.editor ??= new Editor(this.dataset.name, this.program, this.strings);
      } catch {
        this.said.textContent = this.strings.editFailed;
        button.textContent = this.strings.editFailed;
        return;
      }
      this.append(this.editor.element);
    } else {
      this.editor.element.hidden = !this.editor.element.hidden;
    }
    const open = !this.editor.element.hidden;
    button.textContent = open ? this.strings.editClose : this.strings.edit;
    button.setAttribute('aria-expanded', String(open));
    if (open) this.editor.focus();
  }

  // Only a program's first part carries its hidden lines; the others say how many there are.
  fill() {
    const lines = this.program.split('\n');
    let line = 0;
    for (const node of this.querySelector('pre code').childNodes) {
      const hidden = Number(node.dataset?.lines ?? 0);
      if (hidden && !node.textContent) node.textContent = `${lines.slice(line, line + hidden).join('\n')}\n`;
      line += hidden || node.textContent.split('\n').length - 1;
    }
  }

  // The hidden lines belong to it: what is copied compiles.
  async copy(button) {
    let message = this.strings.copied;
    try {
      await navigator.clipboard.writeText(this.program);
    } catch {
      // No clipboard without https: select the code, so that the reader's own key does it.
      message = this.strings.copyFailed;
      this.fill();
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
