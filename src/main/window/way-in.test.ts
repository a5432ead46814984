import { expect, test, vi } from 'vitest';
import type { MainWindow } from './main-window.ts';

vi.mock('electron', () => ({ app: {} }));
const { WayIn } = await import('./way-in.ts');

test('whoever comes from outside is led to the window, and to none once the app ends', async () => {
  const [window, activate] = [{ show: vi.fn(), sendOnceListening: vi.fn() }, vi.fn(async () => undefined)];
  const wayIn = new WayIn(window as unknown as MainWindow, activate);
  const come = async (): Promise<void> => {
    wayIn.to(null);
    wayIn.to({ kind: 'open-submission', submissionId: 'a' });
    wayIn.to({ kind: 'menu-chosen', command: 'find' });
    await wayIn.toQueue('work');
  };
  await come();
  expect(window.show).toHaveBeenCalledTimes(4);
  expect(activate).toHaveBeenCalledExactlyOnceWith('work');
  expect(window.sendOnceListening.mock.calls.flat()).toEqual([
    { kind: 'open-submission', submissionId: 'a' },
    { kind: 'menu-chosen', command: 'find' },
    { kind: 'open-queue' },
  ]);
  vi.clearAllMocks();
  wayIn.close();
  await come();
  for (const called of [window.show, window.sendOnceListening, activate]) expect(called).not.toHaveBeenCalled();
});
