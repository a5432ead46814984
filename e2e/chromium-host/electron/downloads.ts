import { dirname, join, parse } from 'node:path';
import type { Browser } from '../chromium/browser.ts';
import { originalFs } from '../node/original-fs.ts';
import { createEvent } from './event.ts';
import { appAddress } from './protocol.ts';
import { defaultSession } from './session.ts';
import { StrictEmitter } from './strict.ts';
import { windowList } from './window-list.ts';

// Chromium knows nothing of archives.
const { existsSync, mkdirSync } = originalFs;
const { copyFile, rename } = originalFs.promises;

type DownloadState = 'progressing' | 'completed' | 'cancelled' | 'interrupted';

/** One download of a page. Without a save path it goes to the person's downloads, under a name that is free there. */
class DownloadItem extends StrictEmitter {
  savePath = '';
  readonly #url: string;
  readonly #filename: string;
  readonly #cancel: () => void;
  readonly #startTime = Date.now() / 1000;
  #state: DownloadState = 'progressing';
  #received = 0;
  #total = 0;

  constructor(url: string, filename: string, cancel: () => void) {
    super();
    this.#url = url;
    this.#filename = filename;
    this.#cancel = cancel;
  }

  setSavePath(path: string): void {
    this.savePath = path;
  }

  getSavePath(): string {
    return this.savePath;
  }

  getURL(): string {
    return this.#url;
  }

  getFilename(): string {
    return this.#filename;
  }

  getState(): DownloadState {
    return this.#state;
  }

  getReceivedBytes(): number {
    return this.#received;
  }

  getTotalBytes(): number {
    return this.#total;
  }

  getStartTime(): number {
    return this.#startTime;
  }

  isPaused(): boolean {
    return false;
  }

  cancel(): void {
    this.#cancel();
  }

  /** For the host: how far it is. */
  advance(received: number, total: number): void {
    this.#received = received;
    this.#total = total;
    this.emit('updated', createEvent({}), 'progressing');
  }

  /** For the host: it is over. */
  finish(state: DownloadState): void {
    this.#state = state;
    this.emit('done', createEvent({}), state);
  }
}

/** Lets pages download, and tells the app of it. `downloads` gives the folder for what the app gives no path for. */
export async function acceptDownloads(browser: Browser, downloads: () => string): Promise<void> {
  const arrivals = join(browser.profile, 'arriving-downloads');
  mkdirSync(arrivals);
  const items = new Map<string, DownloadItem>();
  const { session } = browser;

  session.on('Browser.downloadWillBegin', ({ guid, url, suggestedFilename, frameId }) => {
    const cancel = (): void => void session.send('Browser.cancelDownload', { guid }).catch(() => undefined);
    const item = new DownloadItem(appAddress(url), suggestedFilename, cancel);
    const contents = windowList.all().find(({ webContents }) => webContents.frameId === frameId)?.webContents;
    const event = createEvent({});
    defaultSession.emit('will-download', event, item, contents);
    if (event.defaultPrevented) cancel();
    else items.set(guid, item);
  });

  session.on('Browser.downloadProgress', ({ guid, state, receivedBytes, totalBytes, filePath }) => {
    const item = items.get(guid);
    if (item === undefined) return;
    item.advance(receivedBytes, totalBytes);
    if (state === 'inProgress') return;
    items.delete(guid);
    if (state === 'canceled') item.finish('cancelled');
    // A debugger from outside has had it put elsewhere. It is no longer the app that says where, as with Electron.
    else if (filePath !== undefined && dirname(filePath) !== arrivals) item.finish('completed');
    else void deliver(join(arrivals, guid), item, downloads);
  });

  await session.send('Browser.setDownloadBehavior', {
    behavior: 'allowAndName',
    downloadPath: arrivals,
    eventsEnabled: true,
  });
}

async function deliver(arrived: string, item: DownloadItem, downloads: () => string): Promise<void> {
  try {
    if (item.savePath === '') item.savePath = freePath(downloads(), item.getFilename());
    mkdirSync(dirname(item.savePath), { recursive: true });
    // Its name appears once it is whole, as with Electron. What arrived goes with the profile.
    const arriving = `${item.savePath}.crdownload`;
    await copyFile(arrived, arriving);
    await rename(arriving, item.savePath);
    item.finish('completed');
  } catch (error) {
    console.error(`A download could not be saved to ${item.savePath}:`, error);
    item.finish('interrupted');
  }
}

function freePath(folder: string, filename: string): string {
  const { name, ext } = parse(filename);
  let path = join(folder, filename);
  for (let number = 1; existsSync(path); number += 1) path = join(folder, `${name} (${number})${ext}`);
  return path;
}
