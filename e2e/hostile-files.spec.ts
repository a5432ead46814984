import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { choosePaths } from './app/choose.ts';
import { dragWithin } from './app/drag-within.ts';
import { dropPaths } from './app/drop.ts';
import { expect, test } from './app/test.ts';

/** Submissions of the queue, by name. */
function queue(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const answer = await globalThis.window.dropslip.call('app.snapshot', {});
    return answer.ok ? answer.value.submissions.map(({ name }) => name) : ['no answer'];
  });
}

/** Lets the page keep the files of the latest drop that it sees, as `kept`. */
async function keepFiles(page: Page): Promise<void> {
  await page.evaluate(() => {
    const keep = (event: DragEvent): void => void Reflect.set(globalThis, 'kept', event.dataTransfer?.files);
    addEventListener('drop', keep, { capture: true });
  });
}

/** Submits the kept files once more. Returns the code of the refusal, or null. */
function sendAgain(page: Page): Promise<string | null> {
  return page.evaluate(async () => {
    const kept: ArrayLike<File> = Reflect.get(globalThis, 'kept');
    const input = { isPrivate: false };
    const answer = await globalThis.window.dropslip.callWithFiles('drops.weigh', Array.from(kept), input);
    return answer.ok ? null : answer.error.code;
  });
}

test('nothing that a page makes or chooses by itself becomes a file of the disk', async ({
  sharedWindow: window,
  folder,
}) => {
  await test.step('objects of any kind', async () => {
    const secret = join(folder, 'secret.txt');
    await writeFile(secret, 'not given');
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

  await test.step('a file in the page’s own storage', async () => {
    const codes = await window.evaluate(async () => {
      const ask = <Value>(begin: (done: (value: Value) => void, fail: (error: unknown) => void) => void) =>
        new Promise<Value>(begin);
      const answers: string[] = [];
      for (const type of [0, 1]) {
        const made = await ask<File>((done, fail) => {
          const onFile = (entry: FileSystemFileEntry & { createWriter(...then: unknown[]): void }): void =>
            entry.createWriter((writer: EventTarget & { write(blob: Blob): void }) => {
              writer.addEventListener('writeend', () => entry.file(done, fail));
              writer.write(new Blob(['made by the page']));
            }, fail);
          const onSystem = ({ root }: FileSystem): void =>
            root.getFile('made.txt', { create: true }, (entry) => Reflect.apply(onFile, null, [entry]), fail);
          Reflect.apply(Reflect.get(globalThis, 'webkitRequestFileSystem'), globalThis, [type, 1e6, onSystem, fail]);
        });
        const transfer = new DataTransfer();
        transfer.items.add(made);
        const input = document.body.appendChild(document.createElement('input'));
        input.type = 'checkbox';
        input.addEventListener('input', () => {
          input.type = 'file';
          input.files = transfer.files;
        });
        input.click();
        const bridge = globalThis.window.dropslip;
        const dropped = await bridge.callWithFiles('drops.weigh', [made], { isPrivate: false });
        const read = await bridge.callWithFiles('receipts.read', [made], {});
        answers.push(...[dropped, read].map((answer) => (answer.ok ? 'taken' : answer.error.code)));
      }
      return answers;
    });
    expect(new Set(codes)).toEqual(new Set(['files-not-given']));
    expect(await queue(window)).toEqual([]);
  });

  await test.step('a file chosen in an input of the page', async () => {
    const path = join(folder, 'chosen.txt');
    await writeFile(path, 'chosen elsewhere');
    const open = () =>
      window.evaluate(() => {
        const input = document.body.appendChild(document.createElement('input'));
        input.type = 'file';
        input.addEventListener('change', () => Reflect.set(globalThis, 'kept', input.files));
        input.click();
      });
    await choosePaths(window, open, [path]);
    await window.waitForFunction(() => Reflect.has(globalThis, 'kept'));
    expect(await sendAgain(window)).toBe('files-not-given');
    expect(await queue(window)).toEqual([]);
  });
});

/**
 * Submits the kept files in each trusted event of an element that the page turns into a file input. Returns the events that look
 * like a choice by the user.
 */
async function forgeEvents(window: Page, places: readonly string[]): Promise<readonly string[]> {
  const forged = await window.evaluate(async (from) => {
    const files: FileList = Reflect.get(globalThis, 'kept');
    const seen = new Set<string>();
    const codes = new Set<string>();
    const types = ['checkbox', 'radio', 'text', 'number', 'range', 'color', 'date', 'search'];
    const moments = ['click', 'beforeinput', 'input', 'focus', 'blur'];
    /** Returns the parent for an injected input. */
    const places: Readonly<Record<string, () => Node>> = {
      page: () => document.body,
      shadow: () => {
        const host = document.body.appendChild(document.createElement('div'));
        return host.attachShadow({ mode: 'closed' });
      },
      label: () => document.body.appendChild(document.createElement('label')),
      form: () => document.body.appendChild(document.createElement('form')),
      dialog: () => {
        const dialog = document.body.appendChild(document.createElement('dialog'));
        dialog.showModal();
        return dialog;
      },
      frame: () => document.body.appendChild(document.createElement('iframe')).contentDocument?.body ?? document.body,
    };
    for (const [place, parent] of Object.entries(places)) {
      if (!from.includes(place)) continue;
      for (const type of types) {
        for (const moment of moments) {
          const at = parent();
          const input = (at.ownerDocument ?? document).createElement('input');
          input.type = type;
          at.appendChild(input);
          input.addEventListener(moment, () => {
            input.type = 'file';
            input.files = files;
            if (place === 'frame') document.body.append(document.adoptNode(input));
          });
          input.addEventListener('change', (event) => {
            if (event.isTrusted && input.type === 'file' && input.files?.length === 1) seen.add(`${type} ${moment}`);
          });
          input.focus();
          input.click();
          document.execCommand('insertText', false, '1');
          if (at instanceof HTMLLabelElement) at.click();
          if (at instanceof HTMLFormElement) at.reset();
          input.blur();
          const answer = await globalThis.window.dropslip.callWithFiles('drops.weigh', [...files], {
            isPrivate: false,
          });
          codes.add(answer.ok ? `${place} ${type} ${moment}` : answer.error.code);
          input.remove();
          if (at instanceof HTMLElement && at !== document.body) at.remove();
        }
      }
    }
    return { seen: [...seen], codes: [...codes] };
  }, places);
  expect(forged.codes).toEqual(['files-not-given']);
  return forged.seen;
}

/** Drags the kept files from an element of the page to another place of it. */
async function dragKept(window: Page): Promise<void> {
  await window.evaluate(() => {
    const bait = document.body.appendChild(document.createElement('p'));
    bait.draggable = true;
    bait.textContent = 'only some words';
    bait.style.cssText = 'position: fixed; inset: 0 auto auto 0; width: 200px; height: 200px; margin: 0; z-index: 9999';
    bait.addEventListener('dragstart', (event) => {
      event.dataTransfer?.clearData();
      const kept: FileList = Reflect.get(globalThis, 'kept');
      for (const file of kept) event.dataTransfer?.items.add(file);
    });
    Reflect.set(globalThis, 'bait', bait);
  });
  await dragWithin(window, { x: 100, y: 100 }, { x: 500, y: 400 });
  await expect(window.getByText('Dropslip accepts only files that you drop or choose.').first()).toBeVisible();
  expect(await sendAgain(window)).toBe('files-not-given');
  await window.evaluate(() => Reflect.get(globalThis, 'bait').remove());
}

test('a page that keeps the files of a user’s gesture gets nothing more with them', async ({
  window,
  folder,
  userData,
}) => {
  test.skip(process.platform !== 'linux', 'Elsewhere a drag takes the user’s own mouse.');

  await test.step('a dropped file of the app’s own folder is refused', async () => {
    const path = join(userData, 'window', 'made.txt');
    await mkdir(join(userData, 'window'), { recursive: true });
    await writeFile(path, 'as if the page had made it');
    await dropPaths(window, [path]);
    await expect(window.getByText('That is in Dropslip’s own folder.')).toBeVisible();
    expect(await queue(window)).toEqual([]);
  });

  await test.step('a file in a dropped folder is not itself given', async () => {
    const dropped = join(folder, 'dropped');
    await mkdir(dropped);
    await writeFile(join(dropped, 'inside.txt'), 'inside');
    await window.evaluate(() => {
      const keep = (event: DragEvent): void => {
        const [submission] = event.dataTransfer?.items ?? [];
        const entry = submission?.webkitGetAsEntry();
        if (!entry?.isDirectory) throw new Error('No folder was dropped.');
        const give = (inside: FileSystemEntry): void =>
          Reflect.apply(Reflect.get(inside, 'file'), inside, [
            (file: File) => void Reflect.set(globalThis, 'kept', [file]),
          ]);
        Reflect.apply(Reflect.get(entry, 'getFile'), entry, ['inside.txt', {}, give]);
      };
      addEventListener('drop', keep, { capture: true, once: true });
    });
    await dropPaths(window, [dropped]);
    await window.waitForFunction(() => Reflect.has(globalThis, 'kept'));
    await expect.poll(() => queue(window)).toEqual(['inside.txt']);
    expect(await sendAgain(window)).toBe('files-not-given');
    expect(await queue(window)).toEqual(['inside.txt']);
  });

  await keepFiles(window);
  await test.step('a dropped file is submitted once', async () => {
    const path = join(folder, 'given.txt');
    await writeFile(path, 'given once');
    await dropPaths(window, [path]);
    await expect.poll(() => queue(window)).toHaveLength(2);
    expect(await sendAgain(window)).toBe('files-not-given');
  });

  await test.step('gestures that a script makes up give no file', async () => {
    await window.evaluate(() => {
      const [file]: FileList = Reflect.get(globalThis, 'kept');
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
    expect(await sendAgain(window)).toBe('files-not-given');
  });

  await test.step('files that the page puts on the clipboard are not given by a paste', async () => {
    await window.evaluate(() => {
      const files: FileList = Reflect.get(globalThis, 'kept');
      const area = document.body.appendChild(document.createElement('textarea'));
      area.value = 'only some words';
      area.select();
      for (const type of ['copy', 'cut'] as const) {
        document.addEventListener(type, (event) => {
          for (const file of files) event.clipboardData?.items.add(file);
          event.clipboardData?.setData('text/plain', 'words');
          event.preventDefault();
        });
      }
      Reflect.set(globalThis, 'pasted', 0);
      const count = (): void => void Reflect.set(globalThis, 'pasted', Reflect.get(globalThis, 'pasted') + 1);
      addEventListener('paste', count, { capture: true });
      document.execCommand('copy');
      document.execCommand('paste');
    });
    await window.keyboard.press('ControlOrMeta+C');
    await window.keyboard.press('ControlOrMeta+V');
    await expect.poll(() => window.evaluate(() => Reflect.get(globalThis, 'pasted'))).toBeGreaterThan(0);
    expect(await sendAgain(window)).toBe('files-not-given');
  });

  await test.step('a drag that begins in the page gives no file', () => dragKept(window));
  await test.step('events of an input that the page turns into a file input give no file', async () => {
    expect(await forgeEvents(window, ['page', 'shadow', 'label', 'form', 'dialog'])).toContain('checkbox input');
  });
  // Main takes no file from a window whose page ever had a frame, so this comes last.
  await test.step('nor do events in a frame', () => forgeEvents(window, ['frame']));
  expect(await queue(window)).toHaveLength(2);
});
