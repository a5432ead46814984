import { setImmediate } from 'node:timers/promises';
import type { ListProgress, PastedAnswer, PastedQuestion } from '../../shared/bridge/lookup.ts';
import type { Submission } from '../../shared/bridge/submissions.ts';
import { type LookupKeys, noKeys } from '../../shared/lookup-keys.ts';
import type { SubmissionRecord } from '../../shared/records.ts';
import type { Cost } from '../../shared/submissions/cost.ts';
import { rowText } from '../../shared/text.ts';
import type { DomainEvents } from '../domain-events.ts';
import type { Records } from '../records/index.ts';
import type { Asking } from './asking.ts';
import type { Kept } from './kept.ts';

/** Characters; ordinary records have a tenth of it. */
const LONGEST = 8_000;

/**
 * A record as a list holds it, of which there may be 200,000 in the window: one with texts of any length is cut in each. Whole
 * it is shown when it is looked up by itself.
 */
export function listedRecord(record: SubmissionRecord): SubmissionRecord {
  if (lengthOf(record) <= LONGEST) return record;
  const plain = { ...record, extra: {} };
  if (lengthOf(plain) <= LONGEST) return plain;
  return {
    ...plain,
    userId: short(record.userId),
    tokenDetailsId: short(record.tokenDetailsId),
    amountData: short(record.amountData),
    fees: short(record.fees),
    toAddress: short(record.toAddress),
    dataHash: short(record.dataHash),
    blockHash: short(record.blockHash),
    txHash: short(record.txHash),
    error: short(record.error),
  };
}

const short = (text: string | null): string | null => (text === null ? null : rowText(text));

function lengthOf({ extra, ...fields }: SubmissionRecord): number {
  return [...Object.values(fields), ...Object.entries(extra).flat()].reduce(
    (sum, text) => sum + (text?.length ?? 0),
    0,
  );
}

type ListParts = {
  readonly asking: Asking;
  readonly kept: Kept;
  readonly records: Records;
  readonly events: DomainEvents;
  /** Reads the account's tokens, unless that was done lately. Never rejects. */
  readonly readTokens: (accountId: string) => Promise<void>;
};

export type PastedList = {
  readonly listId: string;
  readonly accountId: string;
  readonly questions: readonly PastedQuestion[];
};

/** Asked side by side: a slow service is not waited for once per entry. */
const AT_ONCE = 4;
const TOLD_EVERY_MS = 120;
/** Comparing with all names letter by letter takes longer than finding: of a long list, the first lines are worth it. */
const NEAREST_LOOKED_FOR = 200;
/** Of what fits a line. More say only that it is too short to mean one. */
const COUNTED = 20;

/** Goes through pasted lists: what is final here is answered from here, the rest is asked for, paced. */
export class PastedLists {
  readonly #parts: ListParts;
  readonly #running = new Map<string, { readonly accountId: string; readonly abort: AbortController }>();

  constructor(parts: ListParts) {
    this.#parts = parts;
  }

  /** Begins a list; one that is still going ends. Told of with `lookup.list` events. */
  start({ listId, accountId, questions }: PastedList): void {
    this.close();
    const abort = new AbortController();
    this.#running.set(listId, { accountId, abort });
    const run = new Run({ listId, total: questions.length, signal: abort.signal, events: this.#parts.events });
    const left = questions.values();
    void Promise.all(Array.from({ length: AT_ONCE }, () => this.#work(accountId, left, run))).then(() => {
      // Another of its name may have begun: that one can still be stopped.
      if (this.#running.get(listId)?.abort === abort) this.#running.delete(listId);
      run.end(abort.signal.aborted ? 'cancelled' : 'whole');
    });
  }

  cancel(listId: string): void {
    this.#running.get(listId)?.abort.abort();
  }

  /** Ends what is asked of an account. */
  cancelOf(accountId: string): void {
    for (const list of this.#running.values()) if (list.accountId === accountId) list.abort.abort();
  }

  close(): void {
    for (const { abort } of this.#running.values()) abort.abort();
  }

  async #work(accountId: string, left: Iterable<PastedQuestion>, run: Run): Promise<void> {
    for (const question of left) {
      if (run.signal.aborted) return;
      const found = await this.#answer(accountId, question, run).catch(
        (error: unknown): PastedAnswer => ({
          kind: 'trouble',
          reason: { code: 'look-up-failed', detail: String(error) },
        }),
      );
      if (run.signal.aborted) return;
      run.answered(question.key, found);
      // Those that are answered from here would otherwise keep everything else waiting.
      await setImmediate();
    }
  }

  async #answer(accountId: string, question: PastedQuestion, run: Run): Promise<PastedAnswer> {
    const { records, kept } = this.#parts;
    if (question.kind === 'id') return this.#answerId(await this.#holderOf(accountId, question.id), question.id, run);
    const keys = question.kind === 'hex' ? { ...noKeys, hex: question.hex } : question.keys;
    const found = await records.find(keys, COUNTED + 1);
    if (!found.ok) return { kind: 'trouble', reason: found.error };
    const exact = found.value.filter((hit) => hit.isExact);
    const fitting = (exact.length > 0 ? exact : found.value).flatMap((hit) => kept.match(hit, keys) ?? []);
    const matches = fitting.slice(0, COUNTED);
    const [match] = matches;
    if (match === undefined) return this.#notKept(keys, run);
    if (matches.length > 1) return { kind: 'several', count: matches.length, more: fitting.length > COUNTED };
    const { submissionId, submission } = match;
    if (submissionId !== null) return this.#answerId(match.accountId, submissionId, run);
    return submission === null ? { kind: 'not-kept' } : { kind: 'no-receipt', submission };
  }

  async #notKept(keys: LookupKeys, run: Run): Promise<PastedAnswer> {
    const { records, kept } = this.#parts;
    // Of an empty day, the nearest is any file.
    if (keys.days !== null || !run.mayLookNear()) return { kind: 'not-kept' };
    const found = await records.nearest(keys, 1);
    const [hit] = found.ok && found.value !== null ? found.value.hits : [];
    const near = hit === undefined ? null : kept.match(hit, keys);
    const name = near?.submission?.name;
    return name === undefined ? { kind: 'not-kept' } : { kind: 'not-kept', nearest: name };
  }

  /** Which account an id belongs to: of those that keep it the one in use first, and that one where nobody keeps it. */
  async #holderOf(accountId: string, id: string): Promise<string> {
    const { records, kept } = this.#parts;
    const { submission, record } = kept.submission(accountId, id);
    if (submission !== null || record !== null) return accountId;
    const keys = { ...noKeys, id, hex: id.replaceAll('-', '') };
    const found = await records.find(keys, COUNTED);
    const matches = found.ok ? found.value.flatMap((hit) => kept.match(hit, keys) ?? []) : [];
    return matches.find(({ submissionId }) => submissionId === id)?.accountId ?? accountId;
  }

  async #answerId(accountId: string, id: string, run: Run): Promise<PastedAnswer> {
    const { records, kept, asking } = this.#parts;
    const { submission, record } = kept.submission(accountId, id);
    const name = submission?.name ?? null;
    // What is in a block does not change any more.
    if (record?.phase === 'in-block') {
      const cost = await this.#costOf(accountId, record, submission, run);
      return { kind: 'found', accountId, record: listedRecord(record), cost, name };
    }
    const onWaiting = (until: number | null): void => run.waits(until);
    const asked = await asking.ask(accountId, id, { urgency: 'background', signal: run.signal, onWaiting });
    if (asked.ok) {
      const found = asked.value;
      await records.put(accountId, [found]);
      const cost = await this.#costOf(accountId, found, submission, run);
      return { kind: 'found', accountId, record: listedRecord(found), cost, name };
    }
    if (asked.error.code === 'not-found') return { kind: 'unknown' };
    return { kind: 'trouble', reason: asked.error };
  }

  /** In the token that paid; where that is not known yet, the tokens are read once for the whole list. */
  async #costOf(
    accountId: string,
    record: SubmissionRecord,
    submission: Submission | null,
    run: Run,
  ): Promise<Cost | null> {
    const { kept, readTokens } = this.#parts;
    const cost = kept.costOf(accountId, record, submission);
    if (cost === null || cost.decimals !== null) return cost;
    await run.once(accountId, readTokens);
    return kept.costOf(accountId, record, submission);
  }
}

type RunParts = {
  readonly listId: string;
  readonly total: number;
  readonly signal: AbortSignal;
  readonly events: DomainEvents;
};

/** Tells of one list's progress, several answers at a time. */
class Run {
  readonly signal: AbortSignal;
  readonly #parts: RunParts;
  readonly #tokensRead = new Map<string, Promise<void>>();
  #answers: { readonly key: string; readonly answer: PastedAnswer }[] = [];
  #done = 0;
  #lookedNear = 0;
  #waitingUntil: string | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(parts: RunParts) {
    this.signal = parts.signal;
    this.#parts = parts;
  }

  /** The same reading for all that want it. */
  once(accountId: string, read: (accountId: string) => Promise<void>): Promise<void> {
    const reading = this.#tokensRead.get(accountId) ?? read(accountId);
    this.#tokensRead.set(accountId, reading);
    return reading;
  }

  /** Counted: true for the first lines that ask. */
  mayLookNear(): boolean {
    this.#lookedNear += 1;
    return this.#lookedNear <= NEAREST_LOOKED_FOR;
  }

  waits(until: number | null): void {
    this.#waitingUntil = until === null ? null : new Date(until).toISOString();
    this.#tellSoon();
  }

  answered(key: string, answer: PastedAnswer): void {
    this.#answers.push({ key, answer });
    this.#done += 1;
    this.#tellSoon();
  }

  end(how: 'whole' | 'cancelled'): void {
    this.#waitingUntil = null;
    this.#tell(how);
  }

  #tellSoon(): void {
    this.#timer ??= setTimeout(() => this.#tell(null), TOLD_EVERY_MS);
  }

  #tell(ended: ListProgress['ended']): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const { listId, total, events } = this.#parts;
    const progress = {
      listId,
      answers: this.#answers,
      done: this.#done,
      total,
      waitingUntil: this.#waitingUntil,
      ended,
    };
    this.#answers = [];
    events.emit('lookup.list', { progress });
  }
}
