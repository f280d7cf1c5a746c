// Starts the browser once in each file that asks for it, and gives tests pages that note what goes wrong.
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
after(async () => (await browser)?.close());

export const sizes = {
  phone: { width: 360, height: 740 },
  desktop: { width: 1440, height: 900 },
};

/** The pages of all books, as paths below the site. */
export const chapters = locales.flatMap((locale) => slugs.map((slug) => `${locale}/${slug}.html`));

/** A chapter in one language or another, for what is the same in all. */
export const anyLocale = (slug) => `${locales[slugs.indexOf(slug) % locales.length]}/${slug}.html`;

/** A new reader, who has seen nothing yet, and the notes that are taken of what the pages do. */
async function arrive(options) {
  browser ??= chromium.launch({ executablePath, args: quiet });
  const context = await (await browser).newContext({
    viewport: sizes.desktop,
    reducedMotion: 'reduce',
    // A worker fetches each page once more, and what it fetches no test can hold up.
    serviceWorkers: 'block',
    ...options,
  });
  // A loaded machine is slow, not wrong.
  context.setDefaultNavigationTimeout(120_000);
  context.setDefaultTimeout(30_000);
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
  return { context, page, seen };
}

/**
 * Opens a page of the site and runs `use(page, seen)`.
 * `seen.errors` holds console errors and exceptions, `seen.foreign` every
 * request that left the site.
 */
export async function visit(path, use, options) {
  const { context, page, seen } = await arrive(options);
  try {
    // Scripts are deferred: at `load` they have run.
    await page.goto(site + path, { waitUntil: 'load' });
    await use(page, seen);
  } finally {
    await context.close();
  }
}

/**
 * One reader for all tests of a `describe`, in the order they stand.
 * Each test begins with `go`, which stays on the page if it is there
 * already: only tests that do not disturb each other share one.
 */
export function reader(options) {
  const self = {
    async go(path) {
      if (self.page.url().split('#')[0] !== site + path) await self.page.goto(site + path, { waitUntil: 'load' });
      return self.page;
    },
  };
  before(async () => Object.assign(self, await arrive(options)));
  after(() => self.context?.close());
  return self;
}
