import { EventEmitter } from 'node:events';
import type { BrowserWindow, MessageBoxOptions } from 'electron';
import { describe, expect, test, vi } from 'vitest';
import { standardPreferences } from '../../shared/preferences.ts';
import type { Preferences } from '../preferences/preferences.ts';
import { Closing } from './closing.ts';

type Answer = { readonly response: number; readonly checkboxChecked: boolean };

const { quit, showMessageBox } = vi.hoisted(() => ({
  quit: vi.fn(),
  showMessageBox: vi.fn<(window: unknown, options: MessageBoxOptions) => Promise<Answer>>(),
}));
vi.mock('electron', () => ({ app: { quit }, dialog: { showMessageBox } }));

/** A window with Electron's rules of closing: `close` may be prevented. */
class FakeWindow extends EventEmitter {
  open = true;
  minimized = false;

  close(): void {
    let prevented = false;
    this.emit('close', {
      preventDefault: () => {
        prevented = true;
      },
    });
    if (!prevented) this.open = false;
  }

  isDestroyed(): boolean {
    return !this.open;
  }

  isMinimized(): boolean {
    return this.minimized;
  }

  restore(): void {
    this.minimized = false;
  }

  show(): void {
    this.emit('show');
  }
}

function guarded(files: number, { canStay = false, whenClosed = 'ask' as 'ask' | 'stay' | 'quit' } = {}) {
  quit.mockReset();
  showMessageBox.mockReset();
  const change = vi.fn(async () => undefined);
  const preferences = { chosen: { ...standardPreferences, whenClosed }, change } as unknown as Preferences;
  const closing = new Closing(
    () => files,
    preferences,
    () => canStay,
  );
  const window = new FakeWindow();
  closing.guard(asBrowserWindow(window));
  quit.mockImplementation(() => {
    closing.quit();
    window.close();
  });
  let give: (answer: Answer) => void = () => undefined;
  showMessageBox.mockImplementation(() => new Promise((resolve) => (give = resolve)));
  const answer = async (button: string, checkboxChecked = true): Promise<void> => {
    const [, options] = showMessageBox.mock.lastCall ?? [];
    const response = options?.buttons?.indexOf(button) ?? -1;
    expect(response).not.toBe(-1);
    give({ response, checkboxChecked });
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { answer, change, closing, window };
}

const asBrowserWindow = (window: FakeWindow): BrowserWindow => window as unknown as BrowserWindow;

test.each([
  ['nothing is under way', 0, 'ask'],
  ['the user chose to quit without a question', 3, 'quit'],
] as const)('a window closes at once if %s', (_why, files, whenClosed) => {
  const { window } = guarded(files, { whenClosed });
  window.close();
  expect(window.open).toBe(false);
  expect(showMessageBox).not.toHaveBeenCalled();
});

test('a window with work under way stays if the user keeps it open, and asks again at the next attempt', async () => {
  const { answer, change, window } = guarded(3);
  window.close();
  await answer('Keep open');
  expect(window.open).toBe(true);
  window.close();
  expect(showMessageBox.mock.lastCall?.[1]).toMatchObject({ message: 'Close Dropslip?' });
  await answer('Close');
  expect([window.open, quit.mock.calls.length, change.mock.calls]).toEqual([false, 1, []]);
});

test('a second attempt while the question is open closes the window', () => {
  const { window } = guarded(3);
  window.close();
  window.close();
  expect(window.open).toBe(false);
  expect(showMessageBox).toHaveBeenCalledTimes(1);
});

test('a quitting app closes without a question', () => {
  const { closing, window } = guarded(3);
  closing.quit();
  window.close();
  expect(window.open).toBe(false);
  expect(showMessageBox).not.toHaveBeenCalled();
});

describe('quitting by the menu', () => {
  test('ends the app at once with nothing under way, or without a window', () => {
    const { closing, window } = guarded(0);
    closing.quitByUser(asBrowserWindow(window));
    guarded(3).closing.quitByUser(null);
    expect(quit).toHaveBeenCalledTimes(1);
    expect(showMessageBox).not.toHaveBeenCalled();
  });

  test('asks with work under way, without the offer to stay', async () => {
    const { answer, closing, window } = guarded(3, { canStay: true, whenClosed: 'stay' });
    window.minimized = true;
    closing.quitByUser(asBrowserWindow(window));
    expect(window.minimized).toBe(false);
    await answer('Keep open');
    expect([window.open, quit.mock.calls.length]).toEqual([true, 0]);
    closing.quitByUser(asBrowserWindow(window));
    await answer('Close');
    expect([window.open, closing.staysWithoutWindow]).toEqual([false, false]);
  });

  test('succeeds at the second attempt, by the menu or by the frame', () => {
    const byMenu = guarded(3);
    byMenu.closing.quitByUser(asBrowserWindow(byMenu.window));
    byMenu.closing.quitByUser(asBrowserWindow(byMenu.window));
    expect(quit).toHaveBeenCalledTimes(1);
    const byFrame = guarded(3);
    byFrame.closing.quitByUser(asBrowserWindow(byFrame.window));
    byFrame.window.close();
    expect(byFrame.window.open).toBe(false);
  });
});

describe('a window that closes with a tray', () => {
  test.each([
    ['Keep sending', true, 'stay'],
    ['Quit', false, 'quit'],
  ] as const)('is answered with “%s”, which may be remembered', async (button, stays, whenClosed) => {
    for (const remembers of [true, false]) {
      const { answer, change, closing, window } = guarded(3, { canStay: true });
      window.close();
      await answer(button, remembers);
      expect([window.open, closing.staysWithoutWindow]).toEqual([false, stays]);
      expect(change.mock.calls).toEqual(remembers ? [[{ whenClosed }]] : []);
    }
  });

  test.each([
    ['stay', 3, true],
    ['stay', 0, true],
    ['quit', 3, false],
  ] as const)('follows the earlier choice: %s with %d files', (whenClosed, files, stays) => {
    const { closing, window } = guarded(files, { canStay: true, whenClosed });
    window.close();
    expect(showMessageBox).not.toHaveBeenCalled();
    expect([window.open, closing.staysWithoutWindow]).toEqual([false, stays]);
  });

  test('ends an app that quits, and asks again about the next window', () => {
    const { closing, window } = guarded(3, { canStay: true, whenClosed: 'stay' });
    window.close();
    closing.quit();
    expect(closing.staysWithoutWindow).toBe(false);
    const next = guarded(0, { canStay: true });
    next.closing.stayWithoutWindow();
    next.closing.guard(asBrowserWindow(new FakeWindow()));
    expect(next.closing.staysWithoutWindow).toBe(false);
  });
});

test('without a tray the app never stays, whatever was chosen before', async () => {
  const { answer, closing, window } = guarded(3, { whenClosed: 'stay' });
  window.close();
  await answer('Close');
  expect([window.open, closing.staysWithoutWindow]).toEqual([false, false]);
});
