import { randomUUID } from 'node:crypto';
import { BrowserWindow } from 'electron';
import pTimeout from 'p-timeout';
import { APP_ORIGIN } from './app-protocol.ts';

const A4_INCHES = { width: 8.27, height: 11.69 } as const;

/** Printing takes about a second. A window that takes this long hangs. */
const LONGEST_MS = 60_000;

/** Prints the app's own pages as PDF, in a hidden window without scripts. */
export class Printing {
  /** By their paths at the app's origin. */
  readonly #pages = new Map<string, string>();
  #abandoned = new AbortController();

  /** Returns the page for the hidden window once; null if none is to be printed under this path. */
  take(path: string): string | null {
    const page = this.#pages.get(path) ?? null;
    this.#pages.delete(path);
    return page;
  }

  /** The page must be self-contained. Rejects if the window cannot show it in time. */
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

  /** Call when the window is closed: cancels all printing. A hidden window that hangs would keep the app open. */
  abandon(): void {
    this.#abandoned.abort(new Error('The window that wanted it printed is closed.'));
    this.#abandoned = new AbortController();
  }
}

async function printed(window: BrowserWindow, url: string): Promise<Uint8Array<ArrayBuffer>> {
  await window.loadURL(url);
  // The page defines its own margins.
  const pdf = await window.webContents.printToPDF({
    pageSize: A4_INCHES,
    printBackground: true,
    preferCSSPageSize: true,
    // Screen readers need the tags.
    generateTaggedPDF: true,
    generateDocumentOutline: true,
  });
  return new Uint8Array(pdf);
}
