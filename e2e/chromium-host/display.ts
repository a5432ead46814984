/** Whether windows can be seen here. */
export function hasDisplay(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean {
  if (platform !== 'linux') return true;
  return Boolean(environment.DISPLAY) || Boolean(environment.WAYLAND_DISPLAY);
}

/** How to look at a window that runs without a display. `announcement`: Chromium's line with its debugging address. */
export function viewingAdvice(announcement: string | null): string {
  const address = announcement === null ? null : /ws:\/\/([^/]+)/.exec(announcement)?.[1];
  return address === null || address === undefined
    ? 'No display here: the window runs headless. To look at it, start with --remote-debugging-port=9222.'
    : `No display here: the window runs headless. To look at it, open chrome://inspect in Chrome or Edge and add ${address} under "Configure…".`;
}
