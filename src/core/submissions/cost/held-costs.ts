import type { SubmitBy } from '../../../shared/bridge/accounts.ts';
import type { CostEstimate, HeldCost, HeldCosts as HeldFigures } from '../../../shared/bridge/submissions.ts';
import type { Cost } from '../../../shared/submissions/cost.ts';
import type { SpendingLimit } from '../../../shared/submissions/queue-settings.ts';
import { awaitsRecord, isMoving } from '../../../shared/submissions/submission-state.ts';
import type { Tokens } from '../../balances/index.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { Batch } from '../progress/batch.ts';
import type { Load } from './cost-history.ts';
import { type Estimates, loadToCome, type Payer, tokenOf } from './estimates.ts';

type HeldCostsParts = {
  readonly estimates: Pick<Estimates, 'of' | 'costOf' | 'unitOf'>;
  /** How an account submits; null while something keeps it from that. */
  readonly submitBy: (accountId: string) => SubmitBy | null;
  readonly tokens: Pick<Tokens, 'known'>;
  /** As the person has set it, null for no limit. */
  readonly limitOf: (accountId: string) => SpendingLimit | null;
  readonly batchOf: (accountId: string) => Pick<Batch, 'current' | 'spent' | 'unsent'>;
};

/** A limit as it holds now. `token`: what it and what was `spent` are measured in, null where nobody knows. */
export type LimitNow = {
  readonly amount: bigint;
  readonly spent: bigint;
  readonly token: string | null;
  /** Another token pays: the limit says nothing of what that costs, and a person has to. */
  readonly isOtherToken: boolean;
};

type Reason = 'unapproved' | 'beyond-spending-limit';
type HeldLoad = { readonly rows: number; readonly files: number; readonly submissions: number; readonly bytes: bigint };
type Held = { readonly accountId: string; readonly why: Reason } & HeldLoad;

const nothing: HeldLoad = { rows: 0, files: 0, submissions: 0, bytes: 0n };

function keyOf(accountId: string, why: Reason): string {
  return `${why} ${accountId}`;
}

/**
 * What waits for a person's word because of what it costs, in figures. Kept by addition, so that a change costs the same
 * with ten files and with a hundred thousand.
 */
export class HeldCosts {
  readonly #parts: HeldCostsParts;
  readonly #held = new Map<number, Held>();
  readonly #heldLoads = new Map<string, HeldLoad>();
  /** What goes or went without a cost that anybody knows yet, by account. */
  readonly #ahead = new Map<string, Set<number>>();
  /** How many additions are under way, by account. */
  readonly #additions = new Map<string, number>();

  constructor(parts: HeldCostsParts) {
    this.#parts = parts;
  }

  /** Tells what has become of a submission. */
  observe(submission: StoredSubmission): void {
    const { id, accountId, cost, state } = submission;
    this.#forget(id);
    if (cost === null && (isMoving(state) || awaitsRecord(state))) this.#goesAhead(accountId, id);
    if (state.kind !== 'paused') return;
    const why = state.why.kind;
    if (why !== 'unapproved' && why !== 'beyond-spending-limit') return;
    const { files: submissions, bytes } = loadToCome(submission);
    const held = { accountId, why, rows: 1, files: submission.files ?? 1, submissions, bytes };
    this.#held.set(id, held);
    this.#count(held, 1);
  }

  forget(ids: readonly number[]): void {
    for (const id of ids) this.#forget(id);
  }

  /** What is added now is among what is asked about, and more of it may come. */
  beginAddition(accountId: string): void {
    this.#additions.set(accountId, (this.#additions.get(accountId) ?? 0) + 1);
  }

  endAddition(accountId: string): void {
    const left = (this.#additions.get(accountId) ?? 0) - 1;
    if (left > 0) this.#additions.set(accountId, left);
    else this.#additions.delete(accountId);
  }

  hasUnapproved(accountId: string): boolean {
    return this.#heldLoad(accountId, 'unapproved').rows > 0;
  }

  /** What so many files will probably cost, by how the account pays now. */
  estimate(accountId: string, load: Load): CostEstimate | null {
    const payer = this.#payer(accountId);
    const estimate = payer === null ? null : this.#parts.estimates.of(payer, load);
    if (payer === null || estimate === null || estimate.balance === null) return estimate;
    // What goes by itself is paid for out of the same balance.
    const unsent = this.#parts.estimates.costOf(payer, this.#parts.batchOf(accountId).unsent()) ?? 0n;
    return { ...estimate, covered: BigInt(estimate.balance) >= BigInt(estimate.cost.amount) + unsent };
  }

  /** Whether so many files more would go beyond the account's limit, as far as anybody can tell before they are sent. */
  isBeyondLimit(accountId: string, load: Load, batch?: number): boolean {
    const { batchOf, estimates } = this.#parts;
    const limit = this.limitOf(accountId);
    if (limit === null || load.files === 0) return false;
    if (limit.isOtherToken) return true;
    const payer = this.#payer(accountId);
    const cost = payer === null ? null : estimates.costOf(payer, load);
    const running = batchOf(accountId);
    // What begins a batch of its own begins at nothing.
    const isNewBatch = batch !== undefined && batch !== running.current;
    const spent = isNewBatch ? 0n : limit.spent;
    // Without a price the limit itself holds what comes: the first file goes to learn it.
    if (payer === null || cost === null) return spent >= limit.amount && spent > 0n;
    const unsent = isNewBatch ? 0n : (estimates.costOf(payer, running.unsent()) ?? 0n);
    return spent + unsent + cost > limit.amount;
  }

  /** The account's limit, and how much of it the batch that runs has cost; null for no limit. */
  limitOf(accountId: string): LimitNow | null {
    const limit = this.#parts.limitOf(accountId);
    if (limit === null) return null;
    const pays = this.#unit(accountId)?.token ?? null;
    const token = limit.token ?? pays;
    return {
      amount: BigInt(limit.amount),
      spent: this.#parts.batchOf(accountId).spent(token),
      token,
      isOtherToken: limit.token !== null && pays !== null && limit.token !== pays,
    };
  }

  of(accountId: string): HeldFigures {
    const unapproved = this.#cost(accountId, 'unapproved');
    return {
      unapproved: unapproved && {
        ...unapproved,
        adding: this.#additions.has(accountId),
        ahead: this.#ahead.get(accountId)?.size ?? 0,
        isBeyondLimit: this.isBeyondLimit(accountId, loadOf(this.#heldLoad(accountId, 'unapproved'))),
      },
      beyondLimit: this.#cost(accountId, 'beyond-spending-limit'),
      limit: this.#limit(accountId),
      unit: this.#unit(accountId),
    };
  }

  #cost(accountId: string, why: Reason): HeldCost | null {
    const held = this.#heldLoad(accountId, why);
    if (held.rows === 0) return null;
    const { rows, files, submissions, bytes } = held;
    return { rows, files, submissions, bytes: Number(bytes), estimate: this.estimate(accountId, loadOf(held)) };
  }

  #limit(accountId: string): HeldFigures['limit'] {
    const limit = this.limitOf(accountId);
    if (limit === null) return null;
    const { amount, isOtherToken, spent, token } = limit;
    const unit = { token, decimals: this.#decimalsOf(accountId, token) };
    return {
      limit: { ...unit, amount: amount.toString() },
      spent: { ...unit, amount: spent.toString() },
      isOtherToken,
    };
  }

  #decimalsOf(accountId: string, token: string | null): number | null {
    const pays = this.#unit(accountId);
    if (pays !== null && pays.token === token) return pays.decimals;
    return this.#parts.tokens.known(accountId).find(({ name }) => name === token && token !== null)?.decimals ?? null;
  }

  /** By what was paid before, else by what the account is known to have. */
  #unit(accountId: string): Pick<Cost, 'token' | 'decimals'> | null {
    const payer = this.#payer(accountId);
    if (payer === null) return null;
    const known = this.#parts.tokens.known(accountId);
    const [first] = payer.token === null ? known : known.filter(({ name }) => name === payer.token);
    const only = known.length === 1 || payer.token !== null ? first : undefined;
    return (
      this.#parts.estimates.unitOf(payer) ??
      (only === undefined || only.name === null ? null : { token: only.name, decimals: only.decimals })
    );
  }

  #payer(accountId: string): Payer | null {
    const submitBy = this.#parts.submitBy(accountId);
    return submitBy === null ? null : { accountId, token: tokenOf(submitBy) };
  }

  #heldLoad(accountId: string, why: Reason): HeldLoad {
    return this.#heldLoads.get(keyOf(accountId, why)) ?? nothing;
  }

  #goesAhead(accountId: string, id: number): void {
    const ids = this.#ahead.get(accountId) ?? new Set();
    this.#ahead.set(accountId, ids.add(id));
  }

  #forget(id: number): void {
    for (const ids of this.#ahead.values()) ids.delete(id);
    const held = this.#held.get(id);
    if (held === undefined) return;
    this.#held.delete(id);
    this.#count(held, -1);
  }

  #count({ accountId, why, rows, files, submissions, bytes }: Held, sign: 1 | -1): void {
    const all = this.#heldLoad(accountId, why);
    this.#heldLoads.set(keyOf(accountId, why), {
      rows: all.rows + sign * rows,
      files: all.files + sign * files,
      submissions: all.submissions + sign * submissions,
      bytes: all.bytes + (sign === 1 ? bytes : -bytes),
    });
  }
}

/** Each submission is charged for. */
function loadOf({ submissions, bytes }: HeldLoad): Load {
  return { files: submissions, bytes };
}
