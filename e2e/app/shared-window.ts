import type { Page } from '@playwright/test';
import { launchApp, outliveTest, type RunningApp } from './launch.ts';

/**
 * One app for several journeys in sequence, because starting it takes longer than most of them. Only for journeys that
 * change no stored data, no list and no setting. Each journey starts with a fresh page.
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

  /** Call after each journey. An open page would be redrawn continuously, for example for a blinking caret. */
  async leave(): Promise<void> {
    // Main accepts no files from a window whose page ever had a frame, even after a reload.
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
