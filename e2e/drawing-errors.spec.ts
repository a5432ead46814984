import { expectNoViolationsInLightAndDark } from './app/accessibility.ts';
import { inMain, withInspector } from './app/main-process.ts';
import { expect, test } from './app/test.ts';

test('an error in a screen leaves the frame, and one in the frame leaves a way to start again', async ({ start }) => {
  const app = await start(withInspector);
  const { page } = app;
  const alert = page.getByRole('alert');

  await test.step('an answer that the preferences cannot draw', async () => {
    await inMain(
      app,
      `const handlers = electron.ipcMain._invokeHandlers;
      const answer = handlers.get('dropslip:call');
      let wrong = true;
      globalThis.answerRight = () => { wrong = false; };
      handlers.set('dropslip:call', (event, name, input) =>
        wrong && name === 'desktop.state' ? { ok: true, value: null } : answer(event, name, input));`,
    );
    await page.getByRole('button', { name: 'Preferences' }).click();
    await expect(alert).toContainText('This screen could not be shown');
    await expectNoViolationsInLightAndDark(page);
    await alert.getByText('Details').click();
    await expect(alert).toContainText('TypeError');
  });

  await test.step('another screen opens, and the first one is drawn when tried again', async () => {
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(page.getByRole('heading', { name: 'Verify' })).toBeVisible();
    await expect(alert).toHaveCount(0);
    await inMain(app, 'globalThis.answerRight();');
    await page.getByRole('button', { name: 'Preferences' }).click();
    await alert.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(page.getByRole('radiogroup', { name: 'When the window is closed' })).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
  });

  await test.step('accounts that the frame cannot draw', async () => {
    const sent = `'dropslip:event', { kind: 'accounts.changed', accounts: [null], activeAccountId: 'practice' }`;
    await inMain(app, `electron.BrowserWindow.getAllWindows()[0].webContents.send(${sent});`);
    await expect(alert).toContainText('Dropslip could not be shown');
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expectNoViolationsInLightAndDark(page);
    await alert.getByRole('button', { name: 'Start again' }).click();
    await expect(page.getByRole('navigation')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Choose files' })).toBeVisible();
    await expect(alert).toHaveCount(0);
  });
});
