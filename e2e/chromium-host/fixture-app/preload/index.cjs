const { contextBridge, ipcRenderer, webUtils } = require('electron');

const attempt = (action) => {
  try {
    return { ok: true, value: String(action()) };
  } catch (error) {
    return { ok: false, message: error.message };
  }
};

const withOwnProto = (value) =>
  Object.defineProperty({ data: 1 }, '__proto__', { value, enumerable: true, writable: true, configurable: true });
const circle = { value: 135 };
circle.self = circle;
const throwing = {
  get bad() {
    throw new Error('boom');
  },
};

/** What can be exposed by itself: each becomes a property of the page's global object, of its own name. */
const exposed = {
  aNumber: 123,
  aText: 'words',
  aBoolean: false,
  aNull: null,
  anUndefined: undefined,
  aBigInt: 10n,
  aList: [123, 'words', [true]],
  aFunction: () => 'return value',
  aPromise: Promise.resolve('resolved'),
  someBytes: new Uint8Array([1, 2]),
  aPattern: /a/g,
  byNumber: { 1: 'one', 2: 'two' },
  ownProto: withOwnProto({ polluted: true }),
  aCircle: circle,
};
const exposing = Object.entries(exposed).map(([key, value]) =>
  attempt(() => contextBridge.exposeInMainWorld(key, value)),
);

contextBridge.exposeInMainWorld('fixture', {
  exposing,
  isSame: (one, other) => one === other,
  receiveProto: (value) => [
    Object.getPrototypeOf(value) === Object.prototype,
    value.polluted,
    Object.hasOwn(value, '__proto__'),
    value.data,
  ],
  nested: (second) => second((fourth) => fourth()),
  makeBlob: () => new Blob(['ab', 'cd']),
  readBlob: async (make) => make().text(),
  promiseOfPromise: () => new Promise((resolve) => setTimeout(() => resolve(Promise.resolve(123)))),
  lengthOf: (list) => list.length,
  throwing: () => throwing,
  throwText: () => {
    throw 'this is no error';
  },
  rejectOddly: async () => {
    throw Object(Symbol('odd'));
  },
  resolveOddly: async () => Object(Symbol('odd')),
  oddIn: { list: () => [Object(Symbol('odd'))], object: () => ({ bad: Object(Symbol('odd')) }) },
  sendLocation: () => attempt(() => ipcRenderer.send('note', document.location)),
  removed: () => {
    let heard = 0;
    ipcRenderer.on('unheard', () => (heard += 1));
    ipcRenderer.once('once', () => (heard += 1));
    const before = [ipcRenderer.listenerCount('unheard'), ipcRenderer.listenerCount('once')];
    ipcRenderer.removeAllListeners('unheard');
    return [...before, ipcRenderer.listenerCount('unheard'), ipcRenderer.listenerCount('once')];
  },
  blobPath: () => attempt(() => webUtils.getPathForFile(new Blob(['x']))),
  invoke: (channel, ...args) => ipcRenderer.invoke(channel, ...args),
  send: (channel, ...args) => ipcRenderer.send(channel, ...args),
  sendSync: (channel, ...args) => ipcRenderer.sendSync(channel, ...args),
  onNoted: (listener) => {
    const forward = (_event, ...args) => listener(...args);
    ipcRenderer.on('noted', forward);
    return () => ipcRenderer.removeListener('noted', forward);
  },
  require: (name) => attempt(() => typeof require(name)),
  missing: () => attempt(() => ipcRenderer.postMessage),
  exposeAgain: () => attempt(() => contextBridge.exposeInMainWorld('fixture', {})),
  paths: (files) => files.map((file) => webUtils.getPathForFile(file)),
  pathOf: (file) => webUtils.getPathForFile(file),
  notAFile: () => attempt(() => webUtils.getPathForFile({})),
  same: (value) => value,
  describe: (value) => Object.prototype.toString.call(value),
  callBack: (listener, ...args) => listener(...args),
  makeCounter: () => {
    let count = 0;
    return { next: () => (count += 1) };
  },
  fail: () => {
    throw new RangeError('out of reach');
  },
  failLater: async () => {
    throw new RangeError('out of reach later');
  },
  failOddly: () => {
    throw { secret: 1 };
  },
  instance: () =>
    new (class Point {
      x = 1;
      get y() {
        return 2;
      }
      method() {}
    })(),
  symbol: () => Symbol('s'),
  constant: { deep: { list: [1, 2] } },
  seesPage: () => [typeof globalThis.pageScriptRan, typeof window.document],
  ranBeforePage: document.documentElement === null || document.querySelector('script') === null,
});
