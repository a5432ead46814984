import type { DatabaseSync } from 'node:sqlite';
import type { Logger } from 'pino';
import type { Notice } from '../shared/notice.ts';
import type { DomainEvents } from './domain-events.ts';
import {
  type Commit,
  DailyCopy,
  GroupCommit,
  type ReplacedDatabase,
  SequenceMark,
  type TrustedDatabase,
} from './storage/index.ts';

/** `replaced`: a copy or a new database replaces a damaged one, which is now at `setAside`. */
export type UsableDatabase =
  | Exclude<TrustedDatabase, { readonly kind: 'damaged' }>
  | (ReplacedDatabase & { readonly kind: 'replaced'; readonly by: 'copy' | 'new'; readonly why: string });

/** The app's database, with its mark and its daily copy. */
export class AppData {
  readonly database: DatabaseSync;
  readonly databasePath: string;
  readonly groupCommit: GroupCommit;
  readonly commit: Commit;
  /** The notice about the data for the user; null if the data is as it was left. */
  readonly notice: Notice | null;
  readonly #mark: SequenceMark;
  readonly #copies: DailyCopy;

  constructor(opened: UsableDatabase, databasePath: string, copyScript: URL, events: DomainEvents, log: Logger) {
    if (opened.kind !== 'sound')
      log.warn({ why: opened.why, end: opened.kind }, 'the database was damaged, or an older one');
    this.database = opened.database;
    this.databasePath = databasePath;
    this.notice = noticeOf(opened);
    this.groupCommit = new GroupCommit(this.database, (error) => {
      log.error({ detail: String(error) }, 'the disk did not flush');
      events.notice({ code: 'disk-not-flushing' });
    });
    this.commit = this.groupCommit.commit;
    this.#mark = new SequenceMark(this.database, databasePath, this.commit, (error) =>
      log.warn({ error }, 'the state of the database could not be recorded'),
    );
    this.#copies = new DailyCopy(
      copyScript,
      databasePath,
      (detail) => log.warn({ detail }, 'the database was not copied'),
      (code) => events.notice({ code }),
    );
    this.#mark.begin();
  }

  beginCopies(): void {
    this.#copies.begin();
  }

  /** `closed` resolves once every writer has closed. */
  close(closed: Promise<unknown>): Promise<unknown> {
    return Promise.all([closed.finally(() => this.#mark.close()), this.#copies.close()]);
  }
}

function noticeOf(opened: UsableDatabase): Notice | null {
  if (opened.kind === 'sound') return null;
  if (opened.kind === 'restored') return { code: 'older-data-found' };
  return { code: 'data-replaced', by: opened.by, setAside: opened.setAside };
}
