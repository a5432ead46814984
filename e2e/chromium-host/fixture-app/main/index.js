import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as electron from 'electron';

const { app, BrowserWindow, ipcMain, protocol, session } = electron;

/** What the tests look at from outside; see `run-in-main`. */
const preload = fileURLToPath(new URL('../preload/index.cjs', import.meta.url));
const state = { seen: [], refuseClose: false, allowNavigation: false, preload };
const see = (what, ...details) => state.seen.push([what, ...details]);

if (process.argv.includes('--sandboxed')) app.enableSandbox();
if (process.argv.includes('--without-debuggers')) {
  app.commandLine.removeSwitch('remote-debugging-port');
  app.on('ready', () => console.log('ready'));
}
if (process.env.FIXTURE_USER_DATA) app.setPath('userData', process.env.FIXTURE_USER_DATA);
protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
  { scheme: 'bare', privileges: { standard: true } },
  { scheme: 'open', privileges: { standard: true, secure: true, supportFetchAPI: true, corsEnabled: true } },
]);

const types = { html: 'text/html', js: 'text/javascript', txt: 'text/plain' };

async function serve(request) {
  const { pathname } = new URL(request.url);
  see('request', request.url);
  try {
    const body = await readFile(fileURLToPath(new URL(`../window${pathname}`, import.meta.url)));
    return new Response(body, {
      headers: {
        'content-type': types[pathname.split('.').at(-1)],
        'content-security-policy': "default-src 'self'; require-trusted-types-for 'script'",
      },
    });
  } catch {
    return new Response('Not found', { status: 404 });
  }
}

function openWindow() {
  const window = new BrowserWindow({
    show: false,
    width: 900,
    height: 600,
    webPreferences: { preload },
  });
  window.once('ready-to-show', () => window.show());
  window.on('close', (event) => {
    see('close');
    if (state.refuseClose) event.preventDefault();
  });
  void window.loadURL('app://bundle/index.html');
  return window;
}

app.on('web-contents-created', (_event, contents) => {
  contents.on('will-navigate', (event) => {
    see('will-navigate', event.url);
    if (!state.allowNavigation) event.preventDefault();
  });
  contents.setWindowOpenHandler((details) => {
    see('window-open', details.url);
    return { action: 'deny' };
  });
});
for (const name of ['before-quit', 'will-quit', 'quit']) {
  app.on(name, () => console.log(`event ${name}`));
}
app.on('second-instance', (_event, argv, workingDirectory) => {
  console.log(`second-instance ${JSON.stringify({ argv, workingDirectory })}`);
});

ipcMain.handle('echo', (_event, value) => value);
ipcMain.handle('fail', () => {
  throw new TypeError('no such luck');
});
ipcMain.handle('function', () => () => 1);
ipcMain.handle('where', ({ senderFrame, sender }) => ({
  url: senderFrame.url,
  origin: senderFrame.origin,
  isMainFrame: senderFrame === sender.mainFrame,
}));
ipcMain.on('order', (_event, number) => see('order', number));
ipcMain.handle('order', (_event, number) => see('order', number));
ipcMain.on('order-sync', (event, number) => {
  see('order', number);
  event.returnValue = number;
});
ipcMain.on('note', (event, ...args) => event.reply('noted', ...args));
ipcMain.on('ask', (event, value) => {
  event.returnValue = { answered: value };
});
ipcMain.handle('where-later', async (event) => {
  const { senderFrame } = event;
  await new Promise((resolve) => {
    state.askLater = resolve;
  });
  see('sender frame', event.senderFrame === null, senderFrame.isDestroyed(), senderFrame === event.sender.mainFrame);
});
// Lets a test look at and act on the main process: this app is there for nothing else.
ipcMain.handle('run-in-main', async (event, code) => {
  const window = BrowserWindow.fromWebContents(event.sender);
  return new Function('electron', 'state', 'window', `return (async () => { ${code} })()`)(electron, state, window);
});

if (app.requestSingleInstanceLock({ from: process.pid })) {
  await app.whenReady();
  session.defaultSession.setPermissionRequestHandler((_contents, permission, callback) => {
    callback(permission === 'clipboard-sanitized-write');
  });
  protocol.handle('app', serve);
  openWindow();
} else {
  app.quit();
}
