import { app, type Session, type WebContents } from 'electron';
import { APP_ORIGIN } from './app-protocol.ts';

/** Whatever web contents come to be, they stay on the app's own page, open nothing and get no permission. */
export function lockDown(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  app.on('web-contents-created', (_event, contents) => confine(contents));
}

function confine(contents: WebContents): void {
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

/** Only the app's own page, in the window's top frame, may call main. */
export function isOwnFrame(frame: Electron.WebFrameMain | null, window: WebContents | null): boolean {
  if (frame === null || window === null || frame !== window.mainFrame) return false;
  return URL.canParse(frame.url) && frame.url.startsWith(`${APP_ORIGIN}/`);
}
