import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { expectNoViolations, expectNoViolationsInLightAndDark } from './app/accessibility.ts';
import { addWork, dialog, fillIn, saveAccount, submit, test } from './app/accounts.ts';
import { choosePaths } from './app/choose.ts';
import { answerQuestion } from './app/confirm.ts';
import { dropPaths } from './app/drop.ts';
import { pageOf } from './app/pages.ts';
import { row } from './app/rows.ts';
import { expect } from './app/test.ts';

const publicKey = 'age1phjy896nre62zkltwh49dwz5st2dfvrvynhsa070w9xwnlqag40qu8v500';

async function openPrivacy(page: Page, account: string): Promise<void> {
  await page.getByRole('button', { name: 'Accounts', exact: true }).click();
  await page.getByRole('button', { name: `Privacy of ${account}` }).click();
  await expect(dialog(page).getByRole('radio', { name: 'Anybody' })).toBeVisible();
}

async function closePrivacy(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
}

test('the privacy of an account is set up by keyboard and free of axe violations, in light and dark', async ({
  start,
}) => {
  const { page } = await start();
  const look = (): Promise<void> => expectNoViolationsInLightAndDark(page);
  await openPrivacy(page, 'Practice');
  await look();
  await dialog(page).getByLabel('Public key', { exact: true }).focus();
  await page.keyboard.type('age1nobody');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('This is not a public key')).toBeVisible();
  await look();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(publicKey);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Ada');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('list', { name: 'Public keys' })).toContainText('Ada');

  await dialog(page).getByRole('button', { name: 'Save one…' }).press('Enter');
  await dialog(page).getByRole('button', { name: 'Make one for me' }).press('Enter');
  await expect(dialog(page).getByRole('status')).toContainText('Save it where you keep');
  await expect(dialog(page)).toContainText('nobody can read these files, not even the service');
  await look();
  await dialog(page).getByRole('button', { name: 'Keep it' }).press('Enter');
  await expect(dialog(page)).toContainText('Kept until you close Dropslip');
  await dialog(page).getByRole('button', { name: 'Forget the passphrase' }).press('Enter');
  await answerQuestion(page, 'Forget it');
  await expect(dialog(page)).toContainText('Not saved: you enter it with each drop');
});

test('what is to be encrypted is asked about, and never goes out as it is', async ({ start, folder }) => {
  const { page } = await start();
  await openPrivacy(page, 'Practice');
  await dialog(page).getByRole('radio', { name: 'Only these people' }).click();
  await expect(dialog(page).getByText('First add the public key')).toBeVisible();
  await dialog(page).getByRole('radio', { name: 'Only people with the passphrase' }).click();
  await expect(dialog(page).getByRole('radio', { name: 'Only people with the passphrase' })).toBeChecked();
  await closePrivacy(page);
  await writeFile(join(folder, 'private.txt'), 'private');
  await dropPaths(page, [join(folder, 'private.txt')]);
  const question = page.getByRole('dialog', { name: 'Who may read “private.txt”?' });
  await expect(question.getByRole('radio', { name: 'Only people with the passphrase' })).toBeChecked();
  await expect(row(page, 'private.txt')).toBeHidden();
  await question.getByRole('radio', { name: 'Only these people' }).click();
  await expect(question).toContainText(
    'If their secret keys are lost, nobody can read these files, not even the service.',
  );
  await question.getByRole('radio', { name: 'Only people with the passphrase' }).click();
  await question.getByRole('button', { name: 'Encrypt and submit' }).click();
  await expect(question).toContainText('Type a passphrase');
  await question.getByRole('textbox', { name: 'Passphrase' }).fill('cat');
  await question.getByRole('button', { name: 'Encrypt and submit' }).click();
  await expect(question).toContainText('This is too short');
  await question.getByRole('textbox', { name: 'Passphrase' }).fill('several words that nobody guesses');
  await question.getByRole('textbox', { name: 'Repeat it' }).fill('several words that nobody guesses');
  await question.getByRole('button', { name: 'Encrypt and submit' }).click();
  await expect(question).toBeHidden();
  await expect(row(page, 'private.txt')).toContainText('Confirmed', { timeout: 60_000 });
  await expect(row(page, 'private.txt').getByLabel('Private: Only people with the passphrase')).toBeVisible();
});

test('who adds an account is told with the address that anybody can read what they submit, and not again', async ({
  start,
  serve,
  folder,
}) => {
  const { url, apiKey } = await serve();
  const { page } = await start();
  await fillIn(page, { address: url, apiKey });
  const question = await pageOf(page.context(), 'consent.html');
  await expect(question.getByText('Anybody can read what you submit, permanently.')).toBeVisible();
  await answerQuestion(page, 'Connect');
  await saveAccount(page, /^Save (account|anyway)$/);
  // The first file of an account waits for a yes; nothing is said of who can read it, and no window asks.
  await submit(page, folder);
});

test('who added an account before is told once that anybody can read what they submit', async ({
  start,
  serve,
  folder,
  userData,
}) => {
  const service = await serve();
  const first = await start();
  await addWork(first.page, service);
  await first.quit();
  const database = new DatabaseSync(join(userData, 'dropslip.db'));
  expect(database.prepare("DELETE FROM settings WHERE name LIKE 'privacy:%'").run().changes).toBe(1);
  database.close();

  // Without a keychain their key is gone, too: their files wait for it, but they are taken in.
  const { page } = await start();
  await writeFile(join(folder, 'one.txt'), 'one');
  await writeFile(join(folder, 'two.txt'), 'two');
  await dropPaths(page, [join(folder, 'one.txt')]);
  await answerQuestion(page, 'Cancel');
  await expect(row(page, 'one.txt')).toBeHidden();
  await dropPaths(page, [join(folder, 'one.txt')]);
  await answerQuestion(page, 'Submit for anybody');
  await expect(row(page, 'one.txt')).toBeVisible();
  await dropPaths(page, [join(folder, 'two.txt')]);
  await expect(row(page, 'two.txt')).toBeVisible();
});

test('what was not encrypted when the app ended is asked about by its name, and only that is encrypted with what is typed', async ({
  start,
  folder,
}) => {
  const app = await start();
  await app.page.getByRole('button', { name: 'Limits' }).click();
  await app.page.getByRole('textbox', { name: /Files in one drop/ }).fill('0');
  await app.page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog(app.page)).toBeHidden();
  const paths = ['one.txt', 'two.txt'].map((name) => join(folder, name));
  for (const path of paths) await writeFile(path, path);
  await choosePaths(app.page, () => app.page.getByRole('button', { name: 'Private…' }).click(), paths);
  await test.step('nothing is chosen for anybody, and to choose it takes an approval', async () => {
    await expect(dialog(app.page)).toHaveAccessibleName('Who may read these files?');
    await expect(dialog(app.page).getByRole('radio', { name: 'Only people with the passphrase' })).toBeChecked();
    await dialog(app.page).getByRole('radio', { name: 'Anybody' }).click();
    await dialog(app.page).getByRole('button', { name: 'Submit…' }).click();
    await answerQuestion(app.page, 'Cancel');
    await expect(row(app.page, 'one.txt')).toBeHidden();
  });
  await dialog(app.page).getByRole('radio', { name: 'Only people with the passphrase' }).click();
  await dialog(app.page).getByRole('textbox', { name: 'Passphrase' }).fill('several words that nobody guesses');
  await dialog(app.page).getByRole('textbox', { name: 'Repeat it' }).fill('several words that nobody guesses');
  await dialog(app.page).getByRole('button', { name: 'Encrypt and submit' }).click();
  await expect(row(app.page, 'two.txt')).toBeVisible();
  await app.kill();

  const { page } = await start();
  await page
    .getByRole('region', { name: 'Waiting for your approval' })
    .getByRole('button', { name: 'Submit all' })
    .click();
  await expect(row(page, 'two.txt')).toContainText('its passphrase is no longer saved');
  await row(page, 'one.txt').getByRole('button', { name: 'Type the passphrase…' }).click();
  await expect(dialog(page)).toContainText('one.txt was not encrypted yet');
  await expectNoViolations(page);
  await dialog(page).getByRole('button', { name: 'Encrypt and submit' }).press('Enter');
  await expect(dialog(page)).toContainText('Type a passphrase');
  await dialog(page).getByRole('textbox', { name: 'Passphrase' }).fill('other words that nobody guesses');
  await page.keyboard.press('Tab');
  await dialog(page).getByRole('textbox', { name: 'Repeat it' }).fill('other words that nobody guesses');
  await page.keyboard.press('Enter');
  // It was never read, so nobody can tell whether it is the file that was given.
  await answerQuestion(page, 'Send it as it is now');
  await expect(row(page, 'one.txt')).toContainText('Confirmed', { timeout: 120_000 });
  await expect(row(page, 'two.txt')).toContainText('its passphrase is no longer saved');
});
