import type { bridgeEnd } from './context-bridge.ts';

export type MainWorldOptions = {
  /** The type of the event that brings the bridge's channel over from the preload's world. */
  readonly handshake: string;
  readonly mark: string;
  /** The key under which the preload's world hands over what decides about `window.open`. */
  readonly windowOpenKey: string;
};

/**
 * Runs in the page's own world before any of the page's scripts: waits for the preload's world, then is its other end.
 * The function carries all that it needs: it runs as source text.
 */
export function mainWorld(options: MainWorldOptions, makeBridge: typeof bridgeEnd): void {
  if (window !== window.top) return;

  /** Opening a window gives null at once when the app refuses it, as in Electron. */
  const guardWindowOpen = (mayOpen: (url: string, frameName: string, features: string) => unknown): void => {
    const open = window.open;
    window.open = (url, frameName, features) => {
      const absolute = url === undefined ? 'about:blank' : new URL(url, document.baseURI).href;
      if (mayOpen(absolute, String(frameName ?? ''), String(features ?? '')) !== true) return null;
      return open.call(window, url, frameName, features);
    };
  };

  document.addEventListener(
    options.handshake,
    (event) => {
      event.stopImmediatePropagation();
      if (!(event instanceof MouseEvent) || !(event.relatedTarget instanceof Element)) return;
      makeBridge({
        channel: event.relatedTarget,
        hears: 'to-main',
        says: 'to-isolated',
        mark: options.mark,
        onFiles: () => undefined,
        accept: (key, api) => {
          if (key !== options.windowOpenKey || typeof api !== 'function') return false;
          guardWindowOpen((...details) => api(...details));
          return true;
        },
      });
    },
    { once: true },
  );
}
