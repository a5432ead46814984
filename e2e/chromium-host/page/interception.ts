import { EventEmitter, once } from 'node:events';
import type { DevToolsSession } from '../chromium/connection.ts';
import type { Protocol } from '../chromium/devtools-protocol.ts';

type Paused = Protocol.Events['Fetch.requestPaused'];

const MILLISECONDS_FOR_NEWS = 50;

/** A page's attempt to show another document, as Chromium tells of it. */
export type Navigation = {
  readonly url: string;
  readonly isMainFrame: boolean;
  readonly isRedirect: boolean;
};

export type InterceptionOptions = {
  readonly session: DevToolsSession;
  readonly mainFrameId: string;
  /** Whether the host itself began this navigation. */
  isExpected(url: string): boolean;
  /** Address patterns whose requests `respond` answers. */
  readonly patterns: readonly string[];
  /** Answers a request for an address of the patterns; null lets Chromium fail it, and so does an error. */
  respond(request: Protocol.Network.Request): Promise<Response | null>;
  /** Whether a navigation that the page began may go on. Not asked about those that the host began. */
  mayNavigate(navigation: Navigation): boolean;
};

/**
 * Stands between a page and its requests: answers those for the app's own schemes, and stops navigations that the app
 * refuses. All else goes on as Chromium would do it.
 */
export async function interceptRequests(options: InterceptionOptions): Promise<void> {
  const { session } = options;
  const begunByPage = new NavigationsOfThePage(session);

  const isRefused = async (paused: Paused): Promise<boolean> => {
    if (paused.resourceType !== 'Document') return false;
    const isRedirect = paused.redirectedRequestId !== undefined;
    const isMainFrame = paused.frameId === options.mainFrameId;
    if (isMainFrame && !isRedirect && options.isExpected(paused.request.url)) return false;
    if (!isRedirect && !(await begunByPage.has(paused.frameId, paused.request.url))) return false;
    return !options.mayNavigate({ url: paused.request.url, isMainFrame, isRedirect });
  };

  session.on('Fetch.requestPaused', (paused) => {
    void settle(paused).catch(() =>
      session.send('Fetch.failRequest', { requestId: paused.requestId, errorReason: 'Failed' }).catch(() => undefined),
    );
  });

  const settle = async (paused: Paused): Promise<void> => {
    const { requestId, request } = paused;
    if (await isRefused(paused)) {
      await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
      return;
    }
    const response = await options.respond(request);
    if (response === null) {
      await session.send('Fetch.continueRequest', { requestId });
      return;
    }
    await session.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: response.status === 0 ? 200 : response.status,
      // Only the schemes of the web have cookies.
      responseHeaders: [...response.headers]
        .filter(([name]) => name !== 'set-cookie')
        .map(([name, value]) => ({ name, value })),
      body: Buffer.from(await response.arrayBuffer()).toString('base64'),
    });
  };

  await session.send('Fetch.enable', {
    patterns: [
      ...options.patterns.map((urlPattern) => ({ urlPattern })),
      { urlPattern: '*', resourceType: 'Document' as const },
    ],
  });
}

/**
 * The navigations that the page itself began: by a link, a form, a script. Chromium tells of them on the page's own line,
 * and does not answer there while a navigation is under way, so that the news may come just after the request.
 */
class NavigationsOfThePage {
  readonly #urls = new Map<string, string>();
  readonly #news = new EventEmitter();

  constructor(session: DevToolsSession) {
    session.on('Page.frameRequestedNavigation', ({ frameId, url }) => {
      this.#urls.set(frameId, withoutHash(url));
      this.#news.emit(frameId);
    });
  }

  async has(frameId: string, url: string): Promise<boolean> {
    if (!this.#urls.has(frameId)) {
      await once(this.#news, frameId, { signal: AbortSignal.timeout(MILLISECONDS_FOR_NEWS) }).catch(() => undefined);
    }
    const isByPage = this.#urls.get(frameId) === withoutHash(url);
    this.#urls.delete(frameId);
    return isByPage;
  }
}

function withoutHash(url: string): string {
  return url.replace(/#.*$/s, '');
}
