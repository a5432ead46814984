import type { bridgeEnd } from './context-bridge.ts';
import type { FromWindow, Question, ToWindow } from './messages.ts';
import type { structuredCloneCodec } from './structured-clone.ts';

export type IsolatedWorldOptions = {
  readonly handshake: string;
  readonly mark: string;
  readonly windowOpenKey: string;
  /** The function that takes a message to the host, and the one that the host calls with its own. */
  readonly binding: string;
  readonly deliver: string;
  /** `process` as a sandboxed preload sees it. */
  readonly process: {
    readonly platform: string;
    readonly arch: string;
    readonly argv: readonly string[];
    readonly versions: Readonly<Record<string, string>>;
  };
};

/** The app's preload script, wrapped as a CommonJS module. */
export type PreloadModule = (
  require: (name: string) => unknown,
  module: { exports: object },
  exports: object,
  process: object,
) => void;

/**
 * Runs in the preload's isolated world: gives the preload its `require`, with Electron's renderer modules behind it.
 * The function carries all that it needs: it runs as source text.
 */
export function isolatedWorld(
  options: IsolatedWorldOptions,
  makeBridge: typeof bridgeEnd,
  makeCodec: typeof structuredCloneCodec,
  halt: () => void,
  preload: PreloadModule,
): void {
  if (window !== window.top || location.href === 'about:blank') return;

  type Listener = (...args: unknown[]) => void;
  type Slot = { readonly question: Question; readonly files: readonly File[]; answer: unknown };

  const codec = makeCodec();
  const say = (head: FromWindow, body?: string): void => {
    Reflect.get(
      globalThis,
      options.binding,
    )(body === undefined ? JSON.stringify(head) : `${JSON.stringify(head)}\n${body}`);
  };

  // What arrives while this world stands still must not run in the midst of what it was doing.
  let asking = 0;
  const held: string[] = [];

  /** In `halt` this world stands still. The host reads `slot`, writes its answer there, and lets it go on. */
  function askHost(question: Question, files: readonly File[]): unknown {
    const slot: Slot = { question, files, answer: null };
    asking += 1;
    halt();
    asking -= 1;
    if (asking === 0 && held.length > 0) queueMicrotask(() => held.splice(0).forEach(receive));
    return slot.answer;
  }

  class Emitter {
    // Not `#private`: the emitter is used through a proxy.
    readonly entries = new Map<string, { readonly listener: Listener; readonly once: boolean }[]>();
    on(name: string, listener: Listener): this {
      this.entries.set(name, [...(this.entries.get(name) ?? []), { listener, once: false }]);
      return this;
    }
    once(name: string, listener: Listener): this {
      this.entries.set(name, [...(this.entries.get(name) ?? []), { listener, once: true }]);
      return this;
    }
    addListener(name: string, listener: Listener): this {
      return this.on(name, listener);
    }
    off(name: string, listener: Listener): this {
      const all = this.entries.get(name) ?? [];
      const index = all.findLastIndex((entry) => entry.listener === listener);
      this.entries.set(name, index === -1 ? all : all.toSpliced(index, 1));
      return this;
    }
    removeListener(name: string, listener: Listener): this {
      return this.off(name, listener);
    }
    removeAllListeners(name?: string): this {
      if (name === undefined) this.entries.clear();
      else this.entries.delete(name);
      return this;
    }
    listeners(name: string): Listener[] {
      return (this.entries.get(name) ?? []).map((entry) => entry.listener);
    }
    listenerCount(name: string): number {
      return this.listeners(name).length;
    }
    emit(name: string, ...args: unknown[]): boolean {
      const all = this.entries.get(name) ?? [];
      for (const { listener, once } of all) {
        if (once) this.off(name, listener);
        listener.apply(this, args);
      }
      return all.length > 0;
    }
  }

  /** What an app reaches for and the host does not have must fail at once, by name. */
  const strict = <T extends object>(name: string, members: T): T =>
    new Proxy(members, {
      get(target, key, receiver) {
        if (typeof key === 'symbol' || key in target || key === 'then' || key === 'toJSON') {
          return Reflect.get(target, key, receiver);
        }
        throw new Error(`${name}.${key} is not implemented by the Chromium host`);
      },
    });

  const replies = new Map<number, { resolve(value: unknown): void; reject(reason: Error): void }>();
  let lastInvoke = 0;

  class IpcRenderer extends Emitter {
    async invoke(channel: string, ...args: unknown[]): Promise<unknown> {
      const body = codec.encode(args);
      lastInvoke += 1;
      const id = lastInvoke;
      return new Promise((resolve, reject) => {
        replies.set(id, { resolve, reject });
        say({ kind: 'invoke', id, channel }, body);
      });
    }
    send(channel: string, ...args: unknown[]): void {
      say({ kind: 'send', channel }, codec.encode(args));
    }
    sendSync(channel: string, ...args: unknown[]): unknown {
      return codec.decode(String(askHost({ kind: 'send-sync', channel, args: codec.encode(args) }, [])));
    }
  }
  const ipcRenderer = strict('ipcRenderer', new IpcRenderer());

  function receive(message: string): void {
    if (asking > 0) {
      held.push(message);
      return;
    }
    const end = message.indexOf('\n');
    const head: ToWindow = JSON.parse(end === -1 ? message : message.slice(0, end));
    const body = (): unknown => codec.decode(message.slice(end + 1));
    if (head.kind === 'message') {
      const args = body();
      if (Array.isArray(args)) ipcRenderer.emit(head.channel, { sender: ipcRenderer, ports: [] }, ...args);
      return;
    }
    const reply = replies.get(head.id);
    replies.delete(head.id);
    if (head.kind === 'resolved') reply?.resolve(body());
    else reply?.reject(new Error(head.message));
  }

  const paths = new WeakMap<File, string>();
  const resolvePaths = (files: readonly File[]): void => {
    const unknown = files.filter((file) => !paths.has(file));
    if (unknown.length === 0) return;
    const answer = askHost({ kind: 'file-paths' }, unknown);
    if (Array.isArray(answer)) unknown.forEach((file, index) => void paths.set(file, String(answer[index] ?? '')));
  };
  // Every question halts the page: where the preload asks for one file of an event, all of them are asked for together.
  let ofLastEvent: readonly File[] = [];
  const filesOf = (event: Event): FileList | null | undefined => {
    if (event instanceof DragEvent) return event.dataTransfer?.files;
    if (event instanceof ClipboardEvent) return event.clipboardData?.files;
    return event.target instanceof HTMLInputElement ? event.target.files : null;
  };
  const noteFiles = (event: Event): void => {
    ofLastEvent = [...(filesOf(event) ?? [])];
  };
  // An event of an element that is in no document is heard here only while its own listeners are at work.
  const noteFilesOfNow = (): void => {
    const now = window.event;
    if (now?.type === 'change' && now.isTrusted) noteFiles(now);
  };
  for (const type of ['drop', 'paste', 'change']) addEventListener(type, noteFiles, { capture: true });

  const getPathForFile = (file: unknown): string => {
    if (!(file instanceof Blob)) {
      throw new TypeError('getPathForFile expected to receive a File object but one was not provided');
    }
    if (!(file instanceof File)) return '';
    if (!paths.has(file)) noteFilesOfNow();
    if (!paths.has(file)) resolvePaths(ofLastEvent.includes(file) ? ofLastEvent : [file]);
    return paths.get(file) ?? '';
  };

  // A detached element that only the two worlds hold; the event that carries it over is over before the page starts.
  const channel = document.createElement('a');
  const bridge = makeBridge({
    channel,
    hears: 'to-isolated',
    says: 'to-main',
    mark: options.mark,
    onFiles: resolvePaths,
    accept: () => false,
  });
  document.dispatchEvent(new MouseEvent(options.handshake, { relatedTarget: channel }));
  bridge.expose(options.windowOpenKey, (url: unknown, frameName: unknown, features: unknown) =>
    askHost({ kind: 'window-open', url: String(url), frameName: String(frameName), features: String(features) }, []),
  );
  Object.defineProperty(globalThis, options.deliver, { value: receive });

  const electron = strict('electron', {
    contextBridge: strict('contextBridge', { exposeInMainWorld: bridge.expose }),
    ipcRenderer,
    webUtils: strict('webUtils', { getPathForFile }),
  });
  const modules: Readonly<Record<string, unknown>> = {
    electron,
    'electron/renderer': electron,
    'electron/common': electron,
    events: Object.assign(Emitter, { EventEmitter: Emitter }),
    timers: strict('timers', { setTimeout, clearTimeout, setInterval, clearInterval }),
    url: strict('url', { URL, URLSearchParams }),
  };
  const require = (name: string): unknown => {
    const key = name.startsWith('node:') ? name.slice('node:'.length) : name;
    if (Object.hasOwn(modules, key)) return modules[key];
    throw new Error(`module not found: ${name}`);
  };

  // A menu's keys act where the page leaves them alone, which is known once all of its listeners have been called.
  const later = setTimeout;
  addEventListener(
    'keydown',
    (event) => {
      const { keyCode, ctrlKey: ctrl, shiftKey: shift, altKey: alt, metaKey: meta, isTrusted, key } = event;
      // The host's own editing commands come with such a key.
      if (isTrusted && keyCode === 0) event.stopImmediatePropagation();
      const isTyped = key.length === 1 && !ctrl && !alt && !meta;
      if (!isTrusted || keyCode === 0 || isTyped) return;
      later(() => {
        if (!event.defaultPrevented) say({ kind: 'key', key: { keyCode, ctrl, shift, alt, meta } });
      });
    },
    { capture: true },
  );

  const colorScheme = matchMedia('(prefers-color-scheme: dark)');
  colorScheme.addEventListener('change', ({ matches }) => say({ kind: 'color-scheme', dark: matches }));
  say({ kind: 'started', dark: colorScheme.matches });

  const module = { exports: {} };
  const process = { ...options.process, type: 'renderer', sandboxed: true, contextIsolated: true, env: {} };
  try {
    preload.call(module.exports, require, module, module.exports, process);
  } catch (error) {
    console.error('Unable to load preload script:', error);
    const failure = error instanceof Error ? error : new Error(String(error));
    say({ kind: 'preload-failed', message: failure.message, stack: failure.stack ?? '' });
  }
}
