import type { Browser } from './browser.ts';
import type { DevToolsSession } from './connection.ts';
import { BLANK_PAGE } from './switches.ts';

/** A page of Chromium's with a session to it. It runs nothing until `Runtime.runIfWaitingForDebugger`. */
export type PageTarget = { readonly targetId: string; readonly session: DevToolsSession };

/**
 * The pages that the app's windows show. Chromium stops each new page before it does anything, so that it can be set
 * up first. A page that no window asked for (a link that opens a window, a key that opens a tab) is closed again.
 */
export class Targets {
  readonly #browser: Browser;
  readonly #attached = new Map<string, PageTarget>();
  readonly #claimed = new Set<string>();
  readonly #onGone: (targetId: string) => void;
  readonly #startPage = Promise.withResolvers<void>();
  #creating = 0;

  private constructor(browser: Browser, onGone: (targetId: string) => void) {
    this.#browser = browser;
    this.#onGone = onGone;
  }

  /** `onGone` hears of each page that is gone, whoever closed it. */
  static async open(browser: Browser, onGone: (targetId: string) => void): Promise<Targets> {
    const targets = new Targets(browser, onGone);
    await targets.#watch();
    if (!browser.headless) await targets.#startPage.promise;
    return targets;
  }

  /** `width` and `height` are those of the content, in CSS pixels. */
  async createPage(size: { readonly width: number; readonly height: number }): Promise<PageTarget> {
    const spare = this.#attached.values().next().value;
    if (spare !== undefined) return this.#claim(spare.targetId);
    this.#creating += 1;
    try {
      const { targetId } = await this.#browser.session.send('Target.createTarget', {
        url: BLANK_PAGE,
        newWindow: true,
        ...size,
      });
      // Chromium tells of the attachment before it answers.
      return this.#claim(targetId);
    } finally {
      this.#creating -= 1;
      if (this.#creating === 0) for (const { targetId } of this.#attached.values()) this.close(targetId);
    }
  }

  close(targetId: string): void {
    this.#attached.delete(targetId);
    this.#browser.session.send('Target.closeTarget', { targetId }).catch(() => undefined);
  }

  #claim(targetId: string): PageTarget {
    const target = this.#attached.get(targetId);
    if (target === undefined) throw new Error('Chromium closed the page before it was set up.');
    this.#attached.delete(targetId);
    this.#claimed.add(targetId);
    return target;
  }

  async #watch(): Promise<void> {
    const { session } = this.#browser;
    // Headed, Chromium opens a window of its own accord: the app's first.
    let awaitsStartPage = !this.#browser.headless;
    session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      const { targetId } = targetInfo;
      const wanted = awaitsStartPage || this.#creating > 0;
      if (wanted) this.#attached.set(targetId, { targetId, session: this.#browser.sessionOf(sessionId) });
      else this.close(targetId);
      awaitsStartPage = false;
      this.#startPage.resolve();
    });
    session.on('Target.detachedFromTarget', ({ targetId }) => {
      if (targetId === undefined) return;
      this.#attached.delete(targetId);
      if (this.#claimed.delete(targetId)) this.#onGone(targetId);
    });
    session.on('Target.targetDestroyed', ({ targetId }) => {
      if (this.#claimed.delete(targetId)) this.#onGone(targetId);
    });
    await session.send('Target.setDiscoverTargets', { discover: true, filter: [{ type: 'page' }] });
    await session.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
      filter: [{ type: 'page' }],
    });
  }
}
