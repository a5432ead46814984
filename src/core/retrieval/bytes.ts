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
  type IsBodyProven,
  type PreImageOptions,
  plainFailure,
  type Reach,
  type ServiceError,
  type ServiceResult,
} from '../service/index.ts';

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
type Accept = (bytes: Uint8Array) => Promise<boolean>;

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
      const isTooLong = !asked.ok && 'tooLong' in asked.error;
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

/** Room for the bytes of one part after the other, which are taken straight into it as they come. */
export class PartMemory implements BodyReceiver {
  readonly #memory: SharedArrayBuffer;
  #size = 0;

  /** `memory`: as large as the largest part; the thread that proves them has it too. */
  constructor(memory: SharedArrayBuffer) {
    this.#memory = memory;
  }

  begin(): void {
    this.#size = 0;
  }

  /** What is more than there is room for makes it another size than that of any part, and is let go. */
  take(piece: Uint8Array): void {
    const room = this.#memory.byteLength - this.#size;
    new Uint8Array(this.#memory).set(
      piece.subarray(0, Math.max(0, room)),
      Math.min(this.#size, this.#memory.byteLength),
    );
    this.#size += piece.length;
  }

  /** What came last, until the next begins. */
  get taken(): Uint8Array {
    return new Uint8Array(this.#memory, 0, Math.min(this.#size, this.#memory.byteLength));
  }

  /** How many bytes came, also such as there was no room for. */
  get size(): number {
    return this.#size;
  }

  /** Bytes that came otherwise. */
  put(bytes: Uint8Array): void {
    this.begin();
    this.take(bytes);
  }

  get room(): number {
    return this.#memory.byteLength;
  }
}

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
const FEW_TRIES = 3;

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
type Asked<Value> = ServiceResult<Value> | { readonly ok: false; readonly error: NoAnswer };
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
const isPassing = ({ code }: NotGiven): boolean => passing.has(code);

/** As a person is told it. */
function askedFailure(error: NotGiven): Failure {
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
async function askPatiently<Value>(
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
async function pauseAfter(
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
