// Draws Mermaid diagrams: fetches its script only when one comes near the screen, and draws again when the theme changes.
// The first page has no diagram and no words for one.
const diagramStrings = document.getElementById('strings')?.dataset;
const diagramDrawn = new Map();
let diagramScript;
let diagramCount = 0;

function loadMermaid() {
  diagramScript ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = diagramStrings.mermaidSrc;
    script.onload = () => resolve(globalThis.mermaid);
    script.onerror = () => reject(new Error(`${script.src} did not load`));
    document.head.append(script);
  });
  return diagramScript;
}

// Mermaid computes with colours, so it needs what the custom properties come to, not their names.
function diagramTheme() {
  const probe = document.createElement('i');
  document.body.append(probe);
  const color = (name) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const [paper, surface, soft, ink, muted, edge, accent] =
    ['paper', 'surface', 'accent-soft', 'ink', 'muted', 'edge', 'accent'].map(color);
  const scheme = getComputedStyle(probe).colorScheme;
  probe.remove();
  const pinned = ['light', 'dark'].includes(scheme);
  const dark = pinned ? scheme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  return {
    dark,
    config: {
      startOnLoad: false,
      securityLevel: 'strict',
      theme: 'base',
      fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--ui-face'),
      themeVariables: {
        darkMode: dark,
        background: paper,
        fontSize: '15px',
        primaryColor: surface,
        primaryTextColor: ink,
        primaryBorderColor: edge,
        secondaryColor: soft,
        secondaryTextColor: ink,
        secondaryBorderColor: accent,
        tertiaryColor: paper,
        tertiaryTextColor: ink,
        tertiaryBorderColor: edge,
        lineColor: muted,
        textColor: ink,
        edgeLabelBackground: paper,
        noteBkgColor: soft,
        noteTextColor: ink,
        noteBorderColor: accent,
        actorBkg: surface,
        actorBorder: edge,
        actorTextColor: ink,
        signalColor: ink,
        signalTextColor: ink,
        labelColor: ink,
        altBackground: surface,
        stateBkg: surface,
        stateLabelColor: ink,
        compositeBackground: paper,
        compositeTitleBackground: soft,
        transitionColor: muted,
        transitionLabelColor: ink,
        specialStateColor: ink,
        innerEndBackground: accent,
        activationBkgColor: soft,
        activationBorderColor: accent,
      },
    },
  };
}

// Out of sight the box takes the drawing's height. In sight it keeps its own, so that nothing under the
// reader's eyes moves, and the drawing fits itself in, unless that would make it too small to read.
function fitDiagram(figure, art, drawing, kept) {
  const { top, bottom } = figure.getBoundingClientRect();
  const natural = drawing.getBoundingClientRect().height;
  if (bottom < 0 || top > innerHeight) {
    art.style.minBlockSize = '';
    return;
  }
  const { paddingBlockStart, paddingBlockEnd } = getComputedStyle(art);
  const room = kept - parseFloat(paddingBlockStart) - parseFloat(paddingBlockEnd);
  art.style.minBlockSize = `${kept}px`;
  drawing.style.maxBlockSize = `${Math.max(room, natural * 0.7)}px`;
}

async function drawDiagram(figure) {
  const { art, source } = diagramDrawn.get(figure);
  try {
    const mermaid = await loadMermaid();
    const { dark, config } = diagramTheme();
    mermaid.initialize(config);
    diagramCount += 1;
    const { svg } = await mermaid.render(`diagram-${diagramCount}`, source);
    const kept = art.clientHeight;
    art.innerHTML = svg;
    art.dataset.scheme = dark ? 'dark' : 'light';
    const drawing = art.querySelector('svg');
    // The figure is named by its caption and described by its text; the drawing repeats neither.
    drawing.setAttribute('aria-hidden', 'true');
    drawing.style.setProperty('--natural', drawing.style.maxWidth || '34rem');
    fitDiagram(figure, art, drawing, kept);
    if (art.scrollWidth > art.clientWidth) art.tabIndex = 0;
  } catch (error) {
    // The text under the figure says the same.
    console.error(error);
    diagramDrawn.delete(figure);
    art.remove();
    figure.querySelector('details').open = true;
  }
}

function prepareDiagram(figure, number) {
  const pre = figure.querySelector('.mermaid');
  const caption = figure.querySelector('figcaption');
  const text = figure.querySelector('.diagram-text');
  const { height } = pre.getBoundingClientRect();
  const art = document.createElement('div');
  art.className = 'diagram-art';
  art.role = 'img';
  caption.id ||= `diagram-caption-${number}`;
  text.id ||= `diagram-text-${number}`;
  art.setAttribute('aria-labelledby', caption.id);
  art.setAttribute('aria-describedby', text.id);
  const more = document.createElement('details');
  const summary = document.createElement('summary');
  summary.textContent = diagramStrings.diagramText;
  more.append(summary);
  text.replaceWith(more);
  more.append(text);
  pre.before(art);
  // The source, unseen, has kept about the height of the drawing.
  art.style.minBlockSize = `${height}px`;
  figure.dataset.ready = '';
  diagramDrawn.set(figure, { art, source: pre.textContent });
}

const diagramFigures = [...document.querySelectorAll('figure.diagram')];
diagramFigures.forEach(prepareDiagram);

// A diagram in a folded block has no box; it is seen, and drawn, when the block is opened.
const diagramWatch = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    diagramWatch.unobserve(target);
    diagramDrawn.get(target).asked = true;
    drawDiagram(target);
  }
}, { rootMargin: '600px 0px' });

function drawAll(which) {
  for (const [figure, state] of diagramDrawn) {
    if (!which(state)) continue;
    state.asked = true;
    drawDiagram(figure);
  }
}

if (diagramFigures.length > 0) {
  if (document.documentElement.dataset.page === 'print') drawAll(() => true);
  else for (const figure of diagramFigures) diagramWatch.observe(figure);

  const redraw = () => drawAll(({ asked }) => asked);
  new MutationObserver(redraw).observe(document.documentElement, { attributeFilter: ['data-theme'] });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
  addEventListener('beforeprint', () => drawAll(({ asked }) => !asked));
}
