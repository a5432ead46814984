import type { LocalEvent } from '../core/local-protocol.ts';
import type { ResumeReason, Submission, SubmissionRow } from '../shared/bridge/submissions.ts';
import type { Failure } from '../shared/failures/failure.ts';
import {
  isClaimedElsewhere,
  isWorkedOn,
  type PauseReason,
  type SubmissionState,
} from '../shared/submissions/submission-state.ts';
import type { Client } from './client.ts';
import { CommandError } from './exit.ts';

/** The result of a file. `delayed`: the service has it and retries it by itself. */
export type Status =
  | 'submitted'
  | 'confirmed'
  | 'already-submitted'
  | 'delayed'
  | 'uncertain'
  | 'needs-approval'
  | 'failed'
  | 'cancelled';

export type Outcome = {
  readonly status: Status;
  readonly submissionId: string | null;
  readonly reason: Failure | null;
  /** The approval that the file waits for; null if it waits for none. */
  readonly approval: Exclude<PauseReason['kind'], 'by-user' | 'duplicate'> | 'imported-receipt' | null;
};

export type EndedRow = SubmissionRow & { readonly outcome: Outcome };

const nothing = { submissionId: null, reason: null, approval: null } as const;

/**
 * Returns the result of a row; null while it has none. `waits`: for the block, not only for the receipt. `isStopped`: also for
 * no search in the records.
 */
export function outcomeOf(state: SubmissionState, waits: boolean, isStopped = false): Outcome | null {
  switch (state.kind) {
    case 'submitted':
      return waits ? null : { ...nothing, status: 'submitted', submissionId: state.submissionId };
    case 'confirmed':
      return { ...nothing, status: 'confirmed', submissionId: state.submissionId };
    case 'delayed':
      return { ...nothing, status: 'delayed', submissionId: state.submissionId, reason: state.reason };
    case 'cancelled':
      return { ...nothing, status: 'cancelled' };
    case 'rejected':
    case 'incomplete':
      return { ...nothing, status: 'failed', reason: state.reason };
    case 'unsettled':
      return isWorkedOn(state) && !isStopped ? null : { ...nothing, status: 'uncertain', reason: state.reason };
    case 'paused':
      if (state.why.kind === 'by-user' || state.why.kind === 'duplicate') return null;
      return { ...nothing, status: 'needs-approval', approval: state.why.kind };
    default:
      return null;
  }
}

export type FollowOptions = {
  /** Wait for the block, not only for the receipt. */
  readonly waits: boolean;
  /** Submit bytes that the account has submitted before. */
  readonly again: boolean;
  /** Send what waits for an approval of the user. */
  readonly approves: boolean;
  /** Milliseconds without a service that answers, after which the rest is cancelled. */
  readonly patienceMs: number;
  /** Called while nothing goes on. Rejects if the account cannot submit, or the team cannot be asked. */
  readonly refuse: (client: Client) => Promise<void>;
  readonly onEnded: (row: EndedRow) => void;
  /** Called once for each row whose bytes another desk of the team has claimed. It continues once that desk is done. */
  readonly onClaimed: (row: SubmissionRow, desk: string) => void;
  readonly onProgress: (open: readonly Submission[]) => void;
};

type DuplicateOf = Extract<PauseReason, { readonly kind: 'duplicate' }>['of'];

/** Returns the desk that has claimed the bytes of a row and has no receipt yet; null if there is none. */
export function deskThatClaims(state: SubmissionState): string | null {
  if (!isClaimedElsewhere(state) || state.kind !== 'paused' || state.why.kind !== 'duplicate') return null;
  return state.why.of.desk ?? null;
}

const LOOK_EVERY_MS = 500;

/** Follows rows until each has a result. It can go on with another client after `OwnerLost`. */
export class RowFollower {
  readonly #options: FollowOptions;
  readonly #open: Set<number>;
  readonly #ended = new Map<number, EndedRow>();
  /** The last known state of the rows, and of others with the same bytes. */
  readonly #rows = new Map<number, SubmissionRow>();
  /** Rows that were sent on with an approval, which is given once. */
  readonly #approved = new Set<number>();
  readonly #claimed = new Set<number>();
  #unreachableSince: number | null = null;
  #isStopped = false;

  constructor(ids: readonly number[], options: FollowOptions) {
    this.#open = new Set(ids);
    this.#options = options;
  }

  /**
   * Resolves once all rows have a result. Once `cancel` is aborted, cancels the others and waits for nothing but answers of
   * the service. Does the same if no service is reached, and then rejects with `unreachable`.
   */
  async follow(client: Client, cancel: AbortSignal): Promise<void> {
    const failed = Promise.withResolvers<never>();
    const ended = Promise.withResolvers<void>();
    // It may reject before this waits for it.
    failed.promise.catch(() => undefined);
    let last: Promise<unknown> = Promise.resolve();
    const look = (): void => {
      last = last.then(() => this.#look(client)).then(() => this.#open.size === 0 && ended.resolve(), failed.reject);
    };
    const stop = (): void => {
      this.#isStopped = true;
      const ids = [...this.#open];
      if (ids.length > 0) client.call('submissions.cancel', { ids }).then(look, failed.reject);
    };
    let isUnreachable = false;
    let refusal: unknown = null;
    const timer = setInterval(() => {
      if (this.#isStopped) return;
      if (this.#isCutOff()) {
        isUnreachable = true;
        stop();
      } else if (this.#isAtRest()) {
        this.#options.refuse(client).catch((error: unknown) => {
          refusal ??= error;
          stop();
        });
      }
    }, LOOK_EVERY_MS);
    cancel.addEventListener('abort', stop);
    try {
      await client.listen(
        (event) => this.#heard(event) && look(),
        async () => {
          await this.#read(client, [...this.#open]);
          if (cancel.aborted) stop();
          look();
          await Promise.race([ended.promise, failed.promise]);
        },
      );
    } finally {
      clearInterval(timer);
      cancel.removeEventListener('abort', stop);
    }
    if (refusal !== null) throw refusal;
    if (isUnreachable)
      throw new CommandError('unreachable', 'unreachable', 'The service cannot be reached. Nothing more was sent.');
  }

  async #read(client: Client, ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    for (const row of await client.call('submissions.rows', { ids })) this.#rows.set(row.submission.id, row);
  }

  /** True if an event may change a result. */
  #heard(event: LocalEvent): boolean {
    if (event.kind === 'submissions.changed') {
      for (const submission of event.submissions) {
        const path = this.#rows.get(submission.id)?.path;
        if (path !== undefined) this.#rows.set(submission.id, { submission, path });
      }
      return true;
    }
    if (event.kind !== 'submissions.removed') return false;
    // The user has removed them in the window.
    for (const id of event.ids) this.#end(id, { ...nothing, status: 'cancelled' });
    return true;
  }

  async #look(client: Client): Promise<void> {
    const held = new Map<ResumeReason, number[]>();
    for (const id of [...this.#open]) {
      const row = this.#rows.get(id);
      if (row === undefined) continue;
      const { state, accountId } = row.submission;
      const why = this.#approvable(id, state);
      if (why !== null) held.set(why, [...(held.get(why) ?? []), id]);
      else {
        this.#noteClaim(id, state);
        const duplicate = state.kind === 'paused' && state.why.kind === 'duplicate' ? state.why.of : null;
        const outcome =
          duplicate === null
            ? outcomeOf(state, this.#options.waits && !this.#isStopped, this.#isStopped)
            : await this.#outcomeOfOriginal(client, accountId, duplicate);
        if (outcome !== null) this.#end(id, outcome);
      }
    }
    for (const [why, ids] of held) {
      for (const id of ids) this.#approved.add(id);
      await client.call('submissions.resume', { ids, why });
    }
    this.#options.onProgress([...this.#open].flatMap((id) => this.#rows.get(id)?.submission ?? []));
  }

  /** Returns the approval that a row waits for and that the options give; null if there is none. */
  #approvable(id: number, state: SubmissionState): ResumeReason | null {
    if (state.kind !== 'paused' || this.#approved.has(id)) return null;
    const { kind } = state.why;
    if (kind === 'duplicate') return this.#options.again ? kind : null;
    return this.#options.approves && (kind === 'beyond-spending-limit' || kind === 'since-copy') ? kind : null;
  }

  #noteClaim(id: number, state: SubmissionState): void {
    const row = this.#rows.get(id);
    const desk = deskThatClaims(state);
    if (row === undefined || desk === null || this.#claimed.has(id)) return;
    this.#claimed.add(id);
    this.#options.onClaimed(row, desk);
  }

  /** Returns the result of a row whose bytes another row, or another desk of the team, has. */
  async #outcomeOfOriginal(
    client: Client,
    accountId: string,
    { localId, submissionId: id, desk }: DuplicateOf,
  ): Promise<Outcome | null> {
    const isImported = desk === '';
    // Only that desk follows its own submission.
    if (desk !== undefined && !isImported)
      return id === null ? null : { ...nothing, status: 'already-submitted', submissionId: id };
    if (isImported && id !== null) {
      // Anyone can write a receipt.
      const { record } = await client.call('lookup.kept', { accountId, submissionId: id });
      if (record === null) return { ...nothing, status: 'needs-approval', approval: 'imported-receipt' };
    }
    if (!this.#rows.has(localId) && localId > 0) await this.#read(client, [localId]);
    const isToWait = this.#options.waits && !this.#isStopped;
    if (id !== null && !(isToWait && this.#rows.get(localId)?.submission.state.kind === 'submitted')) {
      return { ...nothing, status: 'already-submitted', submissionId: id };
    }
    const original = this.#rows.get(localId);
    // It was removed from the list before its result was known.
    if (original === undefined) return { ...nothing, status: 'uncertain' };
    const outcome = this.#ended.get(localId)?.outcome ?? outcomeOf(original.submission.state, isToWait);
    return outcome?.submissionId == null ? outcome : { ...outcome, status: 'already-submitted' };
  }

  #end(id: number, outcome: Outcome): void {
    const row = this.#rows.get(id);
    if (row === undefined || !this.#open.delete(id)) return;
    this.#ended.set(id, { ...row, outcome });
    this.#options.onEnded({ ...row, outcome });
  }

  /** True if all rows wait. */
  #isAtRest(): boolean {
    return [...this.#open].every((id) => {
      const state = this.#rows.get(id)?.submission.state;
      return state?.kind === 'waiting' || (state !== undefined && isClaimedElsewhere(state));
    });
  }

  /** True if no service has been reached for too long, and nothing else is going on. */
  #isCutOff(): boolean {
    const states = [...this.#open].flatMap((id) => this.#rows.get(id)?.submission.state ?? []);
    const isUnreachable =
      states.some((state) => state.kind === 'retrying' && state.reason.code === 'unreachable') &&
      states.every(({ kind }) => kind === 'retrying' || kind === 'waiting');
    this.#unreachableSince = isUnreachable ? (this.#unreachableSince ?? performance.now()) : null;
    return this.#unreachableSince !== null && performance.now() - this.#unreachableSince >= this.#options.patienceMs;
  }
}
