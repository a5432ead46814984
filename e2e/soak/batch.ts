import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isCap } from '../../src/core/records/list-reliability.ts';
import type { Keyring } from '../app/keyring.ts';
import { giveAccount } from './app-account.ts';
import { startApp } from './app-process.ts';
import type { BatchPlan, KillMoment } from './batch-plan.ts';
import { startCommands, writeKeys } from './command-process.ts';
import type { ShownRow } from './core-messages.ts';
import { startCore } from './core-process.ts';
import { type DroppedFiles, stillToDrop, writeDroppedFiles } from './dropped-files.ts';
import { FaultyProxy } from './faulty-proxy.ts';
import { brokenAtTheEnd, brokenPromises, type Evidence, type Violation } from './invariants.ts';
import { countByState, isAtRest, type JournalSubmission, readJournal, withoutRepeats } from './journal-reading.ts';
import type { Life } from './life.ts';
import { type Pace, pacesOf } from './paces.ts';
import type { BatchReport } from './report.ts';
import { ServiceProcess } from './service-process.ts';
import { databasePath } from './submissions-core.ts';

const BLOCK_TIME_SECONDS = 0.2;
const FILES_PER_FOLDER = 16;
/** Larger than one piece, so that an interruption within the body is possible. */
const LARGE_BYTES = 1_300_000;
const LARGE_EVERY = 24;
const PAYLOAD_LIMIT = 700_000;

/**
 * Runs one batch in a temporary folder, and kills the sending process at every moment of the plan. `onWaiting`: called
 * when the batch only waits for the records to settle its last files.
 */
export async function runBatch(
  plan: BatchPlan,
  keyring: Keyring | null,
  signal: AbortSignal,
  onWaiting: () => void = () => undefined,
): Promise<BatchReport> {
  const folder = await mkdtemp(join(tmpdir(), 'dropslip-soak-'));
  const service = new ServiceProcess({
    dataDir: join(folder, 'service'),
    dialect: plan.conditions.dialect,
    errorsFirst: plan.conditions.errorsFirst,
    blockTimeSeconds: BLOCK_TIME_SECONDS,
    // The large files are sent in parts.
    payloadLimitBytes: PAYLOAD_LIMIT,
  });
  const batch = new Batch(plan, { folder, service, keyring, signal, onWaiting });
  try {
    return await batch.run();
  } finally {
    await batch.close();
    await service.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

type Place = {
  readonly folder: string;
  readonly service: ServiceProcess;
  readonly keyring: Keyring | null;
  readonly signal: AbortSignal;
  readonly onWaiting: () => void;
};

class Batch {
  readonly #plan: BatchPlan;
  readonly #place: Place;
  readonly #pace: Pace;
  readonly #proxy: FaultyProxy;
  readonly #userData: string;
  readonly #journalPath: string;
  readonly #shown = new Map<number, ShownRow>();
  readonly #faults = new Map<string, number>();
  readonly #violations = new Map<string, Violation & { readonly life: number }>();
  readonly #kills: KillMoment[] = [];
  #files: DroppedFiles = { folders: [], digests: new Map() };
  #journal: readonly JournalSubmission[] = [];
  #charges: ReadonlyMap<string, string> = new Map();
  #life: Life | null = null;
  #keys: NodeJS.ProcessEnv = {};
  #suspensions = 0;
  /** Kills of lives that did not reach the planned moment. */
  #earlyKills = 0;
  /** Duration of the last start. */
  #startMs: number;
  #serviceKills = 0;

  constructor(plan: BatchPlan, place: Place) {
    this.#plan = plan;
    this.#place = place;
    this.#pace = pacesOf[plan.kind];
    this.#startMs = this.#pace.startMs;
    this.#userData = join(place.folder, 'user data');
    this.#journalPath = databasePath(this.#userData);
    this.#proxy = new FaultyProxy({
      seed: plan.seed,
      conditions: plan.conditions,
      service: () => place.service.url,
      met: (fault) => this.#faults.set(fault, (this.#faults.get(fault) ?? 0) + 1),
      onAsked: (files) => this.#asked(files),
    });
  }

  async run(): Promise<BatchReport> {
    const begun = performance.now();
    const plan = this.#plan;
    await mkdir(this.#userData, { recursive: true });
    this.#files = await writeDroppedFiles(join(this.#place.folder, 'files'), plan.files, {
      perFolder: FILES_PER_FOLDER,
      // Some have the same size: a record without a hash does not distinguish these.
      sizeOf: (number) => (number % LARGE_EVERY === LARGE_EVERY - 1 ? LARGE_BYTES : 2048 + (number % 16) * 128),
    });
    await this.#place.service.start();
    await this.#proxy.listen();
    if (plan.kind !== 'core') {
      const address = { url: this.#proxy.url, ...this.#place.service.credentials };
      const keyring = plan.kind === 'app' ? this.#place.keyring : null;
      await giveAccount(this.#userData, keyring, address, plan.conditions.submitBy);
      if (plan.kind === 'command') this.#keys = await writeKeys(join(this.#place.folder, 'keys'), address);
    }
    for (const moment of plan.kills) {
      if (this.#place.signal.aborted) break;
      await this.#live(moment);
      this.#kills.push(moment);
      this.#judge(brokenPromises(await this.#evidence()));
    }
    if (!this.#place.signal.aborted) {
      let stuck = await this.#liveToTheEnd();
      // An uncertain submission may have been settled after the last reading of the journal.
      while (stuck === null && !isAtRest(this.#read(), this.#plan.files)) stuck = await this.#liveToTheEnd();
      const broken = brokenAtTheEnd(await this.#evidence(), (row) => this.#recordsSettle(row));
      this.#judge(stuck === null ? broken : [...broken, stuck]);
    }
    return {
      plan,
      kills: this.#kills,
      earlyKills: this.#earlyKills,
      suspensions: this.#suspensions,
      serviceKills: this.#serviceKills,
      faults: Object.fromEntries(this.#faults),
      charges: this.#charges.size,
      parts: this.#journal.filter(({ part }) => part !== undefined).length,
      states: countByState(this.#journal.filter(({ part }) => part === undefined)),
      violations: [...this.#violations.values()],
      milliseconds: performance.now() - begun,
    };
  }

  async close(): Promise<void> {
    if (this.#life?.running() === true) await this.#life.kill();
    await this.#proxy.close();
  }

  /** `moment`: null for the last life. Keeps one file for it. Its receipt there proves that the service's list includes the other files. */
  #start(moment: KillMoment | null): Life {
    const { conditions, kind } = this.#plan;
    const { keyring, service } = this.#place;
    const kept = moment === null ? [] : [...this.#files.digests.keys()].slice(-1);
    // `send` takes all files each time, and submits none twice.
    const dropped = kind === 'command' ? [] : this.#read().map(({ path }) => path);
    const drops = stillToDrop(this.#files, new Set([...dropped, ...kept]));
    const address = { url: this.#proxy.url, ...service.credentials };
    this.#life =
      kind === 'command'
        ? startCommands({ userData: this.#userData, env: this.#keys, drops }, moment)
        : kind === 'app' && keyring !== null
          ? startApp({ userData: this.#userData, env: keyring.env, drops })
          : startCore(
              {
                userData: this.#userData,
                service: address,
                submitBy: conditions.submitBy,
                hasCredits: conditions.dialect === 'credits',
                patience: this.#pace.patience,
                drops,
              },
              (rows) => {
                for (const row of rows) this.#shown.set(row.id, row);
              },
            );
    return this.#life;
  }

  /** Runs the process until its kill. A life that does not reach the planned moment is killed too. */
  async #live(moment: KillMoment): Promise<void> {
    const begun = performance.now();
    const life = this.#start(moment);
    life.started.then(
      () => {
        this.#startMs = performance.now() - begun;
      },
      () => undefined,
    );
    const gone = life.ended.then(() => 'gone' as const);
    const early = (): void => {
      this.#earlyKills += 1;
    };
    await Promise.race([this.#comesTo(moment, life).catch(early), gone]);
    if (!life.running()) {
      this.#violate({ kind: 'stuck', file: '', sentence: `the process ended by itself: ${life.errors().slice(-500)}` });
    }
    if (moment.suspendMs !== null) {
      this.#suspensions += 1;
      life.suspend();
      await wait(moment.suspendMs);
      life.resume();
    }
    await wait(moment.delayMs);
    if (moment.phase === 'quitting') {
      life.quit();
      await Promise.race([wait(moment.share * this.#pace.quitMs), gone]);
    }
    await life.kill();
  }

  /**
   * Resolves at the moment, before its delay. Rejects if the life makes no more progress. The total time is not
   * limited, because on a busy machine a life may take long to send its first file.
   */
  async #comesTo({ phase, share }: KillMoment, life: Life): Promise<void> {
    const pace = this.#pace;
    const pause = (ms: number): Promise<void> => wait(ms, undefined, { signal: this.#place.signal });
    const inTime = async (step: Promise<void>): Promise<void> => {
      const late = wait(pace.longestStepMs, true, { ref: false });
      if (await Promise.race([step, late])) throw new Error('The step took too long.');
    };
    const asked = async (files: number): Promise<void> => {
      let last = 0;
      let changedAt = performance.now();
      for (let now = this.#proxy.asked(); now < files; now = this.#proxy.asked()) {
        if (now !== last) changedAt = performance.now();
        last = now;
        const still = performance.now() - changedAt;
        const isDone = (): boolean => isAtRest(this.#read(), this.#plan.files - 1);
        if (still > pace.longestStepMs || (still > pace.stillMs && isDone()))
          throw new Error('No other file was sent.');
        await pause(pace.lookEveryMs);
      }
    };
    if (phase === 'starting') return pause(share * this.#startMs);
    await inTime(life.started);
    if (phase === 'adding') return pause(share * pace.addMs);
    await inTime(life.dropped);
    if (phase === 'sending') return asked(Math.ceil(share * (this.#plan.files - 1)));
    if (phase === 'settling') await asked(this.#plan.files - 1);
    return pause(share * pace.settleMs);
  }

  /** Runs the last life without new faults until everything is settled. Returns a violation if it does not end. */
  async #liveToTheEnd(): Promise<Violation | null> {
    this.#proxy.calm();
    const life = this.#start(null);
    let trouble: string | null = null;
    life.dropped.catch((error: unknown) => {
      trouble = String(error);
    });
    let last = '';
    let changedAt = performance.now();
    const { stuckMs, quietMs, lookEveryMs } = this.#pace;
    for (;;) {
      await wait(lookEveryMs * 4);
      const journal = this.#read();
      const states = countByState(journal);
      const text = JSON.stringify(states);
      // On a very busy machine, an uncertain submission may be looked for, sent again, and become uncertain again. The
      // number of attempts shows this progress.
      const attempts = journal.reduce((sum, submission) => sum + submission.attempts.length, 0);
      const now = `${attempts} attempts: ${text}`;
      if (now !== last) changedAt = performance.now();
      last = now;
      const unsettled = journal.filter(({ state }) => state === 'unsettled');
      const still = performance.now() - changedAt;
      const atRest = isAtRest(journal, this.#plan.files);
      // Submissions that the records cannot settle stay uncertain, so there is nothing more to wait for.
      if (atRest) this.#place.onWaiting();
      if (atRest && unsettled.length === 0) break;
      if (atRest && still > quietMs) {
        this.#charges = await this.#place.service.charges();
        if (!unsettled.some((row) => this.#recordsSettle(row))) break;
      }
      if (!life.running()) trouble ??= `the process ended by itself: ${life.errors().slice(-500)}`;
      if (trouble === null && still < stuckMs && !this.#place.signal.aborted) continue;
      await life.kill();
      const sentence = trouble ?? `nothing changed for ${Math.round(still / 1000)} s: ${text}`;
      return { kind: 'stuck', file: '', sentence };
    }
    await life.kill();
    return null;
  }

  #asked(files: number): void {
    const { serviceKilledAt } = this.#plan.conditions;
    if (serviceKilledAt === null || files < serviceKilledAt || this.#serviceKills > 0) return;
    this.#serviceKills += 1;
    void this.#place.service.restart();
  }

  /** A killed `send` leaves rows that repeat others, or that were never approved. They are not sent. */
  #read(): readonly JournalSubmission[] {
    const journal = readJournal(this.#journalPath);
    return this.#plan.kind === 'command' ? withoutRepeats(journal) : journal;
  }

  async #evidence(): Promise<Evidence> {
    await this.#proxy.idle();
    // Commands delete rows that were never sent.
    const isKept = ({ attempts }: JournalSubmission): boolean => this.#plan.kind !== 'command' || attempts.length > 0;
    const earlier = this.#journal.filter(isKept);
    this.#journal = this.#read();
    this.#charges = await this.#place.service.charges();
    return { files: this.#files, journal: this.#journal, earlier, shown: this.#shown, charges: this.#charges };
  }

  /**
   * True if the service's records show the result of a row. Unknown hashes, or hashes of other bytes, prove nothing.
   * Neither does a list whose length is a common cap: the next submission would show it.
   */
  #recordsSettle({ lacksKeccak }: JournalSubmission): boolean {
    const { kind } = this.#plan.conditions.hashes;
    const isKnown = kind === 'as before' || (kind === 'other kind' && lacksKeccak !== true);
    return isKnown && !isCap(this.#charges.size);
  }

  #judge(violations: readonly Violation[]): void {
    for (const violation of violations) this.#violate(violation);
  }

  /** Counts a continuing violation once. */
  #violate(violation: Violation): void {
    const key = JSON.stringify([violation.kind, violation.file]);
    if (!this.#violations.has(key)) this.#violations.set(key, { ...violation, life: this.#kills.length });
  }
}
