import type { WindowApi } from '../../shared/bridge/bridge.ts';

declare global {
  interface Window {
    /** Put there by the preload: all that the window knows of the world outside. */
    readonly dropslip: WindowApi;
  }
}

export function windowApi(): WindowApi {
  return window.dropslip;
}
