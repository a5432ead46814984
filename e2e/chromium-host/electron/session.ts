import type { Route } from '../chromium/way-out.ts';
import { app } from './app.ts';
import { chromium } from './chromium-runtime.ts';
import { permissions } from './permissions.ts';
import { chromiumAddress, protocol } from './protocol.ts';
import { type ProxyConfig, routeOf } from './proxy-config.ts';
import { record } from './record.ts';
import { originOf } from './scheme-origins.ts';
import { NotImplementedError, StrictEmitter, StrictObject } from './strict.ts';
import type { WebContents } from './web-contents.ts';

type RequestHandler = (
  contents: WebContents,
  permission: string,
  callback: (granted: boolean) => void,
  details: { readonly requestingUrl: string; readonly isMainFrame: boolean },
) => void;
type CheckHandler = (
  contents: WebContents | null,
  permission: string,
  requestingOrigin: string,
  details: { readonly requestingUrl: string; readonly isMainFrame: boolean },
) => boolean;

/** The settings and data that all windows share. */
class Session extends StrictEmitter {
  readonly protocol = protocol;
  readonly #decidedOrigins = new Set<string>();
  #route: Route = { kind: 'direct' };
  #spellingLanguages: readonly string[] = [];
  #isThere = false;
  #requestHandler: RequestHandler | null = null;
  #checkHandler: CheckHandler | null = null;

  /**
   * Chromium can't be made to ask when a page does. The handlers are asked beforehand, for every permission, when an
   * origin is first shown, and their answers hold from then on.
   */
  setPermissionRequestHandler(handler: RequestHandler | null): void {
    this.#requestHandler = handler;
    this.#decidedOrigins.clear();
  }

  setPermissionCheckHandler(handler: CheckHandler | null): void {
    this.#checkHandler = handler;
    this.#decidedOrigins.clear();
  }

  /** Without a device chooser of the host's, no page gets a device anyway. */
  setDevicePermissionHandler(_handler: ((details: object) => boolean) | null): void {}

  setDisplayMediaRequestHandler(_handler: object | null): void {}

  setSpellCheckerEnabled(_enabled: boolean): void {}

  setSpellCheckerLanguages(languages: readonly string[]): void {
    this.#spellingLanguages = languages;
  }

  /**
   * For the host: somebody asks for this session, so it comes to be. Electron then fetches dictionaries of its languages, even
   * where no window checks spelling, but on macOS; here nothing is fetched, and what would be is recorded.
   */
  asked(): this {
    if (this.#isThere) return this;
    this.#isThere = true;
    this.#spellingLanguages = process.platform === 'darwin' ? [] : [app.getLocale()];
    app.emit('session-created', this);
    setImmediate(() => {
      for (const language of this.#spellingLanguages) record({ kind: 'dictionary-fetch', language });
    });
    return this;
  }

  /** The host knows one proxy for everything, and takes the system to connect directly. */
  async setProxy(config: ProxyConfig): Promise<void> {
    this.#route = routeOf(config);
  }

  async resolveProxy(url: string): Promise<string> {
    const route = this.#route;
    const { hostname } = new URL(url);
    return route.kind === 'direct' || route.isBypassed(hostname) ? 'DIRECT' : `PROXY ${route.host}:${route.port}`;
  }

  /** For the host: how pages of this session reach the network. */
  get route(): Route {
    return this.#route;
  }

  async closeAllConnections(): Promise<void> {}

  isPersistent(): boolean {
    return true;
  }

  async clearCache(): Promise<void> {}

  /** But for `localStorage` nothing outlives the process, and no page has cookies of the app's own schemes. */
  async clearStorageData({
    storages = ['localstorage'],
  }: {
    readonly storages?: readonly string[];
  } = {}): Promise<void> {
    if (storages.includes('localstorage')) throw new NotImplementedError('clearStorageData of localstorage');
    const { browser } = await chromium;
    await browser.session.send('Storage.clearCookies', {});
  }

  /** For the host: puts the handlers' answers for the address's origin into force. */
  async applyPermissions(contents: WebContents, url: string): Promise<void> {
    const origin = originOf(chromiumAddress(url));
    if (origin === 'null' || this.#decidedOrigins.has(origin)) return;
    this.#decidedOrigins.add(origin);
    const { browser } = await chromium;
    await Promise.all(
      permissions.map(async ({ chromium: name, electron }) => {
        const setting = (await this.#isGranted(contents, electron, url)) ? 'granted' : 'denied';
        // A Chromium that does not know a permission can't grant it either.
        await browser.session
          .send('Browser.setPermission', { permission: { name }, setting, origin })
          .catch(() => undefined);
      }),
    );
  }

  async #isGranted(contents: WebContents, permission: string, requestingUrl: string): Promise<boolean> {
    const details = { requestingUrl, isMainFrame: true };
    if (this.#checkHandler?.(contents, permission, `${originOf(requestingUrl)}/`, details) === false) return false;
    const handler = this.#requestHandler;
    if (handler === null) return true;
    return new Promise((resolve) => handler(contents, permission, resolve, details));
  }
}

export const defaultSession = new Session();

class SessionModule extends StrictObject {
  readonly #partitions = new Map<string, Session>();

  get defaultSession(): Session {
    return defaultSession.asked();
  }

  /** All windows of the host are in the default session: another can only be asked. */
  fromPartition(partition: string): Session {
    if (partition === '') return this.defaultSession;
    const known = this.#partitions.get(partition) ?? new Session();
    this.#partitions.set(partition, known);
    return known.asked();
  }
}

export const session = new SessionModule();
