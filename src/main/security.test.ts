import { EventEmitter } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import type { Session } from 'electron';
import { expect, test, vi } from 'vitest';

type Listener = (event: object, contents: object) => void;

/** What of Electron the room touches, taking notes. Electron itself runs in no unit test. */
const heard = vi.hoisted(() => ({
  listeners: new Map<string, Listener>(),
  switches: [] as string[][],
  removed: [] as string[],
  isPackaged: false,
}));
vi.mock('electron', () => ({
  app: {
    get isPackaged() {
      return heard.isPackaged;
    },
    on: (name: string, listener: Listener) => heard.listeners.set(name, listener),
    commandLine: {
      appendSwitch: (...given: string[]) => heard.switches.push(given),
      removeSwitch: (name: string) => heard.removed.push(name),
    },
  },
}));

const { clearPageStorage, hasHadFrames, isOwnFrame, lockDown, refuseDebuggers, refuseDictionaries, refuseNameLookups } =
  await import('./security.ts');

/** Notes every method that is called on it, with what it was given. */
function noting(): { readonly calls: Map<string, unknown[]>; readonly object: object } {
  const calls = new Map<string, unknown[]>();
  const object = new Proxy(
    {},
    {
      get: (_target, name) =>
        name === 'then' ? undefined : (...given: unknown[]) => void calls.set(String(name), given),
    },
  );
  return { calls, object };
}

test('whatever pages make Chromium itself connect to, this machine included, leads to nobody', async () => {
  const { calls, object } = noting();
  await lockDown(object as Session);
  expect(calls.get('setProxy')).toEqual([
    { mode: 'fixed_servers', proxyRules: 'http://127.0.0.1:1', proxyBypassRules: '<-loopback>' },
  ]);
});

test('no session fetches dictionaries, whichever comes to be', () => {
  refuseDictionaries();
  const { calls, object } = noting();
  // Of this event Electron tells the session alone.
  heard.listeners.get('session-created')?.(object, {});
  expect(calls.get('setSpellCheckerLanguages')).toEqual([[]]);
});

test('no web contents send WebRTC past that way', async () => {
  await lockDown(noting().object as Session);
  const { calls, object } = noting();
  heard.listeners.get('web-contents-created')?.({}, object);
  expect(calls.get('setWebRTCIPHandlingPolicy')).toEqual(['disable_non_proxied_udp']);
});

test('no page holds back its window’s closing', async () => {
  await lockDown(noting().object as Session);
  const contents = new EventEmitter();
  const noted = new Proxy(contents, {
    get: (target, name) => Reflect.get(target, name) ?? (() => undefined),
  });
  heard.listeners.get('web-contents-created')?.({}, noted);
  const preventDefault = vi.fn();
  contents.emit('will-prevent-unload', { preventDefault });
  // What is prevented is the page's wish.
  expect(preventDefault).toHaveBeenCalledTimes(1);
});

test('of what a page has put on the disk nothing stays but the local storage', async () => {
  const { calls, object } = noting();
  await clearPageStorage(object as Session);
  expect(calls.get('clearStorageData')).toEqual([
    { storages: ['cookies', 'filesystem', 'indexdb', 'serviceworkers', 'cachestorage'] },
  ]);
});

test('Chromium looks up no names, whoever asks', () => {
  refuseNameLookups();
  expect(heard.switches).toEqual([
    ['blink-settings', 'dnsPrefetchingEnabled=false'],
    ['host-resolver-rules', 'MAP * ~NOTFOUND'],
  ]);
});

test('nothing starts Electron’s crash reporter: a dump of memory would hold secrets', () => {
  const sources = globSync('src/{main,preload,shared}/**/*.ts', { exclude: ['**/*.test.ts'] });
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter((source) => readFileSync(source, 'utf8').includes('crashReporter'))).toEqual([]);
});

test('a window may call from the page that it is there for, and from no other of the same origin', () => {
  const calls = (url: string, isTop = true): boolean => {
    const frame = { url };
    return isOwnFrame(frame, { mainFrame: isTop ? frame : {} }, 'app://dropslip/index.html');
  };
  expect(calls('app://dropslip/index.html')).toBe(true);
  expect(calls('app://dropslip/index.html#anywhere')).toBe(true);
  expect(calls('app://dropslip/index.html', false)).toBe(false);
  for (const url of [
    'app://dropslip/consent.html',
    'app://dropslip/consent.html#/index.html',
    'app://dropslip/index.html?x',
    'app://dropslip/index.htmlx',
    'app://dropslip/x/index.html',
    'app://dropslip/',
    'app://other/index.html',
    'about:blank',
    '',
  ]) {
    expect(calls(url)).toBe(false);
  }
});

test('web contents are known to have had a frame once one was made in their page', async () => {
  await lockDown(noting().object as Session);
  const contents = new EventEmitter();
  const noted = new Proxy(contents, {
    get: (target, name) => Reflect.get(target, name) ?? (() => undefined),
  });
  heard.listeners.get('web-contents-created')?.({}, noted);
  contents.emit('frame-created', {}, { frame: { parent: null } });
  expect(hasHadFrames(noted)).toBe(false);
  contents.emit('frame-created', {}, { frame: { parent: {} } });
  expect(hasHadFrames(noted)).toBe(true);
});

test('an installed app opens its windows to no debugger, and a copy that runs from its sources does', () => {
  refuseDebuggers();
  expect(heard.removed).toEqual([]);
  heard.isPackaged = true;
  refuseDebuggers();
  expect(heard.removed).toEqual([
    'remote-debugging-port',
    'remote-debugging-pipe',
    'remote-debugging-address',
    'remote-allow-origins',
  ]);
});
