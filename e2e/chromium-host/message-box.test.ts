import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { runningFixture } from './fixture-app/running-fixture.ts';

const host = runningFixture();

/** Lets main ask, and gives the box and what main is told. */
async function ask(options: object): Promise<{ box: Page; answer: () => Promise<unknown> }> {
  const { app } = host;
  const context = app.page.context();
  const opened = context.waitForEvent('page');
  await app.inMain(
    `state.answer = null;
     electron.dialog.showMessageBox(${JSON.stringify(options)}).then((answer) => { state.answer = answer; });`,
  );
  const box = await opened;
  await box.getByRole('alertdialog').waitFor();
  return { box, answer: () => app.inMain('return state.answer') };
}

/** The click closes the page that it is on, which sometimes happens before it is reported as done. */
async function click(box: Page, name: string): Promise<void> {
  await box
    .getByRole('button', { name })
    .click()
    .catch((error: unknown) => {
      if (!box.isClosed()) throw error;
    });
}

const question = {
  type: 'question',
  title: 'A title',
  message: 'Really <b>so</b>?',
  detail: 'There are\ntwo lines.',
  buttons: ['Go on', 'Cancel'],
};

it('a message box is a window with its words, and answers with the button that is clicked', async () => {
  const { box, answer } = await ask(question);
  expect(await box.title()).toBe('A title');
  expect(await box.getByRole('alertdialog', { name: 'Really <b>so</b>?', exact: true }).innerText()).toContain(
    'There are\ntwo lines.',
  );
  expect(await answer()).toBeNull();
  await click(box, 'Go on');
  await expect.poll(answer).toEqual({ response: 0, checkboxChecked: false });
  await expect.poll(() => box.isClosed()).toBe(true);
});

it('a message box that is closed answers as cancelled, and so does one at the Escape key', async () => {
  const closed = await ask(question);
  await closed.box.close();
  await expect.poll(closed.answer).toEqual({ response: 1, checkboxChecked: false });
  const escaped = await ask({ ...question, cancelId: 0 });
  await escaped.box.keyboard.press('Escape').catch(() => undefined);
  await expect.poll(escaped.answer).toEqual({ response: 0, checkboxChecked: false });
});

it('a message box is none of the app’s windows', async () => {
  const { box, answer } = await ask({ message: 'Only a word' });
  expect(await host.app.inMain('return electron.BrowserWindow.getAllWindows().length')).toBe(1);
  await click(box, 'OK');
  await expect.poll(answer).toEqual({ response: 0, checkboxChecked: false });
});

it('what a message box of the host does not have is refused by name', async () => {
  await expect(
    host.app.inMain(`await electron.dialog.showMessageBox({ message: 'm', checkboxLabel: 'c' })`),
  ).rejects.toThrow('checkboxLabel');
});
