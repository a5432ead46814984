import type { WindowEvent } from '../../shared/bridge/bridge.ts';

export type WindowEvents = ReturnType<typeof createWindowEvents>;

/** What main tells by itself: the window hears it, and whoever else has something to do when it happens. */
export function createWindowEvents() {
  const listeners: ((event: WindowEvent) => void)[] = [];
  const send = (event: WindowEvent): void => {
    for (const listener of listeners) listener(event);
  };
  return {
    send,
    notice: (tone: 'info' | 'warning', text: string): void => send({ kind: 'notice', tone, text }),
    /** In the order in which they were added. */
    listen(listener: (event: WindowEvent) => void): void {
      listeners.push(listener);
    },
  };
}
