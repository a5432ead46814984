import { isAbsolute } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { originalFs, realPathOf } from '../../core/files/index.ts';
import { type Commit, Settings } from '../../core/storage/index.ts';
import type { DownloadsChoice } from '../../shared/bridge/app.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';

const { mkdirSync } = originalFs;
const { stat } = originalFs.promises;

const KEPT_AS = 'downloads-folder';

/**
 * The folder for everything saved for the user: the system's downloads folder or a chosen one. If the chosen one is
 * missing, nothing replaces it: files must not go elsewhere without notice.
 */
export class DownloadsFolder {
  readonly #commit: Commit;
  /** Returns the system's downloads folder. */
  readonly #standard: () => string;
  /** Lets the user choose a folder in the system's dialog, which begins at `from`; null if they cancel. */
  readonly #ask: (from: string) => Promise<string | null>;
  /** True if a path is in the app's own folders. */
  readonly #isOwn: (path: string) => boolean;
  readonly #settings: Settings;
  #chosen: string | null;

  constructor(
    database: DatabaseSync,
    commit: Commit,
    standard: () => string,
    ask: (from: string) => Promise<string | null>,
    isOwn: (path: string) => boolean,
  ) {
    this.#commit = commit;
    this.#standard = standard;
    this.#ask = ask;
    this.#isOwn = isOwn;
    this.#settings = new Settings(database);
    const kept = this.#settings.text(KEPT_AS);
    this.#chosen = kept !== null && isAbsolute(kept) ? kept : null;
  }

  /** Returns the folder. Creates the system's folder if it is missing, as on a new computer; never a chosen one. */
  path(): string {
    if (this.#chosen !== null) return this.#chosen;
    const standard = this.#standard();
    try {
      // Not recursive: the parent may be a drive that is not connected.
      mkdirSync(standard);
    } catch {
      // It exists already, or the next save reports that it cannot be created.
    }
    return standard;
  }

  /** Returns the folder for saving now. Throws like `refuseOwn`. */
  forSaving(): string {
    const path = this.path();
    this.refuseOwn(path);
    return path;
  }

  /** Throws if a folder does not exist, or if a link made later leads into the app's own data (`EOWN`). */
  refuseOwn(path: string): void {
    if (this.#isOwn(realPathOf(path))) throw new Error(`EOWN: ${path} leads into the app’s own data`);
  }

  async shown(): Promise<DownloadsChoice> {
    const path = this.#chosen ?? this.#standard();
    return { path, isStandard: this.#chosen === null, isThere: await isFolder(path) };
  }

  /**
   * Lets the user choose another folder. Nothing changes if they cancel. Errors: `folder-not-usable`, which changes
   * nothing either.
   */
  async choose(): Promise<Result<DownloadsChoice>> {
    const now = await this.shown();
    const path = await this.#ask(now.isThere ? now.path : this.#standard());
    if (path === null) return success(now);
    const why = await this.#whyNot(path);
    if (why !== null) return failure({ code: 'folder-not-usable', values: { why } });
    await this.#commit(() => this.#settings.put(KEPT_AS, path));
    this.#chosen = path;
    return success(await this.shown());
  }

  /** Uses the system's folder again. */
  async useStandard(): Promise<Result<DownloadsChoice>> {
    await this.#commit(() => this.#settings.delete(KEPT_AS));
    this.#chosen = null;
    return success(await this.shown());
  }

  async #whyNot(path: string): Promise<'own' | 'gone' | null> {
    if (this.#isOwn(path)) return 'own';
    if (!isAbsolute(path) || !(await isFolder(path))) return 'gone';
    // A link may lead into the app's own folders.
    return this.#isOwn(realPathOf(path)) ? 'own' : null;
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
