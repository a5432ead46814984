import { app, type Session, type WebContents } from 'electron';
import type { APP_PAGE, CONSENT_PAGE } from './files/app-protocol.ts';

/**
 * Stops name look-ups by Chromium. Call before the app is ready. A look-up can carry data of a page to the owner of the
 * name: no policy stops hints (`<link rel=dns-prefetch>`), and no proxy stops WebRTC's look-ups of relays. Node looks
 * up the services. A proxy configuration file at a host name is not found either.
 */
export function refuseNameLookups(): void {
  app.commandLine.appendSwitch('blink-settings', 'dnsPrefetchingEnabled=false');
  app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND');
}

/** Switches that admit a debugger, which can do whatever a page can and read what it shows. */
const debuggingSwitches = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-allow-origins',
] as const;

/**
 * Removes the debugging switches. Call before the app is ready: Electron admits debuggers only after main's script has
 * run. Tests drive a copy that runs from its sources by these switches. (A fuse disables the main process's own
 * debugger.)
 */
export function refuseDebuggers(): void {
  if (!app.isPackaged) return;
  for (const name of debuggingSwitches) app.commandLine.removeSwitch(name);
}

/**
 * Stops downloads of dictionaries. Call before the app is ready. On Windows and Linux Electron otherwise downloads
 * those of the system's language from Google for each new session, for any spelling setting, and a session that follows
 * the system's proxy could reach it.
 */
export function refuseDictionaries(): void {
  app.on('session-created', (session) => session.setSpellCheckerLanguages([]));
}

/** Confines all web contents to the app's own page: no network, no new windows, no permissions. */
export async function lockDown(session: Session): Promise<void> {
  session.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  app.on('web-contents-created', (_event, contents) => confine(contents));
  // Main has its own connections to services. Requests that a page causes past every policy go to a port of this
  // machine where nothing listens, even requests to this machine's own services.
  await session.setProxy({ mode: 'fixed_servers', proxyRules: 'http://127.0.0.1:1', proxyBypassRules: '<-loopback>' });
}

/**
 * Deletes a page's stored data, which could grow without limit. The app's page uses only the local storage (for its
 * appearance), which Chromium limits to a few megabytes.
 */
export function clearPageStorage(session: Session): Promise<void> {
  return session.clearStorageData({
    storages: ['cookies', 'filesystem', 'indexdb', 'serviceworkers', 'cachestorage'],
  });
}

type Confined = Pick<WebContents, 'on' | 'setWindowOpenHandler' | 'setWebRTCIPHandlingPolicy'>;

function confine(contents: Confined): void {
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  // A page must not prevent its window or the app from closing.
  contents.on('will-prevent-unload', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.on('frame-created', (_event, { frame }) => {
    if (frame?.parent) withFrames.add(contents);
  });
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  // With a proxy that leads nowhere, WebRTC has no route left.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
}

/** True for the page of a window in its top frame. Only that frame may call main. */
export function isOwnFrame(
  frame: { readonly url: string } | null,
  window: { readonly mainFrame: object } | null,
  page: typeof APP_PAGE | typeof CONSENT_PAGE,
): boolean {
  if (frame === null || window === null || frame !== window.mainFrame) return false;
  return frame.url === page || frame.url.startsWith(`${page}#`);
}

const withFrames = new WeakSet<object>();

/** True if the page of these web contents ever had a frame. */
export function hasHadFrames(contents: object): boolean {
  return withFrames.has(contents);
}
