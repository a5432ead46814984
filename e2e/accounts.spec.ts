import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import {
  type PracticeService,
  type PracticeServiceOptions,
  startPracticeService,
} from '../src/practice-service/index.ts';
import { answerConfirmation } from './app/confirm.ts';
import { dropPaths } from './app/drop.ts';
import { test as base, expect } from './app/test.ts';

type Fixtures = {
  /** Starts a stand-alone practice service, as an operator would; closed with the test. */
  readonly serve: (options?: Partial<PracticeServiceOptions>) => Promise<PracticeService>;
};

const test = base.extend<Fixtures>({
  serve: async ({ folder }, use) => {
    const services: PracticeService[] = [];
    await use(async (options = {}) => {
      const dataDir = join(folder, 'service');
      const service = await startPracticeService({ dataDir, blockTimeSeconds: 0.5, ...options });
      services.push(service);
      return service;
    });
    for (const service of services) await service.close();
  },
  // No test may write into the keychain of whoever runs it.
  start: async ({ start }, use) => {
    const noKeychain = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' };
    await use((options = {}) => start({ ...options, env: { ...noKeychain, ...options.env } }));
  },
});

const dialog = (window: Page): Locator => window.getByRole('dialog');
const line = (window: Page, topic: string): Locator =>
  window
    .getByRole('list', { name: 'Connection check' })
    .getByRole('listitem')
    .filter({ has: window.getByText(topic, { exact: true }) });
const row = (window: Page, name: string): Locator => window.getByRole('row').filter({ hasText: name });
const card = (window: Page): Locator => window.getByRole('region', { name: 'Account', exact: true });
const trouble = (window: Page): Locator => window.getByRole('region', { name: 'This account needs you' });
const withoutScheme = (url: string): string => `${url.replace(/^http:\/\//, '')}/`;

type Typed = { readonly address: string; readonly apiKey?: string; readonly accessToken?: string };

/** Goes through the first two steps, as somebody who has never seen them, up to the running check. */
async function fillIn(window: Page, { address, apiKey, accessToken }: Typed): Promise<void> {
  await card(window).getByRole('button').first().click();
  await window.getByRole('menuitem', { name: /^Add/ }).click();
  await dialog(window).getByLabel('Name', { exact: true }).fill('Work');
  await dialog(window).getByLabel('Address', { exact: true }).fill(address);
  await dialog(window).getByRole('button', { name: 'Next' }).click();
  if (apiKey !== undefined) await dialog(window).getByLabel('API key', { exact: true }).fill(apiKey);
  if (accessToken !== undefined) await dialog(window).getByLabel('Access token', { exact: true }).fill(accessToken);
  await dialog(window).getByRole('button', { name: 'Check', exact: true }).click();
}

async function saveAccount(window: Page, button: 'Save account' | 'Save anyway'): Promise<void> {
  await dialog(window).getByRole('button', { name: button }).click();
  await expect(dialog(window)).toBeHidden();
  await expect(card(window)).toContainText('Work');
}

/** Submits a file and waits for its receipt. */
async function submit(window: Page, folder: string): Promise<void> {
  await writeFile(join(folder, 'letter.txt'), 'A letter');
  await dropPaths(window, [join(folder, 'letter.txt')]);
  await expect(row(window, 'letter.txt')).toContainText(/Submitted|Confirmed in a block/);
}

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
      await expect(dialog(page)).toContainText('Please confirm the address in the small window');
      await answerConfirmation(page, 'Connect');
      await expect(dialog(page).getByText('All is well.').first()).toBeVisible();
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
  await answerConfirmation(page, 'Connect');
  await expect(line(page, 'API key')).toContainText('does not accept this API key');
  await dialog(page).getByRole('button', { name: 'Change API key' }).click();
  await expect(dialog(page).getByLabel('API key', { exact: true })).toBeFocused();
  await dialog(page).getByLabel('API key', { exact: true }).fill(service.apiKey);
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('All is well.').first()).toBeVisible();
  await saveAccount(page, 'Save account');
  await submit(page, folder);
});

test('a wrong address gets its sentence, and nothing that was typed is lost on the way back to it', async ({
  start,
  serve,
}) => {
  const service = await serve();
  const { page } = await start();
  await fillIn(page, { address: `${service.url}/elsewhere`, apiKey: service.apiKey });
  await answerConfirmation(page, 'Connect');
  await expect(line(page, 'API key')).toContainText('does not take submissions by API key');
  await dialog(page).getByRole('button', { name: 'Back' }).click();
  await expect(dialog(page).getByLabel('API key', { exact: true })).toHaveValue(service.apiKey);
  await dialog(page).getByRole('button', { name: 'Back' }).click();
  await expect(dialog(page).getByLabel('Name', { exact: true })).toHaveValue('Work');
  await dialog(page).getByLabel('Address', { exact: true }).fill(service.url);
  await dialog(page).getByRole('button', { name: 'Next' }).click();
  await dialog(page).getByRole('button', { name: 'Check', exact: true }).click();
  await expect(dialog(page).getByText('All is well.').first()).toBeVisible();
  await saveAccount(page, 'Save account');
});

test('a service that is down is checked again once it is back', async ({ start, serve, folder }) => {
  const service = await serve();
  await service.close();
  const { page } = await start();
  await fillIn(page, { address: service.url, apiKey: service.apiKey });
  await answerConfirmation(page, 'Connect');
  await expect(line(page, 'Address')).toHaveAttribute('data-state', 'bad');
  await expect(line(page, 'API key')).toHaveAttribute('data-state', 'skipped');
  await serve({ port: Number(new URL(service.url).port), apiKey: service.apiKey });
  await dialog(page).getByRole('button', { name: 'Check again' }).click();
  await expect(dialog(page).getByText('All is well.').first()).toBeVisible();
  await saveAccount(page, 'Save account');
  await submit(page, folder);
});

test('a check that gets no answer is stopped by the person, who can save all the same', async ({ start }) => {
  const silent = createServer();
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const bound = silent.address();
  if (bound === null || typeof bound === 'string') throw new Error('The silent server has no port.');
  const { page } = await start();
  await fillIn(page, { address: `http://127.0.0.1:${bound.port}`, apiKey: 'key' });
  await answerConfirmation(page, 'Connect');
  await expect(line(page, 'Address')).toHaveAttribute('data-state', 'running');
  await dialog(page).getByRole('button', { name: 'Stop the check' }).click();
  await expect(dialog(page).getByText('The check was stopped.').first()).toBeVisible();
  await saveAccount(page, 'Save anyway');
  silent.close();
});

test('nothing goes to an address that was not confirmed, and the question comes again', async ({ start, serve }) => {
  const service = await serve();
  const { page } = await start();
  await fillIn(page, { address: service.url, apiKey: service.apiKey });
  await answerConfirmation(page, 'Cancel');
  await expect(dialog(page).getByText('you did not confirm the address').first()).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Check again' }).click();
  await answerConfirmation(page, 'Connect');
  await expect(dialog(page).getByText('All is well.').first()).toBeVisible();
});

test('an account saved with a wrong key says so above the queue, and goes on once a new key is pasted there', async ({
  start,
  serve,
  folder,
}) => {
  const service = await serve();
  const { page } = await start();
  await fillIn(page, { address: service.url, apiKey: 'wrong' });
  await answerConfirmation(page, 'Connect');
  await expect(line(page, 'API key')).toHaveAttribute('data-state', 'bad');
  await saveAccount(page, 'Save anyway');
  await writeFile(join(folder, 'letter.txt'), 'A letter');
  await dropPaths(page, [join(folder, 'letter.txt')]);
  await expect(trouble(page)).toContainText('does not accept this account’s API key');
  await trouble(page).getByLabel('New API key', { exact: true }).fill(service.apiKey);
  await page.keyboard.press('Enter');
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
  await answerConfirmation(page, 'Connect');
  await expect(line(page, 'Access token')).toContainText(/expired/);
  await dialog(page).getByLabel('Token that pays').selectOption('avail');
  await saveAccount(page, 'Save anyway');
  await expect(trouble(page)).toContainText('has expired');
  await page.getByRole('button', { name: 'Accounts', exact: true }).click();
  await expect(page.getByRole('article', { name: 'Work' })).toContainText('••••ture, expired');
  await trouble(page).getByLabel('New access token', { exact: true }).fill(service.accessToken);
  await trouble(page).getByRole('button', { name: 'Save' }).click();
  await expect(trouble(page)).toBeHidden();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await submit(page, folder);
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
  await expect(dialog(page).getByLabel('Name', { exact: true })).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Address', { exact: true })).toHaveAccessibleDescription(/Enter the address/);
  await keyboard.type(service.url);
  await keyboard.press('Enter');
  await expect(dialog(page).getByLabel('API key', { exact: true })).toBeFocused();
  await keyboard.type(service.apiKey);
  await keyboard.press('Enter');
  await answerConfirmation(page, 'Connect');
  await expect(dialog(page).getByText('All is well.').first()).toBeVisible();
  const save = dialog(page).getByRole('button', { name: 'Save account' });
  await expect(async () => {
    await keyboard.press('Tab');
    await expect(save).toBeFocused({ timeout: 100 });
  }).toPass();
  await keyboard.press('Enter');
  await expect(dialog(page)).toBeHidden();
  await expect(switcher).toBeFocused();
});

test('an account is renamed, its key replaced and forgotten, and in the end it is removed', async ({
  start,
  serve,
}) => {
  const service = await serve();
  const { page } = await start();
  await fillIn(page, { address: service.url, apiKey: service.apiKey });
  await answerConfirmation(page, 'Connect');
  await expect(dialog(page).getByText('All is well.').first()).toBeVisible();
  await saveAccount(page, 'Save account');
  await page.getByRole('button', { name: 'Accounts', exact: true }).click();
  const panel = page.getByRole('article', { name: 'Work' });
  await expect(panel).toContainText(`••••${service.apiKey.slice(-4)}`);
  await expect(panel).toContainText('For this session only');

  await panel.getByRole('button', { name: 'Replace the API key of Work' }).click();
  await page.keyboard.type('another-key-6789');
  await page.keyboard.press('Enter');
  await expect(panel).toContainText('••••6789');
  await expect(page.locator('html')).not.toContainText('another-key');
  await panel.getByRole('button', { name: 'Forget the API key of Work' }).click();
  await dialog(page).getByRole('button', { name: 'Forget it' }).click();
  await expect(panel).not.toContainText('••••6789');

  await panel.getByRole('button', { name: 'Edit Work' }).click();
  await dialog(page).getByLabel('Name', { exact: true }).fill('Office');
  await dialog(page).getByRole('radio', { name: 'Rose' }).check({ force: true });
  await dialog(page).getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(card(page)).toContainText('Office');

  await page.getByRole('button', { name: 'Remove Office' }).click();
  await expect(dialog(page)).toContainText('its queue');
  await dialog(page).getByRole('button', { name: 'Remove account' }).click();
  await expect(page.getByRole('article', { name: 'Office' })).toBeHidden();
  await expect(card(page)).toContainText('Practice');
});

test('the connection report is copied for support and holds no secret', async ({ start, serve }) => {
  const service = await serve();
  const { page } = await start();
  await fillIn(page, { address: service.url, apiKey: service.apiKey, accessToken: service.accessToken });
  await answerConfirmation(page, 'Connect');
  await expect(dialog(page).getByText('All is well.').first()).toBeVisible();
  await saveAccount(page, 'Save account');
  await page.getByRole('button', { name: 'Accounts', exact: true }).click();
  await page.getByRole('button', { name: 'Connection report of Work' }).click();
  await expect(dialog(page)).toContainText(service.url);
  await dialog(page).getByRole('button', { name: 'Copy report' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Copied' })).toBeVisible();
  const text = await dialog(page).innerText();
  for (const secret of [service.apiKey, service.accessToken]) expect(text).not.toContain(secret);
});

for (const scheme of ['light', 'dark'] as const) {
  test(`every screen of accounts is free of axe violations in ${scheme}`, async ({ start, serve }) => {
    const service = await serve();
    const { page } = await start();
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    const look = async (): Promise<void> => {
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
    };
    await card(page).getByRole('button').first().click();
    await expect(page.getByRole('menu')).toBeVisible();
    await look();
    await page.keyboard.press('Escape');
    await fillIn(page, { address: service.url, apiKey: 'wrong', accessToken: service.accessToken });
    await look();
    await answerConfirmation(page, 'Connect');
    await expect(line(page, 'API key')).toHaveAttribute('data-state', 'bad');
    await expect(dialog(page).getByRole('button', { name: 'Save anyway' })).toBeEnabled();
    await look();
    await saveAccount(page, 'Save anyway');
    await page.getByRole('button', { name: 'Accounts', exact: true }).click();
    await look();
    await page.getByRole('button', { name: 'Edit Work' }).click();
    await dialog(page).getByLabel('Address', { exact: true }).fill('other.example');
    await expect(dialog(page)).toContainText('This is another server');
    await look();
  });
}
