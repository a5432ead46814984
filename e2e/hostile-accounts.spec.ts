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
  const names = ['name', 'colour', 'address', 'submitAddress', 'submitBy', 'nodeAddress'];
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
    ['accounts.tryOut', { settings: elsewhere, ...none }],
    ['accounts.add', { settings: elsewhere, ...none, apiKey: 'stolen-key' }],
    ['accounts.replaceCredential', { accountId, kind: 'api-key', secret: 'stolen-key' }],
    ['accounts.remove', { accountId }],
  ];
  for (const [name, input] of changes) {
    const answer = call(page, name, input);
    await answerQuestion(page, 'Cancel');
    // The user declined: the call did not fail before it asked.
    expect((await answer).error?.code, name).toMatch(/declined$/);
  }
  expect((await workOf(page)).all).toBe(all);
});

test('an approval takes a user who had the time to read all of the question', async ({ startWithWork }) => {
  const { page, accountId } = await startWithWork();
  const removing = call(page, 'accounts.remove', { accountId });
  const question = await pageOf(page.context(), 'consent.html');
  const approve = question.getByRole('button', { name: 'Remove account' });
  const cancel = question.getByRole('button', { name: 'Cancel' });

  await test.step('while it is open the page gets no other question', async () => {
    const other = call(page, 'accounts.replaceCredential', { accountId, kind: 'api-key', secret: 'other' });
    expect(await other).toMatchObject({ error: { code: 'question-open' } });
  });

  await test.step('a key that is held since before it came does not answer it', async () => {
    await expect(cancel).toBeFocused();
    const keyboard = await question.context().newCDPSession(question);
    for (const [key, code, text] of [
      ['Enter', 13, '\r'],
      ['Escape', 27, ''],
    ] as const) {
      const event = { key, code: key, windowsVirtualKeyCode: code, text, autoRepeat: true };
      await keyboard.send('Input.dispatchKeyEvent', { type: text === '' ? 'rawKeyDown' : 'keyDown', ...event });
    }
    await keyboard.detach();
  });

  await test.step('a question that does not fit needs its end in view', async () => {
    // As at 200 % zoom. From here on time passes in the windows only as the test says.
    await question.setViewportSize({ width: 240, height: 180 });
    await question.clock.install({ time: 0 });
    await question.clock.pauseAt(1_000);
    await question.reload();
    await expect(cancel).toBeFocused();
    await question.clock.fastForward(1_000);
    await expect(approve).toBeDisabled();
    await question.evaluate(() => globalThis.window.scrollTo(0, document.documentElement.scrollHeight));
    await question.clock.fastForward(1_000);
    await expect(approve).toBeEnabled();
    await question.setViewportSize({ width: 600, height: 600 });
  });

  const expectEnabledInHalfASecond = async (): Promise<void> => {
    await question.clock.fastForward(400);
    await expect(approve).toBeDisabled();
    await question.clock.fastForward(200);
    await expect(approve).toBeEnabled();
  };

  await test.step('it can be approved half a second after it came', async () => {
    await question.reload();
    await expect(cancel).toBeFocused();
    await expectEnabledInHalfASecond();
  });

  await test.step('it cannot be approved while another window is in front', async () => {
    await approve.focus();
    await question.evaluate(() => globalThis.window.dispatchEvent(new Event('blur')));
    await question.clock.fastForward(1_000);
    await expect(approve).toBeDisabled();
    await expect(cancel).toBeFocused();
    await question.evaluate(() => globalThis.window.dispatchEvent(new Event('focus')));
    await expectEnabledInHalfASecond();
  });

  await test.step('typing that was meant for another window approves nothing', async () => {
    await approve.focus();
    for (const key of 'example/path') await question.keyboard.press(key);
    await expect(approve).toBeDisabled();
    await expect(cancel).toBeFocused();
    await expectEnabledInHalfASecond();
  });

  await answerQuestion(page, 'Remove account');
  expect(await removing).toMatchObject({ ok: true });
});
