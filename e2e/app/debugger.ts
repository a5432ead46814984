import { type Browser, chromium, type Page } from '@playwright/test';

/**
 * Connects to an app as a debugger that changes nothing of it: Playwright's own settings would take its downloads away, also
 * from Electron. But each of its windows takes itself for the one in front, as only one of them can be.
 */
export async function connectTo(endpoint: string): Promise<Browser> {
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
