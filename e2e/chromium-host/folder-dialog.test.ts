import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { runningFixture } from './fixture-app/running-fixture.ts';

const host = runningFixture();
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'folder-dialog-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
});

/** Lets main ask for a folder in front of its window, and gives the dialog and what main is told. */
async function ask(): Promise<{ dialog: Page; answer: () => Promise<unknown> }> {
  const { app } = host;
  const opened = app.page.context().waitForEvent('page');
  await app.inMain(
    `state.answer = null;
     const [window] = electron.BrowserWindow.getAllWindows();
     electron.dialog
       .showOpenDialog(window, {
         title: 'A place', buttonLabel: 'Take it', defaultPath: ${JSON.stringify(folder)},
         properties: ['openDirectory', 'createDirectory'],
       })
       .then((answer) => { state.answer = answer; });`,
  );
  const dialog = await opened;
  await dialog.getByRole('dialog', { name: 'A place' }).waitFor();
  return { dialog, answer: () => app.inMain('return state.answer') };
}

it('a dialog for a folder begins where the app says, and answers with a folder that is there', async () => {
  const { dialog, answer } = await ask();
  const field = dialog.getByLabel('Folder');
  expect(await field.inputValue()).toBe(folder);
  const next = dialog.context().waitForEvent('page');
  await field.fill(join(folder, 'nowhere'));
  await field.press('Enter').catch(() => undefined);
  const again = await next;
  expect(await again.getByRole('status').innerText()).toBe('There is no such folder.');
  expect(await answer()).toBeNull();
  await again.getByLabel('Folder').fill(folder);
  await again
    .getByRole('button', { name: 'Take it' })
    .click()
    .catch(() => undefined);
  await expect.poll(answer).toEqual({ canceled: false, filePaths: [folder] });
});

it('a dialog for a folder that is cancelled, or closed, answers with none', async () => {
  const escaped = await ask();
  await escaped.dialog.keyboard.press('Escape').catch(() => undefined);
  await expect.poll(escaped.answer).toEqual({ canceled: true, filePaths: [] });
  const closed = await ask();
  await closed.dialog.close();
  await expect.poll(closed.answer).toEqual({ canceled: true, filePaths: [] });
});

it('a dialog for files is refused by name', async () => {
  await expect(host.app.inMain(`await electron.dialog.showOpenDialog({ properties: ['openFile'] })`)).rejects.toThrow(
    'openDirectory',
  );
});
