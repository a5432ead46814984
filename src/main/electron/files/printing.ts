import { randomUUID } from 'node:crypto';
import { BrowserWindow } from 'electron';
import { APP_ORIGIN } from './app-protocol.ts';

const A4_INCHES = { width: 8.27, height: 11.69 } as const;

/** A page is printed in a second; a window that takes this long hangs, and others wait for its turn. */
const LONGEST_MS = 60_000;

/** Pages that the app's own scheme shows once, to the hidden window that prints them. */
export type PrintShelf = { readonly take: (path: string) => string | null };

/** Prints pages of the app's own making as PDF. They are shown in a hidden window that runs no script. */
export function createPrinting() {
  const pages = new Map<string, string>();

  return {
    shelf: {
      take: (path: string): string | null => {
        const page = pages.get(path) ?? null;
        pages.delete(path);
        return page;
      },
    } satisfies PrintShelf,

    /** The page must be whole in itself. Rejects when the window can't show it, or does not in time. */
    async print(page: string): Promise<Uint8Array<ArrayBuffer>> {
      const path = `/print/${randomUUID()}`;
      pages.set(path, page);
      const window = new BrowserWindow({
        show: false,
        webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, javascript: false },
      });
      const printed = async (): Promise<Uint8Array<ArrayBuffer>> => {
        await window.loadURL(`${APP_ORIGIN}${path}`);
        // The page says its own margins.
        const pdf = await window.webContents.printToPDF({
          pageSize: A4_INCHES,
          printBackground: true,
          preferCSSPageSize: true,
        });
        return new Uint8Array(pdf);
      };
      let timer: NodeJS.Timeout | undefined;
      const tooLong = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('The page was not printed in time.')), LONGEST_MS);
      });
      try {
        return await Promise.race([printed(), tooLong]);
      } finally {
        clearTimeout(timer);
        pages.delete(path);
        window.destroy();
      }
    },
  };
}
