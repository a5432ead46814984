import type { Page } from '@playwright/test';
import { launchApp, outliveTest, type RunningApp } from './launch.ts';

/**
 * One app for many journeys, one after the other: to start it takes longer than what most of them do. For journeys that
 * change nothing that the app keeps, no file in its list and no setting: each finds the page as it begins.
 */
export class SharedWindow {
  readonly #userData: string;
  #app: RunningApp | null = null;
  #address = '';
  #hasHadFrames = false;

  constructor(userData: string) {
    this.#userData = userData;
  }

  async open(): Promise<Page> {
    if (this.#app !== null) return this.#app.page;
    this.#app = await launchApp({ userData: this.#userData });
    outliveTest(this.#app);
    const { page } = this.#app;
    this.#address = page.url();
    page.on('frameattached', () => {
      this.#hasHadFrames = true;
    });
    return page;
  }

  /** After a journey. What it has left open would be drawn anew, with each blink of a caret, until the next one comes. */
  async leave(): Promise<void> {
    // From a window whose page ever had a frame main takes no file, however often it is loaded anew.
    if (this.#hasHadFrames) await this.close();
    else if (this.#app !== null) await this.#loadAnew(this.#app.page);
  }

  async close(): Promise<void> {
    await this.#app?.kill();
    this.#app = null;
    this.#hasHadFrames = false;
  }

  async #loadAnew(page: Page): Promise<void> {
    await page.emulateMedia({ colorScheme: null, forcedColors: null, reducedMotion: 'reduce' });
    await page.goto(this.#address);
    await page.locator('main[aria-busy="false"]').waitFor();
  }
}
