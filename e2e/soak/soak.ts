import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type PracticeService, startPracticeService } from '../../src/practice-service/index.ts';
import type { ShownRow } from './core-messages.ts';
import { type CoreProcess, startCore } from './core-process.ts';
import { type DroppedFiles, stillToDrop } from './dropped-files.ts';
import { brokenAtTheEnd, brokenPromises } from './invariants.ts';
import { type JournalItem, readJournal } from './journal-reading.ts';
import { type KillMoment, killPlan } from './kill-plan.ts';
import { databasePath } from './outbox-core.ts';
import { type StoredSubmissions, storedSubmissions } from './stored-submissions.ts';

export type SoakOptions = {
  readonly seed: number;
  readonly kills: number;
  readonly files: DroppedFiles;
  /** How long nothing may change before the batch counts as stuck. */
  readonly stuckAfterMs: number;
};

/** One kill as it went: what was planned, and how many items the journal had in each state. */
export type Kill = { readonly moment: KillMoment; readonly journal: Readonly<Record<string, number>> };

export type SoakReport = {
  readonly kills: readonly Kill[];
  /** Sentences; empty when every promise was kept. */
  readonly broken: readonly string[];
  readonly milliseconds: number;
};

const BLOCK_TIME_SECONDS = 0.2;
/** About how long a start takes, and the time from the last receipt to the last confirmation. */
const START_MS = 600;
const SETTLE_MS = 2_000;

/** Runs one batch to its end, killing the process that sends it at every moment of the plan. */
export async function soak(options: SoakOptions): Promise<SoakReport> {
  const begun = performance.now();
  const folder = await mkdtemp(join(tmpdir(), 'dropslip-soak-'));
  const userData = join(folder, 'user data');
  const dataDir = join(folder, 'service');
  await mkdir(userData);
  const service = await startPracticeService({ dataDir, blockTimeSeconds: BLOCK_TIME_SECONDS });
  try {
    const batch = new Batch(options, { userData, service, stored: storedSubmissions(dataDir) });
    const broken = await batch.run();
    return { kills: batch.kills, broken, milliseconds: performance.now() - begun };
  } finally {
    await service.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

type Place = { readonly userData: string; readonly service: PracticeService; readonly stored: StoredSubmissions };

class Batch {
  readonly kills: Kill[] = [];
  readonly #options: SoakOptions;
  readonly #place: Place;
  readonly #shown = new Map<number, ShownRow>();
  #journal: readonly JournalItem[] = [];

  constructor(options: SoakOptions, place: Place) {
    this.#options = options;
    this.#place = place;
  }

  /** What was broken, as sentences. */
  async run(): Promise<string[]> {
    const { seed, kills } = this.#options;
    for (const moment of killPlan(seed, kills)) {
      const trouble = await this.#live(moment);
      const broken = brokenPromises(await this.#evidence());
      this.kills.push({ moment, journal: countByState(this.#journal) });
      if (trouble !== null) broken.push(trouble);
      if (broken.length > 0) return broken;
    }
    const trouble = await this.#live(null);
    const broken = brokenAtTheEnd(await this.#evidence());
    return trouble === null ? broken : [trouble, ...broken];
  }

  /** One life of the process: until its kill, or (`null`) until the batch is done. A sentence when it went wrong. */
  async #live(moment: KillMoment | null): Promise<string | null> {
    const { files, stuckAfterMs } = this.#options;
    const { userData, service } = this.#place;
    const total = files.digests.size;
    const drops = stillToDrop(files, new Set(this.#journal.map((item) => item.path)));
    const life = Promise.withResolvers<string | null>();
    let journalled = this.#journal.length;
    let reached = false;

    const stuck = setTimeout(() => life.resolve(this.#stuck()), stuckAfterMs);
    const killWithin = (milliseconds: number): void => {
      if (reached) return;
      reached = true;
      void wait(milliseconds).then(() => life.resolve(null));
    };
    const look = (): void => {
      const receipts = this.#count((row) => row.submissionId !== null);
      if (moment === null) {
        if (this.#count((row) => row.kind === 'confirmed') === total) life.resolve(null);
      } else if (moment.phase === 'adding') {
        if (journalled >= moment.share * total) killWithin(moment.delayMs);
      } else if (moment.phase === 'sending') {
        if (receipts >= moment.share * total) killWithin(moment.delayMs);
      } else if (moment.phase === 'settling' && receipts === total) {
        killWithin(moment.share * SETTLE_MS);
      }
    };

    const core: CoreProcess = startCore({ userData, service: addressOf(service), drops }, (message) => {
      if (message.kind === 'dropped') {
        journalled += message.added;
        if (message.refused !== null) life.resolve(`A drop was refused: ${message.refused}`);
      } else {
        for (const row of message.rows) this.#shown.set(row.id, row);
        stuck.refresh();
      }
      look();
    });
    core.ended.then(() => life.resolve(`The process ended by itself:\n${core.errors()}`));
    if (moment?.phase === 'starting') killWithin(moment.share * START_MS);
    try {
      return await life.promise;
    } finally {
      clearTimeout(stuck);
      await core.kill();
    }
  }

  async #evidence() {
    const earlier = this.#journal;
    this.#journal = readJournal(databasePath(this.#place.userData));
    const stored = await this.#place.stored.read();
    return { files: this.#options.files, journal: this.#journal, earlier, shown: this.#shown, stored };
  }

  #count(counts: (row: ShownRow) => boolean): number {
    let count = 0;
    for (const row of this.#shown.values()) if (counts(row)) count += 1;
    return count;
  }

  #stuck(): string {
    const states = Object.entries(countByState([...this.#shown.values()].map(stateWithReason)));
    const words = states.map(([state, count]) => `${count} ${state}`).join(', ');
    return `Nothing changed for ${this.#options.stuckAfterMs / 1000} s: ${words}.`;
  }
}

function addressOf({ url, apiKey, accessToken }: PracticeService) {
  return { url, apiKey, accessToken };
}

function stateWithReason({ kind, reason }: ShownRow): { readonly state: string } {
  return { state: reason === null ? kind : `${kind} (${reason})` };
}

function countByState(items: readonly { readonly state: string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { state } of items) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}
