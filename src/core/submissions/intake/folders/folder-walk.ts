import { basename } from 'node:path';
import type { AddNote, FolderNote } from '../../../../shared/submissions/add-note.ts';
import { visibleName } from '../../../../shared/text.ts';
import type { FileThreads } from '../../../files/index.ts';
import { describeFile, type FoundSink, type Place, within } from '../found-file.ts';

export type Disk = {
  readonly files: Pick<FileThreads, 'findAll' | 'list'>;
  /** Whether a path, without links, lies in the app's own folders. Nobody means to pay for what the app itself writes. */
  readonly isOwn: (path: string) => boolean;
  /** Of one dropped folder, with all below. */
  readonly mostEntries?: number;
};

/** A folder to go through. `only`: of what lies in it itself, nothing but these names. */
export type Start = { readonly place: Place; readonly folder: string; readonly only?: ReadonlySet<string> };

/** What was left out of one folder because it is hidden. */
export type LeftOut = Required<Start> & { readonly files: number };

/** Of one dropped folder, with all below: folders that lie in each other can be as endless as one. */
const MOST_ENTRIES = 2_000_000;
/** Of a folder thousands of levels down, so much as tells it from others: there may be as many notes as folders. */
const LONGEST_FOLDER = 120;

/** Without a dot before them; systems put them into folders by themselves. In lower case, as Windows takes names. */
const systemNames: ReadonlySet<string> = new Set([
  'thumbs.db',
  'ehthumbs.db',
  'desktop.ini',
  'icon\r',
  '$recycle.bin',
  'system volume information',
  '__macosx',
]);

/** What nobody sees in their folder, and nobody means to pay for: also the locks of open Office documents (`~$`). */
export function isHiddenName(name: string): boolean {
  return name.startsWith('.') || name.startsWith('~$') || systemNames.has(name.toLowerCase());
}

/** Goes through folders, links not followed and the app's own folders left out, and remembers what became no row. */
export class FolderWalk {
  readonly notes: AddNote[] = [];
  readonly leftOut: LeftOut[] = [];
  readonly #disk: Required<Disk>;
  readonly #isHidden: (name: string) => boolean;
  readonly #onEmpty: (folder: string) => void;
  #metOwn = false;

  /** `onEmpty`: hears of folders in which there is nothing that was taken. */
  constructor(
    { files, isOwn, mostEntries = MOST_ENTRIES }: Disk,
    isHidden: (name: string) => boolean,
    onEmpty: (folder: string) => void = () => undefined,
  ) {
    this.#onEmpty = onEmpty;
    this.#disk = { files, isOwn, mostEntries };
    this.#isHidden = isHidden;
  }

  /** Whether the app's own folders were met, and left out. */
  get metOwn(): boolean {
    return this.#metOwn;
  }

  /** Whether a path lies in the app's own folders, and is left out. */
  isOwn(path: string): boolean {
    const isIt = this.#disk.isOwn(path);
    this.#metOwn ||= isIt;
    return isIt;
  }

  async through(start: Start, add: FoundSink): Promise<void> {
    const rootName = basename(start.place.dropped);
    const folders: Start[] = [start];
    let entriesSeen = 0;
    let foldersSeen = 0;
    for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
      const inside = await this.#list(next, add);
      entriesSeen += inside.entries;
      if (inside.folders === null) continue;
      const { place, folder } = next;
      const below = inside.folders.map((name) => ({ place: within(place, name), folder: `${folder}/${name}` }));
      const walked = below.filter((inner) => !this.isOwn(inner.place.path));
      // Something is in it, though nothing to submit.
      entriesSeen += below.length - walked.length;
      foldersSeen += walked.length;
      if (inside.taken + walked.length === 0) this.#onEmpty(folder);
      if (entriesSeen + foldersSeen > this.#disk.mostEntries) {
        this.notes.push(noteOf('rest-of-folder', rootName));
        break;
      }
      // One by one: so many arguments as a folder may have names no call takes.
      for (const inner of walked.toReversed()) folders.push(inner);
    }
    if (entriesSeen === 0) this.notes.push(noteOf('empty-folder', rootName));
  }

  /** Hands over the files of one folder; null for the folders in it where it could not be read. */
  async #list(
    { place, folder, only }: Start,
    add: FoundSink,
  ): Promise<{ readonly entries: number; readonly taken: number; readonly folders: readonly string[] | null }> {
    const hidden = new Set<string>();
    const isTaken = (name: string): boolean => {
      if (only !== undefined) return only.has(name);
      if (!this.#isHidden(name)) return true;
      hidden.add(name);
      return false;
    };
    let entries = 0;
    let takenFiles = 0;
    let added = Promise.resolve();
    const inside = await this.#disk.files.list(place.path, (part) => {
      entries += part.length;
      const taken = part.filter(({ name }) => isTaken(name));
      takenFiles += taken.length;
      const found = taken.map(({ name, seen }) => describeFile(within(place, name), folder, seen));
      added = added.then(() => add(found));
      // Whoever waits for it hears of its failure.
      added.catch(() => undefined);
    });
    await added;
    if ('kind' in inside) {
      this.notes.push(noteOf(inside.code === 'E2BIG' ? 'endless-folder' : 'unreadable-folder', folder));
      return { entries: entries + 1, taken: takenFiles, folders: null };
    }
    const files = hidden.size;
    const folders = inside.filter(isTaken);
    entries += inside.length - folders.length;
    if (hidden.size > 0) this.leftOut.push({ place, folder, only: hidden, files });
    return { entries, taken: takenFiles, folders };
  }
}

function noteOf(kind: FolderNote['kind'], folder: string): FolderNote {
  return { kind, folder: visibleName(folder, LONGEST_FOLDER) };
}
