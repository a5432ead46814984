import { EventEmitter } from 'node:events';
import { beforeEach, expect, test, vi } from 'vitest';
import type { MainWindow } from './main-window.ts';

const { quit, showMessageBox } = vi.hoisted(() => ({ quit: vi.fn(), showMessageBox: vi.fn() }));
vi.mock('electron', () => ({ app: { quit }, dialog: { showMessageBox } }));

const { PageRecovery } = await import('./page-recovery.ts');

beforeEach(() => vi.clearAllMocks());

function followed() {
  const [reopen, tell, onGone] = [vi.fn(), vi.fn(), vi.fn()];
  const mainWindow = { reopenPage: reopen, sendOnceListening: tell } as unknown as MainWindow;
  let now = 0;
  const window = Object.assign(new EventEmitter(), {
    webContents: new EventEmitter(),
    isDestroyed: (): boolean => false,
  });
  new PageRecovery(mainWindow, onGone, () => now).follow(window);
  const lose = (reason: string, afterMs: number): void => {
    now += afterMs;
    window.webContents.emit('render-process-gone', {}, { reason, exitCode: 1 });
  };
  return { reopen, tell, onGone, quit, window, lose };
}

test('a page whose process is gone is opened anew, which the person is told', () => {
  const { reopen, tell, onGone, lose } = followed();
  lose('crashed', 0);
  expect([reopen, tell, onGone].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1]);
  expect(showMessageBox).not.toHaveBeenCalled();
});

test('one that is gone again soon after is opened anew only when the person says so', async () => {
  const { reopen, quit, lose } = followed();
  lose('crashed', 0);
  showMessageBox.mockResolvedValueOnce({ response: 0 });
  lose('oom', 59_000);
  expect(reopen).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => expect(reopen).toHaveBeenCalledTimes(2));
  showMessageBox.mockResolvedValueOnce({ response: 1 });
  lose('killed', 59_000);
  await vi.waitFor(() => expect(quit).toHaveBeenCalledTimes(1));
  expect(reopen).toHaveBeenCalledTimes(2);
});

test('one that is gone again much later is opened anew by itself', () => {
  const { reopen, lose } = followed();
  lose('crashed', 0);
  lose('crashed', 60_000);
  expect(reopen).toHaveBeenCalledTimes(2);
  expect(showMessageBox).not.toHaveBeenCalled();
});

test('a page that goes with its window stays gone', () => {
  const { reopen, window, lose } = followed();
  lose('clean-exit', 0);
  window.isDestroyed = () => true;
  lose('killed', 0);
  expect(reopen).not.toHaveBeenCalled();
});
