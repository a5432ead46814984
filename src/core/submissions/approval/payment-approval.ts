import type { Separators } from '../../../shared/amounts.ts';
import type { CallInputs } from '../../../shared/bridge/bridge.ts';
import type { Question } from '../../../shared/bridge/ipc.ts';
import type { ResumeReason, Submission } from '../../../shared/bridge/submissions.ts';
import { failure, type Result, success } from '../../../shared/failures/failure.ts';
import * as questions from '../../../shared/messages/questions/payment-questions.ts';
import type { Cost } from '../../../shared/submissions/cost.ts';
import type { QueueSettings, SpendingLimit } from '../../../shared/submissions/queue-settings.ts';
import { isPerhapsChargedInVain } from '../../../shared/submissions/submission-state.ts';
import { type Consent, declined } from '../../consent.ts';
import { costsNoMoreThanShown, paysAsShown } from '../cost/as-shown.ts';
import { isAskedToRetry, type TriedAgain } from '../queue/commands.ts';
import type { Submissions } from '../submissions.ts';

/**
 * Asks the user, in a window of main's own, about what may be paid for twice or goes beyond their limits. One question
 * covers all files of a call, which are of one account.
 */
export class PaymentApproval {
  readonly #submissions: Submissions;
  /** Returns null if the account does not exist. */
  readonly #account: (accountId: string) => questions.PayingAccount | null;
  readonly #consent: Consent;
  /** The number separators of the user's system. */
  readonly #separators: () => Separators;

  constructor(
    submissions: Submissions,
    account: (accountId: string) => questions.PayingAccount | null,
    consent: Consent,
    separators: () => Separators,
  ) {
    this.#submissions = submissions;
    this.#account = account;
    this.#consent = consent;
    this.#separators = separators;
  }

  /** Returns those of `ids` that the user approves. */
  async toResume(ids: readonly number[], why: ResumeReason): Promise<Result<readonly number[]>> {
    if (why === 'by-user') return success(ids);
    const waits = ({ state }: Submission): boolean => state.kind === 'paused' && state.why.kind === why;
    return this.#approve(this.#named(ids).filter(waits), waits, (files, held) => {
      if (why === 'beyond-spending-limit') return this.#beyondQuestion(files, held);
      const reasons = why === 'duplicate' ? questions.duplicateReasons(held.map(({ state }) => state)) : [why];
      return questions.aboutSending(files, reasons, this.#separators());
    });
  }

  /**
   * Returns the rows of a drop that the user's approval covers: for the account that they saw, as it pays now, and for
   * no more than was shown. Going beyond the spending limit needs a question of main's own.
   */
  async toApprove(
    shown: CallInputs['submissions.approve'],
  ): Promise<Result<{ readonly ids: readonly number[]; readonly beyondLimit: boolean }>> {
    const { accountId } = shown;
    const isUnapproved = ({ accountId: of, state }: Submission): boolean =>
      of === accountId && state.kind === 'paused' && state.why.kind === 'unapproved';
    const held = this.#named(shown.ids).filter(isUnapproved);
    const [first] = held;
    if (first === undefined) return success({ ids: [], beyondLimit: false });
    const { estimate, isBeyondLimit } = this.#submissions.costOf(accountId, held);
    if (!paysAsShown(this.#accountOf(accountId), shown) || !costsNoMoreThanShown(estimate?.cost ?? null, shown.cost)) {
      this.#submissions.publisher.moved(accountId);
      return failure({ code: 'not-as-shown' });
    }
    const ids = held.map(({ id }) => id);
    if (!isBeyondLimit) return success({ ids, beyondLimit: false });
    const files = this.#asked(held, first);
    const asked = await this.#confirm(accountId, files.account, this.#beyondQuestion(files, held));
    return asked.ok ? success({ ids, beyondLimit: true }) : asked;
  }

  /** Returns the files of `tried` that may be retried. */
  async toRetry(tried: readonly TriedAgain[]): Promise<Result<readonly number[]>> {
    const files = new Map(tried.map((each) => [each.id, each]));
    const fileOf = ({ id }: Submission): TriedAgain => files.get(id) ?? { id, file: 'unknown', size: null };
    const mayBePaid = (submission: Submission): boolean =>
      isPerhapsChargedInVain(submission.state) ||
      submission.state.kind === 'delayed' ||
      fileOf(submission).hasChargedParts === true;
    return this.#approve(
      this.#named(tried.map(({ id }) => id)),
      (submission) => isAskedToRetry(submission, fileOf(submission)),
      (about, held) => {
        const isChanged = held.some((each) => ['changed', 'unknown'].includes(fileOf(each).file));
        const reasons = [isChanged ? 'changed' : null, held.some(mayBePaid) ? 'may-be-paid' : null] as const;
        return questions.aboutSending(
          about,
          reasons.filter((reason) => reason !== null),
          this.#separators(),
        );
      },
      (first) => fileOf(first).size ?? undefined,
    );
  }

  /** Returns those of `ids` to send again because the user says that they did not arrive. They may be paid for twice. */
  toSendAgain(ids: readonly number[]): Promise<Result<readonly number[]>> {
    return this.#approve(
      this.#named(ids),
      () => true,
      (files) => questions.aboutSending(files, ['uncertain'], this.#separators()),
    );
  }

  /** Asks before the spending limit is raised or removed. */
  async toSet(accountId: string, { spendingLimit: to }: Pick<QueueSettings, 'spendingLimit'>): Promise<Result<null>> {
    const { spendingLimit: from } = this.#submissions.settings.of(accountId);
    // Fewer base units of another token may be more money.
    if (from === null || (to !== null && to.token === from.token && BigInt(to.amount) <= BigInt(from.amount))) {
      return success(null);
    }
    const account = this.#accountOf(accountId);
    const asked = { from: this.#amountOf(accountId, from), to: to && this.#amountOf(accountId, to) };
    const question = questions.aboutHigherLimit(asked, account, this.#separators());
    return this.#confirm(accountId, account, question);
  }

  /** Returns the files that may continue: those that the user approved, and those that still need no question. */
  async #approve(
    submissions: readonly Submission[],
    isAskedAbout: (submission: Submission) => boolean,
    question: (files: questions.AskedFiles, held: readonly Submission[]) => Question,
    sizeOf: (first: Submission) => number | undefined = () => undefined,
  ): Promise<Result<readonly number[]>> {
    const ids = submissions.map(({ id }) => id);
    const held = submissions.filter(isAskedAbout);
    const [first] = held;
    if (first === undefined) return success(ids);
    const { accountId } = first;
    if (held.some((each) => each.accountId !== accountId)) return failure({ code: 'several-accounts' });
    const files = this.#asked(held, first, sizeOf(first));
    const asked = await this.#confirm(accountId, files.account, question(files, held));
    if (!asked.ok) return asked;
    const others = this.#named(ids).filter((each) => !isAskedAbout(each));
    return success([...new Set([...held, ...others].map(({ id }) => id))]);
  }

  /** Fails if the account has moved meanwhile, or another credential pays: the question named the former ones. */
  async #confirm(accountId: string, asked: questions.PayingAccount, question: Question): Promise<Result<null>> {
    const answer = await this.#consent.ask(question, declined);
    // The practice account has no address before its service is up, and goes nowhere else.
    const isSame = asked.address === null || paysAsShown(this.#accountOf(accountId), asked);
    return answer.ok && !isSame ? failure({ code: 'changed-meanwhile' }) : answer;
  }

  #beyondQuestion(files: questions.AskedFiles, held: readonly Submission[]): Question {
    const accountId = held[0]?.accountId ?? '';
    const { estimate } = this.#submissions.costOf(accountId, held);
    return questions.aboutBeyondLimit(files, estimate, this.#submissions.costs.of(accountId).limit, this.#separators());
  }

  #named(ids: readonly number[]): Submission[] {
    return [...new Set(ids)].flatMap((id) => this.#submissions.cache.get(id) ?? []);
  }

  /** `size` is the size of the file if it differs from the list. */
  #asked(asked: readonly Submission[], { id, accountId }: Submission, size?: number): questions.AskedFiles {
    const price = asked.length > 1 ? null : this.#submissions.price(id, size);
    const list = asked.map((submission) => ({
      name: submission.name,
      folder: this.#submissions.folderOf(submission.id),
    }));
    return { list, price, account: this.#accountOf(accountId) };
  }

  #accountOf(accountId: string): questions.PayingAccount {
    return this.#account(accountId) ?? { name: '', address: null, submitBy: null };
  }

  /** A limit as it is shown, with the decimals of its token if known. One without a token is in the token that pays. */
  #amountOf(accountId: string, { amount, token }: SpendingLimit): Cost {
    const { limit, unit } = this.#submissions.costs.of(accountId);
    const known = [unit, limit?.limit ?? null].find(
      (cost) => cost !== null && (token === null || cost.token === token),
    );
    return { amount, token: token ?? known?.token ?? null, decimals: known?.decimals ?? null };
  }
}
