import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { dropPaths } from './app/drop.ts';
import { expect, test } from './app/test.ts';

/** Submissions of the queue, by name. */
function queue(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const answer = await globalThis.window.dropslip.call('app.snapshot', {});
    return answer.ok ? answer.value.submissions.map(({ name }) => name) : ['no answer'];
  });
}

/** Has the page keep every real file that a person gives it, as `kept`. */
async function keepFiles(page: Page): Promise<void> {
  await page.evaluate(() => {
    const kept: File[] = [];
    Reflect.set(globalThis, 'kept', kept);
    addEventListener('drop', (event) => kept.push(...(event.dataTransfer?.files ?? [])), { capture: true });
  });
}

/** Calls with the kept files of these places; answers with the code of the refusal, or null. */
function callWithKept(page: Page, name: string, places: readonly number[], input: object): Promise<string | null> {
  return page.evaluate(
    async ([called, picked, rest]) => {
      const kept: File[] = Reflect.get(globalThis, 'kept');
      const files = picked.map((place) => kept[place]);
      const answer = await Reflect.apply(globalThis.window.dropslip.callWithFiles, null, [called, files, rest]);
      return answer.ok ? null : answer.error.code;
    },
    [name, places, input] as const,
  );
}

test('no object that a script makes up becomes a file of the disk', async ({ sharedWindow: window, folder }) => {
  const secret = join(folder, 'secret.txt');
  await writeFile(secret, 'nobody gave this');
  await expect(window.getByRole('navigation')).toBeVisible();
  const codes = await window.evaluate(async (path) => {
    class Own extends Array<unknown> {
      override map(): never {
        return Reflect.apply(Array.of, Array, [path]) as never;
      }
    }
    const made = new File(['x'], 'secret.txt');
    Object.defineProperty(made, 'path', { value: path });
    const withMethods = Object.assign([made], { map: () => [path], [Symbol.iterator]: () => [path].values() });
    const getter = Object.defineProperty([], '0', { get: () => path, enumerable: true });
    const values: unknown[] = [
      { map: () => [path] },
      { map: () => [path], length: 1, 0: made },
      { length: 1, 0: path },
      { length: 1, 0: made, __proto__: Array.prototype },
      Own.from([made]),
      Own.from([path]),
      withMethods,
      getter,
      new Proxy([path], {}),
      [made],
      [{ path, name: 'secret.txt', map: () => [path] }],
      [Object.create(File.prototype, { path: { value: path } })],
      [() => path],
      () => [path],
      [path],
      path,
      [[path]],
      [null],
      [],
      document.createElement('input').files,
      new DataTransfer().files,
    ];
    const answers: string[] = [];
    for (const value of values) {
      for (const [name, input] of [
        ['drops.weigh', { isPrivate: false }],
        ['drops.weigh', { paths: [path], isPrivate: false }],
        ['lookup.file', { lookupId: 'x', paths: [path] }],
        ['receipts.read', { paths: [path] }],
      ]) {
        try {
          const answer = await Reflect.apply(globalThis.window.dropslip.callWithFiles, null, [name, value, input]);
          answers.push(answer.ok ? `${name} taken` : answer.error.code);
        } catch {
          // The bridge itself lets only values through that can be cloned.
          answers.push('not-cloned');
        }
      }
    }
    return [...new Set(answers)].sort();
  }, secret);
  for (const code of codes) expect(['files-not-given', 'not-on-disk', 'not-cloned']).toContain(code);
  expect(await queue(window)).toEqual([]);
});

test('a file that a person gave is submitted once: a page that keeps it gets nothing more', async ({
  window,
  folder,
}) => {
  const paths = [join(folder, 'one.txt'), join(folder, 'two.txt')] as const;
  for (const path of paths) await writeFile(path, path);
  await expect(window.getByRole('navigation')).toBeVisible();
  await keepFiles(window);
  await dropPaths(window, [paths[0]]);
  await expect.poll(() => queue(window)).toEqual(['one.txt']);
  expect(await callWithKept(window, 'drops.weigh', [0], { isPrivate: false })).toBe('files-not-given');

  await dropPaths(window, [paths[1]]);
  await expect.poll(() => queue(window)).toHaveLength(2);
  for (const places of [[0], [1], [0, 1], [1, 0]]) {
    expect(await callWithKept(window, 'drops.weigh', places, { isPrivate: false })).toBe('files-not-given');
  }
  expect(await queue(window)).toHaveLength(2);
});

test('a gesture that a script makes up gives no file', async ({ window, folder }) => {
  const path = join(folder, 'one.txt');
  await writeFile(path, 'one');
  await expect(window.getByRole('navigation')).toBeVisible();
  await keepFiles(window);
  await dropPaths(window, [path]);
  await expect.poll(() => queue(window)).toEqual(['one.txt']);
  await window.evaluate(() => {
    const [file]: File[] = Reflect.get(globalThis, 'kept');
    if (file === undefined) throw new Error('No file was kept.');
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(file);
    const init = { bubbles: true, cancelable: true };
    document.body.dispatchEvent(new DragEvent('drop', { ...init, dataTransfer }));
    document.body.dispatchEvent(new ClipboardEvent('paste', { ...init, clipboardData: dataTransfer }));
    const input = document.createElement('input');
    input.type = 'file';
    input.files = dataTransfer.files;
    document.body.append(input);
    input.dispatchEvent(new Event('change', init));
  });
  expect(await callWithKept(window, 'drops.weigh', [0], { isPrivate: false })).toBe('files-not-given');
  expect(await queue(window)).toEqual(['one.txt']);
});

test('what a page hands to the bridge comes back as data, whatever it is made of', async ({ sharedWindow: window }) => {
  await expect(window.getByRole('navigation')).toBeVisible();
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
  expect(await queue(window)).toEqual([]);
});
