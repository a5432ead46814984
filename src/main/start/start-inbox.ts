import { existsSync, type FSWatcher, lstatSync, readdirSync, unlinkSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeOwnFolder, refuseAnothersFolder } from '../../core/storage/index.ts';
import { type HandedOver, readLink } from './links.ts';

/** How long the owner has to take what was left, and how often that is looked at, in milliseconds. */
const PATIENCE_MS = 5_000;
const LOOK_EVERY_MS = 50;
/** More than a person opens at once; the rest is forgotten. */
const MOST_AT_ONCE = 16;

/**
 * How a start that may not work on the data folder tells its owner what it was asked for when the shell's lock did not: it leaves
 * an empty file whose name is a link's meaning. Nobody reads what is in a file, so that nothing can be hidden, half written or
 * too large; and names are read as strictly as links are. So files that were opened are not handed over this way, but only that
 * there were some: the person is told to drop them into the window, which is there by then.
 * Whatever else lies there is somebody's, and stays: a folder of that name may have been there before, or be a link.
 */
export class StartInbox {
  readonly #folder: string;
  readonly #patienceMs: number;
  #watcher: FSWatcher | null = null;

  constructor(userData: string, patienceMs = PATIENCE_MS) {
    this.#folder = join(userData, 'handed-over');
    this.#patienceMs = patienceMs;
  }

  /** For the owner: `open` hears of what is left. */
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

  /** For who is not the owner: true when all of it was taken in time. Null stands for a start without a link. */
  async leave(links: readonly (HandedOver | null)[]): Promise<boolean> {
    const paths = [...new Set(links.map(nameOf))].slice(0, MOST_AT_ONCE).map((name) => join(this.#folder, name));
    try {
      refuseAnothersFolder(this.#folder);
      for (const path of paths) leaveFile(path);
    } catch {
      // No owner has made the folder, or nothing can be written there.
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

/** Undefined for a name that no start leaves. */
function linkOf(name: string): HandedOver | null | undefined {
  if (name === 'start') return null;
  if (name === 'refused' || name === 'unheard-files') return { kind: name };
  const link = readLink(name.replace(/^submission-/, 'dropslip://submission/'));
  return link.kind === 'submission' ? link : undefined;
}

/** Throws where anything else has that name: nothing is written over, and no link is followed. */
function leaveFile(path: string): void {
  try {
    writeFileSync(path, '', { mode: 0o600, flag: 'wx' });
  } catch (error) {
    // Another start may have left the same.
    if (!isLeft(path)) throw error;
  }
}

/** Whether it is what a start leaves: a file itself, with nothing in it. */
function isLeft(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isFile() === true && stats.size === 0;
}

/** False when it was not there any more, is none of what starts leave, or cannot be removed. */
function remove(path: string): boolean {
  try {
    if (!isLeft(path)) return false;
    unlinkSync(path);
    return true;
  } catch {
    return false;
  }
}
