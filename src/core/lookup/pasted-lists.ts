import { setImmediate } from 'node:timers/promises';
import type { ListProgress, PastedAnswer, PastedQuestion } from '../../shared/bridge/lookup.ts';
import type { LookupKeys } from '../../shared/lookup-keys.ts';
import type { SubmissionRecord } from '../../shared/records.ts';
import type { DomainEvents } from '../domain-events.ts';
import type { Records } from '../records/index.ts';
import type { SubmissionLocator } from '../submissions/index.ts';
import type { Asking } from './asking.ts';
import type { Kept } from './kept.ts';

export type PastedList = {
  readonly listId: string;
  readonly accountId: string;
  readonly questions: readonly PastedQuestion[];
};

/** Lines in parallel, so that a slow service delays the list less. */
const AT_ONCE = 4;
const EMITTED_EVERY_MS = 120;
/** The most matches counted per line. More of them only show that the text is too short. */
const COUNTED = 20;

/** Looks up pasted lists. Records in a block come from this computer, all others from the service. */
export class PastedLists {
  readonly #asking: Asking;
  readonly #kept: Kept;
  readonly #records: Records;
  readonly #locator: SubmissionLocator;
  readonly #events: DomainEvents;
  #running: Run | null = null;

  constructor(asking: Asking, kept: Kept, records: Records, locator: SubmissionLocator, events: DomainEvents) {
    this.#asking = asking;
    this.#kept = kept;
    this.#records = records;
    this.#locator = locator;
    this.#events = events;
  }

  /** Starts a list and ends the previous one. Emits `lookup.list`. */
  start(list: PastedList): void {
    this.close();
    const run = new Run(list, this.#events);
    this.#running = run;
    const left = list.questions.values();
    void Promise.all(Array.from({ length: AT_ONCE }, () => this.#work(left, run))).then(() => run.end());
  }

  cancel(listId: string): void {
    if (this.#running?.list.listId === listId) this.close();
  }

  /** Ends the list if it uses this account. */
  cancelOf(accountId: string): void {
    if (this.#running?.list.accountId === accountId) this.close();
  }

  close(): void {
    this.#running?.abort.abort();
  }

  async #work(left: Iterable<PastedQuestion>, run: Run): Promise<void> {
    for (const { key, keys } of left) {
      if (run.signal.aborted) return;
      const answer = await this.#answer(keys, run).catch(
        (error: unknown): PastedAnswer => ({
          kind: 'trouble',
          reason: { code: 'look-up-failed', detail: String(error) },
        }),
      );
      if (run.signal.aborted) return;
      run.answered(key, answer);
      // Lines without a request would otherwise block the event loop.
      await setImmediate();
    }
  }

  async #answer(keys: LookupKeys, run: Run): Promise<PastedAnswer> {
    const { accountId } = run.list;
    if (keys.id !== null) {
      const found = this.#locator.find(keys.id, (one) => one.accountId === accountId);
      return this.#answerId(found?.accountId ?? accountId, keys.id, run);
    }
    const found = await this.#records.find(keys, COUNTED + 1);
    if (!found.ok) return { kind: 'trouble', reason: found.error };
    const hits = found.value.filter(({ isSimilar }) => !isSimilar);
    const exact = hits.filter(({ isExact }) => isExact);
    const matches = (exact.length > 0 ? exact : hits).flatMap((hit) => this.#kept.match(hit) ?? []);
    const [match] = matches;
    if (match === undefined) return { kind: 'not-kept' };
    if (matches.length > 1) {
      return { kind: 'several', count: Math.min(matches.length, COUNTED), more: matches.length > COUNTED };
    }
    const { submissionId, submission } = match;
    if (submissionId !== null) return this.#answerId(match.accountId, submissionId, run);
    return submission === null ? { kind: 'not-kept' } : { kind: 'no-receipt', submission };
  }

  async #answerId(accountId: string, id: string, run: Run): Promise<PastedAnswer> {
    const { submission, record } = this.#kept.submission(accountId, id);
    const found = async (record: SubmissionRecord): Promise<PastedAnswer> => {
      const cost = await this.#kept.costOf(accountId, record, submission);
      // The list does not show unknown fields, which may be large.
      return { kind: 'found', accountId, record: { ...record, extra: {} }, cost, name: submission?.name ?? null };
    };
    // A record in a block does not change any more.
    if (record?.phase === 'in-block') return found(record);
    const onWaiting = (until: number | null): void => run.waits(until);
    const asked = await this.#asking.ask(accountId, id, { urgency: 'background', signal: run.signal, onWaiting });
    if (asked.ok) {
      await this.#records.put(accountId, [asked.value]);
      return found(asked.value);
    }
    return asked.error.code === 'not-found' ? { kind: 'unknown' } : { kind: 'trouble', reason: asked.error };
  }
}

/** Emits one list's progress, several answers at a time. */
class Run {
  readonly list: PastedList;
  readonly abort = new AbortController();
  readonly #events: DomainEvents;
  #answers: { readonly key: string; readonly answer: PastedAnswer }[] = [];
  #done = 0;
  #waitingUntil: string | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(list: PastedList, events: DomainEvents) {
    this.list = list;
    this.#events = events;
  }

  get signal(): AbortSignal {
    return this.abort.signal;
  }

  waits(until: number | null): void {
    this.#waitingUntil = until === null ? null : new Date(until).toISOString();
    this.#emitSoon();
  }

  answered(key: string, answer: PastedAnswer): void {
    this.#answers.push({ key, answer });
    this.#done += 1;
    this.#emitSoon();
  }

  end(): void {
    this.#waitingUntil = null;
    this.#emit(this.signal.aborted ? 'cancelled' : 'whole');
  }

  #emitSoon(): void {
    this.#timer ??= setTimeout(() => this.#emit(null), EMITTED_EVERY_MS);
  }

  #emit(ended: ListProgress['ended']): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const { listId, questions } = this.list;
    const facts = { done: this.#done, total: questions.length, waitingUntil: this.#waitingUntil, ended };
    this.#events.emit('lookup.list', { progress: { listId, answers: this.#answers, ...facts } });
    this.#answers = [];
  }
}
