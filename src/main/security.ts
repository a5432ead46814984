import { app, type Session, type WebContents } from 'electron';
import type { APP_PAGE, CONSENT_PAGE } from './files/app-protocol.ts';

/**
 * To be called before the app is ready: Chromium looks no names up. A name can carry what a page knows to whoever answers
 * for it; no policy stops hints (`<link rel=dns-prefetch>`), and no proxy what WebRTC looks up for its relays. Services are
 * looked up by Node. A proxy configuration file that lies behind a name is not found either.
 */
export function refuseNameLookups(): void {
  app.commandLine.appendSwitch('blink-settings', 'dnsPrefetchingEnabled=false');
  app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND');
}

/** What lets a debugger in, which can do whatever a page can, and read what it shows. */
const debuggingSwitches = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-allow-origins',
] as const;

/**
 * To be called before the app is ready: Electron opens the windows to debuggers only after main's script has run. A copy
 * that runs from its sources is driven that way. (The main process's own debugger is off by a fuse.)
 */
export function refuseDebuggers(): void {
  if (!app.isPackaged) return;
  for (const name of debuggingSwitches) app.commandLine.removeSwitch(name);
}

/**
 * To be called before the app is ready: no session loads dictionaries. On Windows and Linux Electron else fetches those of the
 * system's language from Google with each session that comes to be, whatever its windows say about spelling, and one that
 * follows the system's proxy would get there.
 */
export function refuseDictionaries(): void {
  app.on('session-created', (session) => session.setSpellCheckerLanguages([]));
}

/** Whatever web contents come to be, they stay on the app's own page, reach no network, open nothing and get no permission. */
export async function lockDown(session: Session): Promise<void> {
  session.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  app.on('web-contents-created', (_event, contents) => confine(contents));
  // Main asks services through connections of its own. What a page makes Chromium itself ask, past every policy, leads to
  // a port of this machine where nobody listens, this machine's own services included.
  await session.setProxy({ mode: 'fixed_servers', proxyRules: 'http://127.0.0.1:1', proxyBypassRules: '<-loopback>' });
}

/**
 * Drops what a page has put on the disk, as much as it likes. The app's own page keeps how it looks in the local storage,
 * which Chromium holds to a few megabytes, and nothing anywhere else.
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
  // A page may not hold back its window's closing, nor the app's end.
  contents.on('will-prevent-unload', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.on('frame-created', (_event, { frame }) => {
    if (frame?.parent) withFrames.add(contents);
  });
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  // With a proxy that leads nowhere this leaves WebRTC no way at all.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
}

/** Only the one page that a window is there for, in its top frame, may call main. */
export function isOwnFrame(
  frame: { readonly url: string } | null,
  window: { readonly mainFrame: object } | null,
  page: typeof APP_PAGE | typeof CONSENT_PAGE,
): boolean {
  if (frame === null || window === null || frame !== window.mainFrame) return false;
  return frame.url === page || frame.url.startsWith(`${page}#`);
}

const withFrames = new WeakSet<object>();

/** Whether there has ever been a frame in the page of these web contents. */
export function hasHadFrames(contents: object): boolean {
  return withFrames.has(contents);
}
