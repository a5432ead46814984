import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { Closing } from './closing.ts';

/** A window with Electron's rules of closing: `close` may be prevented, `destroy` may not. */
class FakeWindow extends EventEmitter {
  readonly webContents = Object.assign(new EventEmitter(), { isCrashed: () => false });
  open = true;

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
}

function guarded(files: number) {
  const ask = vi.fn();
  const closing = new Closing({ filesUnderWay: () => files, ask });
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

test('a window with work under way asks once and stays when that is the answer, and asks anew a while later', () => {
  vi.useFakeTimers();
  const { ask, closing, window } = guarded(3);
  window.close();
  closing.answer('shown');
  closing.answer('keep-open');
  expect(window.open).toBe(true);
  vi.advanceTimersByTime(30_000);
  window.close();
  expect(ask.mock.calls).toEqual([[3], [3]]);
  closing.answer('close');
  expect(window.open).toBe(false);
  vi.useRealTimers();
});

test('a second attempt soon after the page said to keep it open closes, however quick the page is', () => {
  const { ask, closing, window } = guarded(3);
  ask.mockImplementation(() => {
    closing.answer('shown');
    closing.answer('keep-open');
  });
  window.close();
  expect(window.open).toBe(true);
  window.close();
  expect(window.open).toBe(false);
  expect(ask).toHaveBeenCalledTimes(1);
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
