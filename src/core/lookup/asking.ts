import { setTimeout as wait } from 'node:timers/promises';
import type { Failure } from '../../shared/failures/failure.ts';
import type { SubmissionRecord } from '../../shared/records.ts';
import { type Connection, getSubmissionInfo, type Reach } from '../service/index.ts';

export type AskOptions = {
  /** `user`: the user waits for this answer. `background`: leaves part of the rate limit to others. */
  readonly urgency: 'user' | 'background';
  readonly signal: AbortSignal;
  /** The service asks for a pause until this instant (epoch milliseconds); null once it is over. */
  readonly onWaiting?: (until: number | null) => void;
};

type AskError = Failure & { readonly status?: number };
export type AskedRecord =
  | { readonly ok: true; readonly value: SubmissionRecord }
  | { readonly ok: false; readonly error: AskError };

/** Requests that stay free for the user while nothing is sent. */
const KEPT_FREE = 2;

/** The steps of a wait. The pause may end earlier than the wall clock says, and asking the limiter costs no request. */
const ASKED_AGAIN_MS = { least: 50, most: 5_000 } as const;

/**
 * Asks services for single records, within their rate limits. Background requests use at most half of a window while
 * the queue sends files of the same account, so that both make progress. All requests wait during the service's
 * pauses.
 */
export class Asking {
  readonly #connection: Reach;
  /** True while the queue sends files of an account, which share the service's rate limit. */
  readonly #isSending: (accountId: string) => boolean;
  readonly #now: () => number;
  /** True for accounts whose service offers look-ups with an API key. */
  readonly #byApiKey = new Map<string, boolean>();

  constructor(connection: Reach, isSending: (accountId: string) => boolean, now: () => number) {
    this.#connection = connection;
    this.#isSending = isSending;
    this.#now = now;
  }

  /** Asks for one record. Waits during the service's pauses. Never rejects. */
  async ask(accountId: string, submissionId: string, { urgency, signal, onWaiting }: AskOptions): Promise<AskedRecord> {
    const leaves = urgency === 'user' ? undefined : (limit: number) => this.#leftFree(accountId, limit);
    for (let isWaiting = false; ; isWaiting = true) {
      if (signal.aborted) return { ok: false, error: { code: 'cancelled' } };
      const to = await this.#connection(accountId);
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

  /** Call when the keys or address of an account change, or the account is removed. */
  forget(accountId: string): void {
    this.#byApiKey.delete(accountId);
  }

  forgetAll(): void {
    this.#byApiKey.clear();
  }

  #leftFree(accountId: string, limit: number): number {
    return Math.min(limit - 1, this.#isSending(accountId) ? Math.ceil(limit / 2) : KEPT_FREE);
  }

  async #wait(until: number | undefined, signal: AbortSignal, onWaiting: AskOptions['onWaiting']): Promise<void> {
    const ms = until === undefined ? ASKED_AGAIN_MS.most : until - this.#now();
    onWaiting?.(this.#now() + ms);
    const step = Math.min(Math.max(ms, ASKED_AGAIN_MS.least), ASKED_AGAIN_MS.most);
    await wait(step, undefined, { signal }).catch(() => undefined);
  }

  /**
   * With an API key alone, `not-found` may mean an unknown submission, or that the service offers no look-ups. This
   * finds out which.
   */
  async #isOffered(accountId: string, to: Connection, signal: AbortSignal): Promise<boolean> {
    const { apiKey, accessToken } = await to.credentials().catch(() => ({ apiKey: null, accessToken: null }));
    if ((accessToken ?? '').trim() !== '' || (apiKey ?? '').trim() === '') return true;
    const known = this.#byApiKey.get(accountId);
    if (known !== undefined) return known;
    // A service with look-ups answers differently to a text that is not an id.
    const probed = await getSubmissionInfo(to, 'not-an-id', signal);
    const offered = probed.ok || probed.error.code !== 'not-found';
    if (probed.ok || probed.error.status !== undefined) this.#byApiKey.set(accountId, offered);
    return offered;
  }
}
