import type { Page } from '@playwright/test';
import { expectNoViolationsInLightAndDark } from './app/accessibility.ts';
import { dialog, test } from './app/accounts.ts';
import { answerQuestion } from './app/confirm.ts';
import { expect } from './app/test.ts';

const publicKey = 'age1phjy896nre62zkltwh49dwz5st2dfvrvynhsa070w9xwnlqag40qu8v500';

async function openPrivacy(page: Page, account: string): Promise<void> {
  await page.getByRole('button', { name: 'Accounts', exact: true }).click();
  await page.getByRole('button', { name: `Privacy of ${account}` }).click();
  await expect(dialog(page).getByRole('radio', { name: 'Anybody' })).toBeVisible();
}

test('the privacy of an account is set up by keyboard and free of axe violations, in light and dark', async ({
  start,
}) => {
  const { page } = await start();
  const look = (): Promise<void> => expectNoViolationsInLightAndDark(page);
  await openPrivacy(page, 'Practice');
  await dialog(page).getByLabel('Public key', { exact: true }).focus();
  await page.keyboard.type('age1nobody');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('This is not a public key')).toBeVisible();
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
