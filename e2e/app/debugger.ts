import { type Browser, chromium, type Page } from '@playwright/test';
import pTimeout from 'p-timeout';

/** A connection during the creation of a window may hang. Another one does not. */
const TRY_AGAIN_AFTER_MS = 15_000;
const TRIES = 8;

/**
 * Connects to an app as a debugger without changing it: Playwright's defaults would intercept its downloads. It
 * emulates focus in every window, because only one can really have it.
 */
export async function connectTo(endpoint: string): Promise<Browser> {
  const tries: Promise<Browser>[] = [];
  for (;;) {
    tries.push(connect(endpoint));
    try {
      // On a slow machine an earlier attempt may still succeed.
      const first = await pTimeout(Promise.any(tries), { milliseconds: TRY_AGAIN_AFTER_MS });
      for (const other of tries) void closeUnless(first, other);
      return first;
    } catch (error) {
      if (error instanceof AggregateError) throw error.errors[0];
      if (tries.length === TRIES) throw error;
    }
  }
}

async function closeUnless(used: Browser, late: Promise<Browser>): Promise<void> {
  const browser = await late.catch(() => used);
  if (browser !== used) await browser.close();
}

async function connect(endpoint: string): Promise<Browser> {
  const browser = await chromium.connectOverCDP(endpoint, { noDefaults: true });
  for (const context of browser.contexts()) {
    // A page that closes at once needs no focus.
    context.on('page', (page) => void emulateFocus(page).catch(() => undefined));
    for (const page of context.pages()) await emulateFocus(page);
  }
  return browser;
}

async function emulateFocus(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  // Lasts as long as the session.
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: true });
}
