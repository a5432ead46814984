import { expect, test, vi } from 'vitest';

const windows = vi.hoisted(() => ({ open: 0, load: (): Promise<void> => Promise.resolve() }));
vi.mock('electron', () => ({
  nativeTheme: {},
  protocol: {},
  BrowserWindow: class {
    readonly webContents = { printToPDF: async () => Buffer.from('%PDF') };

    constructor() {
      windows.open += 1;
    }

    loadURL(): Promise<void> {
      return windows.load();
    }

    destroy(): void {
      windows.open -= 1;
    }
  },
}));

const { Printing } = await import('./printing.ts');

test('a hidden window in which a page hangs is gone as soon as nobody wants the page printed', async () => {
  const printing = new Printing();
  windows.load = () => new Promise(() => undefined);
  const hanging = printing.print('<p>one</p>');
  expect(windows.open).toBe(1);
  printing.abandon();
  await expect(hanging).rejects.toThrow('is closed');
  expect(windows.open).toBe(0);
  // What is wanted later is printed as ever.
  windows.load = () => Promise.resolve();
  expect(Buffer.from(await printing.print('<p>two</p>')).toString()).toBe('%PDF');
  expect(windows.open).toBe(0);
});
