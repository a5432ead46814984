import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runningFixture } from './fixture-app/running-fixture.ts';

const host = runningFixture();
const inMain = <Value>(code: string): Promise<Value> => host.app.inMain(code);
const inPage = <Value>(code: string): Promise<Value> => host.inPage(code);

/** Lets the page, past its policy, reach two more schemes: `open:` has all privileges, `bare:` none but to be standard. */
async function serveSchemes(): Promise<void> {
  await inMain(`
    for (const scheme of ['bare', 'open']) if (!electron.protocol.isProtocolHandled(scheme)) {
      electron.protocol.handle(scheme, (request) => {
        state.seen.push(['asked', request.url]);
        return new Response('content', { headers: { 'access-control-allow-origin': '*', 'set-cookie': 'a=b' } });
      });
    }`);
  await host.app.devTools.send('Page.setBypassCSP', { enabled: true });
  await host.app.page.reload();
  await inMain('state.seen.length = 0');
}
const asked = (): Promise<string[]> =>
  inMain(`return state.seen.filter(([what]) => what === 'asked').map(([, url]) => url)`);
const outcome = (code: string): Promise<string> =>
  inPage(`(async () => { ${code} })().catch(({ message }) => message)`);

describe('a scheme of the app’s own', () => {
  it('is none for fetch without that privilege, whoever asks', async () => {
    await serveSchemes();
    expect(await outcome(`return (await fetch('https://x.open.invalid/a')).text()`)).toBe('content');
    expect(await outcome(`await fetch('https://x.bare.invalid/b', { mode: 'no-cors' })`)).toContain('not supported');
    expect(await asked()).toEqual(['open://x/a']);
  });

  it('is not even asked from another origin without that privilege, but where no rule of CORS is in the way', async () => {
    await serveSchemes();
    // `app:` may be fetched, and has no CORS: its own pages may, others get an answer that they cannot read.
    expect(await outcome(`return (await fetch('/page.js')).status`)).toBe(200);
    await inMain('state.seen.length = 0');
    expect(await outcome(`return (await fetch('https://other.app.invalid/c')).status`)).toBe('Failed to fetch');
    expect(await outcome(`return (await fetch('https://other.app.invalid/d', { mode: 'no-cors' })).type`)).toBe(
      'opaque',
    );
    const requests = await inMain(`return state.seen.map(([what, url]) => what + ' ' + url)`);
    expect(requests).toEqual(['request app://other/d']);
  });

  it('has no cookies, neither by script nor by header', async () => {
    await serveSchemes();
    expect(await inPage(`(document.cookie = 'x=1', document.cookie)`)).toBe('');
    await outcome(`await fetch('https://x.open.invalid/a', { credentials: 'include' })`);
    expect((await host.app.page.context().cookies()).length).toBe(0);
  });

  it('is a secure context only with that privilege', async () => {
    await serveSchemes();
    const isSecure = await inMain(`
      const other = new electron.BrowserWindow({ show: false });
      await other.loadURL('bare://x/');
      const answer = await other.webContents.executeJavaScript('[isSecureContext, typeof navigator.serviceWorker]');
      const url = other.webContents.getURL();
      other.destroy();
      return [answer, url]`);
    expect(isSecure).toEqual([[false, 'undefined'], 'bare://x/']);
  });

  it('gets no service worker', async () => {
    expect(await outcome(`await navigator.serviceWorker.register('/page.js')`)).toContain('Failed to register');
  });
});

describe('downloads', () => {
  const download = async (name: string): Promise<string> => {
    const target = join(host.folder, 'saved', name);
    await inMain(`state.saved = new Promise((resolve) => electron.session.defaultSession.once('will-download', (_event, item) => {
      item.setSavePath(${JSON.stringify(target)});
      item.once('done', (_done, how) => resolve([how, item.getSavePath()]));
    }))`);
    await inPage(`(() => { const link = document.createElement('a');
      link.download = 'saved.txt';
      link.href = URL.createObjectURL(new Blob(['saved text'])); link.click(); })()`);
    expect(await inMain('return state.saved')).toEqual(['completed', target]);
    return target;
  };

  it('go where the app says, until a debugger says where: then the app is told of them, and does not get them', async () => {
    expect(await readFile(await download('mine.asar'), 'utf8')).toBe('saved text');
    const elsewhere = join(host.folder, 'elsewhere');
    await mkdir(elsewhere);
    const session = await host.app.browser.newBrowserCDPSession();
    await session.send('Browser.setDownloadBehavior', { behavior: 'allowAndName', downloadPath: elsewhere });
    await expect(readFile(await download('not-mine.txt'))).rejects.toThrow('ENOENT');
    expect((await readdir(elsewhere)).length).toBe(1);
  });
});

describe('the app', () => {
  it('may set a path to where nothing is, and nothing is made there: what Electron needs it makes at the start', async () => {
    const absent = join(host.folder, 'not', 'there');
    expect(
      await inMain(`electron.app.setPath('music', ${JSON.stringify(absent)}); return electron.app.getPath('music')`),
    ).toBe(absent);
    await expect(readdir(absent)).rejects.toThrow('ENOENT');
    await expect(inMain(`electron.app.setPath('music', 'not/there')`)).rejects.toThrow('Path must be absolute');
  });

  it('can’t ask for the sandbox once it is ready', async () => {
    await expect(inMain('electron.app.enableSandbox()')).rejects.toThrow('can only be called before app is ready');
  });
});
