import { EventEmitter } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import type { Preferences } from '../../shared/preferences.ts';
import { Closing } from './closing.ts';

/** A window with Electron's rules of closing: `close` may be prevented, `destroy` may not. */
class FakeWindow extends EventEmitter {
  readonly webContents = Object.assign(new EventEmitter(), { isCrashed: () => false });
  open = true;
  minimized = false;

  close(): void {
    if (!this.open) return;
    let prevented = false;
    this.emit('close', {
      preventDefault: () => {
        prevented = true;
      },
    });
    if (!prevented) this.destroy();
  }

  destroy(): void {
    this.open = false;
    this.emit('closed');
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

function guarded(files: number, { canStay = false, whenClosed = 'ask' as Preferences['whenClosed'] } = {}) {
  const ask = vi.fn();
  const closing = new Closing(
    () => files,
    () => whenClosed,
    () => canStay,
    ask,
  );
  const window = new FakeWindow();
  closing.guard(window);
  return { ask, closing, window };
}

test('a window with nothing under way closes at once', () => {
  const { ask, window } = guarded(0);
  window.close();
  expect(window.open).toBe(false);
  expect(ask).not.toHaveBeenCalled();
});

test('a window with work under way stays when that is the answer, and asks again at the next attempt', () => {
  const { ask, closing, window } = guarded(3);
  window.close();
  closing.answer('shown');
  closing.answer('keep-open');
  expect(window.open).toBe(true);
  window.close();
  expect(ask.mock.calls).toEqual([
    [3, false],
    [3, false],
  ]);
  closing.answer('close');
  expect(window.open).toBe(false);
});

test('a second attempt while the question is open closes', () => {
  const { ask, window } = guarded(3);
  window.close();
  window.close();
  expect(window.open).toBe(false);
  expect(ask).toHaveBeenCalledTimes(1);
});

test('a quitting app closes without a question', () => {
  const { ask, closing, window } = guarded(3);
  closing.quit();
  window.close();
  expect(window.open).toBe(false);
  expect(ask).not.toHaveBeenCalled();
});

test('a window that does not show the question in time is closed', () => {
  vi.useFakeTimers();
  const { window } = guarded(3);
  window.close();
  vi.advanceTimersByTime(3_000);
  expect(window.open).toBe(false);
  vi.useRealTimers();
});

test('a question that is shown has all the time that the person takes', () => {
  vi.useFakeTimers();
  const { closing, window } = guarded(3);
  window.close();
  closing.answer('shown');
  vi.advanceTimersByTime(3_600_000);
  expect(window.open).toBe(true);
  vi.useRealTimers();
});

test('a page that crashes while it is asked is closed', () => {
  const { closing, window } = guarded(3);
  window.close();
  closing.answer('shown');
  window.webContents.emit('render-process-gone');
  expect(window.open).toBe(false);
});

test('an answer to no question closes nothing', () => {
  const { closing, window } = guarded(3);
  closing.answer('close');
  expect(window.open).toBe(true);
});

describe('quitting by the menu', () => {
  test('ends the app at once with nothing under way, or without a window', () => {
    const { ask, closing, window } = guarded(0);
    const quit = vi.fn();
    closing.quitByPerson(window, quit);
    guarded(3).closing.quitByPerson(null, quit);
    expect(quit).toHaveBeenCalledTimes(2);
    expect(ask).not.toHaveBeenCalled();
  });

  test('asks with work under way: who keeps it open stays, who says yes quits', () => {
    for (const answer of ['keep-open', 'close'] as const) {
      const { ask, closing, window } = guarded(3);
      const quit = vi.fn(() => {
        closing.quit();
        window.close();
      });
      window.minimized = true;
      closing.quitByPerson(window, quit);
      expect([ask.mock.calls, window.open, window.minimized]).toEqual([[[3, false]], true, false]);
      closing.answer('shown');
      closing.answer(answer);
      expect([quit.mock.calls.length, window.open]).toEqual(answer === 'close' ? [1, false] : [0, true]);
    }
  });

  test('goes through at the second attempt, be it the menu’s or the frame’s', () => {
    const quit = vi.fn();
    const byMenu = guarded(3);
    byMenu.closing.quitByPerson(byMenu.window, quit);
    byMenu.closing.quitByPerson(byMenu.window, quit);
    expect(quit).toHaveBeenCalledTimes(1);
    const byFrame = guarded(3);
    byFrame.closing.quitByPerson(byFrame.window, quit);
    byFrame.window.close();
    expect(byFrame.window.open).toBe(false);
  });

  test('goes through where a page does not show the question, or is gone with it', () => {
    vi.useFakeTimers();
    for (const fail of [
      () => vi.advanceTimersByTime(3_000),
      (window: FakeWindow) => window.webContents.emit('render-process-gone'),
    ]) {
      const { closing, window } = guarded(3);
      const quit = vi.fn();
      closing.quitByPerson(window, quit);
      fail(window);
      expect([quit.mock.calls.length, window.open]).toEqual([1, false]);
    }
    vi.useRealTimers();
  });
});

describe('a window that closes where there is a tray', () => {
  test('asks with work under way, and the app goes on without it when that is the answer', () => {
    const { ask, closing, window } = guarded(3, { canStay: true });
    window.close();
    expect(ask).toHaveBeenCalledExactlyOnceWith(3, true);
    closing.answer('shown');
    closing.answer('stay');
    expect([window.open, closing.staysWithoutWindow]).toEqual([false, true]);
  });

  test('ends the app when that is the answer, and with nothing under way', () => {
    const asked = guarded(3, { canStay: true });
    asked.window.close();
    asked.closing.answer('close');
    const idle = guarded(0, { canStay: true });
    idle.window.close();
    for (const { closing, window } of [asked, idle]) {
      expect([window.open, closing.staysWithoutWindow]).toEqual([false, false]);
    }
  });

  test.each([
    ['stay', true, true],
    ['stay', false, true],
    ['quit', true, false],
  ] as const)('does as the person chose for good: %s', (whenClosed, isBusy, stays) => {
    const { ask, closing, window } = guarded(isBusy ? 3 : 0, { canStay: true, whenClosed });
    window.close();
    expect(ask).not.toHaveBeenCalled();
    expect([window.open, closing.staysWithoutWindow]).toEqual([false, stays]);
  });

  test('stays as the person chose for good, also soon after they took back that they quit', () => {
    const { closing, window } = guarded(3, { canStay: true, whenClosed: 'stay' });
    closing.quitByPerson(window, () => window.close());
    closing.answer('keep-open');
    window.close();
    expect([window.open, closing.staysWithoutWindow]).toEqual([false, true]);
  });

  test('ends the app all the same when it quits, and asks anew of the next window', () => {
    const { closing, window } = guarded(3, { canStay: true, whenClosed: 'stay' });
    window.close();
    closing.quit();
    expect(closing.staysWithoutWindow).toBe(false);
    const next = guarded(0, { canStay: true });
    next.closing.stayWithoutWindow();
    next.closing.guard(new FakeWindow());
    expect(next.closing.staysWithoutWindow).toBe(false);
  });
});

test('without a tray the app never stays, whatever a page or an earlier choice says', () => {
  const chosen = guarded(3, { whenClosed: 'stay' });
  chosen.window.close();
  expect(chosen.ask).toHaveBeenCalledExactlyOnceWith(3, false);
  chosen.closing.answer('stay');
  expect([chosen.window.open, chosen.closing.staysWithoutWindow]).toEqual([false, false]);
});

test('who quits by the menu is not offered to stay, nor taken to have chosen it', () => {
  const { ask, closing, window } = guarded(3, { canStay: true, whenClosed: 'stay' });
  closing.quitByPerson(window, () => window.close());
  expect(ask).toHaveBeenCalledExactlyOnceWith(3, false);
  closing.answer('stay');
  expect([window.open, closing.staysWithoutWindow]).toEqual([false, false]);
});
