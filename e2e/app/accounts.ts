import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import {
  type PracticeService,
  type PracticeServiceOptions,
  startPracticeService,
} from '../../src/practice-service/index.ts';
import type { AccountSettings } from '../../src/shared/bridge/accounts.ts';
import { answerQuestion } from './confirm.ts';
import { dropPaths } from './drop.ts';
import { anySize } from './launch.ts';
import { test as base, expect } from './test.ts';

type Fixtures = {
  /** Starts a stand-alone practice service, which stops with the test. */
  readonly serve: (options?: Partial<PracticeServiceOptions>) => Promise<PracticeService>;
  /** Restarts a service with immediate blocks, so that pending submissions get into a block now. */
  readonly land: (service: PracticeService) => Promise<void>;
};

/** A block time longer than any test. */
export const noBlocks = { blockTimeSeconds: 3_600 };

/** The app with a stand-alone service. */
export const test = base.extend<Fixtures>({
  serve: async ({ folder }, use) => {
    const services: PracticeService[] = [];
    await use(async (options = {}) => {
      const dataDir = join(folder, 'service');
      const service = await startPracticeService({ dataDir, blockTimeSeconds: 0.5, ...anySize, ...options });
      services.push(service);
      return service;
    });
    for (const service of services) await service.close();
  },
  land: async ({ serve }, use) => {
    await use(async ({ url, apiKey, accessToken, close }) => {
      await close();
      await serve({ port: Number(new URL(url).port), apiKey, accessToken });
    });
  },
});

export const dialog = (window: Page): Locator => window.getByRole('dialog');
export const line = (window: Page, topic: string): Locator =>
  window
    .getByRole('list', { name: 'Connection check' })
    .getByRole('listitem')
    .filter({ has: window.getByText(topic, { exact: true }) });
export const row = (window: Page, name: string): Locator => window.getByRole('row').filter({ hasText: name });
export const card = (window: Page): Locator => window.getByRole('region', { name: 'Account', exact: true });
export const trouble = (window: Page): Locator => window.getByRole('region', { name: 'This account needs attention' });
export const withoutScheme = (url: string): string => `${url.replace(/^http:\/\//, '')}/`;

type Typed = {
  readonly name?: string;
  readonly address: string;
  readonly apiKey?: string;
  readonly accessToken?: string;
};

/** Completes the form like a new user, up to the running check. */
export async function fillIn(window: Page, { name = 'Work', address, apiKey, accessToken }: Typed): Promise<void> {
  await card(window).getByRole('button').first().click();
  await window.getByRole('menuitem', { name: /^Add/ }).click();
  await dialog(window).getByLabel('Name', { exact: true }).fill(name);
  await dialog(window).getByLabel('Address', { exact: true }).fill(address);
  if (apiKey !== undefined) await dialog(window).getByLabel('API key', { exact: true }).fill(apiKey);
  if (accessToken !== undefined) await dialog(window).getByLabel('Access token', { exact: true }).fill(accessToken);
  await dialog(window).getByRole('button', { name: 'Check', exact: true }).click();
}

/** Pastes text into a field. */
export function paste(field: Locator, text: string): Promise<void> {
  return field.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

export async function saveAccount(window: Page, button: 'Save account' | 'Save anyway' | RegExp): Promise<void> {
  await dialog(window).getByRole('button', { name: button }).click();
  // An offer follows the first account of a service.
  const later = dialog(window).getByRole('button', { name: 'Not now' });
  await expect(async () => {
    if (await later.isVisible()) await later.click({ timeout: 1_000 });
    await expect(dialog(window)).toBeHidden({ timeout: 500 });
  }).toPass();
  await expect(card(window)).toContainText('Work');
  await askAboutNoDrop(window);
}

/** Sets the account to send drops without a question. */
async function askAboutNoDrop(window: Page): Promise<void> {
  const answer = await window.evaluate(() =>
    globalThis.window.dropslip.call('submissions.settings', {
      atOnce: 'automatic',
      spendingLimit: null,
      askBeyondFiles: null,
    }),
  );
  expect(answer).toMatchObject({ ok: true });
}

type Given = {
  readonly name?: string;
  readonly url: string;
  readonly apiKey?: string;
  readonly accessToken?: string;
  /** The paying token, if there is no API key. */
  readonly token?: string;
};

/**
 * Adds an account of a service and makes it the active one. It uses the same check, question and save as the dialog,
 * but skips the typing, which takes longer and has its own journeys.
 */
export async function addWork(window: Page, given: Given): Promise<void> {
  const { name = 'Work', url, apiKey = null, accessToken = null, token = 'ethereum' } = given;
  const settings: AccountSettings = {
    name,
    colour: 'violet',
    address: url,
    submitAddress: null,
    submitBy: apiKey === null ? { variant: 'access-token', token } : { variant: 'api-key' },
    nodeAddress: null,
    appId: null,
  };
  const added = window.evaluate(
    async (account) => {
      const { call } = globalThis.window.dropslip;
      const checked = await call('accounts.tryOut', account);
      if (!checked.ok) return checked;
      const saved = await call('accounts.add', account);
      return saved.ok ? call('accounts.activate', { accountId: saved.value.accountId }) : saved;
    },
    { settings, apiKey, accessToken },
  );
  await answerQuestion(window, 'Connect');
  expect(await added).toMatchObject({ ok: true });
  await expect(card(window)).toContainText(name);
  await askAboutNoDrop(window);
}

export async function submit(window: Page, folder: string): Promise<void> {
  await writeFile(join(folder, 'letter.txt'), 'A letter');
  await dropPaths(window, [join(folder, 'letter.txt')]);
  // The first file of a new account needs an approval.
  const yes = window.getByRole('region', { name: 'Waiting for your approval' }).getByRole('button', { name: 'Submit' });
  await expect(yes.or(row(window, 'letter.txt').getByText(/Submitted|Confirmed/)).first()).toBeVisible();
  if (await yes.isVisible()) await yes.click();
  await expect(row(window, 'letter.txt')).toContainText(/Submitted|Confirmed in a block/);
}
