// Starts the browser once and gives tests pages that note what goes wrong.
import { after, before } from 'node:test';
import { chromium } from 'playwright-core';

// The site's address, given by tests/browser.rs, which serves it below a path.
export const site = process.env.SITE;
export const locales = process.env.LOCALES.split(' ');
export const slugs = process.env.SLUGS.split(' ');
const executablePath = process.env.CHROMIUM;

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

let browser;
before(async () => {
  browser = await chromium.launch({ executablePath, args: quiet });
});
after(() => browser?.close());

/** For tests that only wait: pages in contexts of their own do not disturb each other. */
export const atOnce = { concurrency: 4 };

export const sizes = {
  phone: { width: 360, height: 740 },
  desktop: { width: 1440, height: 900 },
};

/**
 * Opens a page of the site and runs `use(page, seen)`.
 * `seen.errors` holds console errors and exceptions, `seen.foreign` every
 * request that left the site. `idle` waits until the page asks for nothing more.
 */
export async function visit(path, use, { idle = false, ...options } = {}) {
  const context = await browser.newContext({
    viewport: sizes.desktop,
    reducedMotion: 'reduce',
    // A worker fetches each page once more, and what it fetches no test can hold up.
    serviceWorkers: idle ? 'allow' : 'block',
    ...options,
  });
  try {
    // A loaded machine is slow, not wrong.
    context.setDefaultTimeout(120_000);
    const page = await context.newPage();
    const seen = { errors: [], foreign: [], requests: [] };
    page.on('console', (message) => {
      if (message.type() === 'error') seen.errors.push(message.text());
    });
    page.on('pageerror', (error) => seen.errors.push(String(error)));
    page.on('request', (request) => {
      seen.requests.push(request.url());
      if (!request.url().startsWith(new URL(site).origin) && !request.url().startsWith('data:')) {
        seen.foreign.push(request.url());
      }
    });
    // Scripts are deferred: at `load` they have run. Only what counts requests and errors waits on.
    await page.goto(site + path, { waitUntil: idle ? 'networkidle' : 'load' });
    await use(page, seen);
  } finally {
    await context.close();
  }
}

// Languages differ in words only: every page of the English and the Russian book, and of the
// others every third, so that each chapter is opened in three languages.
const sampled = (locale) => (/^(en|ru)$/.test(locale)
  ? slugs
  : slugs.filter((_, n) => n % 3 === locales.indexOf(locale) % 3));

/** The pages that tests go through, as [name, path]. */
export const pages = [
  ['home', ''],
  ...locales.flatMap((locale) => sampled(locale).map((slug) => [`${locale}/${slug}`, `${locale}/${slug}.html`])),
];
