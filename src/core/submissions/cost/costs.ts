import type { CostEstimate, HeldCost, HeldCosts } from '../../../shared/bridge/submissions.ts';
import type { Cost, EstimatedCost } from '../../../shared/submissions/cost.ts';
import { isOtherToken } from '../../../shared/submissions/queue-settings.ts';
import { awaitsRecord, isMoving, type PauseReason } from '../../../shared/submissions/submission-state.ts';
import type { Tokens } from '../../balances/index.ts';
import type { EarlierSubmissions } from '../journal/earlier-submissions.ts';
import type { Load } from '../journal/load.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import type { Batches } from '../progress/batch.ts';
import type { SendingAccounts } from '../sending-accounts.ts';
import { type Charge, type Estimates, loadToCome, type Payer, tokenOf } from './estimates.ts';
import type { QueueSettingsStore } from './queue-settings.ts';

/** The current state of a spending limit. `token` is the token of the limit and of `spent`, null if it is not known. */
type LimitNow = {
  readonly amount: bigint;
  readonly spent: bigint;
  readonly token: string | null;
  /** True if another token pays: the limit does not cover its cost. */
  readonly isOtherToken: boolean;
};

/** `look`: the number of files and their cost decide. */
export type AskedBefore = 'always' | 'look' | 'never';

/** `ask`: the cost exceeds the spending limit, or is not known. */
type Verdict = { readonly kind: 'go'; readonly charge: Charge | null } | { readonly kind: 'ask' };

/** Estimates the cost of an account's files, decides if the user must approve them, and sums up the files that wait. */
export class Costs {
  readonly #accounts: SendingAccounts;
  readonly #tokens: Tokens;
  readonly #earlierSubmissions: EarlierSubmissions;
  readonly #cache: SubmissionCache;
  readonly #settings: QueueSettingsStore;
  readonly #estimates: Estimates;
  readonly #batches: Batches;
  /** The number of additions in progress, by account. */
  readonly #additions = new Map<string, number>();
  /** Accounts that have submitted something. They never become new again. */
  readonly #used = new Set<string>();

  constructor(
    accounts: SendingAccounts,
    tokens: Tokens,
    earlierSubmissions: EarlierSubmissions,
    cache: SubmissionCache,
    settings: QueueSettingsStore,
    estimates: Estimates,
    batches: Batches,
  ) {
    this.#accounts = accounts;
    this.#tokens = tokens;
    this.#earlierSubmissions = earlierSubmissions;
    this.#cache = cache;
    this.#settings = settings;
    this.#estimates = estimates;
    this.#batches = batches;
  }

  /** Files that need approval may still be added until `endAddition`. */
  beginAddition(accountId: string): void {
    this.#additions.set(accountId, (this.#additions.get(accountId) ?? 0) + 1);
  }

  endAddition(accountId: string): void {
    const left = (this.#additions.get(accountId) ?? 0) - 1;
    if (left > 0) this.#additions.set(accountId, left);
    else this.#additions.delete(accountId);
  }

  /**
   * Says if files need approval before their number and cost are known. Files that are added while the user is asked
   * join the question.
   */
  asksBefore(accountId: string): AskedBefore {
    if (this.#cache.rowsOf(accountId).some((row) => waitsFor(row, 'unapproved'))) return 'always';
    const { askBeyondFiles, spendingLimit } = this.#settings.of(accountId);
    if (askBeyondFiles !== null && !this.#accounts.isPractice(accountId) && this.#isNew(accountId)) return 'always';
    return askBeyondFiles === null && spendingLimit === null ? 'never' : 'look';
  }

  /** True if an addition to `batch` is large enough to need approval. */
  isEnoughToAsk(accountId: string, load: Load, batch: number): boolean {
    const { askBeyondFiles } = this.#settings.of(accountId);
    if (askBeyondFiles !== null && load.submissions > askBeyondFiles) return true;
    return this.isBeyondLimit(accountId, load, batch);
  }

  /**
   * True if a row needs more submissions than are sent without a question, and more than the user approved. That may be
   * known only once the service has refused the file as too large.
   */
  asksToDivide({ accountId, agreedSubmissions, parts }: StoredSubmission): boolean {
    const { askBeyondFiles } = this.#settings.of(accountId);
    if (askBeyondFiles === null || parts === null) return false;
    return parts.total > askBeyondFiles && parts.total > (agreedSubmissions ?? 0);
  }

  /** Decides if a submission may go when its turn comes. */
  verdict(submission: StoredSubmission): Verdict {
    const { accountId, partOf } = submission;
    const row = partOf === null ? submission : (this.#cache.get(partOf.row) ?? submission);
    const charge = this.chargeOf(submission);
    const limit = this.#limitNow(accountId);
    if (limit === null || row.beyondLimit) return { kind: 'go', charge };
    // A part goes only if the rest of its row may go too. Otherwise the user could pay for half a file.
    const all = this.chargeOf(row);
    const isWithin = !limit.isOtherToken && all !== null && limit.spent + all.amount <= limit.amount;
    return isWithin ? { kind: 'go', charge } : { kind: 'ask' };
  }

  /** Estimates the cost of what is still to be sent of a submission. Null while it is not known. */
  chargeOf(submission: StoredSubmission): Charge | null {
    return this.#estimates.chargeOf(this.#payer(submission.accountId), loadToCome([submission]));
  }

  /** Returns the same estimate in the form that the window shows. */
  priceOf(submission: StoredSubmission): EstimatedCost | null {
    return this.#estimates.of(this.#payer(submission.accountId), loadToCome([submission]));
  }

  /** Estimates the cost of a load. `covered` also considers unsent files of the same balance. */
  estimate(accountId: string, load: Load): CostEstimate | null {
    const payer = this.#payer(accountId);
    const estimate = this.#estimates.of(payer, load);
    if (estimate === null || estimate.balance === null) return estimate;
    const unsent = this.#estimates.costOf(payer, this.#batches.of(accountId).unsent()) ?? 0n;
    const all = BigInt(estimate.cost.amount) + unsent;
    return { ...estimate, covered: this.#estimates.isCovered(payer, BigInt(estimate.balance), all) };
  }

  /** True if this load would exceed the account's limit, or its cost is not known. */
  isBeyondLimit(accountId: string, load: Load, batch?: number): boolean {
    const limit = this.#limitNow(accountId);
    if (limit === null || load.submissions === 0) return false;
    const payer = this.#payer(accountId);
    const cost = this.#estimates.costOf(payer, load);
    if (limit.isOtherToken || cost === null) return true;
    const running = this.#batches.of(accountId);
    // A new batch has spent nothing yet.
    if (batch !== undefined && batch !== running.current) return cost > limit.amount;
    return limit.spent + (this.#estimates.costOf(payer, running.unsent()) ?? 0n) + cost > limit.amount;
  }

  of(accountId: string): HeldCosts {
    const rows = this.#cache.rowsOf(accountId);
    const unapproved = this.#heldCost(accountId, rows, 'unapproved');
    return {
      unapproved: unapproved && {
        ...unapproved,
        adding: this.#additions.has(accountId),
        ahead: rows.filter(({ cost, state }) => cost === null && (isMoving(state) || awaitsRecord(state))).length,
        isBeyondLimit: this.isBeyondLimit(accountId, loadToCome(rows.filter((row) => waitsFor(row, 'unapproved')))),
      },
      beyondLimit: this.#heldCost(accountId, rows, 'beyond-spending-limit'),
      limit: this.#limit(accountId),
      unit: this.#unit(accountId),
    };
  }

  #heldCost(
    accountId: string,
    rows: readonly StoredSubmission[],
    why: 'unapproved' | 'beyond-spending-limit',
  ): HeldCost | null {
    const held = rows.filter((row) => waitsFor(row, why));
    if (held.length === 0) return null;
    const load = loadToCome(held);
    return {
      rows: held.length,
      files: held.reduce((sum, { files }) => sum + (files ?? 1), 0),
      submissions: load.submissions,
      bytes: load.bytes,
      estimate: this.estimate(accountId, load),
    };
  }

  #limitNow(accountId: string): LimitNow | null {
    const limit = this.#settings.of(accountId).spendingLimit;
    if (limit === null) return null;
    const pays = this.#unit(accountId)?.token ?? null;
    const isOther = isOtherToken(limit, pays);
    const token = isOther ? limit.token : (limit.token ?? pays);
    const spent = this.#batches.of(accountId).spent(token);
    return { amount: BigInt(limit.amount), spent, token, isOtherToken: isOther };
  }

  #limit(accountId: string): HeldCosts['limit'] {
    const limit = this.#limitNow(accountId);
    if (limit === null) return null;
    const { amount, isOtherToken, spent, token } = limit;
    const pays = this.#unit(accountId);
    const known = this.#tokens.known(accountId).find(({ name }) => name === token && token !== null);
    const unit = { token, decimals: pays?.token === token ? pays.decimals : (known?.decimals ?? null) };
    return {
      limit: { ...unit, amount: amount.toString() },
      spent: { ...unit, amount: spent.toString() },
      isOtherToken,
    };
  }

  /** Returns the token that pays: from earlier payments, else from the account's balances. */
  #unit(accountId: string): Pick<Cost, 'token' | 'decimals'> | null {
    const payer = this.#payer(accountId);
    const paid = this.#estimates.unitOf(payer);
    if (paid !== null || this.#accounts.submitBy(accountId) === null) return paid;
    const all = this.#tokens.known(accountId);
    const [only, other] = payer.token === null ? all : all.filter(({ name }) => name === payer.token);
    if (only === undefined || only.name === null || (payer.token === null && other !== undefined)) return null;
    return { token: only.name, decimals: only.decimals };
  }

  #payer(accountId: string): Payer {
    const submitBy = this.#accounts.submitBy(accountId);
    return { accountId, token: submitBy === null ? null : tokenOf(submitBy) };
  }

  /** True if the account has submitted nothing and nothing is queued. The user may not know the cost yet. */
  #isNew(accountId: string): boolean {
    if (this.#used.has(accountId)) return false;
    const isUsed =
      this.#earlierSubmissions.hasAny(accountId) ||
      this.#cache.ofAccount(accountId).some(({ state }) => {
        if (state.kind === 'paused') return state.why.kind !== 'unapproved';
        return state.kind !== 'cancelled' && state.kind !== 'rejected';
      });
    if (isUsed) this.#used.add(accountId);
    return !isUsed;
  }
}

function waitsFor({ state }: StoredSubmission, why: PauseReason['kind']): boolean {
  return state.kind === 'paused' && state.why.kind === why;
}
