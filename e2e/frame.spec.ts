import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { choosePaths } from './app/choose.ts';
import { dropPaths } from './app/drop.ts';
import { withInspector } from './app/main-process.ts';
import { row, waitForBlock } from './app/rows.ts';
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
  await expect(row(window, 'by keys.txt')).toBeVisible();
});

test('the keyboard stays on the screen when the button that it pressed goes', async ({ window, folder }) => {
  const path = join(folder, 'letter.txt');
  await writeFile(path, 'letter');
  await dropPaths(window, [path]);
  await waitForBlock(window, 'letter.txt');
  const clear = window.getByRole('button', { name: 'Clear finished' });
  await clear.focus();
  await window.keyboard.press('Enter');
  await expect(clear).toHaveCount(0);
  await expect(window.getByRole('main')).toBeFocused();
  // One that can't be pressed while it works has it again afterwards.
  const choose = window.getByRole('button', { name: 'Choose files' });
  await choose.focus();
  const setDisabled = (on: boolean) =>
    choose.evaluate((button, disabled) => button.toggleAttribute('disabled', disabled), on);
  await setDisabled(true);
  await expect(choose).not.toBeFocused();
  await setDisabled(false);
  await expect(choose).toBeFocused();
});

test('what is chosen is seen where the system chooses the colours', async ({ sharedWindow: window }) => {
  await window.emulateMedia({ forcedColors: 'active' });
  await window.getByRole('navigation').waitFor();
  await window.keyboard.press('ControlOrMeta+4');
  const outlined = (it: Locator): Promise<boolean> =>
    it.evaluate((one) => getComputedStyle(one).outlineStyle !== 'none');
  const screens = window.getByRole('navigation').getByRole('button');
  for (const index of [0, 3]) expect(await outlined(screens.nth(index))).toBe(index === 3);
  const shownAs = window.getByRole('radiogroup', { name: 'Show as' }).locator('label');
  expect([await outlined(shownAs.nth(0)), await outlined(shownAs.nth(1))].toSorted()).toEqual([false, true]);
  await window.keyboard.press('ControlOrMeta+k');
  await window.locator('[data-action][data-selected]').waitFor();
  expect(await outlined(window.locator('[data-action][data-selected]'))).toBe(true);
  expect(await outlined(window.locator('[data-action]:not([data-selected])').first())).toBe(false);
});

test('a notice floats: nothing moves when one comes, and more of them wait behind it', async ({ start }) => {
  const app = await start(withInspector);
  const window = app.page;
  await expect(window.getByRole('navigation')).toBeVisible();
  const notice = window.getByRole('alert');
  const screen = window.getByRole('main');
  const tell = () => tellWindow(app, { kind: 'notice', notice: { code: 'practice-failed' } });
  const before = await screen.boundingBox();
  await tell();
  await expect(notice).toBeInViewport({ ratio: 1 });
  expect(await screen.boundingBox()).toEqual(before);
  await tell();
  await tell();
  const earlier = window.getByRole('button', { name: '2 earlier messages' });
  await expect(earlier).toBeVisible();
  await expect(notice).toHaveCount(1);
  await earlier.click();
  await expect(notice).toHaveCount(3);
});

test('a notice covers nothing of an open dialog, and lies behind a popover', async ({ start }) => {
  const app = await start(withInspector);
  const window = app.page;
  await window.getByRole('navigation').waitFor();
  await window.keyboard.press('ControlOrMeta+7');
  await window
    .getByRole('main')
    .getByRole('button', { name: /^Add .*account/ })
    .click();
  const dialog = window.getByRole('dialog');
  await dialog.waitFor();
  // Again each time: a notice closes by itself once there was time to read it.
  const tell = () => tellWindow(app, { kind: 'notice', notice: { code: 'practice-failed' } });
  const notice = window.getByRole('alert');
  for (const size of [
    { width: 1180, height: 780 },
    { width: 900, height: 600 },
    { width: 720, height: 600 },
    { width: 590, height: 390 },
  ]) {
    await window.setViewportSize(size);
    await tell();
    await expect(notice).toBeInViewport({ ratio: 1 });
    const bottom = async (): Promise<number> => {
      const box = await dialog.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    };
    await expect.poll(async () => (await bottom()) <= ((await notice.boundingBox())?.y ?? 0)).toBe(true);
    // It is the button that such a click would hit.
    await dialog.getByRole('button', { name: 'Next' }).click({ trial: true });
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
  await expect(notice).toHaveCount(1);
});

test('a message that stood behind a newer one has its whole time to be read once it stands in front', async ({
  start,
}) => {
  const app = await start(withInspector);
  const window = app.page;
  await expect(window.getByRole('navigation')).toBeVisible();
  await window.clock.install();
  // It goes on only as told here, however slow the machine.
  await window.clock.pauseAt(Date.now() + 60_000);
  await tellWindow(app, { kind: 'notice', notice: { code: 'practice-failed' } });
  const notice = window.getByRole('alert');
  await expect(notice).toHaveCount(1);
  await window.clock.runFor(10_000);
  await tellWindow(app, { kind: 'notice', notice: { code: 'practice-failed' } });
  const earlier = window.getByRole('button', { name: '1 earlier message' });
  await expect(earlier).toBeVisible();
  await window.clock.runFor(11_000);
  await expect(earlier).toBeVisible();
  await window.clock.runFor(2_000);
  await expect(earlier).toHaveCount(0);
  await window.clock.runFor(11_000);
  await expect(notice).toHaveCount(1);
  await window.clock.runFor(2_000);
  await expect(notice).toHaveCount(0);
});
