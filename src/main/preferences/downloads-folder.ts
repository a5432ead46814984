import { randomUUID } from 'node:crypto';
import { isAbsolute, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { originalFs, realPathOf } from '../../core/files/index.ts';
import { type Commit, Settings } from '../../core/storage/index.ts';
import type { DownloadsChoice } from '../../shared/bridge/app.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';

const { mkdirSync } = originalFs;
const { open, rm, stat } = originalFs.promises;

const KEPT_AS = 'downloads-folder';

type DownloadsFolderParts = {
  readonly database: DatabaseSync;
  readonly commit: Commit;
  /** The system's own. */
  readonly standard: () => string;
  /** Has the person choose a folder in the system's dialog, which begins at the one given; null when they cancel it. */
  readonly ask: (from: string) => Promise<string | null>;
  /** Whether a path lies in the app's own folders. */
  readonly isOwn: (path: string) => boolean;
};

/**
 * Where all goes that is saved for the person: the system's folder for downloads, or one that they chose. A chosen one that is
 * gone is still the one: what is saved must not go elsewhere unsaid.
 */
export class DownloadsFolder {
  readonly #parts: DownloadsFolderParts;
  readonly #settings: Settings;
  #chosen: string | null;

  constructor(parts: DownloadsFolderParts) {
    this.#parts = parts;
    this.#settings = new Settings(parts.database);
    const kept = this.#settings.text(KEPT_AS);
    this.#chosen = kept !== null && isAbsolute(kept) ? kept : null;
  }

  /** The system's own is made where it is missing, as on a new computer; a chosen one never. */
  path(): string {
    if (this.#chosen !== null) return this.#chosen;
    const standard = this.#parts.standard();
    try {
      // Not what it lies in: that may be a drive that is not connected.
      mkdirSync(standard);
    } catch {
      // It is there already; or it can't be made, which whoever saves something finds out.
    }
    return standard;
  }

  /** To save something in now. Throws as `refuseOwn`. */
  forSaving(): string {
    const path = this.path();
    this.refuseOwn(path);
    return path;
  }

  /** Throws if a folder is not there, or leads into the app's own data (`EOWN`), by a link that was put there since it was chosen. */
  refuseOwn(path: string): void {
    if (this.#parts.isOwn(realPathOf(path))) throw new Error(`EOWN: ${path} leads into the app’s own data`);
  }

  /** As the person is shown it. */
  async shown(): Promise<DownloadsChoice> {
    const path = this.#chosen ?? this.#parts.standard();
    return { path, isStandard: this.#chosen === null, isThere: await isFolder(path) };
  }

  /** Cancelled, all stays as it was. Errors: `folder-not-usable`, and then too. */
  async choose(): Promise<Result<DownloadsChoice>> {
    const now = await this.shown();
    const path = await this.#parts.ask(now.isThere ? now.path : this.#parts.standard());
    if (path === null) return success(now);
    const why = await this.#whyNot(path);
    if (why !== null) return failure({ code: 'folder-not-usable', values: { why } });
    await this.#parts.commit(() => this.#settings.put(KEPT_AS, path));
    this.#chosen = path;
    return success(await this.shown());
  }

  /** The system's own again. */
  async useStandard(): Promise<Result<DownloadsChoice>> {
    await this.#parts.commit(() => this.#settings.delete(KEPT_AS));
    this.#chosen = null;
    return success(await this.shown());
  }

  async #whyNot(path: string): Promise<'own' | 'gone' | 'not-writable' | null> {
    if (this.#parts.isOwn(path)) return 'own';
    if (!isAbsolute(path) || !(await isFolder(path))) return 'gone';
    // A link may lead there.
    if (this.#parts.isOwn(realPathOf(path))) return 'own';
    return (await takesFiles(path)) ? null : 'not-writable';
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** Tried, for permissions do not say it on all systems. */
async function takesFiles(folder: string): Promise<boolean> {
  const path = join(folder, `.dropslip-${randomUUID()}`);
  try {
    await (await open(path, 'wx')).close();
    return true;
  } catch {
    return false;
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
  }
}
