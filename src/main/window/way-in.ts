import type { MenuCommand } from '../../shared/bridge/app.ts';
import type { WindowEvent } from '../../shared/bridge/bridge.ts';
import { type Link, linkEvent } from '../start/links.ts';
import type { MainWindow } from './main-window.ts';

/**
 * Shows the window and the right place in it after an event from outside: a link, a desktop notification, the menu, or
 * opened files.
 */
export class WayIn {
  readonly #window: MainWindow;
  readonly #activate: (accountId: string) => Promise<void>;
  #isClosed = false;

  /** `activate` makes an account the shown one. */
  constructor(window: MainWindow, activate: (accountId: string) => Promise<void>) {
    this.#window = window;
    this.#activate = activate;
  }

  /** Null: only shows the window. */
  toLink(link: Link | null): void {
    if (this.#isClosed) return;
    this.#window.show();
    if (link !== null) this.#window.sendOnceListening(linkEvent(link));
  }

  async toQueue(accountId: string): Promise<void> {
    if (this.#isClosed) return;
    await this.#activate(accountId);
    this.#window.show();
    this.#window.sendOnceListening({ kind: 'open-queue' });
  }

  toCommand(command: MenuCommand): void {
    if (this.#isClosed) return;
    this.#window.show();
    this.#window.sendOnceListening({ kind: 'menu-chosen', command });
  }

  /** Shows files that were opened with the app. */
  toOpened(event: Extract<WindowEvent, { readonly kind: 'files-opened' | 'receipt-opened' }>): void {
    if (this.#isClosed) return;
    this.#window.show();
    this.#window.sendOnceListening(event);
  }

  /** A closing app shows nothing any more. A start from now on opens a new app. */
  close(): void {
    this.#isClosed = true;
  }
}
