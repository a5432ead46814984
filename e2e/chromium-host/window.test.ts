import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dropFiles } from './fixture-app/driver.ts';
import { runningFixture } from './fixture-app/running-fixture.ts';

const host = runningFixture();
const { inPage } = host;

describe('files that a person gives to the page', () => {
  it('have their paths, folders too', async () => {
    const files = ['plain.txt', 'with space & ünï 🙂.bin'].map((name) => join(host.folder, name));
    for (const file of files) writeFileSync(file, 'x');
    const inner = join(host.folder, 'a folder');
    mkdirSync(inner, { recursive: true });
    await dropFiles(host.app.devTools, [...files, inner]);
    expect(await inPage('fixture.paths(dropped)')).toEqual([...files, inner]);
    expect(await inPage('dropped.map((file) => fixture.pathOf(file))')).toEqual([...files, inner]);
  });

  it('have their paths when chosen in an input', async () => {
    const chosen = join(host.folder, 'chosen.txt');
    writeFileSync(chosen, 'x');
    // Playwright hands over copies without a path when it is connected over CDP.
    await host.app.devTools.send('DOM.enable');
    const { root } = await host.app.devTools.send('DOM.getDocument');
    const { nodeId } = await host.app.devTools.send('DOM.querySelector', { nodeId: root.nodeId, selector: '#choose' });
    await host.app.devTools.send('DOM.setFileInputFiles', { nodeId, files: [chosen] });
    expect(await inPage(`fixture.paths([...document.querySelector('#choose').files])`)).toEqual([chosen]);
  });

  it('have no path when a script made them', async () => {
    expect(await inPage(`fixture.paths([new File(['x'], '/etc/passwd')])`)).toEqual(['']);
  });

  it('are the only thing that can have a path', async () => {
    expect(await inPage('fixture.notAFile()')).toMatchObject({ ok: false });
  });

  it('have their paths by the thousand', async () => {
    const many = join(host.folder, 'many');
    mkdirSync(many);
    const files = Array.from({ length: 1_000 }, (_, index) => join(many, `${index}.txt`));
    for (const file of files) writeFileSync(file, '');
    await dropFiles(host.app.devTools, files);
    expect(await inPage('fixture.paths(dropped)')).toEqual(files);
  }, 180_000);

  it('have their paths when each is asked for by itself, right after the other', async () => {
    const each = join(host.folder, 'each');
    mkdirSync(each);
    const files = Array.from({ length: 200 }, (_, index) => join(each, `${index}.txt`));
    for (const file of files) writeFileSync(file, '');
    await dropFiles(host.app.devTools, files);
    expect(await inPage('dropped.map((file) => fixture.pathOf(file))')).toEqual(files);
  }, 180_000);

  it('do not replace the page where it does not take them', async () => {
    const file = join(host.folder, 'not-taken.html');
    writeFileSync(file, '<h1>not taken</h1>');
    await inPage(`(() => {
      const untaken = new AbortController();
      for (const type of ['dragover', 'drop']) {
        addEventListener(type, (event) => event.stopImmediatePropagation(), { capture: true, signal: untaken.signal });
      }
      globalThis.takeAgain = () => untaken.abort(); })()`);
    await dropFiles(host.app.devTools, [file]);
    await inPage('takeAgain()');
    expect(host.app.page.url()).toBe('https://bundle.app.invalid/index.html');
    // Chromium opens a tab for it, which the host closes before it has shown anything.
    await expect
      .poll(async () => (await host.app.devTools.send('Target.getTargets')).targetInfos.map(({ url }) => url))
      .not.toContain(`file://${file}`);
  });

  it('do not stop a page’s own debugger statements from going on', async () => {
    expect(
      await inPage('(() => { function askHost() { const slot = {}; debugger; return slot; } return askHost(); })()'),
    ).toEqual({});
  });
});

describe('the app’s own scheme', () => {
  it('is a secure context under its Content-Security-Policy', async () => {
    expect(await inPage('[isSecureContext, globalThis.inlineScriptRan, globalThis.pageScriptRan]')).toEqual([
      true,
      undefined,
      true,
    ]);
    expect(await inPage(`fetch('https://example.com/').then(() => 'fetched', () => 'refused')`)).toBe('refused');
  });

  it('gives what the handler answers, status and all', async () => {
    expect(await inPage(`fetch('/missing.txt').then(async (answer) => [answer.status, await answer.text()])`)).toEqual([
      404,
      'Not found',
    ]);
    expect(await host.app.inMain('return state.seen')).toContainEqual(['request', 'app://bundle/missing.txt']);
  });
});

describe('navigation', () => {
  it('that the page begins is told to the app, which prevents it', async () => {
    await host.app.page.click('#elsewhere');
    await expect
      .poll(() => host.app.inMain('return state.seen'))
      .toContainEqual(['will-navigate', 'app://bundle/other.html']);
    expect(host.app.page.url()).toBe('https://bundle.app.invalid/index.html');
  });

  it('that the app allows goes on, and the preload is there again', async () => {
    await host.app.inMain('state.allowNavigation = true');
    await host.app.page.click('#elsewhere');
    await host.app.page.waitForURL('**/other.html');
    expect(await inPage(`fixture.invoke('where')`)).toMatchObject({ url: 'app://bundle/other.html' });
    await host.app.inMain(
      `state.seen.length = 0; setTimeout(() => void window.loadURL('app://bundle/index.html'), 100)`,
    );
    await host.app.page.waitForURL('**/index.html');
    const seen = await host.app.inMain<unknown[][]>('return state.seen');
    expect(seen.filter(([what]) => what === 'will-navigate')).toEqual([]);
  });

  it('that a debugger begins is not the page’s', async () => {
    await host.app.page.reload();
    expect(await host.app.inMain('return window.webContents.getURL()')).toBe('app://bundle/index.html');
    const seen = await host.app.inMain<unknown[][]>('return state.seen');
    expect(seen.filter(([what]) => what === 'will-navigate')).toEqual([]);
  });

  it('to another window is refused by the app’s handler: by script and by link', async () => {
    expect(await inPage(`window.open('https://example.com/')`)).toBeNull();
    await host.app.page.click('#blank');
    await expect
      .poll(() => host.app.inMain('return state.seen.filter(([what]) => what === "window-open")'))
      .toEqual([
        ['window-open', 'https://example.com/'],
        ['window-open', 'app://bundle/other.html'],
      ]);
    await expect
      .poll(
        async () =>
          (await host.app.devTools.send('Target.getTargets')).targetInfos.filter(({ type }) => type === 'page').length,
      )
      .toBe(1);
  });
});

describe('what else a window is to the app', () => {
  it('a close that a listener prevents leaves it open', async () => {
    await host.app.inMain('state.refuseClose = true; window.close();');
    expect(await host.app.inMain('return [state.seen, window.isDestroyed()]')).toEqual([[['close']], false]);
  });

  it('has permissions as the app’s handler answers', async () => {
    const state = (name: string) =>
      inPage(`navigator.permissions.query({ name: '${name}' }).then(({ state }) => state)`);
    expect(await state('geolocation')).toBe('denied');
    expect(await state('notifications')).toBe('denied');
    expect(await state('clipboard-write')).toBe('granted');
  });

  it('has the size that was asked for with its frame, its content without', async () => {
    expect(await inPage('[innerWidth, innerHeight]')).toEqual([900, 572]);
    expect(await host.app.inMain('return [window.getSize(), window.getContentSize()]')).toEqual([
      [900, 600],
      [900, 572],
    ]);
    const withContent = `const other = new electron.BrowserWindow({ show: false, width: 400, height: 300, useContentSize: true });
      const sizes = [other.getSize(), other.getContentSize()];
      await other.loadURL('app://bundle/other.html');
      return [...sizes, await other.webContents.executeJavaScript('[innerWidth, innerHeight]').finally(() => other.destroy())];`;
    expect(await host.app.inMain(withContent)).toEqual([
      [400, 328],
      [400, 300],
      [400, 300],
    ]);
  });

  it('follows the theme that the app sets', async () => {
    const code = (theme: string) => `
      const updated = new Promise((resolve) => electron.nativeTheme.once('updated', resolve));
      electron.nativeTheme.themeSource = '${theme}'; await updated; return electron.nativeTheme.shouldUseDarkColors;`;
    const isDark = () => inPage(`matchMedia('(prefers-color-scheme: dark)').matches`);
    expect(await host.app.inMain(code('dark'))).toBe(true);
    await expect.poll(isDark).toBe(true);
    expect(await host.app.inMain(code('light'))).toBe(false);
    await expect.poll(isDark).toBe(false);
  });

  it('can be printed', async () => {
    const code = `const pdf = await window.webContents.printToPDF({ pageSize: 'A4' }); return pdf.subarray(0, 5).toString();`;
    expect(await host.app.inMain(code)).toBe('%PDF-');
  });

  it('downloads to where the app says', async () => {
    const target = join(host.folder, 'kept', 'download.txt');
    await host.app.inMain(`state.download = new Promise((resolve) => electron.session.defaultSession.once('will-download', (_event, item) => {
      item.setSavePath(${JSON.stringify(target)});
      item.once('done', (_done, how) => resolve([how, item.getFilename(), require_text(item.getSavePath())]));
    })); const { readFileSync } = process.getBuiltinModule('fs'); const require_text = (path) => readFileSync(path, 'utf8');`);
    await inPage(`(() => { const link = document.querySelector('#save');
      link.href = URL.createObjectURL(new Blob(['saved text'])); link.click(); })()`);
    expect(await host.app.inMain('return state.download')).toEqual(['completed', 'saved.txt', 'saved text']);
  });

  it('takes what the app puts on the clipboard', async () => {
    await host.app.inMain(`await electron.clipboard.writeText('from main')`);
    expect(await host.app.inMain('return electron.clipboard.readText()')).toBe('from main');
    await inPage(
      `document.body.insertAdjacentElement('beforeend', Object.assign(document.createElement('input'), { id: 'paste' }))`,
    );
    await host.app.page.focus('#paste');
    await host.app.page.keyboard.press('ControlOrMeta+V');
    expect(await host.app.page.inputValue('#paste')).toBe('from main');
  });

  it('shows notifications and opens addresses as acts on record', async () => {
    await host.app.inMain(`await electron.shell.openExternal('https://example.com/help');
      const note = new electron.Notification({ title: 'Done', body: 'All of it' });
      await new Promise((resolve) => { note.once('show', resolve); note.show(); });`);
    expect(host.app.host.acts()).toEqual(
      expect.arrayContaining([
        { kind: 'open-external', url: 'https://example.com/help' },
        { kind: 'notification', title: 'Done', body: 'All of it' },
      ]),
    );
  });

  it('has notifications that fail, are swallowed or not known at all, where the desktop is said to be so', async () => {
    const told = (desktop: string) =>
      host.app.inMain(`process.env.CHROMIUM_HOST_NOTIFICATIONS = '${desktop}';
        const note = new electron.Notification({ title: 'Unseen' });
        const heard = [electron.Notification.isSupported()];
        for (const name of ['show', 'failed', 'close']) note.on(name, (event, error) => heard.push(name, typeof error));
        note.show();
        await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
        note.close();
        delete process.env.CHROMIUM_HOST_NOTIFICATIONS;
        return heard;`);
    expect(await told('failing')).toEqual([true, 'failed', 'string']);
    expect(await told('unheard')).toEqual([true]);
    expect(await told('unsupported')).toEqual([false]);
    expect(host.app.host.acts()).not.toContainEqual({ kind: 'notification', title: 'Unseen', body: '' });
  });

  it('lets a shown notification be clicked as the desktop would, by whoever drives the main process', async () => {
    const heard = await host.app.inMain(`const note = new electron.Notification({ title: 'Done' });
      const { show } = electron.Notification.prototype;
      let shown = null;
      electron.Notification.prototype.show = function () { shown = this; return show.call(this); };
      const clicked = new Promise((resolve) => note.once('click', () => resolve('clicked')));
      note.show();
      electron.Notification.prototype.show = show;
      shown.emit('click', {});
      return [shown === note, await clicked];`);
    expect(heard).toEqual([true, 'clicked']);
  });

  it('fails by name where the app uses what the host does not have', async () => {
    const message = (code: string) => host.app.inMain(`try { ${code}; } catch (error) { return error.message; }`);
    const ending = 'is not implemented by the Chromium host';
    expect(await message('electron.app.dock')).toBe(`App.dock ${ending}`);
    expect(await message('new electron.TouchBar()')).toBe(`TouchBar ${ending}`);
    expect(await message('window.setSomething()')).toBe(`BrowserWindow.setSomething ${ending}`);
    expect(await message('electron.BrowserWindow.addExtension')).toBe(`BrowserWindow.addExtension ${ending}`);
  });
});
