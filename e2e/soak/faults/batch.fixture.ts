import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { vi } from 'vitest';
import { DomainEvents } from '../../../src/core/domain-events.ts';
import { type Commit, GroupCommit } from '../../../src/core/storage/index.ts';
import { dropPaths } from '../../../src/core/submissions/drops/drop.fixture.ts';
import { digests, files } from '../../../src/core/submissions/threads.fixture.ts';
import type { SubmissionStateKind } from '../../../src/shared/submissions/submission-state.ts';
import { type DroppedFiles, stillToDrop, writeDroppedFiles } from '../dropped-files.ts';
import { brokenAtTheEnd, type Violation } from '../invariants.ts';
import { type JournalSubmission, readJournal } from '../journal-reading.ts';
import {
  databasePath,
  openSubmissionsCore,
  type SubmissionsCore,
  type SubmissionsCoreParts,
} from '../submissions-core.ts';
import type { MemoryService } from './memory-service.fixture.ts';

/** Of runs that have ended. */
const left: DatabaseSync[] = [];

/** A folder for a test, gone after it. */
export async function testFolder(onTestFinished: (clean: () => Promise<void>) => void): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dropslip-faults-'));
  onTestFinished(async () => {
    // Windows deletes nothing that is open.
    for (const database of left.splice(0)) database.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return folder;
}

/** Small files, some of the same size. */
export function smallFiles(folder: string, count: number): Promise<DroppedFiles> {
  return writeDroppedFiles(join(folder, 'files'), count, {
    sizeOf: (number) => 600 + (number % 3) * 100,
    perFolder: 50,
  });
}

const STEP_MS = 2_500;
/** Of the app's time: by then everything that can be known is known. */
const LONGEST_MS = 2 * 3_600_000;
/** So often the event loop comes round before the clock goes on: what is under way on sockets and disk gets on. */
const ROUNDS = 40;
/** The factor by which it waits longer while files are read or requests are under way. */
const BUSY = 25;
/**
 * And so often at most before the clock goes on while threads have files: on a machine that is busy with something else, they
 * would be taken for a drive that does not answer.
 */
const THREADS = 1_250;

async function comesRound(): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** The app's clocks stand still, and go on only as `CoreRun.timePasses` lets them. */
export function stopClocks(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'], now: Date.now() });
}

type CoreParts = Omit<SubmissionsCoreParts, 'service' | 'events' | 'grace' | 'readers'> & {
  /** Waits for the service as long as the app does. */
  readonly patient?: true;
};

const shortGrace = { earlierRun: 50, thisRun: 50, lateList: 50 };

/** One run of the submission queue on real disk and sockets, in this process. */
export class CoreRun {
  readonly core: SubmissionsCore;
  readonly userData: string;
  /** Sentences that the person was warned with. */
  readonly warnings: string[] = [];
  readonly #service: MemoryService;

  readonly #end: () => void;

  private constructor(core: SubmissionsCore, userData: string, service: MemoryService, end: () => void) {
    this.core = core;
    this.#end = end;
    this.userData = userData;
    this.#service = service;
  }

  /** Takes up what an earlier run left in this data folder. */
  static async open(parts: CoreParts, service: MemoryService): Promise<CoreRun> {
    await mkdir(parts.userData, { recursive: true });
    let run: CoreRun | null = null;
    let ended = false;
    const events = new DomainEvents((_name, error) => {
      throw error;
    });
    events.on('notice', ({ notice }) => {
      if (notice.code !== 'queue-resumed') run?.warnings.push(notice.code);
    });
    const core = await openSubmissionsCore({
      ...parts,
      ...(parts.patient ? {} : { grace: shortGrace }),
      readers: { digests, files },
      commitTo: (database) => {
        const shared = parts.commitTo?.(database) ?? new GroupCommit(database);
        // What comes after the end is neither done nor refused.
        const unlessEnded: Commit = (write) => (ended ? new Promise(() => undefined) : shared.commit(write));
        return { commit: unlessEnded, flush: () => shared.flush() };
      },
      service: service.address,
      events,
    });
    run = new CoreRun(core, parts.userData, service, () => {
      ended = true;
    });
    core.submissions.recover();
    core.submissions.queue.wake();
    return run;
  }

  /** Drops what has no row yet; whether that could be written down. */
  async drop(files: DroppedFiles): Promise<boolean> {
    const present = new Set(readJournal(databasePath(this.userData)).map(({ path }) => path));
    const paths = stillToDrop(files, present).flat();
    return paths.length === 0 || (await dropPaths(this.core.submissions.drops, this.core.accountId, paths)).ok;
  }

  /** Lets the app's clocks go on until it holds, or for as long as anything could be expected to happen. */
  async timePasses(holds: () => boolean): Promise<void> {
    const end = Date.now() + LONGEST_MS;
    const isBusy = (): boolean =>
      this.#service.isAsked || this.states().some((kind) => ['waiting', 'preparing', 'sending'].includes(kind));
    while (!holds() && Date.now() < end) {
      for (let turn = 0; turn < (isBusy() ? BUSY : 1) && !holds(); turn += 1) await comesRound();
      for (let turn = 0; turn < THREADS && this.#isReading() && !holds(); turn += 1) await comesRound();
      // The thread that keeps records takes the machine's time, which does not stand still.
      await this.core.records.stored();
      vi.advanceTimersByTime(STEP_MS);
    }
  }

  /** Files are read to be prepared, or on their way to the service, which has not been asked yet. */
  #isReading(): boolean {
    const states = this.states();
    return states.includes('preparing') || (states.includes('sending') && !this.#service.isAsked);
  }

  /** As the end of its process: nothing of it goes on afterwards, a look at the records that is under way neither. */
  async close(): Promise<void> {
    await this.core.close();
    this.#end();
    left.push(this.core.database);
  }

  states(): SubmissionStateKind[] {
    return this.core.submissions.list(this.core.accountId).map(({ state }) => state.kind);
  }

  areAll(...kinds: SubmissionStateKind[]): boolean {
    return this.states().every((kind) => kinds.includes(kind));
  }

  journal(): JournalSubmission[] {
    return readJournal(databasePath(this.userData));
  }

  /** What was broken, counted on the service's own ledger. */
  broken(files: DroppedFiles, recordsSettle = true): Violation[] {
    const evidence = {
      files,
      journal: this.journal(),
      earlier: [],
      shown: new Map(),
      charges: this.#service.digests(),
    };
    return brokenAtTheEnd(evidence, () => recordsSettle);
  }
}
