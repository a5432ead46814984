import { setImmediate } from 'node:timers/promises';
import type { ListAnswer, ListProgress, ListQuestion } from '../../shared/bridge/lookup.ts';
import type { DomainEvents } from '../domain-events.ts';
import type { Records } from '../records/index.ts';
import type { Asking } from './asking.ts';
import type { Kept } from './kept.ts';
import { listedRecord } from './listed-record.ts';

export type ListParts = {
  readonly asking: Asking;
  readonly kept: Kept;
  readonly records: Records;
  readonly events: DomainEvents;
};

export type AskedList = {
  readonly listId: string;
  readonly accountId: string;
  readonly questions: readonly ListQuestion[];
};

/** Asked side by side: a slow service is not waited for once per entry. */
const AT_ONCE = 4;
const TOLD_EVERY_MS = 120;
/** More than a few of the submissions kept here fit: too short a piece to mean one. */
const COUNTED = 20;

/** Goes through pasted lists: what is final here is answered from here, the rest is asked for, paced. */
export function createLists({ asking, kept, records, events }: ListParts) {
  const running = new Map<string, { readonly accountId: string; readonly abort: AbortController }>();

  async function answerId(accountId: string, id: string, run: Run): Promise<ListAnswer> {
    const { submission, record, cost } = kept.submission(accountId, id);
    // A record that is final does not change any more.
    if (record !== null && record.phase !== 'pending') {
      return { kind: 'found', accountId, record: listedRecord(record), cost, name: submission?.name ?? null };
    }
    const { signal, onWaiting } = run;
    const asked = await asking.ask(accountId, id, { urgency: 'background', signal, onWaiting });
    if (asked.ok) {
      await records.put(accountId, [asked.value]).catch(() => undefined);
      const found = asked.value;
      return {
        kind: 'found',
        accountId,
        record: listedRecord(found),
        cost: kept.costOf(accountId, found, submission),
        name: submission?.name ?? null,
      };
    }
    if (asked.error.code === 'not-found') return { kind: 'unknown' };
    return { kind: 'trouble', message: asked.error.message };
  }

  async function answer(accountId: string, question: ListQuestion, run: Run): Promise<ListAnswer> {
    if (question.kind === 'id') return answerId(accountId, question.id, run);
    const keys = { id: null, hex: question.hex, days: null, name: null };
    const hits = await records.find(keys, COUNTED);
    const matches = hits.flatMap((hit) => kept.match(hit, keys) ?? []);
    const [match] = matches;
    if (match?.submissionId === undefined || match.submissionId === null) return { kind: 'not-kept' };
    if (matches.length > 1) return { kind: 'several', count: matches.length };
    return answerId(match.accountId, match.submissionId, run);
  }

  return {
    /** Begins a list; one that is still going ends. Told of with `lookup-list` events. */
    start({ listId, accountId, questions }: AskedList): void {
      for (const { abort } of running.values()) abort.abort();
      const abort = new AbortController();
      running.set(listId, { accountId, abort });
      const run = createRun(listId, questions.length, abort.signal, events);
      const left = questions.values();
      const work = async (): Promise<void> => {
        for (const question of left) {
          if (abort.signal.aborted) return;
          const found = await answer(accountId, question, run).catch(
            (error: unknown): ListAnswer => ({ kind: 'trouble', message: `This could not be looked up. ${error}` }),
          );
          if (abort.signal.aborted) return;
          run.answered(question.key, found);
          // Those that are answered from here would otherwise keep everything else waiting.
          await setImmediate();
        }
      };
      void Promise.all(Array.from({ length: AT_ONCE }, work)).then(() => {
        // Another of its name may have begun: that one can still be stopped.
        if (running.get(listId)?.abort === abort) running.delete(listId);
        run.end(abort.signal.aborted ? 'cancelled' : 'whole');
      });
    },

    cancel: (listId: string): void => running.get(listId)?.abort.abort(),

    /** Ends what is asked of an account. */
    cancelOf(accountId: string): void {
      for (const list of running.values()) if (list.accountId === accountId) list.abort.abort();
    },

    close(): void {
      for (const { abort } of running.values()) abort.abort();
    },
  };
}

type Run = ReturnType<typeof createRun>;

/** Tells of one list's progress, several answers at a time. */
function createRun(listId: string, total: number, signal: AbortSignal, events: DomainEvents) {
  let answers: { readonly key: string; readonly answer: ListAnswer }[] = [];
  let done = 0;
  let waitingUntil: string | null = null;
  let timer: NodeJS.Timeout | null = null;

  const tell = (ended: ListProgress['ended']): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    events.emit('lookup.list', { progress: { listId, answers, done, total, waitingUntil, ended } });
    answers = [];
  };
  const tellSoon = (): void => {
    timer ??= setTimeout(() => tell(null), TOLD_EVERY_MS);
  };
  return {
    signal,
    onWaiting(until: number | null): void {
      waitingUntil = until === null ? null : new Date(until).toISOString();
      tellSoon();
    },
    answered(key: string, answer: ListAnswer): void {
      answers.push({ key, answer });
      done += 1;
      tellSoon();
    },
    end(how: 'whole' | 'cancelled'): void {
      waitingUntil = null;
      tell(how);
    },
  };
}
