import type { Page } from '@playwright/test';

/** Shows the window as a person with this language has it (`de-DE`): numbers and days are written as theirs. */
export async function speak(page: Page, locale: string): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const userAgent = await page.evaluate(() => navigator.userAgent);
  await cdp.send('Emulation.setLocaleOverride', { locale });
  await cdp.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: locale });
  await page.reload();
  await page.getByRole('navigation').waitFor();
}
