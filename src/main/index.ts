import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, type BrowserWindow, clipboard, session } from 'electron';
import type { Snapshot, WindowEvent } from '../shared/api.ts';
import type { Item } from '../shared/submissions.ts';
import {
  createAccountStore,
  createCredentialRecords,
  openAccounts,
  openKeytarKeychain,
  openVault,
  startPracticeService,
} from './accounts/index.ts';
import { callHandlers } from './calls/index.ts';
import { createRecordStore, createTokenBook } from './ledger/index.ts';
import { createOutbox, type Outbox, startDigests } from './outbox/index.ts';
import { closeConnections, followSystemProxy } from './service/index.ts';
import { declareAppScheme, serveApp } from './shell/app-protocol.ts';
import { isUnderWay } from './shell/batch-end.ts';
import { createClosing } from './shell/closing.ts';
import { createConfirm } from './shell/confirmation.ts';
import { answerCalls, tellWindow } from './shell/ipc.ts';
import { openLog } from './shell/log.ts';
import { installMenu } from './shell/menu.ts';
import { createNotifications, type Notifications } from './shell/notifications.ts';
import { lockDown } from './shell/security.ts';
import { placeUserData } from './shell/user-data.ts';
import { versions } from './shell/versions.ts';
import { openWindow } from './shell/window.ts';
import { createGroupCommit, openOrSetAside } from './storage/index.ts';

const userData = placeUserData();
declareAppScheme();
app.enableSandbox();

if (app.requestSingleInstanceLock()) void app.whenReady().then(start);
else app.quit();

async function start(): Promise<void> {
  const log = openLog(userData);
  let window: BrowserWindow | null = null;
  let notifications: Notifications | null = null;
  const send = (event: WindowEvent): void => {
    tellWindow(window?.webContents ?? null, event);
    notifications?.observe(event);
  };

  lockDown(session.defaultSession);
  serveApp(fileURLToPath(new URL('../renderer', import.meta.url)));
  installMenu();
  followSystemProxy((url) => session.defaultSession.resolveProxy(url));

  const { database, setAside } = openOrSetAside(join(userData, 'dropslip.db'), Date.now);
  const commit = createGroupCommit(database);
  // Accounts come before the outbox that submits for them, so what they tell it goes through here.
  let running: Outbox | null = null;
  const practice = startPracticeService(new URL('./practice-service.js', import.meta.url), join(userData, 'practice'), {
    ready: () => {
      if (running !== null) accountsChanged();
      running?.wake();
    },
    failed: (message) => {
      log.error({ message }, 'practice service failed');
      send({
        kind: 'notice',
        tone: 'warning',
        text: 'The practice service could not start. Close Dropslip and open it again.',
      });
    },
  });
  const accounts = await openAccounts({
    store: createAccountStore(database, commit),
    vault: openVault(openKeytarKeychain(), createCredentialRecords(database, commit)),
    practice,
    now: Date.now,
    confirm: createConfirm(() => window, fileURLToPath(new URL('../preload/confirmation.cjs', import.meta.url))),
    queue: {
      isSending: (accountId) => running?.isSending(accountId) ?? false,
      forget: (accountId) => running?.forgetAccount(accountId),
      wake: () => running?.wake(),
    },
    versions: versions(),
    onChange: () => {
      if (running !== null) accountsChanged();
    },
    onCheckLine: (checkId, line) => send({ kind: 'check-line', checkId, line }),
    notice: (tone, text) => send({ kind: 'notice', tone, text }),
  });
  const digests = startDigests(new URL('./digest.js', import.meta.url));
  const outbox = createOutbox({
    database,
    commit,
    digests,
    records: createRecordStore(database, commit, Date.now),
    tokens: createTokenBook(Date.now),
    now: Date.now,
    destination: accounts.destination,
    connection: accounts.connection,
    accountTrouble: (accountId) => accounts.list().find(({ id }) => id === accountId)?.trouble?.message ?? null,
    isTrusted: (accountId) => accounts.list().find(({ id }) => id === accountId)?.kind === 'practice',
    shownAccount: accounts.activeId,
    onTrouble: accounts.onTrouble,
    send,
  });
  running = outbox;
  const accountsChanged = (): void =>
    send({ kind: 'accounts-changed', accounts: accounts.list(), activeAccountId: accounts.activeId() });

  const snapshot = (): Snapshot => ({
    version: app.getVersion(),
    accounts: accounts.list(),
    activeAccountId: accounts.activeId(),
    ...outbox.view(accounts.activeId()),
  });

  const allItems = (): Item[] => accounts.list().flatMap(({ id }) => outbox.view(id).items);
  const closing = createClosing({
    filesUnderWay: () => allItems().filter(({ state }) => isUnderWay(state)).length,
    ask: (files) => send({ kind: 'close-asked', files }),
  });

  const handlers = callHandlers({
    snapshot,
    accounts,
    outbox,
    copyText: (text) => clipboard.writeText(text),
    onCloseAnswer: closing.answer,
    onAccountsChanged: accountsChanged,
    onActiveChanged: () => send({ kind: 'snapshot', snapshot: snapshot() }),
  });
  answerCalls(
    () => window?.webContents ?? null,
    handlers.calls,
    handlers.fileCalls,
    (name, error) => log.error({ call: name, error }, 'a call failed'),
  );

  const showWindow = (): BrowserWindow => {
    if (window === null || window.isDestroyed()) {
      window = openWindow(fileURLToPath(new URL('../preload/index.cjs', import.meta.url)));
      closing.guard(window);
      if (setAside !== null) window.webContents.once('did-finish-load', () => send(damagedNotice(setAside)));
    } else {
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    }
    return window;
  };
  app.on('second-instance', showWindow);
  app.on('activate', showWindow);
  app.on('window-all-closed', () => app.quit());
  app.on('before-quit', closing.quit);
  app.on('will-quit', () => {
    notifications?.close();
    outbox.close();
    // What is done and not yet written must not come back as uncertain.
    commit.flush();
    accounts.close();
    closeConnections();
    void digests.close();
    void practice.close();
  });

  await outbox.recover();
  notifications = createNotifications(allItems(), showWindow);
  showWindow();
  if (setAside !== null) log.warn({ setAside }, 'the database was damaged');
}

function damagedNotice(setAside: string): WindowEvent {
  return {
    kind: 'notice',
    tone: 'warning',
    text: `Dropslip’s data file was damaged. It was kept as ${setAside}, and a new one was begun: accounts and receipts in it are not shown any more.`,
  };
}
