import type { RetrievalPlace, RetrievalSource } from '../../../shared/bridge/retrieval.ts';
import { type Failure, failure, type Result } from '../../../shared/failures/failure.ts';
import type { SubmissionRecord } from '../../../shared/records.ts';
import type { NetworkPlace } from '../../network/index.ts';
import type { Records } from '../../records/index.ts';
import {
  type BodyReceiver,
  type Connection,
  getPreImage,
  getSubmissionInfo,
  type IsBodyProven,
  type PreImageOptions,
  type Reach,
  type ServiceError,
} from '../../service/index.ts';
import type { PartMemory } from './part-memory.ts';
import { type Asked, type AskHooks, askedFailure, askPatiently, FEW_TRIES, isPassing, pauseAfter } from './patience.ts';

/** The node of the network that an account names, if it does. The record says where the bytes are, and what they hash to. */
type NetworkBytes = {
  readonly hasNode: (accountId: string) => boolean;
  readonly bytes: (accountId: string, place: NetworkPlace, signal: AbortSignal) => Promise<Result<Uint8Array>>;
};

export type BytesParts = {
  readonly connection: Reach;
  /** Whether the queue is sending for an account: what the service allows is then shared with it. */
  readonly isSending: (accountId: string) => boolean;
  readonly records: Pick<Records, 'get' | 'put'>;
  readonly network: NetworkBytes;
  readonly now: () => number;
  /** The first pause before something is tried again, milliseconds. */
  readonly firstWaitMs?: number;
};

/** `place`: where a receipt says that it is on the network. */
export type Wanted = {
  readonly accountId: string;
  readonly submissionId: string;
  readonly place: RetrievalPlace | null;
};

/** Who gave bytes that were accepted; or why there are none. `differed`: some came, and were others. */
export type Given =
  | { readonly ok: true; readonly source: RetrievalSource }
  | { readonly ok: false; readonly reason: Failure; readonly differed: RetrievalSource | null };

/** Takes bytes, and says whether they are those that were meant. */
export type Accept = (bytes: Uint8Array) => Promise<boolean>;

/** Whether bytes are those that were meant. `in-doubt`: they are kept, unless somebody else has such as can be proven. */
export type Fit = 'fits' | 'other' | 'in-doubt';

/** `isBodyProven`: by what does not come from the service, see `getPreImage`. */
type StreamUse = {
  readonly accept: () => Promise<Fit>;
  readonly take: Accept;
  readonly isBodyProven: IsBodyProven;
};

/** Kept free for others while nothing is sent. */
const KEPT_FREE = 2;
const MEBIBYTE = 1024 * 1024;
/** Milliseconds: so long a service that did not answer is asked no more where a node is. */
const SILENT_FOR_MS = 60_000;

/** Submitted bytes: from the service, and where it has none or gives others, from the network. */
export class Bytes {
  readonly #parts: BytesParts;
  /** By what was asked for, and the account. */
  readonly #silences = new Map<string, { at: number; readonly error: ServiceError }>();

  constructor(parts: BytesParts) {
    this.#parts = parts;
  }

  /** The bytes of a part, which are in memory for as long as it takes. `isProven`: the whole is, by what does not come from the service. */
  part(wanted: Wanted, memory: PartMemory, accept: Accept, hooks: AskHooks, isProven: boolean): Promise<Given> {
    return this.#inTurn(hooks, async (asking) => {
      const asked = await this.#ask(wanted, asking, (to, options) =>
        getPreImage(to, wanted.submissionId, {
          ...options,
          mostBytes: Math.max(MEBIBYTE, memory.room),
          receiver: memory,
          isBodyProven: () => isProven,
        }),
      );
      if (asked.ok && (await accept(memory.taken))) return { ok: true, source: 'service' };
      const isTooLong = !asked.ok && asked.error.code === 'unreadable-answer' && asked.error.values?.why === 'too-long';
      return this.#orNetwork(wanted, asked, asked.ok || isTooLong, accept, asking);
    });
  }

  /**
   * The bytes of a submission of any size: a receiver takes them as they come, and `accept` says afterwards whether they are
   * the ones. Those of the network come to `take`.
   */
  stream(wanted: Wanted, receiver: BodyReceiver, use: StreamUse, hooks: AskHooks): Promise<Given> {
    const { accept, take, isBodyProven } = use;
    return this.#inTurn(hooks, async (asking) => {
      const asked = await this.#ask(wanted, asking, (to, options) =>
        getPreImage(to, wanted.submissionId, {
          ...options,
          receiver,
          isBodyProven,
          mostBytes: Number.MAX_SAFE_INTEGER,
        }),
      );
      const fit = asked.ok ? await accept() : 'other';
      if (fit === 'fits') return { ok: true, source: 'service' };
      let isReplaced = false;
      const takeInstead: Accept = (bytes) => {
        isReplaced = true;
        return take(bytes);
      };
      const given = await this.#orNetwork(wanted, asked, asked.ok, takeInstead, asking);
      return fit === 'in-doubt' && !given.ok && !isReplaced ? { ok: true, source: 'service' } : given;
    });
  }

  /** The service, then the network, and again after a pause where neither has anything and that of the service passes by itself. */
  async #inTurn(hooks: AskHooks, ask: (asking: Asking) => Promise<Turn>): Promise<Given> {
    for (let tries = 1; ; tries += 1) {
      const given = await ask({ ...hooks, isAgain: tries > 1 });
      if (given.ok || given.passing === undefined || hooks.signal.aborted) return given;
      await pauseAfter(given.passing, tries, hooks, this.#parts);
    }
  }

  /** The service's record, as it is kept once it is in a block, else as the service has it now; null where it has none. */
  async record(wanted: Wanted, hooks: AskHooks): Promise<SubmissionRecord | null> {
    return (await this.#lookUp(wanted, { ...hooks, isAgain: false })).record;
  }

  /** `isOfNow`: the service has said it now, or nothing can change of it. */
  async #lookUp({ accountId, submissionId }: Wanted, hooks: Asking): Promise<LookedUp> {
    const { records } = this.#parts;
    const kept = records.get(accountId, submissionId);
    if (kept !== null && kept.dataHash !== null && kept.blockHash !== null) return { record: kept, isOfNow: true };
    const asked = await this.#asking<SubmissionRecord>(
      'record',
      accountId,
      (to) => getSubmissionInfo(to, submissionId, hooks.signal, this.#leaves(accountId)),
      hooks,
    );
    if (!asked.ok) return { record: kept, isOfNow: false };
    // Of an id that was typed in it may be anybody's, and is none of this account's spending.
    if (kept !== null) await records.put(accountId, [asked.value]);
    return { record: asked.value, isOfNow: true };
  }

  /** A run begins: what was not answered before may be by now. */
  askAnew(accountId: string): void {
    for (const what of ['bytes', 'record'] as const) this.#silences.delete(`${what} ${accountId}`);
  }

  #ask(
    wanted: Wanted,
    hooks: Asking,
    get: (to: Connection, options: PreImageOptions) => ReturnType<typeof getPreImage>,
  ): Promise<Asked<Uint8Array>> {
    const { accountId } = wanted;
    const options = { signal: hooks.signal, leaves: this.#leaves(accountId) };
    return this.#asking<Uint8Array>(
      'bytes',
      accountId,
      async (to) => {
        const answer = await get(to, options);
        return answer.ok || answer.error.code !== 'not-final' ? answer : this.#withoutBytes(wanted, answer, hooks);
      },
      hooks,
    );
  }

  /**
   * Asks the service. Where there is a node in its place, that it does not answer is learnt once, and then asked after once a
   * minute: not anew for each of thousands of parts. What the node has not either is asked for all the same when its turn is.
   */
  async #asking<Value>(
    what: 'bytes' | 'record',
    accountId: string,
    ask: (to: Connection) => Promise<Asked<Value>>,
    hooks: Asking,
  ): Promise<Asked<Value>> {
    const { connection, network, now, firstWaitMs } = this.#parts;
    const key = `${what} ${accountId}`;
    const hasNode = network.hasNode(accountId);
    const silence = hasNode && !hooks.isAgain ? this.#silences.get(key) : undefined;
    if (silence !== undefined) {
      if (Math.abs(now() - silence.at) < SILENT_FOR_MS) return { ok: false, error: silence.error };
      // One asks; others go to the node meanwhile.
      silence.at = now();
    }
    // A record is of use, and not needed.
    const isOnce = silence !== undefined || (hasNode && hooks.isAgain);
    const tries = isOnce ? 1 : hasNode || what === 'record' ? FEW_TRIES : Number.POSITIVE_INFINITY;
    const asked = await askPatiently<Value>(
      async () => {
        const to = await connection(accountId);
        return to === null ? ({ ok: false, error: { code: 'not-ready' } } as const) : ask(to);
      },
      hooks,
      { now, tries, firstWaitMs },
    );
    if (!asked.ok && (asked.error.code === 'unreachable' || asked.error.code === 'unavailable')) {
      this.#silences.set(key, { at: now(), error: asked.error });
    } else {
      this.#silences.delete(key);
    }
    return asked;
  }

  /** Why it has no bytes: only what the record has in no block yet is waited for. */
  async #withoutBytes(wanted: Wanted, notFinal: Asked<Uint8Array>, hooks: Asking): Promise<Asked<Uint8Array>> {
    const { record } = await this.#lookUp(wanted, hooks);
    const isInBlock = (record?.blockHash ?? wanted.place?.blockHash ?? null) !== null;
    return isInBlock ? { ok: false, error: { code: 'bytes-gone' } } : notFinal;
  }

  async #orNetwork(
    wanted: Wanted,
    asked: Asked<Uint8Array>,
    differed: boolean,
    accept: Accept,
    hooks: Asking,
  ): Promise<Turn> {
    const { network } = this.#parts;
    const own: Failure = asked.ok ? { code: 'not-retrieved' } : askedFailure(asked.error);
    const refused = { ok: false, reason: own, differed: differed ? 'service' : null } as const;
    const passing = asked.ok || !isPassing(asked.error) ? {} : { passing: asked.error };
    if (hooks.signal.aborted || own.code === 'cancelled') return refused;
    // Nobody could say where it is: what the service said of the bytes stays the reason.
    const found = network.hasNode(wanted.accountId) ? await this.#fromNetwork(wanted, hooks) : null;
    if (found === null) return { ...refused, ...passing };
    if (found.ok) {
      return (await accept(found.value)) ? { ok: true, source: 'network' } : { ...refused, differed: 'network' };
    }
    if (differed) return refused;
    return { ...refused, reason: found.error, ...passing };
  }

  /** Null where nothing is known of where it is. */
  async #fromNetwork(wanted: Wanted, hooks: Asking): Promise<Result<Uint8Array> | null> {
    const { record, isOfNow } = await this.#lookUp(wanted, hooks);
    const places = [isPlaced(record) ? record : null, placeOf(wanted)].filter((one) => one !== null);
    const place = places.find(({ extrinsicIndex }) => extrinsicIndex !== null) ?? places[0] ?? null;
    if (place !== null) return this.#parts.network.bytes(wanted.accountId, place, hooks.signal);
    if (record === null || !isOfNow) return null;
    return failure({ code: 'not-in-block' });
  }

  #leaves(accountId: string): (limit: number) => number {
    return (limit) => Math.min(limit - 1, this.#parts.isSending(accountId) ? Math.ceil(limit / 2) : KEPT_FREE);
  }
}

/** `isAgain`: neither the service nor the network had it before. */
type Asking = AskHooks & { readonly isAgain: boolean };

/** `passing`: what the service said, where it is waited for. */
type Turn = Given & { readonly passing?: (Asked<unknown> & { readonly ok: false })['error'] };

type LookedUp = { readonly record: SubmissionRecord | null; readonly isOfNow: boolean };

/** What else is missing to find it there, the check of it says. */
function isPlaced(record: SubmissionRecord | null): record is SubmissionRecord {
  return record !== null && record.blockHash !== null;
}

/** By a receipt. Its word is where to look: bytes are proven by digests all the same. */
function placeOf({ place }: Wanted): NetworkPlace | null {
  if (place === null || place.blockHash === null) return null;
  const { submissionId: id, ...where } = place;
  return { id, ...where };
}
