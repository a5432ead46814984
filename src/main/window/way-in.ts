import type { MenuCommand } from '../../shared/bridge/app.ts';
import type { WindowEvent } from '../../shared/bridge/bridge.ts';
import { type HandedOver, linkEvent } from '../start/links.ts';
import type { MainWindow } from './main-window.ts';

/** Leads to the window whoever comes from outside it: by a link, by a notice on the desktop, by the menu, by files that were opened with the app. */
export class WayIn {
  readonly #window: Pick<MainWindow, 'show' | 'sendOnceListening'>;
  readonly #activate: (accountId: string) => Promise<void>;
  #isClosed = false;

  /** `activate` makes an account the one that is shown. */
  constructor(window: Pick<MainWindow, 'show' | 'sendOnceListening'>, activate: (accountId: string) => Promise<void>) {
    this.#window = window;
    this.#activate = activate;
  }

  /** Null: the window is wanted, and nothing in it. */
  toLink(link: HandedOver | null): void {
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

  /** Of files that were opened with the app. */
  toOpened(event: Extract<WindowEvent, { readonly kind: 'files-opened' | 'receipt-opened' }>): void {
    if (this.#isClosed) return;
    this.#window.show();
    this.#window.sendOnceListening(event);
  }

  /** What ends shows nothing any more; who starts it again meanwhile gets a new one. */
  close(): void {
    this.#isClosed = true;
  }
}
