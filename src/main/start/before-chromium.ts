import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, shell } from 'electron';
import { sizeUnitsOf } from '../../shared/sizes.ts';
import { App } from '../app.ts';
import { putBack } from '../distrust.ts';
import { DomainEvents } from '../domain-events.ts';
import * as electron from '../electron/index.ts';
import { DownloadsFolder } from '../preferences/index.ts';
import { dataFilePath } from '../storage/index.ts';
import { sendNotices } from '../window-events.ts';
import type { Launch } from './launch.ts';

export type BeforeChromium = NonNullable<Awaited<ReturnType<typeof openBeforeChromium>>>;

/**
 * What can be opened while Chromium is still starting: the data and all features. Nothing here asks Chromium for anything
 * before it is used. Null when the data is damaged and the person would rather end than go on without it.
 */
export async function openBeforeChromium({ userData, lock }: Pick<Launch, 'userData' | 'lock'>) {
  const log = electron.openLog(userData);
  const events = new DomainEvents((name, error) => log.error({ error, event: name }, 'a listener failed'));
  events.on('problem', ({ what, detail }) => log.error({ detail }, what));

  const databasePath = dataFilePath(join(userData, 'dropslip.db'));
  const copyScript = new URL('./copy.js', import.meta.url);
  const data = await electron.AppData.open({ databasePath, lock, copyScript, events, log }, putBack);
  if (data === null) return null;

  const isOwnPath = electron.ownFolders(
    () => [userData, app.getPath('userData'), app.getPath('sessionData')],
    databasePath,
  );
  const window = new electron.MainWindow(preload('index'), new electron.WindowPlace(data));
  sendNotices(events, window);
  const downloads = new DownloadsFolder({
    ...data,
    standard: () => app.getPath('downloads'),
    ask: (from) => electron.chooseFolder(window.current, 'Choose where Dropslip saves files for you', from),
    isOwn: isOwnPath,
  });
  const saved = new electron.SavedFiles({
    tell: (file) => window.send({ kind: 'file-saved', ...file }),
    showInFolder: (path) => shell.showItemInFolder(path),
  });
  const printing = new electron.Printing();
  const consentWindows = new electron.ConsentWindows(() => window.current, preload('consent'));
  const dropslip = await App.open({
    userData,
    data,
    isOwn: isOwnPath,
    app: { version: app.getVersion(), folder: app.getAppPath() },
    // Sizes and tables are as the system's regional settings have them, whatever language it speaks.
    sizes: sizeUnitsOf(process.platform),
    region: () => app.getSystemLocale(),
    versions: electron.versions,
    leavesKeychainAlone: electron.leavesKeychainAlone(process.env),
    confirm: (question, withdrawn) => consentWindows.ask(question, withdrawn),
    print: (page) => printing.print(page),
    downloads: () => downloads.forSaving(),
    freePath: (folder, name) => electron.freePath(folder, name, new Set()),
    showInFolder: (path) => saved.show(saved.remember(path)),
    newFolder: (name) => electron.newDownloadFolder(downloads.forSaving(), name, (path) => saved.tell(path)),
    events,
  });
  return { log, events, data, isOwnPath, window, downloads, saved, printing, dropslip };
}

/** Its script, from where main lies in the build. */
function preload(name: string): string {
  return fileURLToPath(new URL(`../preload/${name}.cjs`, import.meta.url));
}
