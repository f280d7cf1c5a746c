// Boot script: sets the theme before the first paint, then serves menus, contents and the language picker. Loads nothing.
(() => {
  const root = document.documentElement;
  const key = 'poll-theme';
  root.classList.add('js');

  // Storage is refused in some private windows; the theme is then the system's.
  const stored = () => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const store = (choice) => {
    try {
      localStorage.setItem(key, choice);
    } catch {
      // Kept for this page only.
    }
  };
  const applyTheme = (choice) => {
    if (choice === 'light' || choice === 'dark') root.dataset.theme = choice;
    else delete root.dataset.theme;
    for (const input of document.querySelectorAll('[name="theme"]')) {
      input.checked = input.value === (root.dataset.theme ?? 'system');
    }
  };
  applyTheme(stored());
  addEventListener('storage', (event) => event.key === key && applyTheme(event.newValue));

  // The section in view: the one the address names while it is on screen, or else the last heading passed.
  const sections = () => [...document.querySelectorAll('main :is(h1, h2, h3, h4)[id]')];
  const currentSection = () => {
    const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (named) {
      const { top, bottom } = named.getBoundingClientRect();
      if (bottom > 0 && top < innerHeight) return named.id;
    }
    const passed = sections().filter((heading) => heading.getBoundingClientRect().top < innerHeight / 3);
    return passed.at(-1)?.matches('h1') ? '' : passed.at(-1)?.id ?? '';
  };
  const keepPlace = () => {
    const id = currentSection();
    for (const link of document.querySelectorAll('.picker a')) link.hash = id;
    for (const link of document.querySelectorAll('.toc a')) {
      if (id && link.hash === `#${id}`) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };

  const markChapter = () => {
    const page = (url) => new URL(url, location).pathname.split('/').at(-1).replace(/\.html$/, '');
    const links = [...document.querySelectorAll('.sidebar a')];
    const here = page(location.href);
    const current = links.find((link) => page(link.href) === here) ??
      (here === '' || here === 'index' ? links[0] : undefined);
    current?.setAttribute('aria-current', 'page');
    const bar = current?.closest('.sidebar');
    if (bar) bar.scrollTop = current.offsetTop - bar.clientHeight / 2;
  };

  // The first page: point at the reader's own language, in that language.
  const suggestLanguage = () => {
    const links = [...document.querySelectorAll('.home-languages a')];
    for (const wanted of navigator.languages ?? []) {
      const base = wanted.split('-')[0];
      const link = links.find((a) => a.hreflang === wanted) ?? links.find((a) => a.hreflang.split('-')[0] === base);
      if (!link) continue;
      const hint = document.querySelector('.home-hint a');
      if (hint && link.dataset.hint) Object.assign(hint, { href: link.href, hreflang: link.hreflang, lang: link.lang, textContent: link.dataset.hint, hidden: false });
      link.dataset.suggested = '';
      return;
    }
  };

  const shut = (except) => {
    for (const menu of document.querySelectorAll('.menu[open]')) if (menu !== except) menu.open = false;
  };

  const start = () => {
    const toggle = document.getElementById('nav-toggle');
    // Some browsers bring back what was ticked before a reload.
    if (toggle) toggle.checked = false;
    applyTheme(stored());
    markChapter();
    suggestLanguage();
    keepPlace();

    let waiting = false;
    addEventListener('scroll', () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        keepPlace();
      });
    }, { passive: true });
    addEventListener('hashchange', () => {
      if (toggle) toggle.checked = false;
      keepPlace();
    });

    document.addEventListener('change', ({ target }) => {
      if (target.name !== 'theme') return;
      store(target.value);
      applyTheme(target.value);
    });
    document.addEventListener('click', ({ target }) => {
      shut(target.closest('.menu'));
      if (toggle?.checked && !target.closest('.sidebar, .nav-toggle')) toggle.checked = false;
    });
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && event.target === toggle) toggle.click();
      if (event.key !== 'Escape') return;
      const menu = event.target.closest?.('.menu[open]');
      shut();
      menu?.querySelector('summary').focus();
      if (toggle?.checked) {
        toggle.checked = false;
        toggle.focus();
      }
    });

    // What scrolls sideways must be reachable by keyboard.
    for (const box of document.querySelectorAll('.table-wrapper')) {
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    }

    // Only `mdbook serve` sets this; the site's own server brings its own.
    const live = root.dataset.liveReload;
    if (live) {
      new WebSocket(`${location.protocol.replace('http', 'ws')}//${location.host}/${live}`)
        .addEventListener('message', ({ data }) => data === 'reload' && location.reload());
    }
  };
  document.addEventListener('DOMContentLoaded', start);

  // For reading offline, once the page is there; only a built site names a worker.
  const keepOffline = () => {
    const address = document.querySelector('meta[name="poll-worker"]')?.content;
    const workers = navigator.serviceWorker;
    if (!address || !workers || !location.protocol.startsWith('http')) return;
    const keep = () => workers.ready.then(({ active }) => active.postMessage('keep'));
    // Refused in some private windows: the book then needs its network.
    workers.register(address).then(keep, () => {});
    workers.addEventListener('controllerchange', keep);
  };
  addEventListener('load', keepOffline);
})();
