import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, type BrowserWindow, clipboard, session } from 'electron';
import { createAccountStore, openAccounts, startPracticeService } from './accounts/index.ts';
import { callHandlers } from './calls/index.ts';
import { createRecordStore, createTokenBook } from './ledger/index.ts';
import { createOutbox, startDigests } from './outbox/index.ts';
import { declareAppScheme, serveApp } from './shell/app-protocol.ts';
import { answerCalls, tellWindow } from './shell/ipc.ts';
import { openLog } from './shell/log.ts';
import { installMenu } from './shell/menu.ts';
import { lockDown } from './shell/security.ts';
import { placeUserData } from './shell/user-data.ts';
import { openWindow } from './shell/window.ts';
import { createGroupCommit, openDatabase } from './storage/index.ts';

const userData = placeUserData();
declareAppScheme();
app.enableSandbox();

if (app.requestSingleInstanceLock()) void app.whenReady().then(start);
else app.quit();

async function start(): Promise<void> {
  const log = openLog(userData);
  let window: BrowserWindow | null = null;
  const send = (event: Parameters<typeof tellWindow>[1]): void => tellWindow(window?.webContents ?? null, event);

  lockDown(session.defaultSession);
  serveApp(fileURLToPath(new URL('../renderer', import.meta.url)));
  installMenu();

  const database = openDatabase(join(userData, 'dropslip.db'));
  const commit = createGroupCommit(database);
  const practice = startPracticeService(new URL('./practice-service.js', import.meta.url), join(userData, 'practice'), {
    ready: () => {
      accountsChanged();
      outbox.wake();
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
  const accounts = await openAccounts(createAccountStore(database, commit), practice, Date.now);
  const digests = startDigests(new URL('./digest.js', import.meta.url));
  const outbox = createOutbox({
    database,
    commit,
    digests,
    records: createRecordStore(database, commit, Date.now),
    tokens: createTokenBook(Date.now),
    now: Date.now,
    destination: accounts.destination,
    send,
  });
  const accountsChanged = (): void =>
    send({ kind: 'accounts-changed', accounts: accounts.list(), activeAccountId: accounts.activeId() });

  const handlers = callHandlers({
    version: app.getVersion(),
    accounts,
    outbox,
    copyText: (text) => clipboard.writeText(text),
    onAccountsChanged: accountsChanged,
  });
  answerCalls(
    () => window?.webContents ?? null,
    handlers.calls,
    handlers.fileCalls,
    (name, error) => log.error({ call: name, error }, 'a call failed'),
  );

  const showWindow = (): void => {
    if (window === null || window.isDestroyed()) {
      window = openWindow(fileURLToPath(new URL('../preload/index.cjs', import.meta.url)));
    } else {
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    }
  };
  app.on('second-instance', showWindow);
  app.on('activate', showWindow);
  app.on('window-all-closed', () => app.quit());
  app.on('will-quit', () => {
    outbox.close();
    void digests.close();
    void practice.close();
  });

  await outbox.recover();
  showWindow();
}
