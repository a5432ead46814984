import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ItemStateKind } from '../../../src/shared/submissions.ts';
import { type DroppedFiles, stillToDrop, writeDroppedFiles } from '../dropped-files.ts';
import { brokenAtTheEnd, type Violation } from '../invariants.ts';
import { type JournalItem, readJournal } from '../journal-reading.ts';
import { databasePath, type OutboxCore, type OutboxCoreParts, openOutboxCore } from '../outbox-core.ts';
import type { MemoryService } from './memory-service.fixture.ts';

/** A folder for a test, gone after it. */
export async function testFolder(onTestFinished: (clean: () => Promise<void>) => void): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dropslip-faults-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Small files, some of the same size. */
export function smallFiles(folder: string, count: number): Promise<DroppedFiles> {
  return writeDroppedFiles(join(folder, 'files'), count, {
    sizeOf: (number) => 600 + (number % 3) * 100,
    perFolder: 50,
  });
}

type CoreParts = Omit<OutboxCoreParts, 'service' | 'send'>;

/** One run of the submission queue on real disk and sockets, in this process. */
export class CoreRun {
  readonly core: OutboxCore;
  readonly userData: string;
  /** Sentences that the person was warned with. */
  readonly warnings: string[] = [];
  readonly #listeners = new Set<() => void>();

  private constructor(core: OutboxCore, userData: string) {
    this.core = core;
    this.userData = userData;
  }

  /** Takes up what an earlier run left in this data folder. */
  static async open(parts: CoreParts, service: MemoryService): Promise<CoreRun> {
    await mkdir(parts.userData, { recursive: true });
    let run: CoreRun | null = null;
    const core = await openOutboxCore({
      grace: { earlierRun: 50, thisRun: 50 },
      ...parts,
      service: service.address,
      send: (event) => {
        if (event.kind === 'notice' && event.tone === 'warning') run?.warnings.push(event.text);
        run?.changed();
      },
    });
    run = new CoreRun(core, parts.userData);
    await core.outbox.recover();
    core.outbox.wake();
    return run;
  }

  changed(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  /** Drops what has no row yet; whether that could be written down. */
  async drop(files: DroppedFiles): Promise<boolean> {
    const present = new Set(readJournal(databasePath(this.userData)).map(({ path }) => path));
    const paths = stillToDrop(files, present).flat();
    return paths.length === 0 || (await this.core.outbox.add(this.core.accountId, paths)).ok;
  }

  /** Resolves once it holds; looks again whenever something has changed. */
  until(holds: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (!holds()) return;
        this.#listeners.delete(look);
        resolve();
      };
      this.#listeners.add(look);
      look();
    });
  }

  states(): ItemStateKind[] {
    return this.core.outbox.view(this.core.accountId).items.map(({ state }) => state.kind);
  }

  untilAll(...kinds: ItemStateKind[]): Promise<void> {
    return this.until(() => this.states().every((kind) => kinds.includes(kind)));
  }

  journal(): JournalItem[] {
    return readJournal(databasePath(this.userData));
  }

  /** What was broken, counted on the service's own ledger. */
  broken(files: DroppedFiles, service: MemoryService, recordsTell = true): Violation[] {
    const evidence = { files, journal: this.journal(), earlier: [], shown: new Map(), charges: service.digests() };
    return brokenAtTheEnd(evidence, recordsTell);
  }
}
