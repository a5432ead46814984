import { setTimeout as wait } from 'node:timers/promises';
import type { Failure } from '../../shared/failures/failure.ts';
import type { SubmissionRecord } from '../../shared/records.ts';
import { type Connection, getSubmissionInfo, type Reach } from '../service/index.ts';

type AskingParts = {
  readonly connection: Reach;
  /** True while the queue sends for an account, which then shares the rate limit of the service. */
  readonly isSending: (accountId: string) => boolean;
  readonly now: () => number;
};

export type AskOptions = {
  /** A person waits for this one answer; lists and watching leave room for others. */
  readonly urgency: 'person' | 'background';
  readonly signal: AbortSignal;
  /** The service asks for a pause until this instant (epoch milliseconds); null when it is over. */
  readonly onWaiting?: (until: number | null) => void;
};

type AskError = Failure & { readonly status?: number };
export type AskedRecord =
  | { readonly ok: true; readonly value: SubmissionRecord }
  | { readonly ok: false; readonly error: AskError };

/** Kept free for a person's own questions while nothing is sent. */
const KEPT_FREE = 2;

/**
 * The rate limiter is asked again in between, which costs no request: it waits by a clock that nobody sets, and may have
 * been told more meanwhile.
 */
const ASKED_AGAIN_MS = { least: 50, most: 5_000 } as const;

/**
 * Asks services for single records, below their rate limits. What is asked in the background uses at most half of a
 * window while the queue sends for the same account, so that neither starves the other; a pause that the service asks
 * for is kept by all.
 */
export class Asking {
  readonly #parts: AskingParts;
  /** True for accounts whose service answers look-ups by API key. */
  readonly #byApiKey = new Map<string, boolean>();

  constructor(parts: AskingParts) {
    this.#parts = parts;
  }

  /** One record. Waits as long as the service wants; never rejects. */
  async ask(accountId: string, submissionId: string, { urgency, signal, onWaiting }: AskOptions): Promise<AskedRecord> {
    const leaves = urgency === 'person' ? undefined : (limit: number) => this.#leftFree(accountId, limit);
    for (let isWaiting = false; ; isWaiting = true) {
      if (signal.aborted) return { ok: false, error: { code: 'cancelled' } };
      const to = await this.#parts.connection(accountId);
      if (to === null) return { ok: false, error: { code: 'not-ready' } };
      const answer = await getSubmissionInfo(to, submissionId, signal, leaves);
      if (!answer.ok && answer.error.code === 'rate-limited') {
        await this.#wait(answer.error.retryAt, signal, onWaiting);
        continue;
      }
      if (isWaiting) onWaiting?.(null);
      if (answer.ok) this.#byApiKey.set(accountId, true);
      else if (answer.error.code === 'not-found' && !(await this.#isOffered(accountId, to, signal))) {
        return { ok: false, error: { code: 'look-ups-not-offered' } };
      }
      return answer;
    }
  }

  /** The account is another now: its keys, its address, or gone. */
  forget(accountId: string): void {
    this.#byApiKey.delete(accountId);
  }

  forgetAll(): void {
    this.#byApiKey.clear();
  }

  #leftFree(accountId: string, limit: number): number {
    return Math.min(limit - 1, this.#parts.isSending(accountId) ? Math.ceil(limit / 2) : KEPT_FREE);
  }

  async #wait(until: number | undefined, signal: AbortSignal, onWaiting: AskOptions['onWaiting']): Promise<void> {
    const ms = until === undefined ? ASKED_AGAIN_MS.most : until - this.#parts.now();
    onWaiting?.(this.#parts.now() + ms);
    const step = Math.min(Math.max(ms, ASKED_AGAIN_MS.least), ASKED_AGAIN_MS.most);
    await wait(step, undefined, { signal }).catch(() => undefined);
  }

  /** An API key alone, and the service says that it has no such thing: no such submission, or no such look-up? */
  async #isOffered(accountId: string, to: Connection, signal: AbortSignal): Promise<boolean> {
    const { apiKey, accessToken } = await to.credentials().catch(() => ({ apiKey: null, accessToken: null }));
    if ((accessToken ?? '').trim() !== '' || (apiKey ?? '').trim() === '') return true;
    const known = this.#byApiKey.get(accountId);
    if (known !== undefined) return known;
    // Every service that looks at ids gives another answer for a text that is no id.
    const probed = await getSubmissionInfo(to, 'not-an-id', signal);
    const offered = probed.ok || probed.error.code !== 'not-found';
    if (probed.ok || probed.error.status !== undefined) this.#byApiKey.set(accountId, offered);
    return offered;
  }
}
