import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import { expect, test, vi } from 'vitest';
import { Ending } from '../ending.ts';

vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  return { app: new Emitter() };
});

const { hearSystem } = await import('./system-events.ts');

test('when Windows ends the session, what must be on the disk is there before the window’s event returns', () => {
  const window = new EventEmitter();
  const close = vi.fn(async () => undefined);
  const ending = new Ending({ close, isStuck: () => false, last: async () => undefined, exit: vi.fn(), kill: vi.fn() });
  hearSystem({
    window: { onOpen: (listener) => listener(window as unknown as BrowserWindow) },
    wayIn: { toLink: vi.fn() },
    closing: { quit: vi.fn(), staysWithoutWindow: false },
    desktop: { windowClosed: vi.fn() },
    ending,
  });
  window.emit('session-end', {});
  expect(close).toHaveBeenCalledOnce();
});
