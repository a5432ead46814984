import type { PageTarget } from '../chromium/targets.ts';
import { chromium, runningChromium } from './chromium-runtime.ts';
import { createEvent } from './event.ts';
import { record } from './record.ts';
import { destroy, StrictEmitter } from './strict.ts';
import { WebContents } from './web-contents.ts';
import { boundsOf, changedBounds, contentOf, heightWithFrame, type SizeOptions } from './window-frame.ts';
import { type Bounds, windowList } from './window-list.ts';

type WindowOptions = SizeOptions & {
  readonly show?: boolean;
  readonly minimizable?: boolean;
  readonly title?: string;
  readonly webPreferences?: {
    readonly preload?: string;
    readonly sandbox?: boolean;
    readonly contextIsolation?: boolean;
  };
};

type WindowState = 'normal' | 'minimized' | 'maximized' | 'fullscreen';

/** A window of Chromium's. What it looks like around the page is Chromium's affair. */
export class BrowserWindow extends StrictEmitter {
  readonly id: number;
  readonly webContents: WebContents;
  readonly #options: WindowOptions;
  /** With the frame. */
  #bounds: Bounds;
  #title: string;
  #visible: boolean;
  #state: WindowState = 'normal';
  #destroyed = false;
  #closing = false;
  #wasReady = false;

  static getAllWindows(): BrowserWindow[] {
    return [...windowList.all()];
  }

  static fromWebContents(contents: WebContents): BrowserWindow | null {
    return windowList.all().find((window) => window.webContents === contents) ?? null;
  }

  static fromId(id: number): BrowserWindow | null {
    return windowList.all().find((window) => window.id === id) ?? null;
  }

  static getFocusedWindow(): BrowserWindow | null {
    return windowList.focused();
  }

  constructor(options: WindowOptions = {}) {
    super();
    const { title, show = true, webPreferences = {} } = options;
    if (webPreferences.sandbox === false || webPreferences.contextIsolation === false) {
      throw new Error('The Chromium host has only sandboxed, isolated preloads');
    }
    this.#options = options;
    this.#bounds = boundsOf(options);
    this.#title = title ?? windowList.defaultTitle;
    this.#visible = show;
    this.webContents = new WebContents({
      size: () => this.getContentBounds(),
      onKeyLeftOver: (key) => windowList.reportKeyLeftOver(this, key),
      preload: webPreferences.preload,
      onAttached: (target) => this.#shape(target),
    });
    this.id = this.webContents.id;
    this.webContents.on('did-finish-load', () => this.#becomeReady());
    this.webContents.once('destroyed', () => this.#end());
    windowList.add(this);
    if (show) windowList.focus(this);
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url);
  }

  loadFile(path: string): Promise<void> {
    return this.webContents.loadFile(path);
  }

  reload(): void {
    this.webContents.reload();
  }

  show(): void {
    this.showInactive();
    this.focus();
  }

  showInactive(): void {
    if (this.#visible) return;
    this.#visible = true;
    this.#setState('normal');
    this.emit('show');
  }

  hide(): void {
    if (!this.#visible) return;
    this.#visible = false;
    if (runningChromium()?.browser.headless === false) this.#applyState('minimized');
    windowList.blur(this);
    this.emit('hide');
  }

  isVisible(): boolean {
    return this.#visible && this.#state !== 'minimized';
  }

  focus(): void {
    if (!this.#visible) return;
    this.webContents.focus();
    windowList.focus(this);
  }

  blur(): void {
    windowList.blur(this);
  }

  isFocused(): boolean {
    return windowList.focused() === this;
  }

  minimize(): void {
    this.#setState('minimized');
    windowList.blur(this);
    this.emit('minimize');
  }

  isMinimizable(): boolean {
    return this.#options.minimizable ?? true;
  }

  isMinimized(): boolean {
    return this.#state === 'minimized';
  }

  restore(): void {
    if (this.#state === 'normal') return;
    this.#setState('normal');
    this.emit('restore');
  }

  /** Shows a hidden one too, and does not focus it. */
  maximize(): void {
    this.showInactive();
    this.#setState('maximized');
    this.emit('maximize');
  }

  unmaximize(): void {
    this.#setState('normal');
    this.emit('unmaximize');
  }

  isMaximized(): boolean {
    return this.#state === 'maximized';
  }

  setFullScreen(full: boolean): void {
    this.#setState(full ? 'fullscreen' : 'normal');
    this.emit(full ? 'enter-full-screen' : 'leave-full-screen');
  }

  isFullScreen(): boolean {
    return this.#state === 'fullscreen';
  }

  getBounds(): Bounds {
    return { ...this.#bounds };
  }

  getNormalBounds(): Bounds {
    return { ...this.#bounds };
  }

  getContentBounds(): Bounds {
    return contentOf(this.#bounds);
  }

  getContentSize(): [number, number] {
    const { width, height } = this.getContentBounds();
    return [width, height];
  }

  setContentSize(width: number, height: number): void {
    this.setBounds({ width, height: heightWithFrame(height) });
  }

  getSize(): [number, number] {
    return [this.#bounds.width, this.#bounds.height];
  }

  setSize(width: number, height: number): void {
    this.setBounds({ width, height });
  }

  setBounds(bounds: Partial<Bounds>): void {
    const before = this.#bounds;
    this.#bounds = changedBounds(before, bounds, this.#options);
    const { x, y, width, height } = this.#bounds;
    if (x !== before.x || y !== before.y) this.emit('move');
    if (width === before.width && height === before.height) return;
    void this.webContents.attached.then((target) => this.#shape(target)).catch(() => undefined);
    this.emit('resize');
  }

  center(): void {}

  getTitle(): string {
    return this.#title;
  }

  setTitle(title: string): void {
    this.#title = title;
  }

  setProgressBar(progress: number, { mode = 'normal' }: { readonly mode?: string } = {}): void {
    record({ kind: 'progress-bar', window: this.id, progress, mode });
  }

  flashFrame(flag: boolean): void {
    record({ kind: 'flash-frame', window: this.id, flag });
  }

  setBackgroundColor(_color: string): void {}
  setMenuBarVisibility(_visible: boolean): void {}
  setAutoHideMenuBar(_hide: boolean): void {}
  setIcon(_icon: unknown): void {}
  setOverlayIcon(overlay: object | null, description: string): void {
    record({ kind: 'overlay-icon', window: this.id, isThere: overlay !== null, description });
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  /** Asks the window to close; a listener of `close` may prevent it. */
  close(): void {
    if (this.#destroyed || this.#closing) return;
    const event = createEvent({});
    this.emit('close', event);
    if (event.defaultPrevented) windowList.reportCloseRefused();
    else this.destroy();
  }

  /** Closes the window without asking. */
  destroy(): void {
    if (this.#destroyed || this.#closing) return;
    this.#closing = true;
    const { webContents } = this;
    void webContents.attached.catch(() => undefined).finally(() => webContents.close());
    webContents.discard();
  }

  #end(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    windowList.remove(this);
    destroy(this, ['id', 'isDestroyed', 'close', 'destroy']);
    this.emit('closed');
    windowList.reportClosed();
  }

  #becomeReady(): void {
    if (this.#wasReady) return;
    this.#wasReady = true;
    this.emit('ready-to-show');
  }

  #setState(state: WindowState): void {
    this.#state = state;
    this.#applyState(state);
  }

  #applyState(windowState: WindowState): void {
    void (async () => {
      const [{ browser }, { targetId }] = await Promise.all([chromium, this.webContents.attached]);
      if (browser.headless) return;
      const { windowId } = await browser.session.send('Browser.getWindowForTarget', { targetId });
      await browser.session.send('Browser.setWindowBounds', { windowId, bounds: { windowState } });
    })().catch(() => undefined);
  }

  /** Gives the page the size that the window is to have: Chromium counts its own frame in. */
  async #shape({ targetId }: PageTarget): Promise<void> {
    const { browser } = await chromium;
    const { windowId } = await browser.session.send('Browser.getWindowForTarget', { targetId });
    const { width, height } = this.getContentBounds();
    await browser.session.send('Browser.setContentsSize', { windowId, width, height }).catch(() => undefined);
    this.webContents.applyZoom();
    if (!this.#visible) this.#applyState('minimized');
  }
}
