const { contextBridge, ipcRenderer, webUtils } = require('electron');

const attempt = (action) => {
  try {
    return { ok: true, value: String(action()) };
  } catch (error) {
    return { ok: false, message: error.message };
  }
};

contextBridge.exposeInMainWorld('fixture', {
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
