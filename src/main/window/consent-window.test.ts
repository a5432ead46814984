import { expect, test, vi } from 'vitest';

const opened = vi.hoisted(() => ({ window: null as null | { webContents: { emit(name: string): boolean } } }));
vi.mock('electron', async () => {
  const { EventEmitter } = await import('node:events');
  class BrowserWindow extends EventEmitter {
    readonly webContents = Object.assign(new EventEmitter(), { id: 1 });
    #isDestroyed = false;

    constructor() {
      super();
      opened.window = this;
    }

    async loadURL(): Promise<void> {}

    destroy(): void {
      this.#isDestroyed = true;
      this.emit('closed');
    }

    isDestroyed(): boolean {
      return this.#isDestroyed;
    }
  }
  return {
    BrowserWindow,
    app: {},
    nativeImage: { createFromDataURL: () => ({}) },
    nativeTheme: {},
    protocol: {},
    ipcMain: Object.assign(new EventEmitter(), { handle: () => undefined }),
  };
});

const { ConsentWindows } = await import('./consent-window.ts');

test('a question whose page is gone is a no, and its window goes', async () => {
  const windows = new ConsentWindows(() => null, 'consent.cjs');
  const words = { title: 'Move it?', text: 'A text', subject: 'https://host', confirm: 'Move it' };
  const answer = windows.ask({ ...words, tone: 'warning' });
  opened.window?.webContents.emit('render-process-gone');
  expect(await answer).toBe(false);
});
