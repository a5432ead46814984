import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { choosePaths } from './app/choose.ts';
import { dragWithin } from './app/drag-within.ts';
import { dropPaths } from './app/drop.ts';
import { expect, test } from './app/test.ts';

/** Gives the page one file, which it sends and keeps: another gesture with it would let it be sent again. */
async function giveOneFile(window: Page, folder: string): Promise<void> {
  const path = join(folder, 'given.txt');
  await writeFile(path, 'given once');
  await expect(window.getByRole('navigation')).toBeVisible();
  await window.evaluate(() => {
    const keep = (event: DragEvent): void => void Reflect.set(globalThis, 'kept', event.dataTransfer?.files);
    addEventListener('drop', keep, { capture: true, once: true });
  });
  await dropPaths(window, [path]);
  await expect.poll(() => queue(window)).toEqual(['given.txt']);
  expect(await sendAgain(window)).toBe('files-not-given');
}

/** Submissions of the queue, by name. */
function queue(window: Page): Promise<string[]> {
  return window.evaluate(async () => {
    const answer = await globalThis.window.dropslip.call('app.snapshot', {});
    return answer.ok ? answer.value.submissions.map(({ name }) => name) : ['no answer'];
  });
}

/** The page hands over what it keeps. Gives the code of the refusal, or null. */
function sendAgain(window: Page): Promise<string | null> {
  return window.evaluate(async () => {
    const kept: ArrayLike<File> = Reflect.get(globalThis, 'kept');
    const answer = await globalThis.window.dropslip.callWithFiles('drops.weigh', Array.from(kept), {
      isPrivate: false,
    });
    return answer.ok ? null : answer.error.code;
  });
}

test('no trusted event of an element that the page turns into a file input gives a file', async ({
  window,
  folder,
}) => {
  await giveOneFile(window, folder);
  const forged = await window.evaluate(async () => {
    const files: FileList = Reflect.get(globalThis, 'kept');
    const seen = new Set<string>();
    const codes = new Set<string>();
    const types = ['checkbox', 'radio', 'text', 'number', 'range', 'color', 'date', 'search'];
    const moments = ['click', 'beforeinput', 'input', 'focus', 'blur'];
    /** Where an input is put: gives the parent. */
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
  });
  // So the page does get what looks like a person's choice.
  expect(forged.seen).toContain('checkbox input');
  expect(forged.codes).toEqual(['files-not-given']);
  expect(await queue(window)).toEqual(['given.txt']);
});

test('a file with a path that the page has made in the app’s own storage is no person’s', async ({
  sharedWindow: window,
}) => {
  await expect(window.getByRole('navigation')).toBeVisible();
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

test('a file from the app’s own folder is not taken even when it is dropped', async ({ window, userData }) => {
  const path = join(userData, 'window', 'made.txt');
  await mkdir(join(userData, 'window'), { recursive: true });
  await writeFile(path, 'as if the page had made it');
  await expect(window.getByRole('navigation')).toBeVisible();
  await dropPaths(window, [path]);
  await expect(window.getByText('That is in Dropslip’s own folder.')).toBeVisible();
  expect(await queue(window)).toEqual([]);
});

for (const place of ['page', 'frame'] as const) {
  test(`a drag that begins in a ${place} of the window gives no file, whatever was put in it`, async ({
    window,
    folder,
  }) => {
    test.skip(process.platform !== 'linux', 'Elsewhere a drag takes the user’s own mouse.');
    await giveOneFile(window, folder);
    await window.evaluate((where) => {
      const at = document.body.appendChild(document.createElement(where === 'frame' ? 'iframe' : 'div'));
      at.style.cssText = 'position: fixed; inset: 0 auto auto 0; width: 200px; height: 200px; z-index: 9999; border: 0';
      const parent = at instanceof HTMLIFrameElement ? at.contentDocument?.body : at;
      const bait = parent?.appendChild(document.createElement('p'));
      if (bait === undefined) throw new Error('There is no frame.');
      bait.draggable = true;
      bait.textContent = 'only some words';
      bait.style.cssText = 'width: 200px; height: 200px; margin: 0';
      bait.addEventListener('dragstart', (event) => {
        event.dataTransfer?.clearData();
        const kept: FileList = Reflect.get(globalThis, 'kept');
        for (const file of kept) event.dataTransfer?.items.add(file);
      });
      const keep = (event: DragEvent): void => void Reflect.set(globalThis, 'kept', event.dataTransfer?.files);
      addEventListener('drop', keep, { capture: true });
    }, place);
    await dragWithin(window, { x: 100, y: 100 }, { x: 500, y: 400 });
    await expect(window.getByText('Dropslip accepts only files that you drop or choose.')).toBeVisible();
    expect(await sendAgain(window)).toBe('files-not-given');
    expect(await queue(window)).toEqual(['given.txt']);
  });
}

test('files that the page puts among what a person copies are not given by pasting it', async ({ window, folder }) => {
  await giveOneFile(window, folder);
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
  expect(await queue(window)).toEqual(['given.txt']);
});

test('what is chosen in an input of the page’s own is not given', async ({ sharedWindow: window, folder }) => {
  const path = join(folder, 'chosen.txt');
  await writeFile(path, 'chosen elsewhere');
  await expect(window.getByRole('navigation')).toBeVisible();
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

test('a file in a dropped folder is not itself given', async ({ window, folder }) => {
  const dropped = join(folder, 'dropped');
  await mkdir(dropped);
  await writeFile(join(dropped, 'inside.txt'), 'inside');
  await expect(window.getByRole('navigation')).toBeVisible();
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
