import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import type { Desktop } from '../desktop/desktop.ts';
import { Ending } from '../ending.ts';
import type { Closing } from './closing.ts';
import type { MainWindow } from './main-window.ts';
import type { WayIn } from './way-in.ts';

vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  return { app: new Emitter() };
});

const { hearSystem } = await import('./system-events.ts');

test('when Windows ends the session, what must be on the disk is there before the window’s event returns', () => {
  const window = new EventEmitter();
  const close = vi.fn(async () => undefined);
  const ending = new Ending({ close, isStuck: () => false, last: async () => undefined, exit: vi.fn(), kill: vi.fn() });
  const mainWindow = { onOpen: (listener: (opened: unknown) => void) => listener(window) };
  hearSystem(
    mainWindow as unknown as MainWindow,
    {} as unknown as WayIn,
    {} as unknown as Closing,
    {} as unknown as Desktop,
    ending,
  );
  window.emit('session-end', {});
  expect(close).toHaveBeenCalledOnce();
});
