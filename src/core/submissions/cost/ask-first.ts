import type { QueueSettings } from '../../../shared/submissions/queue-settings.ts';
import type { Payments } from '../journal/payments.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import type { Load } from './cost-history.ts';
import type { HeldCosts } from './held-costs.ts';

type AskFirstParts = {
  readonly cache: Pick<SubmissionCache, 'ofAccount'>;
  readonly payments: Pick<Payments, 'hasAny'>;
  readonly held: Pick<HeldCosts, 'hasUnapproved' | 'isBeyondLimit'>;
  readonly settings: (accountId: string) => Pick<QueueSettings, 'spendingLimit' | 'askBeyondFiles'>;
  /** Nothing real is spent with it. */
  readonly isPractice: (accountId: string) => boolean;
};

/**
 * Parts that are made a little smaller leave rests that go by themselves, and a manifest that names more of them is longer: what
 * was agreed to is a handful of submissions off, as its price was. Where parts are halved they are twice as many.
 */
const MUCH_THE_SAME = 1.1;

/** `look`: it depends on how many files there are, and on what they cost. */
export type AskedBefore = 'always' | 'look' | 'never';

/** Whether a person is asked about what they add before anything of it is sent: how many files, what they cost, who pays. */
export class AskFirst {
  readonly #parts: AskFirstParts;
  /** Accounts that something was submitted with: they never become new again. */
  readonly #used = new Set<string>();

  constructor(parts: AskFirstParts) {
    this.#parts = parts;
  }

  /** Before anything is known of what is added. What comes while a person is asked about something joins it. */
  of(accountId: string): AskedBefore {
    const { held, isPractice, settings } = this.#parts;
    if (held.hasUnapproved(accountId)) return 'always';
    const { askBeyondFiles, spendingLimit } = settings(accountId);
    if (askBeyondFiles !== null && !isPractice(accountId) && this.#isNew(accountId)) return 'always';
    return askBeyondFiles === null && spendingLimit === null ? 'never' : 'look';
  }

  /** Whether what was found so far of an addition to `batch` is enough to ask. */
  isEnough(accountId: string, load: Load, batch: number): boolean {
    const { held, settings } = this.#parts;
    const { askBeyondFiles } = settings(accountId);
    if (load.files > 0 && askBeyondFiles !== null && load.files > askBeyondFiles) return true;
    return held.isBeyondLimit(accountId, load, batch);
  }

  /**
   * Whether a row takes more submissions than go without a question, and than the person has said yes to: as its turn comes, or
   * that of one of its parts. How many it takes may be known only since the service has refused it, or a part of it, as too large.
   */
  isAskedToDivide({ accountId, agreedSubmissions, parts, partSize }: StoredSubmission): boolean {
    const { askBeyondFiles } = this.#parts.settings(accountId);
    if (askBeyondFiles === null || parts === null) return false;
    // An earlier version divided it, and kept no number.
    if (partSize !== null && agreedSubmissions === null) return false;
    return parts.total > askBeyondFiles && parts.total > MUCH_THE_SAME * (agreedSubmissions ?? 0);
  }

  /** Nothing was ever submitted with it, nor is on its way: whoever drops something may not know yet what that costs. */
  #isNew(accountId: string): boolean {
    const { cache, payments } = this.#parts;
    if (this.#used.has(accountId)) return false;
    const isUsed =
      payments.hasAny(accountId) ||
      cache.ofAccount(accountId).some(({ state }) => {
        if (state.kind === 'paused') return state.why.kind !== 'unapproved';
        return state.kind !== 'cancelled' && state.kind !== 'rejected';
      });
    if (isUsed) this.#used.add(accountId);
    return !isUsed;
  }
}
