import { existsSync, type FSWatcher, lstatSync, readdirSync, unlinkSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeOwnFolder, refuseAnothersFolder } from '../../core/storage/index.ts';
import { type HandedOver, readLink } from './links.ts';

/** Milliseconds that the owner has to take the files, and between looks. */
const PATIENCE_MS = 5_000;
const LOOK_EVERY_MS = 50;
/** More than a user opens at once; further ones are dropped. */
const MOST_AT_ONCE = 16;

/**
 * Hands a later start's request to the owner of the data folder if the shell's lock did not. The start leaves an empty
 * file whose name is the meaning of a link. File contents are never read, so nothing can be hidden, half written or too
 * large, and names are validated as strictly as links. Opened files are not handed over this way, only the fact that
 * there were some: the user is asked to drop them into the window. All other content of the folder stays: it may belong
 * to another program or be a link.
 */
export class StartInbox {
  readonly #folder: string;
  readonly #patienceMs: number;
  #watcher: FSWatcher | null = null;

  constructor(userData: string, patienceMs = PATIENCE_MS) {
    this.#folder = join(userData, 'handed-over');
    this.#patienceMs = patienceMs;
  }

  /** For the owner: `open` receives what was left. */
  listen(open: (link: HandedOver | null) => void, onProblem: (error: unknown) => void): void {
    const look = (): void => {
      for (const link of this.#takeAll()) open(link);
    };
    try {
      makeOwnFolder(this.#folder);
      this.#watcher = watch(this.#folder, { persistent: false }, look);
      this.#watcher.on('error', onProblem);
    } catch (error) {
      onProblem(error);
    }
    look();
  }

  close(): void {
    this.#watcher?.close();
    this.#watcher = null;
  }

  /** For the other start: resolves with true if the owner took everything in time. Null is a start without a link. */
  async leave(links: readonly (HandedOver | null)[]): Promise<boolean> {
    const paths = [...new Set(links.map(nameOf))].slice(0, MOST_AT_ONCE).map((name) => join(this.#folder, name));
    try {
      refuseAnothersFolder(this.#folder);
      for (const path of paths) leaveFile(path);
    } catch {
      // No owner has created the folder, or it is not writable.
      return false;
    }
    const until = performance.now() + this.#patienceMs;
    while (paths.some((path) => existsSync(path))) {
      if (performance.now() > until) return !paths.map(remove).includes(true);
      await wait(LOOK_EVERY_MS);
    }
    return true;
  }

  #takeAll(): (HandedOver | null)[] {
    const taken: (HandedOver | null)[] = [];
    for (const name of this.#names()) {
      const link = linkOf(name);
      if (link !== undefined && remove(join(this.#folder, name)) && taken.length < MOST_AT_ONCE) taken.push(link);
    }
    return taken;
  }

  #names(): readonly string[] {
    try {
      refuseAnothersFolder(this.#folder);
      return readdirSync(this.#folder);
    } catch {
      return [];
    }
  }
}

function nameOf(link: HandedOver | null): string {
  if (link === null) return 'start';
  return link.kind === 'submission' ? `submission-${link.submissionId}` : link.kind;
}

/** Undefined if no start leaves such a name. */
function linkOf(name: string): HandedOver | null | undefined {
  if (name === 'start') return null;
  if (name === 'refused' || name === 'unheard-files') return { kind: name };
  const link = readLink(name.replace(/^submission-/, 'dropslip://submission/'));
  return link.kind === 'submission' ? link : undefined;
}

/** Throws if anything else has that name. Overwrites nothing and follows no link. */
function leaveFile(path: string): void {
  try {
    writeFileSync(path, '', { mode: 0o600, flag: 'wx' });
  } catch (error) {
    // Another start may have left the same file.
    if (!isLeft(path)) throw error;
  }
}

/** True if a start left it: an empty regular file. */
function isLeft(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isFile() === true && stats.size === 0;
}

/** False if it is gone, was not left by a start, or cannot be removed. */
function remove(path: string): boolean {
  try {
    if (!isLeft(path)) return false;
    unlinkSync(path);
    return true;
  } catch {
    return false;
  }
}
