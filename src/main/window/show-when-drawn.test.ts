import { EventEmitter } from 'node:events';
import { beforeEach, expect, test, vi } from 'vitest';
import { showWhenDrawn } from './show-when-drawn.ts';

class HiddenWindow extends EventEmitter {
  readonly webContents = new EventEmitter();
  readonly show = vi.fn();
  readonly isVisible = (): boolean => this.isShownAlready;
  readonly isDestroyed = (): boolean => this.isGone;
  isShownAlready = false;
  isGone = false;
}

beforeEach(() => void vi.useFakeTimers());

function opened(): HiddenWindow {
  const window = new HiddenWindow();
  showWhenDrawn(window);
  expect(window.show).not.toHaveBeenCalled();
  return window;
}

const moments: Readonly<Record<string, (window: HiddenWindow) => void>> = {
  'its page has drawn': (window) => window.emit('ready-to-show'),
  'its page has loaded': ({ webContents }) => webContents.emit('did-finish-load'),
  'its page could not be loaded': ({ webContents }) => webContents.emit('did-fail-load'),
  'two seconds have passed': () => vi.advanceTimersByTime(2_000),
};

for (const [moment, comes] of Object.entries(moments)) {
  test(`a window is shown once ${moment}`, () => {
    const window = opened();
    comes(window);
    expect(window.show).toHaveBeenCalledTimes(1);
  });
}

test('a window is shown and prepared once, even if all of that happens', () => {
  const window = new HiddenWindow();
  const prepare = vi.fn(() => expect(window.show).not.toHaveBeenCalled());
  showWhenDrawn(window, prepare);
  for (const comes of Object.values(moments)) comes(window);
  expect(window.show).toHaveBeenCalledTimes(1);
  expect(prepare).toHaveBeenCalledTimes(1);
});

test('a window that was closed meanwhile is neither shown nor prepared', () => {
  const window = new HiddenWindow();
  const prepare = vi.fn();
  showWhenDrawn(window, prepare);
  window.isGone = true;
  window.emit('closed');
  for (const comes of Object.values(moments)) comes(window);
  expect(window.show).not.toHaveBeenCalled();
  expect(prepare).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});

test('a window that is visible already does not take the focus again', () => {
  const window = opened();
  window.isShownAlready = true;
  window.emit('ready-to-show');
  expect(window.show).not.toHaveBeenCalled();
});
