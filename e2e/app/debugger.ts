import { type Browser, chromium, type Page } from '@playwright/test';
import pTimeout from 'p-timeout';

/** While a window is being made, a connection may wait for ever: another one does not. */
const TRY_AGAIN_AFTER_MS = 15_000;
const TRIES = 8;

/**
 * Connects to an app as a debugger that changes nothing of it: Playwright's own settings would take its downloads away. But each of
 * its windows takes itself for the one in front, as only one of them can be.
 */
export async function connectTo(endpoint: string): Promise<Browser> {
  const tries: Promise<Browser>[] = [];
  for (;;) {
    tries.push(connect(endpoint));
    try {
      // A slow machine may still answer an earlier one.
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
    // One that closes at once needs no focus.
    context.on('page', (page) => void emulateFocus(page).catch(() => undefined));
    for (const page of context.pages()) await emulateFocus(page);
  }
  return browser;
}

async function emulateFocus(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  // For as long as the session lasts.
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: true });
}
