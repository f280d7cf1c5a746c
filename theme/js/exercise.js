// <poll-exercise>: a hint appears once the one before it has been opened; who has solved it can say so.
class PollExercise extends HTMLElement {
  connectedCallback() {
    if (document.documentElement.dataset.page !== 'print' && !this.box) this.build();
    // `toggle` does not bubble, so it is caught on the way down.
    this.addEventListener('toggle', this, true);
    this.box?.addEventListener('change', this);
  }

  disconnectedCallback() {
    this.removeEventListener('toggle', this, true);
    this.box?.removeEventListener('change', this);
  }

  // What was solved is in the reader's browser, so the box comes with the script.
  build() {
    const label = document.createElement('label');
    label.className = 'exercise-done';
    label.innerHTML = '<input type="checkbox">';
    label.append(document.getElementById('strings').dataset.exerciseDone);
    this.box = label.firstChild;
    customElements.whenDefined('poll-progress').then((progress) => {
      this.box.checked = progress.isDone(this.id);
    });
    this.append(label);
  }

  handleEvent({ type, target }) {
    if (type === 'change') {
      const detail = { name: this.dataset.name, solved: target.checked };
      this.dispatchEvent(new CustomEvent('poll-exercise-solved', { bubbles: true, detail }));
      return;
    }
    const next = target.open && target.closest('.hints > li')?.nextElementSibling;
    if (next) next.dataset.shown = '';
  }
}
customElements.define('poll-exercise', PollExercise);
