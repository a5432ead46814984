import { describe, expect, it } from 'vitest';
import { runningFixture } from './fixture-app/running-fixture.ts';

const host = runningFixture();
const { inPage } = host;

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

  it('tells main of no frame any more once its document is gone', async () => {
    await inPage(`void fixture.invoke('where-later').catch(() => undefined)`);
    await host.app.page.reload();
    const read = 'state.askLater(); await new Promise((resolve) => setImmediate(resolve)); return state.seen.at(-1)';
    expect(await host.app.inMain(read)).toEqual(['sender frame', true, true, false]);
    await inPage(`void fixture.invoke('where-later').catch(() => undefined)`);
    expect(await host.app.inMain(read)).toEqual(['sender frame', false, false, true]);
  });

  it('carries several megabytes', async () => {
    expect(await inPage(`fixture.invoke('echo', 'x'.repeat(4_000_000)).then((text) => text.length)`)).toBe(4_000_000);
  });
});
