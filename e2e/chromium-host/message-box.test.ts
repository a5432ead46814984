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

it('a message box that is closed answers with the button that Electron takes for its cancel', async () => {
  const cancelOf = async (options: object) => {
    const { box, answer } = await ask({ message: 'm', ...options });
    await box.close();
    await expect.poll(answer).not.toBeNull();
    return answer();
  };
  expect(await cancelOf({ buttons: ['A', 'B'], defaultId: 0 })).toMatchObject({ response: 1 });
  expect(await cancelOf({ buttons: ['A', 'B'] })).toMatchObject({ response: 0 });
  expect(await cancelOf({ buttons: ['A', 'No'], defaultId: 0 })).toMatchObject({ response: 1 });
});

it('what is no message, no dialog and no error box of Electron’s is refused at once', async () => {
  const refusals = await host.app.inMain(`const { dialog } = electron;
    const refusal = (act) => { try { act(); return 'taken'; } catch (error) { return error.message; } };
    return [() => dialog.showMessageBox({ type: 'not-a-type', message: '' }), () => dialog.showMessageBox({ buttons: false }),
      () => dialog.showMessageBox({ title: 300 }), () => dialog.showMessageBox({ message: [] }),
      () => dialog.showMessageBox({ detail: 3.14 }), () => dialog.showOpenDialog({ properties: false }),
      () => dialog.showOpenDialog({ buttonLabel: [], properties: ['openDirectory'] }),
      () => dialog.showOpenDialog({ defaultPath: {}, properties: ['openDirectory'] }),
      () => dialog.showErrorBox(), () => dialog.showErrorBox('three', 4)].map(refusal);`);
  expect(refusals).toEqual([
    'Invalid message box type',
    'Buttons must be an array',
    'Title must be a string',
    'Message must be a string',
    'Detail must be a string',
    'Properties must be an array',
    'Button label must be a string',
    'Default path must be a string',
    'Insufficient number of arguments.',
    'Error processing argument at index 1',
  ]);
});
