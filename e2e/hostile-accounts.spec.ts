import type { Page } from '@playwright/test';
import type { PracticeService } from '../src/practice-service/index.ts';
import { addWork, test as withServices } from './app/accounts.ts';
import { answerQuestion } from './app/confirm.ts';
import type { LaunchOptions, RunningApp } from './app/launch.ts';
import { pageOf } from './app/pages.ts';
import { expect } from './app/test.ts';

type Answer = { readonly ok: boolean; readonly error?: { readonly code: string }; readonly value?: unknown };

/** Makes a call as a compromised page could. */
function call(page: Page, name: string, input: object): Promise<Answer> {
  return page.evaluate(([called, given]) => Reflect.apply(globalThis.window.dropslip.call, null, [called, given]), [
    name,
    input,
  ] as const);
}

type AppWithWork = {
  readonly app: RunningApp;
  readonly page: Page;
  readonly service: PracticeService;
  readonly accountId: string;
};

const test = withServices.extend<{
  /** Starts the app on this test's data, and adds an account called Work. */
  readonly startWithWork: (options?: Omit<LaunchOptions, 'userData'>) => Promise<AppWithWork>;
}>({
  startWithWork: async ({ start, serve }, use) => {
    await use(async (options) => {
      const service = await serve();
      const app = await start(options);
      await addWork(app.page, service);
      return { app, page: app.page, service, accountId: (await workOf(app.page)).id };
    });
  },
});

type Account = { readonly id: string; readonly kind: string } & Record<string, unknown>;

async function workOf(page: Page): Promise<{ readonly id: string; readonly settings: object; readonly all: string }> {
  const { accounts } = (await call(page, 'app.snapshot', {})).value as { readonly accounts: readonly Account[] };
  const account = accounts.find(({ kind }) => kind === 'service');
  if (account === undefined) throw new Error('There is no account.');
  const names = ['name', 'colour', 'address', 'submitAddress', 'submitBy', 'requestFundsPath', 'tokenMapPath'];
  return {
    id: account.id,
    settings: Object.fromEntries(names.map((name) => [name, account[name]])),
    all: JSON.stringify(accounts),
  };
}

test('a page alone changes nothing about an account that costs, leads elsewhere or destroys', async ({
  startWithWork,
}) => {
  const { page, service, accountId } = await startWithWork();
  const { settings, all } = await workOf(page);
  const none = { apiKey: null, accessToken: null };
  const elsewhere = { ...settings, address: `${service.url}/other-tenant` };
  const changes: readonly (readonly [string, object])[] = [
    ['accounts.edit', { accountId, settings: elsewhere, ...none }],
    ['accounts.edit', { accountId, settings: { ...settings, requestFundsPath: '/other-tenant' }, ...none }],
    ['accounts.edit', { accountId, settings, ...none, apiKey: 'stolen-key' }],
    ['accounts.check', { checkId: 'x', accountId, settings: elsewhere, ...none }],
    ['accounts.check', { checkId: 'y', accountId: null, settings: { ...settings, tokenMapPath: '/other' }, ...none }],
    ['accounts.add', { settings: elsewhere, ...none, apiKey: 'stolen-key', checkId: null }],
    ['accounts.add', { settings, ...none, apiKey: 'stolen-key', checkId: null }],
    ['accounts.replaceCredential', { accountId, kind: 'api-key', secret: 'stolen-key' }],
    ['accounts.replaceCredential', { accountId, kind: 'access-token', secret: 'stolen-token' }],
    ['accounts.remove', { accountId }],
  ];
  for (const [name, input] of changes) {
    const answer = call(page, name, input);
    await answerQuestion(page, 'Cancel');
    // By the person's no, and not because nobody was asked.
    expect((await answer).error?.code, name).toMatch(/declined$/);
  }
  expect((await workOf(page)).all).toBe(all);
});

test('the yes of a question that does not fit can be clicked only once its end was in view', async ({
  startWithWork,
}) => {
  const { page, accountId } = await startWithWork();
  const removing = call(page, 'accounts.remove', { accountId });
  const question = await pageOf(page.context(), 'consent.html');
  // As at 200 % zoom.
  await question.setViewportSize({ width: 240, height: 180 });
  await question.clock.install({ time: 0 });
  await question.clock.pauseAt(1_000);
  await question.reload();
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  const yes = question.getByRole('button', { name: 'Remove account' });
  await question.clock.fastForward(1_000);
  await expect(yes).toBeDisabled();
  await question.evaluate(() => globalThis.window.scrollTo(0, document.documentElement.scrollHeight));
  await question.clock.fastForward(1_000);
  await expect(yes).toBeEnabled();
  await answerQuestion(page, 'Cancel');
  expect(await removing).toMatchObject({ ok: false });
});

test('while one question is open, a page gets no other', async ({ startWithWork }) => {
  const { page, accountId } = await startWithWork();
  const first = call(page, 'accounts.remove', { accountId });
  await pageOf(page.context(), 'consent.html');
  expect(await call(page, 'accounts.replaceCredential', { accountId, kind: 'api-key', secret: 'other' })).toMatchObject(
    {
      error: { code: 'question-open' },
    },
  );
  await answerQuestion(page, 'Cancel');
  expect(await first).toMatchObject({ error: { code: 'declined' } });
});

test('the yes of a question can be clicked only once there was time to read it', async ({ startWithWork }) => {
  const { page, accountId } = await startWithWork();
  const opened = page.context().waitForEvent('page');
  const removing = call(page, 'accounts.remove', { accountId });
  const question = await opened;
  // The clock of the page stands: no time goes by in it but what is let go by here.
  await question.clock.install({ time: 0 });
  await question.clock.pauseAt(1_000);
  await question.reload();
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  const yes = question.getByRole('button', { name: 'Remove account' });
  await question.clock.fastForward(400);
  await expect(yes).toBeDisabled();
  await question.clock.fastForward(200);
  await expect(yes).toBeEnabled();
  await answerQuestion(page, 'Cancel');
  expect(await removing).toMatchObject({ ok: false });
});

test('the yes of a question is switched off while its window is not in front, and a moment longer', async ({
  startWithWork,
}) => {
  const { page, accountId } = await startWithWork();
  const removing = call(page, 'accounts.remove', { accountId });
  const question = await pageOf(page.context(), 'consent.html');
  const yes = question.getByRole('button', { name: 'Remove account' });
  await expect(yes).toBeEnabled();
  await question.clock.install({ time: 0 });
  await question.clock.pauseAt(1_000);
  await yes.focus();
  // The desktop's own: another window comes in front, and goes.
  await question.evaluate(() => globalThis.window.dispatchEvent(new Event('blur')));
  await question.clock.fastForward(1_000);
  await expect(yes).toBeDisabled();
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.evaluate(() => globalThis.window.dispatchEvent(new Event('focus')));
  await question.clock.fastForward(400);
  await expect(yes).toBeDisabled();
  await question.clock.fastForward(200);
  await expect(yes).toBeEnabled();
  await answerQuestion(page, 'Cancel');
  expect(await removing).toMatchObject({ ok: false });
});

test('a key that is held since before the question came does not answer it', async ({ startWithWork }) => {
  const { page, accountId } = await startWithWork();
  const removing = call(page, 'accounts.remove', { accountId });
  const question = await pageOf(page.context(), 'consent.html');
  const cancel = question.getByRole('button', { name: 'Cancel' });
  await expect(cancel).toBeFocused();
  const repeated = await question.context().newCDPSession(question);
  for (const [key, code, text] of [
    ['Enter', 13, '\r'],
    ['Escape', 27, ''],
  ] as const) {
    const event = { key, code: key, windowsVirtualKeyCode: code, text, autoRepeat: true };
    await repeated.send('Input.dispatchKeyEvent', { type: text === '' ? 'rawKeyDown' : 'keyDown', ...event });
  }
  await answerQuestion(page, 'Remove account');
  expect(await removing).toMatchObject({ ok: true });
});

test('who goes on typing while a question comes says yes to nothing', async ({ startWithWork }) => {
  const { page, accountId } = await startWithWork();
  const removing = call(page, 'accounts.remove', { accountId });
  const question = await pageOf(page.context(), 'consent.html');
  const yes = question.getByRole('button', { name: 'Remove account' });
  await expect(yes).toBeEnabled();
  await question.clock.install({ time: 0 });
  await question.clock.pauseAt(1_000);
  await yes.focus();
  for (const key of 'example/path') await question.keyboard.press(key);
  await expect(yes).toBeDisabled();
  for (const key of ['Tab', 'Enter']) await question.keyboard.press(key);
  await expect(yes).toBeDisabled();
  await answerQuestion(page, 'Cancel');
  expect(await removing).toMatchObject({ error: { code: 'declined' } });
});
