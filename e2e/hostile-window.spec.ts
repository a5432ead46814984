import type { Page } from '@playwright/test';
import { calls } from '../src/shared/bridge/bridge.ts';
import { expect, test } from './app/test.ts';

const named = Object.entries(calls);
const callNames = named.flatMap(([name, { hasFiles }]) => (hasFiles ? [] : [name]));
const fileCallNames = named.flatMap(([name, { hasFiles }]) => (hasFiles ? [name] : []));

/** Makes a call as a compromised page could: with anything at all. */
function call(page: Page, name: unknown, input: unknown): Promise<{ ok: boolean; error?: { code: string } }> {
  return page.evaluate(
    ([calledName, calledInput]) => Reflect.apply(globalThis.window.dropslip.call, null, [calledName, calledInput]),
    [name, input],
  );
}

const junk: readonly unknown[] = [
  null,
  42,
  'text',
  [],
  [1, 2, 3],
  { ids: 'all' },
  { ids: [-1] },
  { ids: [1.5] },
  { ids: [Number.MAX_SAFE_INTEGER + 2] },
  { id: { valueOf: 1 } },
  { accountId: '../practice' },
  { accountId: ['practice'] },
  { text: { toString: 'x' } },
  { paths: ['/etc/passwd'] },
  { checkId: 'x', accountId: 'practice', settings: {}, apiKey: null, accessToken: null },
  JSON.parse('{"__proto__": {"ids": [1]}, "constructor": {"prototype": {"polluted": true}}}'),
];

test('a compromised page gets nothing but data from any call, and the app goes on', async ({
  sharedWindow: window,
}) => {
  await test.step('calls with any input', async () => {
    const accepted = await window.evaluate(
      async ([names, inputs]) => {
        const taken: string[] = [];
        for (const name of names) {
          for (const input of inputs) {
            const answer = await Reflect.apply(globalThis.window.dropslip.call, null, [name, input]);
            if (answer.ok) taken.push(`${name} ${JSON.stringify(input)}`);
          }
        }
        return taken;
      },
      [callNames, junk] as const,
    );
    expect(accepted).toEqual([]);
    const unknownNames = [
      'constructor',
      '__proto__',
      'toString',
      'hasOwnProperty',
      'drops.weigh',
      '',
      'app.snapshot\u0000',
      7,
      null,
    ];
    for (const name of unknownNames) {
      expect(await call(window, name, { paths: ['/etc/passwd'] })).toMatchObject({
        ok: false,
        error: { code: 'refused' },
      });
    }
    expect(await call(window, 'app.snapshot', {})).toMatchObject({ ok: true, value: { submissions: [] } });
    expect(await window.evaluate(() => 'polluted' in {})).toBe(false);
  });

  await test.step('calls with huge input', async () => {
    const answers = await window.evaluate(async () => {
      const { call: ask } = globalThis.window.dropslip;
      const ids = Array.from({ length: 200_001 }, (_, index) => index + 1);
      return Promise.all([
        ask('submissions.cancel', { ids }),
        ask('accounts.activate', { accountId: 'x'.repeat(5_000_000) }),
        ask('app.copyText', { text: 'x'.repeat(5_000_000) }),
      ]);
    });
    for (const answer of answers) expect(answer).toMatchObject({ ok: false });
    expect(await call(window, 'app.snapshot', {})).toMatchObject({ ok: true });
  });

  await test.step('values of any kind in the place of a name, an input or a listener', async () => {
    const thrown = await window.evaluate(async () => {
      const bridge = globalThis.window.dropslip;
      const names: unknown[] = ['deposits.register', { toString: () => 'app.snapshot' }, () => 'x', [], 7n];
      const inputs: unknown[] = [{ text: () => 'x' }, () => ({}), { amount: 'abc' }, document.body, new Map([[1, 2]])];
      const failed: string[] = [];
      for (const name of names) {
        for (const input of inputs) {
          try {
            const answer = await Reflect.apply(bridge.call, null, [name, input]);
            if (answer.ok) failed.push(`${String(name)} was answered`);
          } catch (error) {
            failed.push(String(error));
          }
        }
      }
      for (const listener of [null, 7, 'x', {}, []]) Reflect.apply(bridge.onEvent, null, [listener])();
      return failed;
    });
    expect(thrown.filter((text) => !/could not be cloned/.test(text))).toEqual([]);
  });

  await test.step('calls that take files, with what is no file', async () => {
    const inputs = [
      ...junk,
      { paths: ['/etc/passwd'] },
      { lookupId: 'x', paths: ['/etc/passwd'] },
      { lookupId: 'x'.repeat(65) },
      { against: 'receipt', checkId: 'x', paths: ['/etc/passwd', '/etc/passwd'] },
      { against: 'kept', checkId: 'x', submissionId: '../x', paths: ['/etc/passwd'] },
    ];
    const done = await window.evaluate(
      async ([names, all]) => {
        const taken: string[] = [];
        for (const name of names) {
          for (const input of all) {
            for (const files of [
              [],
              [new File(['root'], 'passwd')],
              ['/etc/passwd'],
              [{ path: '/etc/passwd' }],
              null,
            ]) {
              try {
                const answer = await Reflect.apply(globalThis.window.dropslip.callWithFiles, null, [
                  name,
                  files,
                  input,
                ]);
                if (answer.ok && answer.value.added !== 0) taken.push(`${name} ${JSON.stringify(input)}`);
              } catch {
                // Refused by the preload.
              }
            }
          }
        }
        return taken;
      },
      [fileCallNames, inputs] as const,
    );
    expect(done).toEqual([]);
    expect(await call(window, 'app.snapshot', {})).toMatchObject({ ok: true, value: { submissions: [] } });
  });

  await test.step('calls that other programs notice, without a click or a key', async () => {
    await window.reload();
    const devtools = await window.context().newCDPSession(window);
    const ask = async (name: string, input: object) => {
      const expression = `dropslip.call(${JSON.stringify(name)}, ${JSON.stringify(input)})`;
      // Without Playwright's own gesture, which goes with all that it evaluates.
      const { result } = await devtools.send('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        returnByValue: true,
      });
      return result.value;
    };
    expect(await ask('app.snapshot', {})).toMatchObject({ ok: true });
    expect(await ask('app.copyText', { text: 'an address of another' })).toMatchObject({ ok: false });
    expect(await ask('app.showSaved', { savedId: crypto.randomUUID() })).toMatchObject({ error: { code: 'refused' } });
    expect(await ask('retrieval.show', { id: 1 })).toMatchObject({ error: { code: 'refused' } });
    for (const name of ['preferences.chooseDownloads', 'preferences.useStandardDownloads'])
      expect(await ask(name, {})).toMatchObject({ error: { code: 'refused' } });
    await window.keyboard.press('Tab');
    expect(await ask('app.copyText', { text: 'an address of mine' })).toMatchObject({ ok: true });
  });
});

test('a page finds no way to main and no file of the app but the bridge and its own files', async ({
  sharedWindow: window,
}) => {
  const found = await window.evaluate(() => {
    const bridge = globalThis.window.dropslip;
    const before = bridge.call;
    try {
      Reflect.set(bridge, 'call', () => 'replaced');
    } catch {
      // Frozen, as it should be.
    }
    return {
      keys: Object.keys(bridge).sort(),
      replaced: bridge.call !== before,
      globals: ['require', 'process', 'module', 'ipcRenderer', 'electron'].filter((name) => name in globalThis),
    };
  });
  expect(found).toEqual({ keys: ['call', 'callWithFiles', 'chooseFiles', 'onEvent'], replaced: false, globals: [] });

  const loaded = await window.evaluate(async () => {
    const paths = [
      '%E0%A4%A',
      '%00',
      '..%2f..%2fpackage.json',
      '..%5c..%5cmain%5cindex.js',
      'exports/x',
      'print/x',
      '%',
    ];
    const seen: string[] = [];
    for (const path of paths) {
      const image = new Image();
      const end = new Promise<boolean>((resolve) => {
        image.onload = () => resolve(true);
        image.onerror = () => resolve(false);
      });
      image.src = `/${path}`;
      if (await end) seen.push(path);
    }
    return seen;
  });
  expect(loaded).toEqual([]);
  expect(await call(window, 'app.snapshot', {})).toMatchObject({ ok: true });
});

test('a page at another address and a frame get no bridge', async ({ sharedWindow: window }) => {
  const bridges = await window.evaluate(async () => {
    const seen: boolean[] = [];
    for (const source of ['about:blank', location.href, 'https://example.invalid/']) {
      const frame = document.createElement('iframe');
      frame.src = source;
      document.body.append(frame);
      await new Promise((resolve) => setTimeout(resolve, 0));
      try {
        seen.push(frame.contentWindow !== null && 'dropslip' in frame.contentWindow);
      } catch {
        seen.push(false);
      }
      frame.remove();
    }
    return seen;
  });
  expect(bridges).toEqual([false, false, false]);

  await window.evaluate(() => history.pushState(null, '', '#here'));
  expect(await call(window, 'app.snapshot', {})).toMatchObject({ ok: true });
  for (const address of ['/consent.html', '/index.html?x', '/assets/index.html']) {
    await window.evaluate((to) => history.pushState(null, '', to), address);
    await expect.poll(() => call(window, 'app.snapshot', {})).toMatchObject({ ok: false, error: { code: 'refused' } });
  }
});
