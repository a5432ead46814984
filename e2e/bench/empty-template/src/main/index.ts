import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, BrowserWindow, protocol } from 'electron';

// Serves the window's files through a custom scheme, as Electron's guide recommends.
protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
]);

const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

async function serve(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const bytes = await readFile(fileURLToPath(new URL(`../renderer${pathname}`, import.meta.url)));
  return new Response(new Uint8Array(bytes), { headers: { 'content-type': types[extname(pathname)] ?? 'text/plain' } });
}

function openWindow(): void {
  const window = new BrowserWindow({
    width: 900,
    height: 670,
    show: false,
    autoHideMenuBar: true,
    webPreferences: { preload: fileURLToPath(new URL('../preload/index.cjs', import.meta.url)), sandbox: true },
  });
  window.once('ready-to-show', () => window.show());
  window.webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
  void window.loadURL('app://template/index.html');
}

const folder = process.env.EMPTY_TEMPLATE_USER_DATA;
if (folder !== undefined) app.setPath('userData', folder);
app.on('window-all-closed', () => app.quit());
void app.whenReady().then(() => {
  protocol.handle('app', serve);
  openWindow();
});
