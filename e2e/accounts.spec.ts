import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  card,
  dialog,
  fillIn,
  line,
  paste,
  row,
  saveAccount,
  submit,
  test,
  trouble,
  withoutScheme,
} from './app/accounts.ts';
import { answerQuestion } from './app/confirm.ts';
import { dropPaths } from './app/drop.ts';
import { pageGone, pageOf } from './app/pages.ts';
import { expect } from './app/test.ts';

for (const dialect of ['documented', 'deployed'] as const) {
  for (const given of ['an API key', 'an access token', 'both'] as const) {
    test(`with ${given}, an account of a ${dialect} service is added and submits`, async ({ start, serve, folder }) => {
      const service = await serve({ dialect });
      const { page } = await start();
      await fillIn(page, {
        address: withoutScheme(service.url),
        ...(given === 'an access token' ? {} : { apiKey: service.apiKey }),
        ...(given === 'an API key' ? {} : { accessToken: service.accessToken }),
      });
      await expect(dialog(page)).toContainText('Confirm the address in the separate window');
      await answerQuestion(page, 'Connect');
      await expect(dialog(page).getByText('No problems found.').first()).toBeVisible();
      await expect(line(page, 'API key')).toHaveAttribute(
        'data-state',
        given === 'an access token' ? 'skipped' : 'good',
      );
      await expect(line(page, 'Tokens')).toHaveAttribute('data-state', given === 'an API key' ? 'skipped' : 'good');
      if (given === 'both') await dialog(page).getByRole('radio', { name: 'Access token' }).check();
      if (given !== 'an API key') await dialog(page).getByLabel('Token that pays').selectOption('avail');
      await saveAccount(page, 'Save account');
      await expect(card(page).getByLabel('Submit with')).toHaveValue(
        given === 'an API key' ? 'api-key' : 'token:avail',
      );
      await submit(page, folder);
    });
  }
}

test('a wrong key gets its sentence, and with the right one it goes on where it stopped', async ({
  start,
  serve,
  folder,
}) => {
  const service = await serve();
  const { page } = await start();
  await fillIn(page, { address: service.url, apiKey: 'wrong' });
  await answerQuestion(page, 'Connect');
  await expect(line(page, 'API key')).toContainText('does not accept this API key');
  await dialog(page).getByRole('button', { name: 'Change API key' }).click();
  await expect(dialog(page).getByLabel('API key', { exact: true })).toBeFocused();
  await dialog(page).getByLabel('API key', { exact: true }).fill(service.apiKey);
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('No problems found.').first()).toBeVisible();
  // The approval holds for the key that takes the place of the mistyped one.
  await dialog(page).getByRole('button', { name: 'Save account' }).click();
  await dialog(page).getByRole('button', { name: 'Not now' }).click();
  await expect(dialog(page)).toBeHidden();
  await submit(page, folder);
});

test('a wrong address gets its sentence, and nothing that was typed is lost on the way back to it', async ({
  start,
  serve,
}) => {
  const service = await serve();
  const { page } = await start();
  await fillIn(page, { address: `${service.url}/nowhere`, apiKey: service.apiKey });
  // Who goes back is asked no more.
  await pageOf(page.context(), 'consent.html');
  await dialog(page).getByRole('button', { name: 'Back' }).click();
  await pageGone(page.context(), 'consent.html');
  await dialog(page).getByRole('button', { name: 'Back' }).click();
  await dialog(page).getByLabel('Address', { exact: true }).fill(`${service.url}/elsewhere`);
  await dialog(page).getByRole('button', { name: 'Next' }).click();
  await dialog(page).getByRole('button', { name: 'Check', exact: true }).click();
  await answerQuestion(page, 'Connect');
  await expect(line(page, 'API key')).toContainText('does not accept submissions with an API key');
  await dialog(page).getByRole('button', { name: 'Change the details' }).click();
  await expect(dialog(page).getByLabel('API key', { exact: true })).toHaveValue(service.apiKey);
  await dialog(page).getByRole('button', { name: 'Back' }).click();
  await expect(dialog(page).getByLabel('Name', { exact: true })).toHaveValue('Work');
  await dialog(page).getByLabel('Address', { exact: true }).fill(service.url);
  await dialog(page).getByRole('button', { name: 'Next' }).click();
  await dialog(page).getByRole('button', { name: 'Check', exact: true }).click();
  // Another path is another address.
  await answerQuestion(page, 'Connect');
  await expect(dialog(page).getByText('No problems found.').first()).toBeVisible();
  await saveAccount(page, 'Save account');
});

test('an account saved with a wrong key says so above the queue, and goes on once a new key is pasted there', async ({
  start,
  serve,
  folder,
}) => {
  const service = await serve();
  const { page } = await start();
  await fillIn(page, { address: service.url, apiKey: 'wrong' });
  await answerQuestion(page, 'Connect');
  await expect(line(page, 'API key')).toHaveAttribute('data-state', 'bad');
  await saveAccount(page, 'Save anyway');
  await writeFile(join(folder, 'letter.txt'), 'A letter');
  await dropPaths(page, [join(folder, 'letter.txt')]);
  await expect(trouble(page)).toContainText('does not accept this account’s API key');
  await trouble(page).getByLabel('New API key', { exact: true }).fill(service.apiKey);
  await page.keyboard.press('Enter');
  await answerQuestion(page, 'Use it');
  await expect(trouble(page)).toBeHidden();
  await expect(row(page, 'letter.txt')).toContainText(/Submitted|Confirmed in a block/);
});

test('an expired token says so above every screen, and a new one is taken in place', async ({
  start,
  serve,
  folder,
}) => {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const expired = `${part({ alg: 'none' })}.${part({ exp: 1 })}.signature`;
  const service = await serve();
  const { page } = await start();
  await fillIn(page, { address: service.url, accessToken: expired });
  await answerQuestion(page, 'Connect');
  await expect(line(page, 'Access token')).toContainText(/expired/);
  await dialog(page).getByLabel('Token that pays').selectOption('avail');
  await saveAccount(page, 'Save anyway');
  await expect(trouble(page)).toContainText('has expired');
  await page.getByRole('button', { name: 'Accounts', exact: true }).click();
  await expect(page.getByRole('article', { name: 'Work' })).toContainText('••••ture, expired');
  await trouble(page).getByLabel('New access token', { exact: true }).fill(service.accessToken);
  await trouble(page).getByRole('button', { name: 'Save' }).click();
  await answerQuestion(page, 'Use it');
  await expect(trouble(page)).toBeHidden();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await submit(page, folder);
});

test('what is wrong is said at its field until that is changed, and either credential is enough', async ({ start }) => {
  const { page } = await start();
  const field = (label: string) => dialog(page).getByLabel(label, { exact: true });
  await card(page).getByRole('button').first().click();
  await page.getByRole('menuitem', { name: /^Add/ }).click();
  await field('Address').fill('ftp://service.example');
  await dialog(page).getByRole('button', { name: 'Next' }).click();
  await expect(field('Address')).toBeFocused();
  await expect(field('Address')).toHaveAccessibleDescription(/must begin with https/);
  await field('Name').fill('Mine');
  await expect(field('Address')).toHaveAccessibleDescription(/must begin with https/);
  await field('Address').fill('service.example');
  await expect(field('Address')).not.toHaveAccessibleDescription(/must begin with https/);
  await dialog(page).getByText('Advanced').click();
  await field('Path for token names').fill('https://service.example/token_map');
  await dialog(page).getByText('Advanced').click();
  await dialog(page).getByRole('button', { name: 'Next' }).click();
  await expect(field('Path for token names')).toBeFocused();
  await field('Path for token names').fill('/token_map');
  await dialog(page).getByRole('button', { name: 'Next' }).click();
  await dialog(page).getByRole('button', { name: 'Check', exact: true }).click();
  await expect(field('API key')).toBeFocused();
  await expect(field('API key')).toHaveAccessibleDescription(/One of them is enough/);
  await field('Access token').fill('secret');
  await expect(field('API key')).not.toHaveAccessibleDescription(/One of them is enough/);
});

test('an account is made of an operator’s whole mail, of which nothing else is kept', async ({ start, serve }) => {
  const service = await serve();
  const { page } = await start();
  await card(page).getByRole('button').first().click();
  await page.getByRole('menuitem', { name: /^Add/ }).click();
  const given = dialog(page).getByLabel('Paste your operator’s message');
  const address = dialog(page).getByLabel('Address', { exact: true });
  const mail = `Hi Anna,\n\nService address: ${service.url}\nAPI key: ${service.apiKey}\n\nDocumentation: https://docs.service.example`;
  // Whichever field it is pasted into.
  await paste(address, mail);
  await expect(address).toHaveValue(service.url);
  await dialog(page).getByRole('button', { name: 'Forget it' }).click();
  await expect(address).toHaveValue('');
  await paste(given, mail);
  await expect(dialog(page)).toContainText('Found in what you pasted: an address and an API key.');
  await expect(given).toBeHidden();
  await expect(address).toHaveValue(service.url);
  await expect(page.locator('html')).not.toContainText(service.apiKey);
  await dialog(page).getByLabel('Name', { exact: true }).fill('Work');
  await dialog(page).getByRole('button', { name: 'Next' }).click();
  await expect(dialog(page).getByLabel('API key', { exact: true })).toHaveValue(service.apiKey);
  await dialog(page).getByRole('button', { name: 'Check', exact: true }).click();
  await answerQuestion(page, 'Connect');
  await expect(dialog(page).getByText('No problems found.').first()).toBeVisible();
  await saveAccount(page, 'Save account');
  // The next account begins with nothing of this one.
  await card(page).getByRole('button').first().click();
  await page.getByRole('menuitem', { name: /^Add/ }).click();
  await expect(given).toHaveValue('');
  await expect(address).toHaveValue('');
});

test('an account is added by keyboard alone, and the keyboard comes back to where it started', async ({
  start,
  serve,
}) => {
  const service = await serve();
  const { page } = await start();
  const { keyboard } = page;
  const switcher = card(page).getByRole('button').first();
  await switcher.focus();
  await keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio', { name: 'Practice' })).toBeFocused();
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Paste your operator’s message')).toBeFocused();
  await keyboard.press('Tab');
  await expect(dialog(page).getByLabel('Name', { exact: true })).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Address', { exact: true })).toHaveAccessibleDescription(/Enter the address/);
  await keyboard.type(service.url);
  await keyboard.press('Enter');
  await expect(dialog(page).getByLabel('API key', { exact: true })).toBeFocused();
  await keyboard.type(service.apiKey);
  await keyboard.press('Enter');
  await answerQuestion(page, 'Connect');
  await expect(dialog(page).getByText('No problems found.').first()).toBeVisible();
  const save = dialog(page).getByRole('button', { name: 'Save account' });
  await expect(async () => {
    await keyboard.press('Tab');
    await expect(save).toBeFocused({ timeout: 100 });
  }).toPass();
  await keyboard.press('Enter');
  await expect(dialog(page)).toContainText('Choose when Dropslip asks you first');
  await keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(switcher).toBeFocused();
});
