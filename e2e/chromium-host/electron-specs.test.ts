import { describe, expect, it } from 'vitest';
import { runningFixture } from './fixture-app/running-fixture.ts';

// Cases of Electron's own specs, for what is used of it, in this host's words. README.md lists those that it can't meet.
const host = runningFixture();
const { inPage } = host;

/** The message of what `code` throws, in the page. */
const thrown = (code: string) =>
  inPage(`(async () => { try { await (${code}); return null; } catch (error) {
    return Object.getPrototypeOf(error) === Error.prototype ? error.message : 'no error of the page’s'; } })()`);

describe('contextBridge', () => {
  it('exposes values of every kind by themselves', async () => {
    const values = `(async () => [aNumber, aText, aBoolean, aNull, 'anUndefined' in globalThis, anUndefined === undefined,
      aBigInt === 10n, aList, aFunction(), await aPromise, someBytes[1], aPattern.source, byNumber[2],
      Array.isArray(byNumber), aCircle.self.self.value])()`;
    expect(await inPage('fixture.exposing.filter(({ ok }) => !ok)')).toEqual([]);
    expect(await inPage(values)).toEqual([
      ...[
        123,
        'words',
        false,
        null,
        true,
        true,
        true,
        [123, 'words', [true]],
        'return value',
        'resolved',
        2,
        'a',
        'two',
      ],
      ...[false, 135],
    ]);
  });

  it('makes what it exposes unchangeable, by itself or inside', async () => {
    const changed = `(() => { aNumber = 456; aList = []; const failed = [];
      for (const change of [() => aList.push(1), () => aList[2].push(1), () => { 'use strict'; byNumber[1] = 0; }]) {
        try { change(); } catch { failed.push('refused'); } }
      return [aNumber, aList, byNumber[1], failed.length]; })()`;
    expect(await inPage(changed)).toEqual([123, [123, 'words', [true]], 'one', 3]);
  });

  it('gives the page nothing of the other world’s prototypes', async () => {
    const types = `(async () => [[aList, Array], [aList[2], Array], [aFunction, Function], [aPromise, Promise],
      [someBytes, Uint8Array], [aPattern, RegExp], [byNumber, Object], [fixture, Object], [fixture.promiseOfPromise(), Promise],
      [fixture.makeCounter(), Object], [fixture.makeCounter().next, Function], [fixture.makeBlob(), Blob],
      [fixture.callBack((given) => given, { key: 1 }), Object], [fixture.oddIn, Object],
    ].map(([value, type]) => Object.getPrototypeOf(value) === type.prototype))()`;
    expect(await inPage<boolean[]>(types)).toEqual(Array.from({ length: 14 }, () => true));
  });

  it('takes an own key __proto__ for a key, in both directions', async () => {
    expect(
      await inPage(`[Object.getPrototypeOf(ownProto) === Object.prototype, ownProto.polluted,
        Object.hasOwn(ownProto, '__proto__'), ownProto.data]`),
    ).toEqual([true, undefined, true, 1]);
    const given = `Object.defineProperty({ data: 1 }, '__proto__', { value: { polluted: true }, enumerable: true })`;
    expect(await inPage(`fixture.receiveProto(${given})`)).toEqual([true, undefined, true, 1]);
  });

  it('passes one object that is given twice as one', async () => {
    expect(await inPage('(() => { const one = { a: 1 }; return fixture.isSame(one, one); })()')).toBe(true);
  });

  it('passes functions through functions, and promises through promises', async () => {
    expect(await inPage(`fixture.nested((third) => third(() => Promise.resolve('final value')))`)).toBe('final value');
    expect(await inPage('fixture.promiseOfPromise()')).toBe(123);
  });

  it('passes blobs both ways', async () => {
    expect(await inPage('fixture.makeBlob().text()')).toBe('abcd');
    expect(await inPage(`fixture.readBlob(() => new Blob(['12', '45']))`)).toBe('1245');
  });

  it('does not use what the page has put in the place of Function.prototype.bind', async () => {
    const observed = `(() => { let observed = false; const { bind } = Function.prototype;
      Function.prototype.bind = new Proxy(bind, { apply(...args) { observed = true; return Reflect.apply(...args); } });
      return fixture.promiseOfPromise().then((value) => { Function.prototype.bind = bind; return [observed, value]; }); })()`;
    expect(await inPage(observed)).toEqual([false, 123]);
  });

  it('throws an error of the page’s for whatever goes wrong on the way', async () => {
    expect(await thrown('fixture.throwText()')).toContain('a valid exception was not thrown');
    expect(await thrown('fixture.throwing()')).toContain('boom');
    for (const code of [
      'fixture.oddIn.list()',
      'fixture.oddIn.object()',
      'fixture.resolveOddly()',
      `fixture.same(Object(Symbol('odd')))`,
    ]) {
      expect(await thrown(code)).toBe('An object could not be cloned.');
    }
    expect(await thrown('fixture.rejectOddly()')).not.toBeNull();
  });

  it('throws what a getter of an argument throws, and goes on', async () => {
    const list = (inner: string) => `(() => { const list = [1, 2, 3];
      Object.defineProperty(list, 0, { get() { throw new Error('boom'); }, enumerable: true }); return ${inner}; })()`;
    expect(await thrown(`fixture.lengthOf(${list('list')})`)).toBe('boom');
    expect(await thrown(`fixture.lengthOf({ a: [1, ${list('list')}] })`)).toBe('boom');
    expect(await inPage('fixture.lengthOf([1, 2, 3])')).toBe(3);
  });

  it('goes a thousand objects deep and no deeper', async () => {
    const deep = (levels: number) => `(() => { let list = []; for (let at = 0; at < ${levels}; at += 1) list = [list];
      return fixture.describe(list); })()`;
    expect(await inPage(deep(999))).toBe('[object Array]');
    expect(await thrown(deep(1_000))).toContain('recursion depth exceeded');
  });
});

describe('ipcMain and ipcRenderer', () => {
  it('answer once, not after the handler is removed, and never with two handlers', async () => {
    await host.app.inMain(`electron.ipcMain.handleOnce('once', (event, value) => value + 1);
      electron.ipcMain.handle('removed', () => 1); electron.ipcMain.removeHandler('removed');`);
    expect(await inPage(`fixture.invoke('once', 1)`)).toBe(2);
    for (const channel of ['once', 'removed']) {
      expect(await thrown(`fixture.invoke('${channel}')`)).toContain(`No handler registered for '${channel}'`);
    }
    expect(
      await host.app.inMain(
        `try { electron.ipcMain.handle('echo', () => 1); } catch (error) { return error.message; }`,
      ),
    ).toContain('second handler');
  });

  it('reject with what an asynchronous handler rejects with', async () => {
    await host.app.inMain(`electron.ipcMain.handleOnce('later', async () => {
      await new Promise(setImmediate); throw new Error('some error'); });`);
    expect(await thrown(`fixture.invoke('later')`)).toBe("Error invoking remote method 'later': Error: some error");
  });

  it('hear messages in the order in which they were sent, however they were sent', async () => {
    await inPage(`(async () => { for (let number = 0; number < 60; number += 1) {
      if (number % 3 === 0) fixture.send('order', number);
      else if (number % 7 === 0) fixture.sendSync('order-sync', number);
      else void fixture.invoke('order', number); }
      await fixture.invoke('echo'); })()`);
    const order = await host.app.inMain<[string, number][]>(`return state.seen.filter(([what]) => what === 'order')`);
    expect(order.map(([, number]) => number)).toEqual(Array.from({ length: 60 }, (_, number) => number));
  });

  it('carry values of every size whole', async () => {
    const sizes = `(async () => { const wrong = [];
      for (const size of [0, 1, 65_535, 65_536, 65_537, 262_147]) {
        const value = { text: 'x'.repeat(size), bytes: new Uint8Array(size).map((_, at) => (at * 7) & 255), list: [1, { size }] };
        const same = await fixture.invoke('echo', value);
        if (same.text !== value.text || same.list[1].size !== size) wrong.push(size);
        if (same.bytes.length !== size || !same.bytes.every((byte, at) => byte === value.bytes[at])) wrong.push(size);
      } return wrong; })()`;
    expect(await inPage(sizes)).toEqual([]);
  });

  it('keep what two values share, and circles', async () => {
    const shared = `(async () => { const child = { hello: 'world' }; child.child = child; const list = [5]; list.push(list);
      const [one, other, circle] = await fixture.invoke('echo', [{ child }, { child }, list]);
      return [one.child === other.child, one.child.child === one.child, circle[1] === circle, circle[0]]; })()`;
    expect(await inPage(shared)).toEqual([true, true, true, 5]);
  });

  it('throw for an object of the document’s', async () => {
    expect(await inPage('fixture.sendLocation()')).toEqual({ ok: false, message: 'An object could not be cloned.' });
  });

  it('take away the listeners of one channel alone', async () => {
    expect(await inPage('fixture.removed()')).toEqual([1, 1, 0, 1]);
  });
});

describe('webUtils', () => {
  it('have no path for what is a blob and no file, and refuse all else', async () => {
    expect(await inPage('fixture.blobPath()')).toEqual({ ok: true, value: '' });
    expect(await inPage('fixture.notAFile()')).toEqual({
      ok: false,
      message: 'getPathForFile expected to receive a File object but one was not provided',
    });
  });
});

describe('BrowserWindow', () => {
  it('has the bounds that it is given, whole, in part, and no smaller than it may be', async () => {
    const bounds = `const other = new electron.BrowserWindow({ show: false, width: 200, minWidth: 300, minHeight: 100 });
      const heard = [];
      for (const name of ['move', 'resize']) other.on(name, () => heard.push(name));
      const seen = [other.getBounds().width];
      other.setBounds({ x: 440.5, y: 225.1, width: 500.4, height: 400.9 });
      seen.push(other.getBounds());
      other.setBounds({ width: 420 });
      seen.push(other.getBounds());
      other.setSize(10, 10);
      seen.push(other.getSize(), heard.splice(0));
      other.setBounds({ x: 10, y: 10 });
      other.setBounds({ x: 10, y: 10 });
      other.setContentSize(400, 300);
      seen.push(heard, other.getContentSize());
      other.destroy();
      return seen;`;
    expect(await host.app.inMain(bounds)).toEqual([
      300,
      { x: 441, y: 225, width: 500, height: 401 },
      { x: 441, y: 225, width: 420, height: 401 },
      [300, 100],
      ['move', 'resize', 'resize', 'resize'],
      ['move', 'resize'],
      [400, 300],
    ]);
  });

  it('is shown by being maximized, and not focused', async () => {
    const maximized = `const other = new electron.BrowserWindow({ show: false });
      const heard = [];
      for (const name of ['show', 'maximize']) other.on(name, () => heard.push(name));
      other.maximize();
      const is = [other.isVisible(), other.isMaximized(), other.isFocused()];
      other.show();
      is.push(other.isMaximized(), other.isFocused());
      other.destroy();
      return [heard, is];`;
    expect(await host.app.inMain(maximized)).toEqual([
      ['show', 'maximize'],
      [true, true, false, true, true],
    ]);
  });

  it('asks the app before a page holds it back, and shows no words of a page’s own', async () => {
    const holdingBack = `(() => { addEventListener('beforeunload', (event) => event.preventDefault()); return 1; })()`;
    const asked = `const other = new electron.BrowserWindow({ show: false });
      const { webContents } = other;
      const seen = [];
      await other.loadURL('app://bundle/other.html');
      seen.push(await webContents.executeJavaScript('[alert("a"), confirm("b"), prompt("c")]'));
      await webContents.executeJavaScript(${JSON.stringify(holdingBack)}, true);
      webContents.once('will-prevent-unload', () => seen.push('held back'));
      webContents.reload();
      await new Promise((resolve) => webContents.once('will-prevent-unload', resolve));
      seen.push(await webContents.executeJavaScript('performance.getEntriesByType("navigation")[0].type'));
      webContents.once('will-prevent-unload', (event) => event.preventDefault());
      const loaded = new Promise((resolve) => webContents.once('did-finish-load', resolve));
      webContents.reload();
      await loaded;
      seen.push(await webContents.executeJavaScript('performance.getEntriesByType("navigation")[0].type'));
      other.destroy();
      return seen;`;
    // Whoever does not listen for dialogs has Playwright answer them, which is sometimes faster than the host.
    const context = host.app.page.context();
    const leave = (): void => undefined;
    context.on('dialog', leave);
    expect(await host.app.inMain(asked)).toEqual([[null, false, null], 'held back', 'navigate', 'reload']);
    context.off('dialog', leave);
  });

  it('tells when its page’s process is gone, and is whole again when it is loaded anew', async () => {
    const crash = `const other = new electron.BrowserWindow({ show: false, webPreferences: { preload: state.preload } });
      await other.loadURL('app://bundle/other.html');
      const { webContents } = other;
      const gone = new Promise((resolve) => webContents.once('render-process-gone', (event, { reason }) => resolve(reason)));
      webContents.forcefullyCrashRenderer();
      const told = [await gone, webContents.isCrashed(), other.isDestroyed()];
      const loaded = new Promise((resolve) => webContents.once('did-finish-load', resolve));
      webContents.reload();
      await loaded;
      const answer = await webContents.executeJavaScript('fixture.invoke("where").then(({ url }) => url)');
      return [...told, webContents.isCrashed(), answer].concat(other.destroy() ?? []);`;
    expect(await host.app.inMain(crash)).toEqual(['crashed', true, false, false, 'app://bundle/other.html']);
  });

  it('refuses whatever the app still does with it once it is gone, but for the questions who it was and whether it is', async () => {
    const after = `const other = new electron.BrowserWindow({ show: false });
      const { id, webContents } = other;
      let whenClosed = null;
      const refusal = (act) => { try { return act(); } catch (error) { return error.message; } };
      other.once('closed', () => { whenClosed = [other.isDestroyed(), refusal(() => other.webContents)]; });
      other.destroy();
      return [...whenClosed, other.id === id, webContents.isDestroyed(), refusal(() => other.close()) ?? 'closed',
        ...[() => other.show(), () => other.getBounds(), () => webContents.send('a'), () => webContents.getURL(),
          () => webContents.mainFrame].map(refusal)];`;
    const gone = 'Object has been destroyed';
    expect(await host.app.inMain(after)).toEqual([
      true,
      gone,
      true,
      true,
      'closed',
      ...Array.from({ length: 5 }, () => gone),
    ]);
  });
});
