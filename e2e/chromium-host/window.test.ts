import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createUserData, dropFiles, type Fixture, removeUserData, startFixture } from './fixture-app/driver.ts';

let folder: string;
let app: Fixture;
const inPage = <Value>(code: string): Promise<Value> => app.page.evaluate(code);

beforeAll(async () => {
  folder = createUserData();
  app = await startFixture(folder);
}, 60_000);

beforeEach(async () => {
  await app.inMain('state.seen.length = 0; state.allowNavigation = false; state.refuseClose = false;');
});

afterAll(async () => {
  await app.stop();
  removeUserData(folder);
});

describe('the bridge between page and preload', () => {
  it('runs the preload before the page, in a world that the page does not see', async () => {
    expect(await inPage('[fixture.ranBeforePage, typeof require, typeof process, fixture.seesPage()]')).toEqual([
      true,
      'undefined',
      'undefined',
      ['undefined', 'object'],
    ]);
  });

  it('exposes an API that the page can neither change nor replace', async () => {
    const attempts = `(() => { 'use strict';
      const attempt = (action) => { try { action(); return 'done'; } catch (error) { return error.name; } };
      return [
        attempt(() => { fixture.invoke = 1; }),
        attempt(() => { globalThis.fixture = 1; }),
        attempt(() => { delete globalThis.fixture; }),
        attempt(() => { fixture.constant.deep.list.push(3); }),
      ]; })()`;
    expect(await inPage(attempts)).toEqual(['TypeError', 'TypeError', 'TypeError', 'TypeError']);
  });

  it('refuses to expose on a name that is taken', async () => {
    expect(await inPage('fixture.exposeAgain()')).toEqual({
      ok: false,
      message: 'Cannot bind an API on top of an existing property on the window object',
    });
  });

  it('copies values, with those types that can be cloned', async () => {
    const result = await inPage(`(() => {
      const value = { date: new Date(5), map: new Map([[1, new Set(['a'])]]), bytes: new Uint8Array([1, 2]),
        big: 2n ** 80n, nothing: null, missing: undefined, nested: [{ deep: [NaN, -0] }], text: 'ß🙂' };
      const same = fixture.same(value);
      return [same !== value, same.date instanceof Date, same.date.getTime(), same.map.get(1).has('a'),
        same.bytes instanceof Uint8Array, same.bytes[1], same.big === 2n ** 80n, same.nothing,
        'missing' in same && same.missing === undefined, Object.is(same.nested[0].deep[0], NaN),
        Object.is(same.nested[0].deep[1], -0), same.text]; })()`);
    expect(result).toEqual([true, true, 5, true, true, 2, true, null, true, true, true, 'ß🙂']);
  });

  it('keeps references within a value, circles too', async () => {
    const code = `(() => { const value = { list: [] }; value.self = value; value.again = value.list;
      const same = fixture.same(value); return [same.self === same, same.again === same.list]; })()`;
    expect(await inPage(code)).toEqual([true, true]);
  });

  it('passes functions both ways, as proxies that are called synchronously', async () => {
    const code = `(() => { const counter = fixture.makeCounter(); counter.next();
      return [counter.next(), fixture.callBack((a, b) => ({ sum: a + b }), 1, 2)]; })()`;
    expect(await inPage(code)).toEqual([2, { sum: 3 }]);
  });

  it('gives a function back as itself to the world it came from', async () => {
    expect(await inPage('(() => { const fn = () => 1; return fixture.same(fn) === fn; })()')).toBe(true);
  });

  it('passes promises and their outcomes', async () => {
    expect(await inPage(`fixture.same(Promise.resolve({ a: 1 }))`)).toEqual({ a: 1 });
    expect(await inPage(`fixture.failLater().catch((error) => [error instanceof Error, error.message])`)).toEqual([
      true,
      'out of reach later',
    ]);
  });

  it('passes what is thrown as an error of the other world with the same message', async () => {
    const code = (call: string) =>
      `(() => { try { ${call}; } catch (error) { return [error instanceof Error, error.message, error.secret]; } })()`;
    expect(await inPage(code('fixture.fail()'))).toEqual([true, 'out of reach', undefined]);
    const [isError, message, secret] = await inPage<unknown[]>(code('fixture.failOddly()'));
    expect([isError, secret]).toEqual([true, undefined]);
    expect(message).toContain('a valid exception was not thrown');
  });

  it('drops prototypes: only own properties of an instance come across', async () => {
    expect(
      await inPage(`(() => { const point = fixture.instance();
        return [Object.getPrototypeOf(point) === Object.prototype, Object.keys(point), 'method' in point]; })()`),
    ).toEqual([true, ['x'], false]);
  });

  it('throws for what can not be cloned', async () => {
    const code = (call: string) => `(() => { try { ${call}; } catch (error) { return error.message; } })()`;
    for (const call of ['fixture.symbol()', 'fixture.same(Symbol())', 'fixture.same(new WeakMap())']) {
      expect(await inPage(code(call))).toBe('An object could not be cloned.');
    }
  });

  it('goes on working when the page has replaced the built-ins that a bridge would use', async () => {
    const caught = await inPage(`(() => {
      const caught = []; const undo = [];
      const spy = (target, name) => {
        const original = target[name];
        undo.push(() => { target[name] = original; });
        target[name] = function (...args) {
          if (this instanceof Element || args.some((arg) => arg instanceof Event)) caught.push(name);
          return original.apply(this, args);
        };
      };
      spy(EventTarget.prototype, 'dispatchEvent'); spy(EventTarget.prototype, 'addEventListener');
      spy(Map.prototype, 'get'); spy(WeakMap.prototype, 'get'); spy(Promise.prototype, 'then'); spy(Reflect, 'apply');
      const detail = Object.getOwnPropertyDescriptor(CustomEvent.prototype, 'detail');
      Object.defineProperty(CustomEvent.prototype, 'detail', { configurable: true, get() { caught.push('detail'); return null; } });
      try { caught.push(fixture.same(7)); } finally {
        Object.defineProperty(CustomEvent.prototype, 'detail', detail);
        undo.forEach((action) => action());
      }
      return caught; })()`);
    expect(caught).toEqual([7]);
  });
});

describe('a sandboxed preload', () => {
  it('can require electron and a few modules of Node, and nothing else', async () => {
    const names = ['electron', 'events', 'node:timers', 'url', 'fs', 'node:child_process', './other.cjs'];
    const results = await inPage<{ ok: boolean; message?: string }[]>(
      `${JSON.stringify(names)}.map((name) => fixture.require(name))`,
    );
    expect(results.map((result) => (result.ok ? 'ok' : result.message))).toEqual([
      'ok',
      'ok',
      'ok',
      'ok',
      'module not found: fs',
      'module not found: node:child_process',
      'module not found: ./other.cjs',
    ]);
  });

  it('fails by name where it uses what the host does not have', async () => {
    expect(await inPage('fixture.missing()')).toEqual({
      ok: false,
      message: 'ipcRenderer.postMessage is not implemented by the Chromium host',
    });
  });
});

describe('messages between window and main process', () => {
  it('answers invoke with a structured clone', async () => {
    const code = `(async () => {
      const value = { date: new Date(5), map: new Map([['k', new Set([1])]]), bytes: new Uint16Array([1, 65535]), big: -(2n ** 70n) };
      const same = await fixture.invoke('echo', value);
      return [same.date.getTime(), same.map.get('k').has(1), same.bytes.constructor.name, same.bytes[1], same.big === value.big]; })()`;
    expect(await inPage(code)).toEqual([5, true, 'Uint16Array', 65_535, true]);
  });

  it('rejects invoke with what the handler threw, and for a channel that has no handler', async () => {
    const message = (call: string) => inPage(`${call}.catch((error) => error.message)`);
    expect(await message(`fixture.invoke('fail')`)).toBe(
      "Error invoking remote method 'fail': TypeError: no such luck",
    );
    expect(await message(`fixture.invoke('nobody')`)).toBe(
      "Error invoking remote method 'nobody': Error: No handler registered for 'nobody'",
    );
    expect(await message(`fixture.invoke('function')`)).toContain('An object could not be cloned.');
  });

  it('rejects invoke with an argument that can not be cloned', async () => {
    expect(await inPage(`fixture.invoke('echo', () => 1).catch((error) => error.message)`)).toBe(
      'An object could not be cloned.',
    );
  });

  it('passes send to main and back to a listener that the page gave, until that is removed', async () => {
    const code = `(async () => {
      const heard = [];
      const twice = Promise.withResolvers();
      const stop = fixture.onNoted((...args) => { heard.push(args); if (heard.length === 2) twice.resolve(); });
      fixture.send('note', 1, { a: 2 }); fixture.send('note', 3);
      await twice.promise; stop();
      fixture.send('note', 4); await fixture.invoke('echo', 0);
      return heard; })()`;
    expect(await inPage(code)).toEqual([[1, { a: 2 }], [3]]);
  });

  it('answers sendSync while the page waits', async () => {
    expect(await inPage(`fixture.sendSync('ask', [1n])`)).toEqual({ answered: [1n] });
  });

  it('tells main which frame sent, with the app’s own address', async () => {
    expect(await inPage(`fixture.invoke('where')`)).toEqual({
      url: 'app://bundle/index.html',
      origin: 'app://bundle',
      isMainFrame: true,
    });
  });

  it('carries several megabytes', async () => {
    expect(await inPage(`fixture.invoke('echo', 'x'.repeat(4_000_000)).then((text) => text.length)`)).toBe(4_000_000);
  });
});

describe('files that a person gives to the page', () => {
  it('have their paths, folders too', async () => {
    const files = ['plain.txt', 'with space & ünï 🙂.bin'].map((name) => join(folder, name));
    for (const file of files) writeFileSync(file, 'x');
    const inner = join(folder, 'a folder');
    mkdirSync(inner, { recursive: true });
    await dropFiles(app.devTools, [...files, inner]);
    expect(await inPage('fixture.paths(dropped)')).toEqual([...files, inner]);
    expect(await inPage('dropped.map((file) => fixture.pathOf(file))')).toEqual([...files, inner]);
  });

  it('have their paths when chosen in an input', async () => {
    const chosen = join(folder, 'chosen.txt');
    writeFileSync(chosen, 'x');
    // Playwright hands over copies without a path when it is connected over CDP.
    await app.devTools.send('DOM.enable');
    const { root } = await app.devTools.send('DOM.getDocument');
    const { nodeId } = await app.devTools.send('DOM.querySelector', { nodeId: root.nodeId, selector: '#choose' });
    await app.devTools.send('DOM.setFileInputFiles', { nodeId, files: [chosen] });
    expect(await inPage(`fixture.paths([...document.querySelector('#choose').files])`)).toEqual([chosen]);
  });

  it('have no path when a script made them', async () => {
    expect(await inPage(`fixture.paths([new File(['x'], '/etc/passwd')])`)).toEqual(['']);
  });

  it('are the only thing that can have a path', async () => {
    expect(await inPage('fixture.notAFile()')).toMatchObject({ ok: false });
  });

  it('have their paths by the thousand', async () => {
    const many = join(folder, 'many');
    mkdirSync(many);
    const files = Array.from({ length: 5_000 }, (_, index) => join(many, `${index}.txt`));
    for (const file of files) writeFileSync(file, '');
    await dropFiles(app.devTools, files);
    expect(await inPage('fixture.paths(dropped)')).toEqual(files);
  }, 90_000);

  it('do not replace the page where it does not take them', async () => {
    const file = join(folder, 'not-taken.html');
    writeFileSync(file, '<h1>not taken</h1>');
    await inPage(`(() => {
      const untaken = new AbortController();
      for (const type of ['dragover', 'drop']) {
        addEventListener(type, (event) => event.stopImmediatePropagation(), { capture: true, signal: untaken.signal });
      }
      globalThis.takeAgain = () => untaken.abort(); })()`);
    await dropFiles(app.devTools, [file]);
    await inPage('takeAgain()');
    expect(app.page.url()).toBe('https://bundle.app.invalid/index.html');
    // Chromium opens a tab for it, which the host closes before it has shown anything.
    await expect
      .poll(async () => (await app.devTools.send('Target.getTargets')).targetInfos.map(({ url }) => url))
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
    expect(await app.inMain('return state.seen')).toContainEqual(['request', 'app://bundle/missing.txt']);
  });
});

describe('navigation', () => {
  it('that the page begins is told to the app, which prevents it', async () => {
    await app.page.click('#elsewhere');
    await expect
      .poll(() => app.inMain('return state.seen'))
      .toContainEqual(['will-navigate', 'app://bundle/other.html']);
    expect(app.page.url()).toBe('https://bundle.app.invalid/index.html');
  });

  it('that the app allows goes on, and the preload is there again', async () => {
    await app.inMain('state.allowNavigation = true');
    await app.page.click('#elsewhere');
    await app.page.waitForURL('**/other.html');
    expect(await inPage(`fixture.invoke('where')`)).toMatchObject({ url: 'app://bundle/other.html' });
    await app.inMain(`state.seen.length = 0; setTimeout(() => void window.loadURL('app://bundle/index.html'), 100)`);
    await app.page.waitForURL('**/index.html');
    const seen = await app.inMain<unknown[][]>('return state.seen');
    expect(seen.filter(([what]) => what === 'will-navigate')).toEqual([]);
  });

  it('that a debugger begins is not the page’s', async () => {
    await app.page.reload();
    expect(await app.inMain('return window.webContents.getURL()')).toBe('app://bundle/index.html');
    const seen = await app.inMain<unknown[][]>('return state.seen');
    expect(seen.filter(([what]) => what === 'will-navigate')).toEqual([]);
  });

  it('to another window is refused by the app’s handler: by script and by link', async () => {
    expect(await inPage(`window.open('https://example.com/')`)).toBeNull();
    await app.page.click('#blank');
    await expect
      .poll(() => app.inMain('return state.seen.filter(([what]) => what === "window-open")'))
      .toEqual([
        ['window-open', 'https://example.com/'],
        ['window-open', 'app://bundle/other.html'],
      ]);
    await expect
      .poll(
        async () =>
          (await app.devTools.send('Target.getTargets')).targetInfos.filter(({ type }) => type === 'page').length,
      )
      .toBe(1);
  });
});

describe('what else a window is to the app', () => {
  it('a close that a listener prevents leaves it open', async () => {
    await app.inMain('state.refuseClose = true; window.close();');
    expect(await app.inMain('return [state.seen, window.isDestroyed()]')).toEqual([[['close']], false]);
  });

  it('has permissions as the app’s handler answers', async () => {
    const state = (name: string) =>
      inPage(`navigator.permissions.query({ name: '${name}' }).then(({ state }) => state)`);
    expect(await state('geolocation')).toBe('denied');
    expect(await state('notifications')).toBe('denied');
    expect(await state('clipboard-write')).toBe('granted');
  });

  it('has the size that was asked for', async () => {
    expect(await inPage('[innerWidth, innerHeight]')).toEqual([900, 600]);
  });

  it('follows the theme that the app sets', async () => {
    const code = (theme: string) => `
      const updated = new Promise((resolve) => electron.nativeTheme.once('updated', resolve));
      electron.nativeTheme.themeSource = '${theme}'; await updated; return electron.nativeTheme.shouldUseDarkColors;`;
    const isDark = () => inPage(`matchMedia('(prefers-color-scheme: dark)').matches`);
    expect(await app.inMain(code('dark'))).toBe(true);
    await expect.poll(isDark).toBe(true);
    expect(await app.inMain(code('light'))).toBe(false);
    await expect.poll(isDark).toBe(false);
  });

  it('can be printed', async () => {
    const code = `const pdf = await window.webContents.printToPDF({ pageSize: 'A4' }); return pdf.subarray(0, 5).toString();`;
    expect(await app.inMain(code)).toBe('%PDF-');
  });

  it('downloads to where the app says', async () => {
    const target = join(folder, 'kept', 'download.txt');
    await app.inMain(`state.download = new Promise((resolve) => electron.session.defaultSession.once('will-download', (_event, item) => {
      item.setSavePath(${JSON.stringify(target)});
      item.once('done', (_done, how) => resolve([how, item.getFilename(), require_text(item.getSavePath())]));
    })); const { readFileSync } = process.getBuiltinModule('fs'); const require_text = (path) => readFileSync(path, 'utf8');`);
    await inPage(`(() => { const link = document.querySelector('#save');
      link.href = URL.createObjectURL(new Blob(['saved text'])); link.click(); })()`);
    expect(await app.inMain('return state.download')).toEqual(['completed', 'saved.txt', 'saved text']);
  });

  it('takes what the app puts on the clipboard', async () => {
    await app.inMain(`await electron.clipboard.writeText('from main')`);
    expect(await app.inMain('return electron.clipboard.readText()')).toBe('from main');
    await inPage(
      `document.body.insertAdjacentElement('beforeend', Object.assign(document.createElement('input'), { id: 'paste' }))`,
    );
    await app.page.focus('#paste');
    await app.page.keyboard.press('Control+V');
    expect(await app.page.inputValue('#paste')).toBe('from main');
  });

  it('shows notifications and opens addresses as acts on record', async () => {
    await app.inMain(`await electron.shell.openExternal('https://example.com/help');
      const note = new electron.Notification({ title: 'Done', body: 'All of it' });
      await new Promise((resolve) => { note.once('show', resolve); note.show(); });`);
    expect(app.host.acts()).toEqual(
      expect.arrayContaining([
        { kind: 'open-external', url: 'https://example.com/help' },
        { kind: 'notification', title: 'Done', body: 'All of it' },
      ]),
    );
  });

  it('fails by name where the app uses what the host does not have', async () => {
    const message = (code: string) => app.inMain(`try { ${code}; } catch (error) { return error.message; }`);
    const ending = 'is not implemented by the Chromium host';
    expect(await message('electron.app.dock')).toBe(`App.dock ${ending}`);
    expect(await message('new electron.Tray()')).toBe(`Tray ${ending}`);
    expect(await message('window.setSomething()')).toBe(`BrowserWindow.setSomething ${ending}`);
    expect(await message('electron.BrowserWindow.addExtension')).toBe(`BrowserWindow.addExtension ${ending}`);
  });
});
