import type { Clock } from '../../../service/index.ts';
import type { FolderEntry, FolderFiles } from '../../content/folder-files.ts';
import type { Passphrases, Private } from '../../content/passphrases.ts';
import type { AskFirst } from '../../cost/ask-first.ts';
import type { Load } from '../../cost/cost-history.ts';
import type { HeldCosts } from '../../cost/held-costs.ts';
import type { Journal } from '../../journal/journal.ts';
import type { SubmissionCache } from '../../journal/submission-cache.ts';
import type { Batch } from '../../progress/batch.ts';
import type { Publisher } from '../../progress/publisher.ts';
import type { Queue } from '../../queue/queue.ts';
import type { Place } from '../found-file.ts';

type FolderIntakeParts = {
  readonly clock: Clock;
  readonly cache: SubmissionCache;
  readonly journal: Pick<Journal, 'addHidden' | 'bringBack'>;
  readonly folderFiles: Pick<FolderFiles, 'add'>;
  readonly passphrases: Pick<Passphrases, 'put'>;
  readonly publisher: Pick<Publisher, 'changed' | 'moved'>;
  readonly queue: Pick<Queue, 'enqueue'>;
  readonly askFirst: Pick<AskFirst, 'of' | 'isEnough'>;
  readonly held: Pick<HeldCosts, 'beginAddition' | 'endAddition'>;
  readonly batchOf: (accountId: string) => Pick<Batch, 'beginAddition' | 'endAddition'>;
};

/** A folder that is to go as one row. */
export type FolderToAdd = {
  readonly place: Place;
  /** As its manifest has it. */
  readonly name: string;
  readonly entries: readonly FolderEntry[];
  /** Whether its small files share submissions. */
  readonly sharing: boolean;
  readonly keepsTimes: boolean;
  /** Who can read it; null for anybody. */
  readonly isFor: Private | null;
  /** The submissions that it takes, and their bytes. */
  readonly load: Load;
};

/** Makes a row of a folder that is kept together. */
export class FolderIntake {
  readonly #parts: FolderIntakeParts;

  constructor(parts: FolderIntakeParts) {
    this.#parts = parts;
  }

  /** The row is on the disk with all that is in the folder before it is shown; its id. What the disk refuses is thrown. */
  async add(accountId: string, folder: FolderToAdd): Promise<number> {
    const { askFirst, batchOf, cache, clock, folderFiles, held, journal, passphrases, publisher, queue } = this.#parts;
    const to = batchOf(accountId);
    const batch = to.beginAddition();
    held.beginAddition(accountId);
    try {
      const { place, name, entries, sharing, keepsTimes, isFor, load } = folder;
      const asked = askFirst.of(accountId);
      const isHeld = asked === 'always' || (asked === 'look' && askFirst.isEnough(accountId, load, batch));
      const files = entries.filter(({ kind }) => kind === 'file');
      const row = await journal.addHidden({
        accountId,
        path: place.path,
        droppedPath: place.dropped === place.path ? null : place.dropped,
        name,
        folder: null,
        size: files.reduce((sum, { size }) => sum + (size ?? 0), 0),
        files: files.length,
        // Each of its files has its own.
        mtimeNs: '0',
        seenAs: null,
        addedAt: new Date(clock.now()).toISOString(),
        state: isHeld ? { kind: 'paused', why: { kind: 'unapproved' } } : { kind: 'waiting' },
        batch,
        content: 'folder',
        sharing,
        encryption: isFor?.encryption ?? null,
      });
      if (isFor !== null && isFor.passphrase !== null) passphrases.put(row.id, isFor.passphrase);
      await folderFiles.add(row.id, entries, keepsTimes);
      await journal.bringBack([row.id]);
      // With what it will take, which its files tell.
      const planned = cache.put(row);
      publisher.changed(planned);
      if (planned.state.kind === 'waiting') void queue.enqueue(planned);
      return row.id;
    } finally {
      to.endAddition();
      held.endAddition(accountId);
      publisher.moved(accountId);
    }
  }
}
