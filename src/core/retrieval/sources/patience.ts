import { setTimeout as wait } from 'node:timers/promises';
import type { RetrievalWait } from '../../../shared/bridge/retrieval.ts';
import type { Failure } from '../../../shared/failures/failure.ts';
import { plainFailure, type ServiceResult } from '../../service/index.ts';

export type AskHooks = {
  readonly signal: AbortSignal;
  /** What is waited for, and null when it is asked again. */
  readonly onWaiting: (wait: RetrievalWait | null) => void;
};

type Clock = { readonly now: () => number; readonly firstWaitMs?: number | undefined };
type NotGiven = (Asked<unknown> & { readonly ok: false })['error'];

/**
 * The rate limiter is asked again in between, which costs no request: it waits by a clock that nobody sets, and may have been
 * told more meanwhile.
 */
const ASKED_AGAIN_MS = { least: 50, most: 5_000 } as const;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** So often what hardly passes by itself is tried; and what may pass, where the node could be asked in place of the service. */
export const FEW_TRIES = 3;

/** What is tried again without end, for it ends when a network, a service or a block is there. */
const passing: ReadonlyMap<string, RetrievalWait['why']> = new Map([
  ['unreachable', 'unreachable'],
  ['unavailable', 'unreachable'],
  ['not-final', 'not-final'],
  ['not-ready', 'starting'],
]);
/**
 * What asking ends with beside the service's own errors: the account has nowhere to ask yet; or what the service calls not
 * final is in a block (`bytes-gone`).
 */
export type Asked<Value> = ServiceResult<Value> | { readonly ok: false; readonly error: NoAnswer };
type NoAnswer = {
  readonly code: 'not-ready' | 'bytes-gone';
  readonly retryAt?: number;
  readonly status?: number;
};

const seldomPassing: ReadonlyMap<string, RetrievalWait['why']> = new Map([
  ['server-error', 'unreachable'],
  ['unreadable-answer', 'unreachable'],
  ['bytes-gone', 'no-bytes'],
]);

/** Whether that is an answer which ends by itself, so that it is waited for without end. */
export const isPassing = ({ code }: NotGiven): boolean => passing.has(code);

/** As a person is told it. */
export function askedFailure(error: NotGiven): Failure {
  switch (error.code) {
    case 'not-ready':
    case 'bytes-gone':
      return { code: error.code };
    default:
      return plainFailure(error);
  }
}

/**
 * Asks a service until it answers, or says what will not be another answer later. Pauses that it asks for are kept.
 * `tries`: so often what may pass by itself is tried; without end unless said. Never rejects.
 */
export async function askPatiently<Value>(
  ask: () => Promise<Asked<Value>>,
  { signal, onWaiting }: AskHooks,
  { now, tries: mostTries = Number.POSITIVE_INFINITY, firstWaitMs }: Clock & { readonly tries?: number },
): Promise<Asked<Value>> {
  let tries = 0;
  let isWaiting = false;
  for (;;) {
    if (signal.aborted) return { ok: false, error: { code: 'cancelled' } };
    const answer = await ask();
    if (answer.ok || signal.aborted) {
      if (isWaiting) onWaiting(null);
      return answer;
    }
    const { code, retryAt } = answer.error;
    const why = code === 'rate-limited' ? 'pause' : (passing.get(code) ?? seldomPassing.get(code));
    if (why !== 'pause') tries += 1;
    const most = seldomPassing.has(code) ? Math.min(FEW_TRIES, mostTries) : mostTries;
    if (why === undefined || tries >= most) {
      if (isWaiting) onWaiting(null);
      return answer;
    }
    const backoff = backoffOf(tries, firstWaitMs);
    const ms = retryAt === undefined ? (why === 'pause' ? ASKED_AGAIN_MS.most : backoff) : retryAt - now();
    isWaiting = true;
    onWaiting({ why, until: new Date(now() + Math.max(ms, 0)).toISOString() });
    const step = why === 'pause' ? Math.min(Math.max(ms, ASKED_AGAIN_MS.least), ASKED_AGAIN_MS.most) : Math.max(ms, 0);
    await wait(step, undefined, { signal }).catch(() => undefined);
  }
}

/** Once neither the service nor the network had anything, until both are asked again. `tries`: so often they were. */
export async function pauseAfter(
  error: NotGiven,
  tries: number,
  { signal, onWaiting }: AskHooks,
  { now, firstWaitMs }: Clock,
): Promise<void> {
  const ms = Math.max(error.retryAt === undefined ? backoffOf(tries, firstWaitMs) : error.retryAt - now(), 0);
  onWaiting({ why: passing.get(error.code) ?? 'unreachable', until: new Date(now() + ms).toISOString() });
  await wait(ms, undefined, { signal }).catch(() => undefined);
}

const backoffOf = (tries: number, firstWaitMs = FIRST_WAIT_MS): number =>
  Math.min(firstWaitMs * 2 ** Math.min(tries, 10), LONGEST_WAIT_MS);
