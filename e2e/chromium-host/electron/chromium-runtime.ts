import type { Browser } from '../chromium/browser.ts';
import type { Targets } from '../chromium/targets.ts';

/** The one Chromium behind all windows of this process, and its pages. */
export type ChromiumRuntime = { readonly browser: Browser; readonly targets: Targets };

const started = Promise.withResolvers<ChromiumRuntime>();
let running: ChromiumRuntime | null = null;
started.promise.catch(() => undefined);

/** Windows made before Chromium runs wait here. */
export const chromium: Promise<ChromiumRuntime> = started.promise;

export function runningChromium(): ChromiumRuntime | null {
  return running;
}

export function provideChromium(runtime: ChromiumRuntime): void {
  running = runtime;
  started.resolve(runtime);
}
