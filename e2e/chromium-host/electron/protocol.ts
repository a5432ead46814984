import type { Protocol as DevTools } from '../chromium/devtools-protocol.ts';
import { chromiumPattern, fromChromium, toChromium } from './scheme-origins.ts';
import { StrictObject } from './strict.ts';

type Handler = (request: Request) => Response | Promise<Response>;
type CustomScheme = { readonly scheme: string; readonly privileges?: Readonly<Record<string, boolean>> };

const standard = new Set<string>();
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
    for (const { scheme, privileges } of schemes) if (privileges?.standard === true) standard.add(scheme);
  }

  handle(scheme: string, handler: Handler): void {
    if (this.#handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    if (!standard.has(scheme)) {
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

  /** For the host: the answer to a request of a page, null when the address is none of the app's schemes. */
  async respond(request: DevTools.Network.Request): Promise<Response | null> {
    const url = appAddress(request.url);
    const handler = url === request.url ? undefined : this.#handlers.get(url.slice(0, url.indexOf(':')));
    if (url === request.url) return null;
    if (handler === undefined) throw new Error(`No handler for ${url}`);
    const { method, postData } = request;
    const headers = Object.entries(request.headers).filter(([name]) => !name.startsWith(':'));
    return handler(new Request(url, { method, headers, ...(postData === undefined ? {} : { body: postData }) }));
  }
}

export const protocol = new Protocol();

/** An address as Chromium knows it. */
export function chromiumAddress(url: string): string {
  return toChromium(url, standard);
}

/** An address as the app knows it. */
export function appAddress(url: string): string {
  return fromChromium(url, standard);
}

export function interceptedPatterns(): readonly string[] {
  return [...standard].map(chromiumPattern);
}
