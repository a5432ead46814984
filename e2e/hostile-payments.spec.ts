import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Fault, startFaultyProxy } from '../src/core/submissions/sending/faulty-proxy.fixture.ts';
import type { Snapshot } from '../src/shared/bridge/app.ts';
import { addWork, test } from './app/accounts.ts';
import { answerQuestion } from './app/confirm.ts';
import { dropPaths } from './app/drop.ts';
import type { RunningApp } from './app/launch.ts';
import { withInspector } from './app/main-process.ts';
import { openScreen } from './app/money.ts';
import { pageOf } from './app/pages.ts';
import { row } from './app/rows.ts';
import { expect } from './app/test.ts';

type Answer = { readonly ok: boolean; readonly error?: { readonly code: string }; readonly value?: unknown };

/** Makes a call as a compromised page could. */
function call(page: Page, name: string, input: object): Promise<Answer> {
  return page.evaluate(([called, given]) => Reflect.apply(globalThis.window.dropslip.call, null, [called, given]), [
    name,
    input,
  ] as const);
}

/** Makes a call that must not go through without a person, who says no. */
async function callInVain(app: RunningApp, name: string, input: object): Promise<void> {
  const answer = call(app.page, name, input);
  await answerQuestion(app.page, 'Cancel');
  expect(await answer, name).toMatchObject({ ok: false, error: { code: 'declined' } });
}

async function idsOf(page: Page): Promise<readonly number[]> {
  const { submissions } = (await call(page, 'app.snapshot', {})).value as Snapshot;
  return submissions.map(({ id }) => id);
}

test('a page alone has no file submitted a second time, nor beyond the person’s line', async ({
  start,
  serve,
  folder,
}) => {
  const service = await serve({ dialect: 'documented' });
  let fault: Fault = { kind: 'none' };
  const proxy = await startFaultyProxy(service.url, () => fault);
  try {
    const app = await start(withInspector);
    const { page } = app;
    // With an API key alone nobody can look into the records, so only the person can know.
    await addWork(page, { url: proxy.url, apiKey: service.apiKey });
    let before = proxy.submissions();

    await test.step('what may have been accepted', async () => {
      fault = { kind: 'reset-when-whole', forwarded: true };
      await writeFile(join(folder, 'letter.txt'), 'A letter');
      await dropPaths(page, [join(folder, 'letter.txt')]);
      await expect(row(page, 'letter.txt').getByRole('button', { name: /^Decide…/ })).toBeVisible();
      fault = { kind: 'none' };
      const [id] = await idsOf(page);
      await callInVain(app, 'submissions.sendAgain', { ids: [id] });
      await expect(row(page, 'letter.txt')).toContainText('We don’t know yet');
      expect(proxy.submissions()).toBe(before + 1);
      await row(page, 'letter.txt')
        .getByRole('button', { name: /^Decide…/ })
        .click();
      await page
        .getByRole('complementary', { name: 'Details' })
        .getByRole('button', { name: /Submit it again/ })
        .click();
      const question = await pageOf(page.context(), 'consent.html');
      await expect(question.getByRole('main')).toContainText('you pay twice');
      await expect(question.getByRole('textbox')).toHaveValue(
        `File “letter.txt”, in “${folder}”\nTo ${proxy.url}\nAccount “Work”`,
      );
      await answerQuestion(page, 'Submit and pay');
      await expect(row(page, 'letter.txt')).toContainText(/Submitted|Confirmed/);
      expect(proxy.submissions()).toBe(before + 2);
      await page.keyboard.press('Escape');
    });

    await test.step('several that may have been accepted are asked about once', async () => {
      fault = { kind: 'reset-when-whole', forwarded: true };
      const doubtful = ['one.txt', 'two.txt'];
      for (const name of doubtful) await writeFile(join(folder, name), name);
      await dropPaths(
        page,
        doubtful.map((name) => join(folder, name)),
      );
      const notice = page.getByRole('region', { name: 'Uncertain' });
      await expect(notice).toContainText('2 files may have been paid for');
      fault = { kind: 'none' };
      const sent = proxy.submissions();
      await notice.getByRole('button', { name: 'Submit them again' }).click();
      await answerQuestion(page, 'Submit and pay');
      for (const name of doubtful) await expect(row(page, name)).toContainText(/Submitted|Confirmed/);
      expect(proxy.submissions()).toBe(sent + 2);
      before += 4;
    });

    await test.step('what was submitted before', async () => {
      const copies = ['copy one.txt', 'copy two.txt'];
      for (const name of copies) await writeFile(join(folder, name), 'A letter');
      await dropPaths(
        page,
        copies.map((name) => join(folder, name)),
      );
      const held = page.getByRole('region', { name: 'Submitted before' });
      await expect(held).toContainText('2 files have the same contents');
      await callInVain(app, 'submissions.resume', { ids: await idsOf(page), why: 'duplicate' });
      await expect(held).toBeVisible();
      expect(proxy.submissions()).toBe(before + 2);
      await held.getByRole('button', { name: 'Submit them anyway…' }).click();
      await answerQuestion(page, 'Submit and pay');
      // The row of one that is held says "Submitted before" as well.
      await expect.poll(() => proxy.submissions()).toBe(before + 4);
      for (const name of copies) await expect(row(page, name)).toContainText(/Submitted|Confirmed/);
    });

    await test.step('what goes beyond the line', async () => {
      expect(
        await call(page, 'submissions.settings', {
          atOnce: 'automatic',
          spendingLimit: { amount: '0', token: null },
          askBeyondFiles: null,
        }),
      ).toMatchObject({
        ok: true,
      });
      await writeFile(join(folder, 'more.txt'), 'More');
      await dropPaths(page, [join(folder, 'more.txt')]);
      await expect(row(page, 'more.txt')).toContainText('Waiting for your approval');
      const { accounts, activeAccountId, held } = (await call(page, 'app.snapshot', {})).value as Snapshot;
      const { address, submitBy } = accounts.find(({ id }) => id === activeAccountId) ?? {};
      const cost = held.unapproved?.estimate?.cost ?? null;
      const shown = cost && { amount: cost.amount, token: cost.token };
      const ids = await idsOf(page);
      await callInVain(app, 'submissions.approve', { ids, accountId: activeAccountId, address, submitBy, cost: shown });
      await callInVain(app, 'submissions.settings', { atOnce: 'automatic', spendingLimit: null, askBeyondFiles: null });
      await expect(row(page, 'more.txt')).toContainText('Waiting for your approval');
      expect(proxy.submissions()).toBe(before + 4);
    });
  } finally {
    await proxy.close();
  }
});

test('a page alone registers no deposit, nor one a second time', async ({ start, serve }) => {
  const service = await serve();
  let fault: Fault = { kind: 'none' };
  const proxy = await startFaultyProxy(service.url, () => fault, 'request_funds');
  try {
    const app = await start(withInspector);
    const { page } = app;
    await addWork(page, { ...service, url: proxy.url });
    fault = { kind: 'reset-when-whole', forwarded: false };
    await openScreen(page, 'Deposit');
    const { activeAccountId: accountId } = (await call(page, 'app.snapshot', {})).value as Snapshot;
    const deposit = {
      accountId,
      tokenAddress: '0x7ae3b5c1d09f24e68b1c0d5a93f7e2648cb0d1f5',
      amount: '2000000000000000000000',
      chainId: '1',
    };
    const before = proxy.submissions();
    await callInVain(app, 'deposits.register', deposit);
    expect(proxy.submissions()).toBe(before);
    const registering = call(page, 'deposits.register', deposit);
    const question = await pageOf(page.context(), 'consent.html');
    await expect(question.getByRole('textbox', { name: 'What it is about' })).toHaveValue(/^2,000 ethereum\n/);
    await answerQuestion(page, 'Register deposit');
    expect(await registering).toMatchObject({ ok: true });
    await expect(page.getByText('We don’t know yet').first()).toBeVisible();
    await callInVain(app, 'deposits.register', deposit);
    expect(proxy.submissions()).toBe(before + 1);
  } finally {
    await proxy.close();
  }
});

test('a page alone has no file sent that was cancelled or changed', async ({ start, serve, folder }) => {
  const service = await serve();
  const proxy = await startFaultyProxy(service.url, () => ({ kind: 'none' }));
  try {
    const app = await start(withInspector);
    const { page } = app;
    const beyond = { atOnce: 'automatic', spendingLimit: { amount: '0', token: null }, askBeyondFiles: null } as const;
    const notes = join(folder, 'notes.txt');

    await addWork(page, { ...service, url: proxy.url });
    expect(await call(page, 'submissions.settings', beyond)).toMatchObject({ ok: true });
    await openScreen(page, 'Submit');
    await writeFile(notes, 'Harmless');
    await dropPaths(page, [notes]);
    await expect(row(page, 'notes.txt')).toContainText('Waiting for your approval');

    const retry = row(page, 'notes.txt').getByRole('button', { name: 'Retry…: notes.txt' });
    const asked = `File “notes.txt”, in “${folder}”\nTo ${proxy.url}\nAccount “Work”`;
    const cancelNotes = async (): Promise<void> => {
      await row(page, 'notes.txt')
        .getByRole('button', { name: /^Cancel/ })
        .click();
      await expect(retry).toBeVisible();
    };
    const retryInVain = async (): Promise<void> => {
      const { submissions } = (await call(page, 'app.snapshot', {})).value as Snapshot;
      const before = proxy.submissions();
      await callInVain(app, 'submissions.retry', {
        ids: submissions.flatMap(({ id, name }) => (name === 'notes.txt' ? [id] : [])),
      });
      await expect(retry).toBeVisible();
      expect(proxy.submissions()).toBe(before);
    };

    await test.step('what was cancelled', async () => {
      await cancelNotes();
      await retryInVain();
      await retry.click();
      const question = await pageOf(page.context(), 'consent.html');
      await expect(question.getByRole('main')).toContainText('If you approve, it is paid for');
      await expect(question.getByRole('textbox')).toHaveValue(asked);
      await answerQuestion(page, 'Submit and pay');
      await expect(row(page, 'notes.txt')).toContainText('Waiting for your decision');
    });

    await test.step('what lies at a cancelled file’s path by now', async () => {
      await cancelNotes();
      await writeFile(notes, 'My diary, which nobody gave');
      await retryInVain();
      await retry.click();
      const question = await pageOf(page.context(), 'consent.html');
      await expect(question.getByRole('main')).toContainText('Contents may have changed since you added them');
      await expect(question.getByRole('textbox')).toHaveValue(asked);
      await answerQuestion(page, 'Submit and pay');
      await expect(row(page, 'notes.txt')).toContainText('Waiting for your decision');
    });
  } finally {
    await proxy.close();
  }
});
