import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import { CancellationToken, configureRequestUrl, type DownloadOptions, HttpExecutor } from 'builder-util-runtime';
import type { AppUpdater as ElectronUpdater } from 'electron-updater';
import type { NewVersion, UpdateFailureCode } from '../../shared/bridge/updates.ts';
import { cleanText } from '../../shared/text.ts';

export type UpdateOutcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly code: UpdateFailureCode };

/** Bytes; `total` is null if the feed does not say it. */
export type DownloadProgress = { readonly received: number; readonly total: number | null };

/** By the codes of electron-updater, Node and the system. Any other failure counts as `unreachable`. */
const failureCodes: ReadonlyMap<unknown, UpdateFailureCode> = new Map([
  ['ERR_CHECKSUM_MISMATCH', 'not-intact'],
  ['ERR_UPDATER_INVALID_SIGNATURE', 'not-signed'],
  ['ENOSPC', 'no-room'],
  ['EDQUOT', 'no-room'],
  ['EACCES', 'not-writable'],
  ['EPERM', 'not-writable'],
  ['EROFS', 'not-writable'],
]);

export function updateFailureCode(error: unknown): UpdateFailureCode {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (typeof code === 'string' && code.startsWith('ERR_UPDATER_') && !failureCodes.has(code)) return 'unreadable';
  return failureCodes.get(code) ?? 'unreachable';
}

const installerExtension = { win32: '.exe', darwin: '.zip' }[process.platform as string] ?? '.AppImage';

/** Characters of release notes that are shown. */
const LONGEST_NOTES = 2_000;

/**
 * Asks electron-updater for one step at a time: nothing is downloaded or installed unless the user asks for it. No method
 * rejects.
 */
export class AppUpdater {
  readonly #updater: ElectronUpdater;
  readonly #agentFor: () => Promise<http.Agent>;
  readonly #requests = new NodeRequests();
  #downloaded: string | null = null;

  /** `agentFor` gives the agent that reaches the feed, through the system's proxy if there is one. */
  constructor(updater: ElectronUpdater, agentFor: () => Promise<http.Agent>) {
    this.#updater = updater;
    this.#agentFor = agentFor;
    updater.autoDownload = false;
    updater.autoInstallOnAppQuit = false;
    updater.disableWebInstaller = true;
    updater.disableDifferentialDownload = true;
    // A checkout and an AppImage without its variable can check too. `installation.ts` decides which copies can install.
    updater.forceDevUpdateConfig = true;
    Object.assign(updater, { httpExecutor: this.#requests });
  }

  /** The path of the downloaded installer; null before the download. */
  get downloaded(): string | null {
    return this.#downloaded;
  }

  /** Asks the feed once. The value is null if it offers nothing newer to this copy. */
  async check(): Promise<UpdateOutcome<NewVersion | null>> {
    try {
      this.#requests.agent = await this.#agentFor();
      const found = await this.#updater.checkForUpdates();
      if (found?.isUpdateAvailable !== true) return { ok: true, value: null };
      const { version, releaseNotes, files } = found.updateInfo;
      const size = files.find(({ url }) => url.endsWith(installerExtension))?.size ?? null;
      return { ok: true, value: { version, notes: plainNotes(releaseNotes), size } };
    } catch (error) {
      return { ok: false, code: updateFailureCode(error) };
    }
  }

  /** Downloads the version that the last check found and verifies its SHA-512 and its signature. */
  async download(onProgress: (progress: DownloadProgress) => void, signal: AbortSignal): Promise<UpdateOutcome<null>> {
    const token = new CancellationToken();
    const cancel = (): void => {
      token.cancel();
      this.#requests.abort();
    };
    const report = ({ transferred, total }: { readonly transferred: number; readonly total: number }): void =>
      onProgress({ received: transferred, total: total > 0 ? total : null });
    signal.addEventListener('abort', cancel);
    let refusal: unknown = null;
    const refuse = (error: unknown): void => {
      refusal ??= error;
    };
    this.#updater.on('download-progress', report);
    this.#updater.on('error', refuse);
    try {
      this.#requests.agent = await this.#agentFor();
      const [path] = await this.#updater.downloadUpdate(token);
      // On macOS electron-updater reports a refused file as an event only.
      if (refusal !== null) throw refusal;
      this.#downloaded = path ?? null;
      return { ok: true, value: null };
    } catch (error) {
      return { ok: false, code: updateFailureCode(error) };
    } finally {
      signal.removeEventListener('abort', cancel);
      this.#updater.off('download-progress', report);
      this.#updater.off('error', refuse);
    }
  }

  /**
   * Starts the installer of Windows or hands the file to Squirrel on macOS. Call it when all data is closed; the app ends
   * afterwards. Rejects if the installer does not start or Squirrel refuses the file.
   */
  async install(native: NodeJS.EventEmitter): Promise<void> {
    const started = once(native, 'before-quit-for-update');
    const refused = once(this.#updater, 'error').then(([error]) => Promise.reject(error));
    this.#updater.quitAndInstall(true, true);
    await Promise.race([started, refused]);
  }
}

/**
 * electron-updater's requests over Node's connections: Chromium, which it would use, resolves no names in this app
 * (`security.ts`). The id of this copy, which electron-updater would send, is left out.
 */
class NodeRequests extends HttpExecutor<http.ClientRequest> {
  agent: http.Agent | undefined;
  readonly #running = new Set<http.ClientRequest>();

  /** Ends all requests. electron-updater leaves the connection of a cancelled download open. */
  abort(): void {
    for (const request of this.#running) request.destroy();
  }

  /** HttpExecutor has this for Chromium's requests only. */
  download(url: URL, destination: string, options: DownloadOptions): Promise<string> {
    return options.cancellationToken.createPromise((resolve, reject, onCancel) => {
      const request: http.RequestOptions = {};
      configureRequestUrl(url, request);
      const callback = (error: Error | null | undefined): void => (error ? reject(error) : resolve(destination));
      this.doDownload(request, { destination, options, onCancel, callback, responseHandler: null }, 0);
    });
  }

  override createRequest(
    options: http.RequestOptions,
    callback: (response: http.IncomingMessage) => void,
  ): http.ClientRequest {
    const { request: open } = options.protocol === 'http:' ? http : https;
    const request = open({ ...options, headers: plainHeaders, agent: this.agent }, callback);
    this.#running.add(request);
    request.once('close', () => this.#running.delete(request));
    return request;
  }
}

const plainHeaders = {
  accept: '*/*',
  'accept-encoding': 'identity',
  'cache-control': 'no-cache',
  'user-agent': 'Dropslip',
  connection: 'close',
};

/** Release notes as text. The feed could contain HTML. */
function plainNotes(notes: unknown): string {
  if (typeof notes !== 'string') return '';
  const text = notes
    .slice(0, LONGEST_NOTES * 4)
    .replace(/\r\n?/g, '\n')
    .replace(/<(script|style)\b[^>]*>[\s\S]*?(<\/\1\s*>|$)/gi, '')
    .replace(/<\/?(p|div|h[1-6]|ul|ol|li|br|tr)\b[^>]*>/gi, '\n')
    .replace(/<\/?[a-z][^>]*>/gi, '')
    .replace(/^#{1,6} +/gm, '')
    .replace(/^( *)[-*] +/gm, '$1• ')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return cleanText(text, { as: 'lines', longest: LONGEST_NOTES });
}
