// <poll-exercise>: a hint appears once the one before it has been opened.
class PollExercise extends HTMLElement {
  connectedCallback() {
    // `toggle` does not bubble, so it is caught on the way down.
    this.addEventListener('toggle', this, true);
  }

  disconnectedCallback() {
    this.removeEventListener('toggle', this, true);
  }

  handleEvent({ target }) {
    const next = target.open && target.closest('.hints > li')?.nextElementSibling;
    if (next) next.dataset.shown = '';
  }
}
customElements.define('poll-exercise', PollExercise);
