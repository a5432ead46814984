import { spawn } from 'node:child_process';
import type { AppLocation } from '../app-location.ts';
import { AppPaths } from './app-paths.ts';
import type { BrowserWindow } from './browser-window.ts';
import { runningChromium } from './chromium-runtime.ts';
import { CommandLine } from './command-line.ts';
import { createEvent } from './event.ts';
import { askedLocale } from './locale.ts';
import { getLoginItemSettings, setLoginItemSettings } from './login-item.ts';
import { freezeSchemes } from './protocol.ts';
import { isProtocolClient, registerProtocolClient, removeProtocolClient } from './protocol-clients.ts';
import { record } from './record.ts';
import { SingleInstance } from './single-instance.ts';
import { StrictEmitter } from './strict.ts';
import { windowList } from './window-list.ts';

type Description = {
  readonly location: AppLocation;
  /** What starts the host anew: a command and what comes before the app's own arguments. */
  readonly start: { readonly command: string; readonly args: readonly string[] };
  readonly manifest: { readonly name: string; readonly version: string };
};

type Relaunch = { readonly execPath: string; readonly args: readonly string[] };

/** The life of the app: Electron's `app`. */
class App extends StrictEmitter {
  readonly commandLine = new CommandLine(process.argv.slice(2));
  readonly #paths = new AppPaths(() => this.name);
  readonly #lock = new SingleInstance();
  readonly #ready = Promise.withResolvers<void>();
  readonly #awaited = Promise.withResolvers<void>();
  #location: AppLocation = { path: process.cwd(), packed: null };
  #start: Description['start'] = { command: process.execPath, args: [] };
  #version = '0.0.0';
  #userModelId = '';
  #isReady = false;
  #quitting = false;
  #ended = false;
  #relaunch: Relaunch | null = null;
  userAgentFallback = '';
  name = 'Electron';

  constructor() {
    super();
    windowList.on('added', (window) => this.#watch(window));
    windowList.on('focused', (window) => this.emit('browser-window-focus', createEvent({}), window));
    windowList.on('blurred', (window) => this.emit('browser-window-blur', createEvent({}), window));
    windowList.on('close-refused', () => {
      this.#quitting = false;
    });
    windowList.on('closed', (left) => {
      if (left > 0 || this.#ended) return;
      if (this.#quitting) this.#finishQuitting();
      else if (this.listenerCount('window-all-closed') > 0) this.emit('window-all-closed');
      else this.quit();
    });
  }

  /** For the host: what app this is. */
  describe({ location, start, manifest }: Description): void {
    this.#location = location;
    this.#version = manifest.version;
    this.#start = start;
    this.name = manifest.name;
    windowList.defaultTitle = this.name;
  }

  get isPackaged(): boolean {
    return this.#location.packed !== null;
  }

  /** For the host: settled once the app waits to be ready, or when it has quit already. */
  get isAwaited(): Promise<void> {
    return this.#awaited.promise;
  }

  get hasEnded(): boolean {
    return this.#ended;
  }

  /** For the host: Chromium runs. */
  becomeReady(): void {
    if (this.#ended || this.#isReady) return;
    this.#isReady = true;
    freezeSchemes();
    this.emit('will-finish-launching');
    this.emit('ready', createEvent({}), {});
    this.#ready.resolve();
  }

  whenReady(): Promise<void> {
    this.#awaited.resolve();
    return this.#ready.promise;
  }

  isReady(): boolean {
    return this.#isReady;
  }

  /** Closes all windows, each of which may refuse, and then ends the app. */
  quit(): void {
    if (this.#quitting || this.#ended) return;
    this.#quitting = true;
    const event = createEvent({});
    this.emit('before-quit', event);
    if (event.defaultPrevented) {
      this.#quitting = false;
      return;
    }
    const windows = windowList.all();
    if (windows.length === 0) this.#finishQuitting();
    for (const window of windows) {
      // One that refuses stops the quitting, and those after it stay.
      if (this.#quitting) window.close();
    }
  }

  /** Ends the app without asking anybody. */
  exit(code = 0): void {
    if (this.#ended) return;
    this.#ended = true;
    for (const window of windowList.all()) window.destroy();
    this.#end(code);
  }

  relaunch({ args, execPath }: { readonly args?: readonly string[]; readonly execPath?: string } = {}): void {
    this.#relaunch = { args: args ?? process.argv.slice(1), execPath: execPath ?? process.execPath };
  }

  focus(): void {
    windowList.all()[0]?.focus();
  }

  hide(): void {}
  show(): void {}

  getPath(name: string): string {
    return this.#paths.get(name);
  }

  setPath(name: string, path: string): void {
    this.#paths.set(name, path);
  }

  setAppLogsPath(path?: string): void {
    this.#paths.set('logs', path ?? this.getPath('logs'));
  }

  getAppPath(): string {
    return this.#location.path;
  }

  getName(): string {
    return this.name;
  }

  setName(name: string): void {
    this.name = name;
  }

  getVersion(): string {
    return this.#version;
  }

  getLocale(): string {
    return askedLocale(process.argv) ?? this.getSystemLocale();
  }

  getSystemLocale(): string {
    // Plurals are the one thing whose tables are read at once; in Electron the system just says it.
    return new Intl.PluralRules().resolvedOptions().locale;
  }

  getPreferredSystemLanguages(): string[] {
    return [this.getSystemLocale()];
  }

  getLocaleCountryCode(): string {
    return new Intl.Locale(this.getLocale()).region ?? '';
  }

  /** False when another instance has the lock; that one then hears `second-instance`. */
  requestSingleInstanceLock(additionalData: unknown = null): boolean {
    const mine = { argv: [...process.argv], workingDirectory: process.cwd(), data: additionalData };
    return this.#lock.request(this.getPath('userData'), mine, ({ argv, workingDirectory, data }) => {
      void this.#ready.promise.then(() => this.emit('second-instance', createEvent({}), argv, workingDirectory, data));
    });
  }

  hasSingleInstanceLock(): boolean {
    return this.#lock.isHeld;
  }

  releaseSingleInstanceLock(): void {
    this.#lock.release();
  }

  /** As in Electron, whoever said otherwise at the start is not heard; as root Chromium then does not start. */
  enableSandbox(): void {
    if (this.#isReady) throw new Error('app.enableSandbox() can only be called before app is ready');
    this.commandLine.removeSwitch('no-sandbox');
  }

  disableHardwareAcceleration(): void {
    this.commandLine.appendSwitch('disable-gpu');
  }

  setAppUserModelId(id: string): void {
    this.#userModelId = id;
  }

  /** For the host: whether Windows knows who shows a notification. */
  get hasUserModelId(): boolean {
    return this.#userModelId !== '';
  }

  setAsDefaultProtocolClient(scheme: string): boolean {
    return registerProtocolClient(scheme);
  }

  removeAsDefaultProtocolClient(scheme: string): boolean {
    return removeProtocolClient(scheme);
  }

  isDefaultProtocolClient(scheme: string): boolean {
    return isProtocolClient(scheme);
  }

  /** Recorded: there is no icon to put it on. */
  setBadgeCount(count = 0): boolean {
    record({ kind: 'badge', count });
    return false;
  }

  getLoginItemSettings(options?: Parameters<typeof getLoginItemSettings>[0]): object {
    return getLoginItemSettings(options);
  }

  setLoginItemSettings(settings: Parameters<typeof setLoginItemSettings>[0]): void {
    setLoginItemSettings(settings);
  }

  setAboutPanelOptions(_options: object): void {}
  showAboutPanel(): void {}
  addRecentDocument(_path: string): void {}
  clearRecentDocuments(): void {}
  isAccessibilitySupportEnabled(): boolean {
    return false;
  }
  setAccessibilitySupportEnabled(_enabled: boolean): void {}

  getAppMetrics(): object[] {
    return [];
  }

  #watch(window: BrowserWindow): void {
    const { webContents } = window;
    webContents.on('render-process-gone', (_event: object, details: object) =>
      this.emit('render-process-gone', createEvent({}), webContents, details),
    );
    this.emit('web-contents-created', createEvent({}), webContents);
    this.emit('browser-window-created', createEvent({}), window);
  }

  #finishQuitting(): void {
    const event = createEvent({});
    this.emit('will-quit', event);
    if (event.defaultPrevented) {
      this.#quitting = false;
      return;
    }
    this.#ended = true;
    this.#end(0);
  }

  #end(code: number): void {
    this.emit('quit', createEvent({}), code);
    this.#awaited.resolve();
    this.#lock.release();
    void Promise.resolve(runningChromium()?.browser.close())
      .catch((error: unknown) => console.error(error))
      .finally(() => {
        if (this.#relaunch !== null) this.#startAgain(this.#relaunch);
        process.exit(code);
      });
  }

  /** The app's own executable is this host; another one is what the app says it is. */
  #startAgain({ execPath, args }: Relaunch): void {
    const isOwn = execPath === process.execPath;
    const [command, first] = isOwn ? [this.#start.command, this.#start.args] : [execPath, []];
    spawn(command, [...first, ...args], { detached: true, stdio: 'ignore' }).unref();
  }
}

export const app = new App();
