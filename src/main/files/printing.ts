import { randomUUID } from 'node:crypto';
import { BrowserWindow } from 'electron';
import pTimeout from 'p-timeout';
import { APP_ORIGIN } from './app-protocol.ts';

const A4_INCHES = { width: 8.27, height: 11.69 } as const;

/** A page is printed in a second; a window that takes this long hangs, and others wait for its turn. */
const LONGEST_MS = 60_000;

/** Prints pages of the app's own making as PDF. They are shown in a hidden window that runs no script. */
export class Printing {
  /** By their paths at the app's own address. */
  readonly #pages = new Map<string, string>();
  #abandoned = new AbortController();

  /** The page for the hidden window, once; null when none is to be printed under this path. */
  take(path: string): string | null {
    const page = this.#pages.get(path) ?? null;
    this.#pages.delete(path);
    return page;
  }

  /** The page must be whole in itself. Rejects when the window can't show it, or does not in time. */
  async print(page: string): Promise<Uint8Array<ArrayBuffer>> {
    const path = `/print/${randomUUID()}`;
    this.#pages.set(path, page);
    const window = new BrowserWindow({
      show: false,
      webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, javascript: false },
    });
    try {
      return await pTimeout(printed(window, `${APP_ORIGIN}${path}`), {
        milliseconds: LONGEST_MS,
        message: 'The page was not printed in time.',
        signal: this.#abandoned.signal,
      });
    } finally {
      this.#pages.delete(path);
      window.destroy();
    }
  }

  /** Nobody wants them any more. The app ends with its last window, and a hidden one that hangs is one as well. */
  abandon(): void {
    this.#abandoned.abort(new Error('The window that wanted it printed is closed.'));
    this.#abandoned = new AbortController();
  }
}

async function printed(window: BrowserWindow, url: string): Promise<Uint8Array<ArrayBuffer>> {
  await window.loadURL(url);
  // The page says its own margins.
  const pdf = await window.webContents.printToPDF({
    pageSize: A4_INCHES,
    printBackground: true,
    preferCSSPageSize: true,
    // Screen readers read a PDF by its tags.
    generateTaggedPDF: true,
    generateDocumentOutline: true,
  });
  return new Uint8Array(pdf);
}
