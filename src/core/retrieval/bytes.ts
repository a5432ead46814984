import { setTimeout as wait } from 'node:timers/promises';
import type { RetrievalPlace, RetrievalSource, RetrievalWait } from '../../shared/bridge/retrieval.ts';
import { type Failure, failure, type Result } from '../../shared/failures/failure.ts';
import type { SubmissionRecord } from '../../shared/records.ts';
import type { NetworkPlace } from '../network/index.ts';
import type { Records } from '../records/index.ts';
import {
  type BodyReceiver,
  type Connection,
  getPreImage,
  getSubmissionInfo,
  plainFailure,
  type Reach,
  type ServiceError,
  type ServiceResult,
} from '../service/index.ts';

/** The node of an account, if it has one. */
export type NodeBytes = {
  readonly hasNode: (accountId: string) => boolean;
  readonly bytes: (accountId: string, place: NetworkPlace, signal: AbortSignal) => Promise<Result<Uint8Array>>;
};

export type AskHooks = {
  readonly signal: AbortSignal;
  readonly onWaiting: (wait: RetrievalWait) => void;
};

/** The source of accepted bytes, or the reason why there are none. `differed`: the source whose bytes were wrong. */
export type Given =
  | { readonly ok: true; readonly source: RetrievalSource }
  | { readonly ok: false; readonly reason: Failure; readonly differed: RetrievalSource | null };

/** The consumer of bytes. Those of the service go to `receiver` and then `accept`, those of the network to `take`. */
export type Taking = {
  readonly receiver: BodyReceiver;
  readonly mostBytes: number;
  readonly accept: () => Promise<boolean>;
  readonly take: (bytes: Uint8Array) => Promise<boolean>;
};

const RETRIES = 3;
const FIRST_WAIT_MS = 1_000;
/** Requests of a rate limit that stay free for other uses while nothing is sent. */
const KEPT_FREE = 2;
/** The interval for asking the rate limiter again. This costs no request, and the limiter may know more by then. */
const ASKED_AGAIN_MS = { least: 50, most: 5_000 } as const;

/** Errors that may disappear on a retry. */
const passing: ReadonlyMap<string, RetrievalWait['why']> = new Map([
  ['unreachable', 'unreachable'],
  ['unavailable', 'unreachable'],
  ['server-error', 'unreachable'],
  ['unreadable-answer', 'unreachable'],
  ['not-final', 'not-final'],
  ['not-ready', 'starting'],
]);

type Asked<Value> = ServiceResult<Value> | { readonly ok: false; readonly error: NoAnswer };
type NoAnswer = { readonly code: 'not-ready' | 'bytes-gone'; readonly retryAt?: number };

/**
 * Gets the bytes of submissions for one run: from the service, or from the account's node if the service has none or
 * wrong ones.
 */
export class ByteSource {
  readonly #connection: Reach;
  /** True while the queue sends files of an account, which share the service's rate limit. */
  readonly #isSending: (accountId: string) => boolean;
  readonly #records: Records;
  readonly #network: NodeBytes;
  readonly #accountId: string;
  /** The places of submissions on the network according to a receipt, by submission id. */
  readonly #places: ReadonlyMap<string, RetrievalPlace>;
  readonly #hooks: AskHooks;
  /** The pause before the first retry, in milliseconds. */
  readonly #firstWaitMs: number;
  /**
   * Requests that the service does not answer or does not have, if a node is available. They are not repeated for each
   * of many parts.
   */
  readonly #silences = new Map<'bytes' | 'record', ServiceError>();

  constructor(
    connection: Reach,
    isSending: (accountId: string) => boolean,
    records: Records,
    network: NodeBytes,
    accountId: string,
    places: ReadonlyMap<string, RetrievalPlace>,
    hooks: AskHooks,
    firstWaitMs = FIRST_WAIT_MS,
  ) {
    this.#connection = connection;
    this.#isSending = isSending;
    this.#records = records;
    this.#network = network;
    this.#firstWaitMs = firstWaitMs;
    this.#accountId = accountId;
    this.#places = places;
    this.#hooks = hooks;
  }

  get hasNode(): boolean {
    return this.#network.hasNode(this.#accountId);
  }

  /** Rejects with the receiver's error. */
  async get(submissionId: string, taking: Taking): Promise<Given> {
    const asked = await this.#fromService(submissionId, taking);
    if (asked.ok && (await taking.accept())) return { ok: true, source: 'service' };
    const isOther = asked.ok || isTooLong(asked.error);
    const reason: Failure = asked.ok ? { code: 'not-retrieved' } : failureOf(asked.error);
    const refused = { ok: false, reason, differed: isOther ? 'service' : null } as const;
    if (!this.hasNode || this.#hooks.signal.aborted) return refused;
    const found = await this.#fromNetwork(submissionId);
    if (found === null) return refused;
    if (!found.ok) return isOther ? refused : { ...refused, reason: found.error };
    return (await taking.take(found.value)) ? { ok: true, source: 'network' } : { ...refused, differed: 'network' };
  }

  /** The service's record: the stored one if it is in a block, else the current one. Null if there is none. */
  async record(submissionId: string): Promise<SubmissionRecord | null> {
    const kept = this.#records.get(this.#accountId, submissionId);
    if (kept !== null && kept.dataHash !== null && kept.blockHash !== null) return kept;
    const asked = await this.#ask<SubmissionRecord>('record', (to) =>
      getSubmissionInfo(to, submissionId, this.#hooks.signal, this.#leaves),
    );
    if (!asked.ok) return kept;
    // The record of a typed id may belong to another user, so it is not stored as this account's spending.
    if (kept !== null) await this.#records.put(this.#accountId, [asked.value]);
    return asked.value;
  }

  #fromService(submissionId: string, { receiver, mostBytes }: Taking): Promise<Asked<Uint8Array>> {
    const options = { signal: this.#hooks.signal, leaves: this.#leaves, receiver, mostBytes };
    return this.#ask<Uint8Array>('bytes', async (to) => {
      const answer = await getPreImage(to, submissionId, options);
      if (answer.ok || answer.error.code !== 'not-final') return answer;
      const isInBlock = ((await this.record(submissionId)) ?? this.#places.get(submissionId))?.blockHash != null;
      return isInBlock ? ({ ok: false, error: { code: 'bytes-gone' } } as const) : answer;
    });
  }

  /** Null if the place on the network is unknown. */
  async #fromNetwork(submissionId: string): Promise<Result<Uint8Array> | null> {
    const record = await this.record(submissionId);
    const place = record?.blockHash == null ? this.#places.get(submissionId) : record;
    if (place?.blockHash != null) {
      return this.#network.bytes(this.#accountId, { ...place, id: submissionId }, this.#hooks.signal);
    }
    return record === null ? null : failure({ code: 'not-in-block' });
  }

  /** Waits during the service's pauses, and retries temporary errors. */
  async #ask<Value>(what: 'bytes' | 'record', ask: (to: Connection) => Promise<Asked<Value>>): Promise<Asked<Value>> {
    const { signal, onWaiting } = this.#hooks;
    const silence = this.#silences.get(what);
    if (silence !== undefined) return { ok: false, error: silence };
    for (let retries = 0; ; ) {
      if (signal.aborted) return { ok: false, error: { code: 'cancelled' } };
      const to = await this.#connection(this.#accountId);
      const answer = to === null ? ({ ok: false, error: { code: 'not-ready' } } as const) : await ask(to);
      if (answer.ok || signal.aborted) return answer;
      const { error } = answer;
      if (error.code === 'rate-limited') {
        const until = error.retryAt ?? Date.now() + ASKED_AGAIN_MS.most;
        onWaiting({ why: 'pause', until: new Date(until).toISOString() });
        await pause(Math.min(Math.max(until - Date.now(), ASKED_AGAIN_MS.least), ASKED_AGAIN_MS.most), signal);
        continue;
      }
      const why = isTooLong(error) ? undefined : passing.get(error.code);
      if (why === undefined || retries === RETRIES) {
        const isAbsent =
          error.code === 'unreachable' || error.code === 'unavailable' || error.code === 'bytes-not-offered';
        if (isAbsent && this.hasNode) this.#silences.set(what, error);
        return answer;
      }
      const until = Math.max(error.retryAt ?? Date.now() + this.#firstWaitMs * 2 ** retries, Date.now());
      retries += 1;
      onWaiting({ why, until: new Date(until).toISOString() });
      await pause(until - Date.now(), signal);
    }
  }

  readonly #leaves = (limit: number): number =>
    Math.min(limit - 1, this.#isSending(this.#accountId) ? Math.ceil(limit / 2) : KEPT_FREE);
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  wait(Math.max(0, ms), undefined, { signal }).catch(() => undefined);

function isTooLong(error: ServiceError | NoAnswer): boolean {
  return 'tooLong' in error;
}

function failureOf(error: ServiceError | NoAnswer): Failure {
  switch (error.code) {
    case 'not-ready':
    case 'bytes-gone':
      return { code: error.code };
    default:
      return plainFailure(error);
  }
}
