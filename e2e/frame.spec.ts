import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { choosePaths } from './app/choose.ts';
import { withInspector } from './app/main-process.ts';
import { waitForBlock } from './app/rows.ts';
import { tellWindow } from './app/tell-window.ts';
import { expect, test } from './app/test.ts';

// What comes and goes here takes its time, as for most people.
test.use({ motion: true });

test('the keyboard alone leads to every screen, to its search, to the page of all shortcuts and to the system’s dialog', async ({
  window,
  folder,
}) => {
  await expect(window.getByRole('navigation')).toBeVisible();
  const heading = window.getByRole('heading', { level: 1 });
  const screens = window.getByRole('navigation').getByRole('button');
  for (const index of [1, 2, 3, 4, 5, 6, 0]) {
    await window.keyboard.press(`ControlOrMeta+${index + 1}`);
    await expect(screens.nth(index)).toHaveAttribute('aria-current', 'page');
  }
  await window.keyboard.press('ControlOrMeta+2');
  await window.keyboard.press('ControlOrMeta+f');
  const search = window.getByLabel('What to look up');
  await expect(search).toBeFocused();
  // A question mark is text there.
  await window.keyboard.press('?');
  await expect(search).toHaveValue('?');
  await window.keyboard.press('ControlOrMeta+7');
  await expect(heading).toHaveText('Accounts');
  await window.keyboard.press('?');
  const page = window.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(page).toContainText(process.platform === 'darwin' ? '⇧⌘O' : 'Ctrl+Shift+O');
  // What it lists works in it, and it gives way.
  await window.keyboard.press('ControlOrMeta+2');
  await expect(page).toHaveCount(0);
  await expect(heading).toHaveText('Look up');
  await window.keyboard.press('ControlOrMeta+7');
  await window.keyboard.press('?');
  await expect(page).toBeVisible();
  await window.keyboard.press('ControlOrMeta+k');
  const finder = window.getByRole('dialog', { name: 'Find screens, accounts, submissions and actions' });
  await expect(finder).toBeVisible();
  await expect(page).toHaveCount(0);
  await window.keyboard.press('ControlOrMeta+4');
  await expect(finder).toHaveCount(0);
  await expect(heading).toHaveText('Balances');
  // Nothing changes behind a dialog that waits for an answer.
  await window.keyboard.press('ControlOrMeta+7');
  await window
    .getByRole('main')
    .getByRole('button', { name: /^Add .*account/ })
    .click();
  const asks = window.getByRole('dialog');
  await expect(asks).toBeVisible();
  await window.keyboard.press('ControlOrMeta+2');
  await window.keyboard.press('ControlOrMeta+k');
  await expect(finder).toHaveCount(0);
  await expect(heading).toHaveText('Accounts');
  await expect(asks).toBeVisible();
  // A key that follows at once on the one that closes it is heard.
  await window.keyboard.press('Escape');
  await window.keyboard.press('ControlOrMeta+2');
  await expect(heading).toHaveText('Look up');
  await window.keyboard.press('ControlOrMeta+k');
  await expect(finder).toBeVisible();
  await window.keyboard.press('Escape');
  await window.keyboard.press('ControlOrMeta+7');
  await expect(heading).toHaveText('Accounts');

  const path = join(folder, 'by keys.txt');
  await writeFile(path, 'by keys');
  await choosePaths(window, () => window.keyboard.press('ControlOrMeta+o'), [path]);
  await waitForBlock(window, 'by keys.txt');

  // The keyboard stays on the screen when the button that it pressed is gone.
  const clear = window.getByRole('button', { name: 'Clear finished' });
  await clear.focus();
  await window.keyboard.press('Enter');
  await expect(clear).toHaveCount(0);
  await expect(window.getByRole('main')).toBeFocused();
  // A button that is disabled while it works has the focus again afterwards.
  const choose = window.getByRole('button', { name: 'Choose files' });
  await choose.focus();
  const setDisabled = (on: boolean) =>
    choose.evaluate((button, disabled) => button.toggleAttribute('disabled', disabled), on);
  await setDisabled(true);
  await expect(choose).not.toBeFocused();
  await setDisabled(false);
  await expect(choose).toBeFocused();
});

test('notices move nothing and cover no dialog', async ({ start }) => {
  const app = await start(withInspector);
  const window = app.page;
  const notice = window.getByRole('alert');
  const tell = () => tellWindow(app, { kind: 'notice', notice: { code: 'practice-failed' } });

  await test.step('nothing moves when one comes, and at most three are shown', async () => {
    const screen = window.getByRole('main');
    const before = await screen.boundingBox();
    await tell();
    await expect(notice).toBeInViewport({ ratio: 1 });
    expect(await screen.boundingBox()).toEqual(before);
    await tell();
    await tell();
    await tell();
    await expect(notice).toHaveCount(3);
    await window.reload();
    await window.locator('main[aria-busy="false"]').waitFor();
  });

  await test.step('one covers nothing of an open dialog, and lies behind a popover', async () => {
    await window.keyboard.press('ControlOrMeta+7');
    await window
      .getByRole('main')
      .getByRole('button', { name: /^Add .*account/ })
      .click();
    const dialog = window.getByRole('dialog');
    await dialog.waitFor();
    for (const size of [
      { width: 1180, height: 780 },
      { width: 590, height: 390 },
    ]) {
      await window.setViewportSize(size);
      await tell();
      await expect(notice.last()).toBeInViewport({ ratio: 1 });
      const bottom = async (): Promise<number> => {
        const box = await dialog.boundingBox();
        return (box?.y ?? 0) + (box?.height ?? 0);
      };
      await expect.poll(async () => (await bottom()) <= ((await notice.first().boundingBox())?.y ?? 0)).toBe(true);
      // It is the button that such a click would hit.
      await dialog.getByRole('button', { name: 'Check', exact: true }).click({ trial: true });
      await dialog.getByRole('button', { name: 'Cancel' }).click({ trial: true });
    }
    await window.keyboard.press('Escape');
    await window.setViewportSize({ width: 900, height: 600 });
    await window.keyboard.press('ControlOrMeta+1');
    await window.getByRole('button', { name: 'Limits' }).click();
    await tell();
    for (const name of ['Cancel', 'Save']) {
      await window.getByRole('button', { name, exact: true }).click({ trial: true });
    }
  });
});
