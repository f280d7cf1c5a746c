// <book-search>: a dialog that asks Pagefind, loaded when it is first opened; results stand under their chapters.
class BookSearch extends HTMLElement {
  static chapters = 20;
  static sections = 5;

  // Code is looked for as it is written: Pagefind drops punctuation, joins `a::b` and splits `JoinHandle`.
  static isCode(query) {
    return /[_!:<>()&#[\]{}=]|\.\w|\p{Ll}\p{Lu}/u.test(query);
  }

  // Pagefind drops accents before it takes endings off, so it misses the endings that are written with one.
  static endings = {
    es: [[/i[oó]n$/u, 'iones'], [/iones$/u, 'ión']],
    pt: [[/[aã]o$/u, 'ões'], [/[oõ]es$/u, 'ão']],
    ru: [[/(?<=\p{L}{4})[ыиое]й$/u, '']],
  };

  static otherForm(word) {
    const [language] = document.documentElement.lang.split('-');
    const [ending, other] = BookSearch.endings[language]?.find(([from]) => from.test(word)) ?? [];
    return ending ? word.replace(ending, other) : word;
  }

  // What Pagefind is asked: the words as its index joins them, their other forms, and for code each part alone.
  static terms(query) {
    // `dell'esecutore` is one word to the index, and `esecutore` another that stands in both.
    const joined = query.replace(/\p{L}+['’](?=\p{L}{3})/gu, '').replace(/[^\p{L}\p{N}\p{M}\s_]+/gu, '').trim().toLowerCase();
    const others = joined.split(/\s+/).map(BookSearch.otherForm).join(' ');
    const parts = query.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ').trim();
    return [...new Set([joined, others, ...(BookSearch.isCode(query) ? [parts] : [])])].filter(Boolean);
  }

  // The words of a page, by number, in which the query stands as written.
  static literal(content, query) {
    const found = [];
    const [text, wanted] = [content.toLowerCase(), query.toLowerCase().replace(/\s+/g, ' ')];
    const length = wanted.split(' ').length;
    let [words, counted] = [0, 0];
    for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
      words += text.slice(counted, at).split(' ').length - 1;
      counted = at;
      // `unpin!` is another word than `pin!`; a word that goes on (`wake_by`) may still be being typed.
      const within = /[\p{L}\p{N}_]{2}/u.test((text[at - 1] ?? '') + wanted[0]);
      if (!within) found.push(...Array.from({ length }, (_, n) => ({ location: words + n })));
    }
    return found;
  }

  // Sections with their hits: of a page's words, those that Pagefind or `literal` found.
  static sectionsOf({ anchors, content, meta, url }, hits) {
    const headings = anchors.filter(({ element, text }) => /^h[2-6]$/.test(element) && text?.trim());
    headings.sort((a, b) => a.location - b.location);
    const words = content.replace(/(\p{L})'(?=\p{L})/gu, '$1’').split(' ');
    const starts = [{ location: 0, text: meta.title }, ...headings];
    return starts.map(({ id, text, location }, n) => {
      const end = starts[n + 1]?.location ?? words.length;
      const inside = hits.filter(({ location: at }) => at >= location && at < end);
      const score = inside.reduce((sum, { balanced_score: own = 1 }) => sum + own, 0);
      return { id, title: text.trim(), url: id ? `${url}#${id}` : url, score, excerpt: BookSearch.excerpt(words, inside, location, end) };
    }).filter(({ excerpt }) => excerpt.length);
  }

  // Up to 24 words around the first close company of hits, as [text, marked] pairs.
  static excerpt(words, hits, from, to) {
    if (!hits.length) return [];
    const length = 24;
    const company = (at) => hits.filter(({ location }) => location >= at && location < at + length - 4).length;
    const best = hits.reduce((most, { location }) => (company(location) > company(most) ? location : most), hits[0].location);
    const start = Math.max(from, Math.min(best - 4, to - length));
    const end = Math.min(to, start + length);
    const marked = new Set(hits.map(({ location }) => location));
    const pairs = words.slice(start, end).map((word, n) => [`${word} `, marked.has(start + n)]);
    if (start > from) pairs.unshift(['… ', false]);
    if (end < to) pairs.push(['…', false]);
    return pairs;
  }

  // Pages with the query as written come first, and alone when there are any.
  static rank(pages, query) {
    if (BookSearch.isCode(query)) {
      const exact = pages.map(({ data }) => ({ data, hits: BookSearch.literal(data.content, query) }));
      const found = exact.filter(({ hits }) => hits.length);
      if (found.length) return found.sort((a, b) => b.hits.length - a.hits.length);
    }
    return pages;
  }

  connectedCallback() {
    this.strings = document.getElementById('strings').dataset;
    this.button = this.querySelector('.search-open');
    this.button.addEventListener('click', this);
    document.addEventListener('keydown', this);
  }

  disconnectedCallback() {
    this.button.removeEventListener('click', this);
    document.removeEventListener('keydown', this);
    this.dialog?.remove();
    delete this.dialog;
  }

  build() {
    this.dialog = document.createElement('dialog');
    this.dialog.className = 'search-box';
    this.dialog.setAttribute('aria-label', this.strings.search);
    this.dialog.innerHTML = '<div class="search-head"><input type="search" class="search-field" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="search"><button type="button" class="search-close"><span aria-hidden="true">×</span></button></div><p class="search-help"></p><p class="search-said" role="status"></p><ol class="search-results"></ol>';
    [this.field, this.closer, this.help, this.said, this.list] = ['.search-field', '.search-close', '.search-help', '.search-said', '.search-results'].map((name) => this.dialog.querySelector(name));
    this.field.setAttribute('aria-label', this.strings.search);
    this.field.placeholder = this.strings.searchPlaceholder;
    this.help.textContent = this.strings.searchHelp;
    this.closer.setAttribute('aria-label', this.strings.searchClose);
    this.dialog.addEventListener('click', this);
    this.dialog.addEventListener('input', this);
    this.append(this.dialog);
  }

  handleEvent(event) {
    if (event.type === 'keydown') this.key(event);
    else if (event.type === 'input') this.ask(this.field.value.trim());
    else if (event.currentTarget === this.button) this.open();
    // A click on a result closes first, so that the focus does not come back and pull the page away from its place.
    else if (event.target === this.dialog || event.target.closest('.search-close, a')) this.dialog.close();
  }

  key(event) {
    const { key, code, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (this.dialog?.open) {
      this.move(event);
      return;
    }
    // On a keyboard without Latin letters the key in the place of `s` does.
    const opens = key === '/' || key === 's' || (code === 'KeyS' && /^\P{ASCII}$/u.test(key));
    const typing = target.closest?.('textarea, select, [contenteditable], input:not([type=radio], [type=checkbox], [type=range])');
    if (!opens || typing || document.querySelector('dialog:modal')) return;
    event.preventDefault();
    this.open();
  }

  // Arrows go from the field through the results and back.
  move(event) {
    const stops = [this.field, ...this.list.querySelectorAll('a')];
    const here = stops.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && here !== -1) {
      event.preventDefault();
      const stop = stops[Math.max(0, Math.min(here + step, stops.length - 1))];
      stop.focus();
      if (stop !== this.field) stop.scrollIntoView({ block: 'nearest' });
    } else if (event.key.length === 1 && event.key !== ' ' && here > 0) {
      this.field.focus();
    } else if (event.key === 'Enter' && here === 0) {
      event.preventDefault();
      this.eager = true;
      this.go();
    }
  }

  open() {
    if (!this.dialog) this.build();
    if (this.dialog.open) return;
    this.dialog.showModal();
    this.field.focus();
    this.field.select();
    this.load().catch(() => this.say(this.strings.searchFailed));
  }

  // A failure is not remembered: back online, the next try may work. The browser itself remembers
  // an address whose import has failed.
  load() {
    this.pagefind ??= (async () => {
      const address = new URL(this.dataset.src, location);
      this.tries = (this.tries ?? 0) + 1;
      if (this.tries > 1) address.search = this.tries;
      const pagefind = await import(address);
      await pagefind.init();
      return pagefind;
    })().catch((error) => {
      delete this.pagefind;
      throw error;
    });
    return this.pagefind;
  }

  // Each keystroke asks; only the answer to the last one is shown.
  async ask(query) {
    const turn = this.turn = {};
    this.eager = false;
    this.waiting = Boolean(query);
    if (!query) {
      this.show([], '');
      return;
    }
    this.said.textContent ||= this.strings.searchLoading;
    try {
      const pagefind = await this.load();
      await new Promise((resolve) => { setTimeout(resolve, 80); });
      if (turn !== this.turn) return;
      const pages = await BookSearch.find(pagefind, query);
      if (turn === this.turn) this.show(BookSearch.rank(pages, query).slice(0, BookSearch.chapters), query);
    } catch {
      if (turn === this.turn) this.say(this.strings.searchFailed);
    }
  }

  // Pages with the hits of all terms together.
  static async find(pagefind, query) {
    const pages = new Map();
    const limit = BookSearch.isCode(query) ? Infinity : BookSearch.chapters;
    for (const term of BookSearch.terms(query)) {
      const { results } = await pagefind.search(term);
      const read = results.slice(0, limit).map(async (result) => ({ ...result, data: await result.data() }));
      for (const { id, score, data } of await Promise.all(read)) {
        const page = pages.get(id) ?? { data, score: 0, hits: [] };
        page.hits.push(...data.weighted_locations);
        page.score += score;
        pages.set(id, page);
      }
    }
    return [...pages.values()].sort((a, b) => b.score - a.score);
  }

  say(text) {
    this.waiting = false;
    this.list.replaceChildren();
    this.said.textContent = text;
  }

  show(pages, query) {
    const chapters = pages.map(({ data, hits }) => {
      // The best first, but what leads into the chapter stays under its title.
      const sections = BookSearch.sectionsOf(data, hits).sort((a, b) => Boolean(a.id) - Boolean(b.id) || b.score - a.score);
      return { title: data.meta.title, sections: sections.slice(0, BookSearch.sections) };
    }).filter(({ sections }) => sections.length);
    const count = chapters.reduce((sum, { sections }) => sum + sections.length, 0);
    this.say(count ? this.strings.searchCount.replace('{n}', count) : query && this.strings.searchNone.replace('{query}', query));
    this.list.append(...chapters.map((chapter) => this.chapter(chapter)));
    this.list.scrollTop = 0;
    if (this.eager) this.go();
  }

  chapter({ title, sections }) {
    const item = document.createElement('li');
    item.innerHTML = '<p class="search-chapter"></p><ul></ul>';
    item.firstElementChild.textContent = title;
    item.lastElementChild.append(...sections.map((section) => this.section(section)));
    return item;
  }

  section({ id, title, url, excerpt }) {
    const item = document.createElement('li');
    item.innerHTML = '<a><span class="search-title"></span> <span class="search-text"></span></a>';
    const link = item.firstElementChild;
    const [name, text] = link.children;
    link.href = url;
    // What stands before the first section has no name of its own but the chapter's, which is over it.
    name.textContent = title;
    name.hidden = !id;
    for (const [words, marked] of excerpt) {
      const [, before, word, after] = marked ? /^(["«“¿]*)(.*?)([.,:;?…"»”]*\s)$/su.exec(words) : [, words, '', ''];
      text.append(before);
      if (word) text.append(Object.assign(document.createElement('mark'), { textContent: word }));
      text.append(after);
    }
    return item;
  }

  // Enter in the field goes to the first result, also when it is still on its way.
  go() {
    if (!this.waiting) this.list.querySelector('a')?.click();
  }
}
customElements.define('book-search', BookSearch);
