import { pathToFileURL } from 'node:url';
import type { PageTarget } from '../chromium/targets.ts';
import { interceptRequests, type Navigation } from '../page/interception.ts';
import { answerPausedQuestions } from '../page/paused-questions.ts';
import { codec, PreloadWorld } from '../page/preload-world.ts';
import { createSecrets, ISOLATED_WORLD, isolatedWorldScript, mainWorldScript } from '../page/scripts.ts';
import type { KeyPress } from './accelerator.ts';
import { chromium, runningChromium } from './chromium-runtime.ts';
import { createEvent } from './event.ts';
import { applyLocale, askedLocale } from './locale.ts';
import { nativeTheme } from './native-theme.ts';
import { PageCommands } from './page-commands.ts';
import { type PageState, reportPageEvents } from './page-events.ts';
import { answerSendSync, routePreloadMessages } from './preload-messages.ts';
import { readPreload, rendererProcess } from './preload-script.ts';
import { type PdfOptions, pdfParameters } from './print-to-pdf.ts';
import { appAddress, chromiumAddress, interceptedPatterns, protocol } from './protocol.ts';
import { recordMessage } from './record.ts';
import { defaultSession } from './session.ts';
import { destroy } from './strict.ts';
import { WebFrameMain } from './web-frame-main.ts';
import { type OpenHandler, WindowOpening } from './window-opening.ts';

export type WebContentsOptions = {
  /** Of the content as it is now. */
  readonly size: () => { readonly width: number; readonly height: number };
  readonly preload: string | undefined;
  /** A key was pressed that the page has left to others. */
  onKeyLeftOver(key: KeyPress): void;
  /** The page is there, blank. */
  onAttached(target: PageTarget): Promise<void>;
};

/** Why a page's process is gone. */
export type GoneDetails = { readonly reason: 'crashed' | 'killed'; readonly exitCode: number };

let lastId = 0;

/** The page of one window, and the process that shows it. */
export class WebContents extends PageCommands {
  readonly id: number;
  readonly session = defaultSession;
  readonly #state: PageState = { frameId: null, url: '', isLoading: false, detached: false };
  readonly #options: WebContentsOptions;
  readonly #attached: Promise<PageTarget>;
  /** The addresses that the host itself is about to load, without their hashes. */
  readonly #expected = new Set<string>();
  #mainFrame: WebFrameMain;
  #targetId: string | null = null;
  #world: PreloadWorld | null = null;
  readonly #opening = new WindowOpening();
  #crashed = false;

  constructor(options: WebContentsOptions) {
    super();
    lastId += 1;
    this.id = lastId;
    this.#options = options;
    this.#mainFrame = new WebFrameMain(this.id, this.#state);
    this.#attached = this.#attach();
    this.#attached.catch(() => undefined);
  }

  /** For the host: which of Chromium's pages and frames this is; null before it is there. */
  get targetId(): string | null {
    return this.#targetId;
  }

  get frameId(): string | null {
    return this.#state.frameId;
  }

  /** For the host: the page once it is set up. */
  get attached(): Promise<PageTarget> {
    return this.#attached;
  }

  get mainFrame(): WebFrameMain {
    return this.#mainFrame;
  }

  getURL(): string {
    return this.#state.url;
  }

  getType(): string {
    return 'window';
  }

  isDestroyed(): boolean {
    return this.#state.detached;
  }

  isCrashed(): boolean {
    return this.#crashed;
  }

  isLoading(): boolean {
    return this.isLoadingMainFrame();
  }

  isLoadingMainFrame(): boolean {
    return this.#state.isLoading;
  }

  /** Rejects with Chromium's error (`ERR_…`) when the page can't be loaded. */
  async loadURL(url: string): Promise<void> {
    const { session } = await this.#attached;
    await this.session.applyPermissions(this, url);
    const loaded = Promise.withResolvers<void>();
    this.once('did-finish-load', loaded.resolve);
    const address = chromiumAddress(url);
    this.#expected.add(address.replace(/#.*$/s, ''));
    const { errorText } = await session.send('Page.navigate', { url: address });
    if (errorText !== undefined) {
      this.off('did-finish-load', loaded.resolve);
      const code = errorText.replace(/^net::/, '');
      this.emit('did-fail-load', createEvent({}), -2, code, url, true, this.id, this.id);
      throw Object.assign(new Error(`${code} (-2) loading '${url}'`), { code, errno: -2, url });
    }
    await loaded.promise;
  }

  loadFile(path: string): Promise<void> {
    return this.loadURL(pathToFileURL(path).href);
  }

  reload(): void {
    this.#reload({});
  }

  reloadIgnoringCache(): void {
    this.#reload({ ignoreCache: true });
  }

  /** Sends to the window's preload. Throws an `Error` when an argument can't be cloned. */
  send(channel: string, ...args: unknown[]): void {
    if (typeof channel !== 'string') throw new TypeError('Missing required channel argument');
    recordMessage(channel, args);
    this.#world?.tell({ kind: 'message', channel }, codec.encode(args));
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#opening.handler = handler;
  }

  /** The app closes the page; its window goes with it. */
  close(): void {
    if (this.#targetId !== null) runningChromium()?.targets.close(this.#targetId);
  }

  focus(): void {
    this.#send((session) => session.send('Page.bringToFront'));
  }

  /** Chromium's own inspector is there for whoever attaches from outside. */
  openDevTools(): void {}
  closeDevTools(): void {}
  toggleDevTools(): void {}
  isDevToolsOpened(): boolean {
    return false;
  }

  /** The host never slows a page down that is not seen, and has no WebRTC policy but a page's own. */
  setBackgroundThrottling(_allowed: boolean): void {}
  setWebRTCIPHandlingPolicy(_policy: string): void {}

  async executeJavaScript(code: string, userGesture = false): Promise<unknown> {
    const { session } = await this.#attached;
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression: code,
      awaitPromise: true,
      returnByValue: true,
      userGesture,
    });
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  async printToPDF(options: PdfOptions): Promise<Buffer> {
    const { session } = await this.#attached;
    const { data } = await session.send('Page.printToPDF', pdfParameters(options));
    return Buffer.from(data, 'base64');
  }

  /** For the host: the page is gone. */
  discard(): void {
    if (this.#state.detached) return;
    this.#state.detached = true;
    this.#world?.close();
    this.#world = null;
    destroy(this, ['id', 'isDestroyed', 'close', 'discard', 'attached', 'targetId', 'frameId', 'session']);
    this.emit('destroyed');
  }

  /** For the host: the page's process is gone. */
  lose(details: GoneDetails): void {
    this.#crashed = true;
    this.#world?.close();
    this.emit('render-process-gone', createEvent({}), details);
  }

  protected contentSize(): { readonly width: number; readonly height: number } {
    return this.#options.size();
  }

  #reload(options: { readonly ignoreCache?: boolean }): void {
    this.#send((session) => {
      this.#expected.add(chromiumAddress(this.getURL()).replace(/#.*$/s, ''));
      return session.send('Page.reload', options);
    });
  }

  #send(command: (session: PageTarget['session']) => Promise<unknown>): void {
    void this.#attached.then(({ session }) => command(session)).catch(() => undefined);
  }

  async #attach(): Promise<PageTarget> {
    const { targets } = await chromium;
    const target = await targets.createPage(this.contentSize());
    const { session, targetId } = target;
    this.#targetId = targetId;
    this.#state.frameId = targetId;
    const secrets = createSecrets();
    const world = new PreloadWorld(session, secrets);
    this.#world = world;
    routePreloadMessages(world, this, this.#options);
    this.#watch(session);
    const { preload } = this.#options;
    const source = readPreload(preload, (error) =>
      queueMicrotask(() => this.emit('preload-error', createEvent({}), preload, error)),
    );
    const scripts = [
      { source: mainWorldScript(secrets) },
      { source: isolatedWorldScript(secrets, rendererProcess(), source), worldName: ISOLATED_WORLD },
    ];
    await Promise.all([
      session.send('Page.enable'),
      world.open(),
      answerPausedQuestions(session, (question) =>
        question.kind === 'send-sync'
          ? answerSendSync(this, question)
          : this.#mayOpen(appAddress(question.url), question.frameName, question.features),
      ),
      ...scripts.map((script) => session.send('Page.addScriptToEvaluateOnNewDocument', script)),
      interceptRequests({
        session,
        mainFrameId: targetId,
        isExpected: (url) => this.#expected.delete(url.replace(/#.*$/s, '')),
        patterns: interceptedPatterns(),
        respond: (request) => protocol.respond(request),
        mayNavigate: (navigation) => this.#mayNavigate(navigation),
      }),
      ...[protocol, nativeTheme].map((part) => part.applyTo(session)),
      applyLocale(session, askedLocale(process.argv)),
      session.send('Runtime.runIfWaitingForDebugger'),
    ]);
    await this.#options.onAttached(target);
    return target;
  }

  #watch(session: PageTarget['session']): void {
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId !== undefined) return;
      this.#crashed = false;
      this.#mainFrame.dispose();
      this.#mainFrame = new WebFrameMain(this.id, this.#state);
    });
    reportPageEvents(session, this, this.#state);
    this.on('did-navigate', () => this.applyZoom());
    session.on('Page.windowOpen', ({ url, windowName, windowFeatures }) => {
      // Chromium's page for it is closed again in any case: it is none of the app's windows.
      this.#mayOpen(appAddress(url), windowName, windowFeatures.join(','));
    });
    session.on('Inspector.targetCrashed', () => this.lose({ reason: 'crashed', exitCode: 1 }));
  }

  #mayOpen(url: string, frameName: string, features: string): boolean {
    return this.#opening.mayOpen(this.getURL(), url, frameName, features);
  }

  #mayNavigate({ url, isMainFrame, isRedirect }: Navigation): boolean {
    const event = createEvent({
      url: appAddress(url),
      isSameDocument: false,
      isMainFrame,
      frame: isMainFrame ? this.mainFrame : null,
      initiator: this.mainFrame,
    });
    const details = [event.url, false, isMainFrame, this.id, this.id];
    if (isRedirect) {
      this.emit('will-redirect', event, ...details);
    } else {
      this.emit('will-frame-navigate', event, ...details);
      if (isMainFrame && !event.defaultPrevented) this.emit('will-navigate', event, ...details);
    }
    return !event.defaultPrevented;
  }
}
