import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import { expect, test, vi } from 'vitest';
import type { MainWindow } from './main-window.ts';
import { recoverPage } from './page-recovery.ts';

function followed(isDestroyed: boolean) {
  vi.useFakeTimers();
  const [reopen, tell, onGone] = [vi.fn(), vi.fn(), vi.fn()];
  const mainWindow = { reopenPage: reopen, sendOnceListening: tell } as unknown as MainWindow;
  const window = { webContents: new EventEmitter(), isDestroyed: () => isDestroyed };
  recoverPage(mainWindow, window as unknown as BrowserWindow, onGone);
  const lose = (reason: string): void => {
    window.webContents.emit('render-process-gone', {}, { reason, exitCode: 1 });
    vi.runAllTimers();
  };
  return { calls: () => [reopen, tell, onGone].map(({ mock }) => mock.calls.length), lose };
}

test('a page whose process is gone is reopened each time, and the user is notified', () => {
  const { calls, lose } = followed(false);
  lose('crashed');
  lose('oom');
  expect(calls()).toEqual([2, 2, 2]);
});

test('a page that goes with its window stays gone', () => {
  const { calls, lose } = followed(false);
  lose('clean-exit');
  expect(calls()).toEqual([0, 0, 0]);
  const closed = followed(true);
  closed.lose('killed');
  expect(closed.calls()).toEqual([0, 0, 0]);
});
