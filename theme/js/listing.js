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
      const whole = this.toggleAttribute('data-whole');
      button.textContent = whole ? this.strings.showPart : this.strings.showWhole;
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
