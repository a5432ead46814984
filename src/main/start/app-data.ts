import type { DatabaseSync } from 'node:sqlite';
import type { Logger } from 'pino';
import type { DomainEvents } from '../../core/domain-events.ts';
import {
  type Commit,
  DailyCopy,
  type DataFolderLock,
  type Distrust,
  GroupCommit,
  OWNER_LOOKS_EVERY_MS,
  SequenceMark,
} from '../../core/storage/index.ts';
import type { Notice } from '../../shared/notice.ts';
import { relaunch } from '../relaunch.ts';
import { openOrAsk, type StartDatabase } from './damage-question.ts';

/** An app that has lost its data folder sooner than this after its start does not start again by itself. */
const RESTARTED_AFTER_SECONDS = 60;

type AppDataParts = {
  readonly databasePath: string;
  readonly lock: Pick<DataFolderLock, 'stillOwns'>;
  /** The built `copy-worker`. */
  readonly copyScript: URL;
  readonly events: DomainEvents;
  readonly log: Logger;
};

type OpenDatabase = Exclude<StartDatabase, { readonly kind: 'closed' }>;

/** The app's database: written only while its folder is this app's, marked and copied as it goes on. */
export class AppData {
  readonly database: DatabaseSync;
  readonly databasePath: string;
  readonly groupCommit: GroupCommit;
  readonly commit: Commit;
  /** What the person is to be told of it, once they can be; null of data that is as it was left. */
  readonly notice: Notice | null;
  readonly #parts: AppDataParts;
  readonly #mark: SequenceMark;
  readonly #copies: DailyCopy;

  /** Asks the person where it is damaged; null when they want to think about it first. */
  static async open(parts: AppDataParts, distrust: Distrust): Promise<AppData | null> {
    const opened = await openOrAsk(parts.databasePath, Date.now(), distrust);
    if (opened.kind !== 'sound')
      parts.log.warn({ why: opened.why, end: opened.kind }, 'the database was damaged, or an older one');
    return opened.kind === 'closed' ? null : new AppData(opened, parts);
  }

  private constructor(opened: OpenDatabase, parts: AppDataParts) {
    const { databasePath, copyScript, events, log } = parts;
    this.#parts = parts;
    this.database = opened.database;
    this.databasePath = databasePath;
    this.notice = noticeOf(opened);
    this.groupCommit = new GroupCommit(this.database, {
      mayWrite: () => this.#mayWrite(),
      onProblem: (error) => {
        log.error({ detail: String(error) }, 'the disk did not flush');
        events.notice({ code: 'disk-not-flushing' });
      },
    });
    this.commit = this.groupCommit.commit;
    this.#mark = new SequenceMark(this.database, databasePath, this.commit, (error) =>
      log.warn({ error }, 'the state of the database could not be recorded'),
    );
    this.#copies = new DailyCopy({
      script: copyScript,
      databasePath,
      now: Date.now,
      onProblem: (detail) => log.warn({ detail }, 'the database was not copied'),
      onFirstProblem: (code) => events.notice({ code }),
    });
    setInterval(() => this.#mayWrite(), OWNER_LOOKS_EVERY_MS).unref();
    this.#mark.begin();
  }

  beginCopies(): void {
    this.#copies.begin();
  }

  /** `closed`: of all that writes. */
  close(closed: Promise<unknown>): Promise<unknown> {
    return Promise.all([closed.finally(() => this.#mark.close()), this.#copies.close()]);
  }

  #mayWrite(): boolean {
    if (this.#parts.lock.stillOwns()) return true;
    // Another Dropslip may be at work. It takes what is on its way here for uncertain, and a new start leaves the rest to it.
    this.#parts.log.error({}, 'the lock of the data folder was replaced: ended by force');
    // Not over and over, should a drive give its files ever new numbers.
    if (process.uptime() > RESTARTED_AFTER_SECONDS) relaunch();
    process.kill(process.pid, 'SIGKILL');
    return false;
  }
}

function noticeOf(opened: OpenDatabase): Notice | null {
  if (opened.kind === 'sound') return null;
  if (opened.kind === 'restored') return { code: 'data-put-back' };
  return { code: 'data-replaced', by: opened.by, setAside: opened.setAside };
}
