import { setTimeout as wait } from 'node:timers/promises';
import type { Failure } from '../../shared/bridge/failure.ts';
import type { SubmissionRecord } from '../../shared/records.ts';
import { type Connection, getSubmissionInfo, type ServiceError, type ServiceRate } from '../service/index.ts';
import { after, type Clock, type Deadline, msLeft } from '../submissions/index.ts';

export type AskingParts = {
  readonly connection: (accountId: string) => Connection | null;
  /** Whether the queue is sending for an account: what the service takes is then shared with it. */
  readonly isSending: (accountId: string) => boolean;
  readonly now: () => number;
  /** Milliseconds of a clock that never jumps; the process's own unless said. */
  readonly monotonic?: () => number;
};

export type AskOptions = {
  /** A person waits for this one answer; lists and watching leave room for others. */
  readonly urgency: 'person' | 'background';
  readonly signal: AbortSignal;
  /** The service asks for a pause until this instant (epoch milliseconds); null when it is over. */
  readonly onWaiting?: (until: number | null) => void;
};

export type AskError = Failure & { readonly status?: number };
export type Asked =
  | { readonly ok: true; readonly value: SubmissionRecord }
  | { readonly ok: false; readonly error: AskError };

type Standing = {
  /** Waited for by both clocks: one that is set back must not make a pause of seconds last for days. */
  heldUntil: Deadline | null;
  tries: number;
  rate: { remaining: number; limit: number; resetAt: Deadline } | null;
};

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** A reset that the service gives in whole seconds may be this much early. */
const RESET_MARGIN_MS = 50;
/** Refused so many times in a row at instants of its own: a service that says “now” each time would be asked without end. */
const TAKEN_AT_ITS_WORD = 2;
/** Kept free for a person's own questions while nothing is sent. */
const KEPT_FREE = 2;

const cancelled: AskError = { code: 'cancelled', message: 'Cancelled.' };
const notReady: AskError = { code: 'not-ready', message: 'This account cannot be reached yet. Try again in a moment.' };
const notOffered: AskError = {
  code: 'look-ups-not-offered',
  message:
    'This service answers look-ups only with an access token, and this account has an API key alone. Add an access token under Accounts.',
};

export type Asking = ReturnType<typeof createAsking>;

/**
 * Asks services for single records, below their rate limits. What is asked in the background uses at most half of a
 * window while the queue sends with the same account, so that neither starves the other; a pause that the service asks
 * for is kept by all.
 */
export function createAsking({ connection, isSending, now, monotonic = () => performance.now() }: AskingParts) {
  const clock: Clock = { now, monotonic };
  const standings = new Map<string, Standing>();
  /** Whether a service answers look-ups by API key at all. */
  const byApiKey = new Map<string, boolean>();

  function standingOf(accountId: string): Standing {
    const known = standings.get(accountId);
    if (known !== undefined) return known;
    const made: Standing = { heldUntil: null, tries: 0, rate: null };
    standings.set(accountId, made);
    return made;
  }

  function waitFor(accountId: string, of: Standing, urgency: AskOptions['urgency']): number {
    const held = of.heldUntil === null ? 0 : msLeft(clock, of.heldUntil);
    if (held > 0) return Math.min(held, LONGEST_WAIT_MS * 60);
    if (of.rate === null || urgency === 'person') return 0;
    const left = msLeft(clock, of.rate.resetAt);
    if (left === 0) return 0;
    const free = Math.min(of.rate.limit - 1, isSending(accountId) ? Math.ceil(of.rate.limit / 2) : KEPT_FREE);
    return of.rate.remaining > free ? 0 : left + RESET_MARGIN_MS;
  }

  function learn(of: Standing, rate: ServiceRate): void {
    const running = of.rate !== null && msLeft(clock, of.rate.resetAt) > 0 ? of.rate : null;
    // Answers overtake each other: within one window the lowest count is the latest.
    const remaining = running === null ? rate.remaining : Math.min(running.remaining, rate.remaining);
    of.rate = { limit: rate.limit, remaining, resetAt: running?.resetAt ?? after(clock, rate.resetAt - now()) };
  }

  function hold(of: Standing, error: ServiceError): void {
    of.tries += 1;
    const backoff = Math.min(FIRST_WAIT_MS * 2 ** (of.tries - 1), LONGEST_WAIT_MS);
    const asked = error.retryAt === undefined ? 0 : Math.max(0, error.retryAt - now()) + RESET_MARGIN_MS;
    const isTakenAtItsWord = error.retryAt !== undefined && of.tries <= TAKEN_AT_ITS_WORD;
    of.heldUntil = after(clock, isTakenAtItsWord ? asked : Math.max(asked, backoff));
    of.rate = null;
  }

  /** An API key alone, and the service says that it has no such thing: no such submission, or no such look-up? */
  async function isOffered(accountId: string, to: Connection, signal: AbortSignal): Promise<boolean> {
    const { apiKey, accessToken } = await to.credentials().catch(() => ({ apiKey: null, accessToken: null }));
    if ((accessToken ?? '').trim() !== '' || (apiKey ?? '').trim() === '') return true;
    const known = byApiKey.get(accountId);
    if (known !== undefined) return known;
    // What is no id is told apart from an unknown one by every service that looks at ids at all.
    const probed = await getSubmissionInfo(to, 'not-an-id', signal);
    const offered = probed.ok || probed.error.code !== 'not-found';
    if (probed.ok || probed.error.status !== undefined) byApiKey.set(accountId, offered);
    return offered;
  }

  return {
    /** One record. Waits as long as the service wants; never rejects. */
    async ask(accountId: string, submissionId: string, { urgency, signal, onWaiting }: AskOptions): Promise<Asked> {
      const of = standingOf(accountId);
      for (;;) {
        for (let ms = waitFor(accountId, of, urgency); ms > 0; ms = waitFor(accountId, of, urgency)) {
          onWaiting?.(now() + ms);
          await wait(ms, undefined, { signal }).catch(() => undefined);
          if (signal.aborted) return { ok: false, error: cancelled };
          onWaiting?.(null);
        }
        if (signal.aborted) return { ok: false, error: cancelled };
        const to = connection(accountId);
        if (to === null) return { ok: false, error: notReady };
        if (of.rate !== null) of.rate.remaining -= 1;
        const answer = await getSubmissionInfo(to, submissionId, signal, (rate) => learn(of, rate));
        if (answer.ok) {
          of.tries = 0;
          byApiKey.set(accountId, true);
          return answer;
        }
        if (answer.error.code === 'rate-limited') {
          hold(of, answer.error);
          continue;
        }
        if (answer.error.code === 'not-found' && !(await isOffered(accountId, to, signal))) {
          return { ok: false, error: notOffered };
        }
        return answer;
      }
    },

    /** The account is another now: its keys, its address, or gone. */
    forget(accountId: string): void {
      standings.delete(accountId);
      byApiKey.delete(accountId);
    },
    forgetAll(): void {
      byApiKey.clear();
    },
  };
}
