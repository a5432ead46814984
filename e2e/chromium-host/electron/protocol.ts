import type { DevToolsSession } from '../chromium/connection.ts';
import type { Protocol as DevTools } from '../chromium/devtools-protocol.ts';
import { chromiumPattern, fromChromium, hostEnding, type OwnScheme, originOf, toChromium } from './scheme-origins.ts';
import { NotImplementedError, StrictObject } from './strict.ts';

type Handler = (request: Request) => Response | Promise<Response>;
type Privileges = Readonly<Record<string, boolean>>;
type CustomScheme = { readonly scheme: string; readonly privileges?: Privileges };

/** What Chromium can't be told of a scheme that it knows as `https:`. */
const beyondTheHost = ['allowExtensions', 'allowServiceWorkers', 'bypassCSP'];

const privilegesOf = new Map<string, Privileges>();
let isReady = false;

/** To be called once the app is ready: privileges can't be registered from then on. */
export function freezeSchemes(): void {
  isReady = true;
}

class Protocol extends StrictObject {
  readonly #handlers = new Map<string, Handler>();

  /** Only standard schemes (`scheme://host/path`) can be shown by Chromium under a stand-in address. */
  registerSchemesAsPrivileged(schemes: readonly CustomScheme[]): void {
    if (isReady) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    for (const { privileges = {} } of schemes) {
      if (privileges.codeCache === true && privileges.standard !== true) {
        throw new Error('Code cache can only be enabled when the custom scheme is registered as standard scheme.');
      }
      for (const name of beyondTheHost)
        if (privileges[name] === true) throw new NotImplementedError(`privilege ${name}`);
    }
    for (const { scheme, privileges = {} } of schemes) privilegesOf.set(scheme, privileges);
  }

  handle(scheme: string, handler: Handler): void {
    if (this.#handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    if (privilegesOf.get(scheme)?.standard !== true) {
      throw new Error(`The Chromium host serves only schemes registered as standard; ${scheme} is not`);
    }
    this.#handlers.set(scheme, handler);
  }

  unhandle(scheme: string): void {
    if (!this.#handlers.delete(scheme)) throw new Error(`Failed to unhandle protocol: ${scheme}`);
  }

  isProtocolHandled(scheme: string): boolean {
    return this.#handlers.has(scheme);
  }

  /** For the host: the answer to a request of a page, null when the address is none of the app's schemes. Rejects where it has none. */
  async respond(request: DevTools.Network.Request): Promise<Response | null> {
    const url = appAddress(request.url);
    if (url === request.url) return null;
    const scheme = url.slice(0, url.indexOf(':'));
    const handler = this.#handlers.get(scheme);
    if (handler === undefined) throw new Error(`No handler for ${url}`);
    // Chromium names the origin where it asks by the rules of CORS. Electron's does not even ask.
    const origin = request.headers.Origin;
    const isForeign = origin !== undefined && origin !== originOf(request.url);
    if (isForeign && privilegesOf.get(scheme)?.corsEnabled !== true)
      throw new Error(`${scheme}: is not enabled for CORS`);
    const { method, postData } = request;
    const headers = Object.entries(request.headers).filter(([name]) => !name.startsWith(':'));
    const body = postData === undefined ? {} : { body: postData };
    return handler(new Request(url, { method, headers, ...body }));
  }

  /** For the host: takes from a page what it has by its stand-in address and would not have by its own. */
  async applyTo(session: DevToolsSession): Promise<void> {
    const withoutFetch = [...privilegesOf].filter(([, { supportFetchAPI }]) => supportFetchAPI !== true);
    await Promise.all([
      // Only the schemes of the web have them.
      session.send('Emulation.setDocumentCookieDisabled', { disabled: true }),
      ...withoutFetch.map(([scheme]) =>
        session.send('Page.addScriptToEvaluateOnNewDocument', {
          source: `(${refuseFetch})(${JSON.stringify(scheme)}, ${JSON.stringify(hostEnding(scheme))});`,
        }),
      ),
    ]);
  }
}

/** Runs in the page. Chromium tells nobody outside whether it is `fetch` that asks. */
function refuseFetch(scheme: string, ending: string): void {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const { hostname } = new URL(input instanceof Request ? input.url : input, document.baseURI);
    if (hostname.endsWith(ending)) throw new TypeError(`URL scheme "${scheme}" is not supported.`);
    return fetch(input, init);
  };
}

export const protocol = new Protocol();

/** An address as Chromium knows it. */
export function chromiumAddress(url: string): string {
  return toChromium(url, ownSchemes());
}

/** An address as the app knows it. */
export function appAddress(url: string): string {
  return fromChromium(url, ownSchemes());
}

export function interceptedPatterns(): readonly string[] {
  return ownSchemes().map(({ scheme }) => chromiumPattern(scheme));
}

function ownSchemes(): readonly OwnScheme[] {
  return [...privilegesOf]
    .filter(([, { standard }]) => standard === true)
    .map(([scheme, { secure }]) => ({ scheme, secure: secure === true }));
}
