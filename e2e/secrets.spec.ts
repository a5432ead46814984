import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startPracticeService } from '../src/practice-service/index.ts';
import { card, dialog, line, paste, saveAccount } from './app/accounts.ts';
import { answerQuestion } from './app/confirm.ts';
import { dropPaths } from './app/drop.ts';
import { ordinaryUser } from './app/electron.ts';
import { canStartKeyring, startKeyring } from './app/keyring.ts';
import type { RunningApp } from './app/launch.ts';
import { inMain, withInspector } from './app/main-process.ts';
import { row, waitForBlock } from './app/rows.ts';
import { expect, test } from './app/test.ts';

const apiKey = 'canary-api-key-8f3b21d7c4a9e650';
const accessToken = 'canary-access-token-51c7e09ab2d84f36';
const wrongKey = 'canary-wrong-key-77e1d5a3902bc864';
const mailedKey = 'canary-mailed-key-2b90fe64d1837ac5';
const passphrase = 'canary-passphrase-e05b71f2c8934da6';
const canaries = [apiKey, accessToken, wrongKey, mailedKey, passphrase];

/** Adds an account through the bridge, and says yes in the window in which main asks about its address. */
async function addAccount(page: Page, address: string, name: string, key: string | null): Promise<unknown> {
  const added = page.evaluate(
    ([accountName, accountAddress, accountKey, token]) =>
      globalThis.window.dropslip.call('accounts.add', {
        settings: {
          name: accountName,
          colour: 'violet',
          address: accountAddress,
          submitAddress: null,
          submitBy: { variant: 'api-key' },
          nodeAddress: null,
          appId: null,
        },
        apiKey: accountKey,
        accessToken: token,
      }),
    [name, address, key, accessToken] as const,
  );
  await answerQuestion(page, 'Connect');
  return added;
}

/** Every file below a folder that holds one of the canaries, in any of the forms in which it could have been written. */
async function leaks(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path).catch(() => Buffer.alloc(0));
    if (canaryIn(bytes)) found.push(path);
  }
  return found;
}

function canaryIn(bytes: Buffer): boolean {
  // The secret key that is made in the app begins so.
  return [...canaries, 'AGE-SECRET-KEY-1'].some((canary) =>
    [
      Buffer.from(canary),
      Buffer.from(canary, 'utf16le'),
      Buffer.from(Buffer.from(canary).toString('hex')),
      Buffer.from(Buffer.from(canary).toString('base64').slice(0, 24)),
    ].some((form) => bytes.includes(form)),
  );
}

/** Writes all that main sends to its windows from now on into a file, as it is sent: events, and answers to calls. */
async function recordMessages(app: RunningApp, path: string): Promise<void> {
  await inMain(
    app,
    `const { appendFileSync } = process.getBuiltinModule('node:fs');
    const { serialize } = process.getBuiltinModule('node:v8');
    const record = (sent) => {
      appendFileSync(${JSON.stringify(path)}, serialize(sent));
      return sent;
    };
    const { prototype } = electron.webContents.getAllWebContents()[0].constructor;
    const { send } = prototype;
    prototype.send = function (...sent) { return send.apply(this, record(sent)); };
    const handlers = electron.ipcMain._invokeHandlers;
    for (const [channel, handle] of handlers) {
      handlers.set(channel, async (...asked) => record(await handle(...asked)));
    }`,
  );
}

test('a secret is in the keychain, and in no file, no message to the window and no output of the app', async ({
  start,
  folder,
  userData,
}) => {
  test.skip(!canStartKeyring(), 'gnome-keyring and dbus are not installed here');
  const keyring = await startKeyring({ user: ordinaryUser });
  let service = await startPracticeService({
    dataDir: join(folder, 'service'),
    apiKey,
    accessToken,
    blockTimeSeconds: 0.5,
  });
  const messages = join(folder, 'messages');
  try {
    const app = await start({ ...withInspector, env: keyring.env });
    const { page } = app;
    await recordMessages(app, messages);
    await expect(page.getByRole('navigation')).toBeVisible();
    const added = await addAccount(page, service.url, 'Canary', apiKey);
    expect(added).toMatchObject({ ok: true });
    // Read back with the system's own tool.
    const kept = await keyring.search('Dropslip');
    expect(kept).toContain('Canary');
    expect(kept).toContain(`secret = ${apiKey}`);
    expect(kept).toContain(`secret = ${accessToken}`);

    const { accountId } = (added as { value: { accountId: string } }).value;
    const ask = (name: string, input: object): Promise<unknown> =>
      page.evaluate(([called, given]) => Reflect.apply(globalThis.window.dropslip.call, null, [called, given]), [
        name,
        input,
      ] as const);
    const confirmed = async (change: Promise<unknown>): Promise<void> => {
      await answerQuestion(page, 'Use it');
      await change;
    };
    await ask('accounts.activate', { accountId });
    expect(await ask('encryption.keepPassphrase', { accountId, passphrase })).toMatchObject({ ok: true });
    expect(await keyring.search('Dropslip')).toContain(`secret = ${passphrase}`);
    expect(await ask('encryption.makeKey', { accountId, to: 'keychain' })).toMatchObject({ ok: true });
    expect(await keyring.search('Dropslip')).toContain('secret = AGE-SECRET-KEY-1');

    // Every screen, with the account at work.
    await writeFile(join(folder, 'paid.txt'), 'paid');
    await dropPaths(page, [join(folder, 'paid.txt')]);
    const asked = page.getByRole('region', { name: 'Waiting for your approval' });
    await asked.getByRole('button', { name: 'Submit' }).click();
    await waitForBlock(page, 'paid.txt');
    await row(page, 'paid.txt').getByRole('gridcell').first().click();
    for (const screen of await page.getByRole('navigation').getByRole('button').all()) {
      await screen.click();
    }
    await ask('accounts.check', { accountId });
    await ask('accounts.tokenNames', { accountId });

    // Every error: a key that is refused, an answer that echoes nothing back, a service that is gone.
    await confirmed(ask('accounts.replaceCredential', { accountId, kind: 'api-key', secret: wrongKey }));
    await writeFile(join(folder, 'refused.txt'), 'refused');
    await dropPaths(page, [join(folder, 'refused.txt')]);
    await expect(page.getByText(/does not accept this account’s API key/).first()).toBeVisible();
    await ask('accounts.check', { accountId });
    await service.close();
    await confirmed(ask('accounts.replaceCredential', { accountId, kind: 'api-key', secret: apiKey }));
    await ask('accounts.check', { accountId });
    service = await startPracticeService({ dataDir: join(folder, 'service'), apiKey, accessToken });

    // An operator's whole mail: what is found in it, a check that refuses it, and the account that is saved with it.
    await pasteMail(page, service.url);
    await answerQuestion(page, 'Connect');
    await expect(line(page, 'API key')).toHaveAttribute('data-state', 'bad');
    expect(await keyring.search('Dropslip')).not.toContain(mailedKey);
    await saveAccount(page, 'Save anyway');
    expect(await keyring.search('Dropslip')).toContain(`secret = ${mailedKey}`);
    await page.getByRole('button', { name: 'Accounts', exact: true }).click();
    await page.getByRole('button', { name: 'Check connection of Work' }).click();
    await expect(dialog(page).getByRole('button', { name: 'Copy report' })).toBeVisible();
    expect(canaryIn(Buffer.from(await page.content()))).toBe(false);
    const report = await ask('diagnostics.report', { serviceWords: true });
    expect(report).toMatchObject({ ok: true });
    expect(canaryIn(Buffer.from(JSON.stringify(report)))).toBe(false);

    expect(await leaks(userData)).toEqual([]);
    const recorded = await readFile(messages);
    expect(recorded.includes('Canary')).toBe(true);
    expect(canaryIn(recorded)).toBe(false);
    expect(canaryIn(Buffer.from(app.errors()))).toBe(false);
    await app.quit();
    expect(await leaks(userData)).toEqual([]);
  } finally {
    await service.close();
    await keyring.close();
  }
});

/** Adds an account from a mail with its address and its key, up to the question about that address. */
async function pasteMail(page: Page, address: string): Promise<void> {
  const mail = `Hi Anna,\n\nService address: ${address}\nAPI key: ${mailedKey}\n\nKeep it to yourself.`;
  await card(page).getByRole('button').first().click();
  await page.getByRole('menuitem', { name: /^Add/ }).click();
  await paste(dialog(page).getByLabel('Paste your operator’s message'), mail);
  await expect(dialog(page)).toContainText('Found in what you pasted');
  await dialog(page).getByLabel('Name', { exact: true }).fill('Work');
  await dialog(page).getByRole('button', { name: 'Check', exact: true }).click();
}
