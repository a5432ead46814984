import { isDeepStrictEqual } from 'node:util';
import type { Separators } from '../../../shared/amounts.ts';
import type { CallInputs } from '../../../shared/bridge/bridge.ts';
import type { Question } from '../../../shared/bridge/ipc.ts';
import type { ResumeReason, Submission } from '../../../shared/bridge/submissions.ts';
import { type Failure, failure, type Result, success } from '../../../shared/failures/failure.ts';
import * as questions from '../../../shared/messages/questions/payment-questions.ts';
import type { Cost } from '../../../shared/submissions/cost.ts';
import type { QueueSettings, SpendingLimit } from '../../../shared/submissions/queue-settings.ts';
import { isPerhapsChargedInVain } from '../../../shared/submissions/submission-state.ts';
import { type Consent, declined } from '../../consent.ts';
import { isAskedToRetry, type TriedAgain } from '../queue/tried-again.ts';
import type { Submissions } from '../submissions.ts';

export type PaymentApprovalParts = {
  readonly consent: Consent;
  readonly submissions: Pick<Submissions, 'costOf' | 'find' | 'folderOf' | 'held' | 'price' | 'settings' | 'tellAgain'>;
  /** Null for one that is not there. */
  readonly account: (accountId: string) => questions.PayingAccount | null;
  /** How the person has numbers written. */
  readonly separators: () => Separators;
};

type ApprovalOptions = {
  /** What a file has in bytes by now, where that is another than the list says. */
  readonly sizeOf?: (submission: Submission) => number | undefined;
  /** Whether nothing that is there of it counts. */
  readonly startsAnew?: (submission: Submission) => boolean;
};

const notSent: Failure = { code: 'declined' };

/**
 * Puts to the person what a page must not be able to do alone because it may be paid for twice, or beyond what they want to
 * be asked about. One question covers all that is in a call, of one account; what costs nothing that was not agreed to is not asked about.
 */
export class PaymentApproval {
  readonly #parts: PaymentApprovalParts;

  constructor(parts: PaymentApprovalParts) {
    this.#parts = parts;
  }

  /** Those of `ids` that may go on: with a yes, the ones that it was asked about. */
  async toResume(ids: readonly number[], why: ResumeReason): Promise<Result<readonly number[]>> {
    if (why === 'by-person') return success(ids);
    const waits = ({ state }: Submission): boolean => state.kind === 'paused' && state.why.kind === why;
    const held = this.#submissions(ids).filter(waits);
    return this.#approve(held, waits, (files, accountId, asked) => this.#resumeQuestion(files, accountId, asked, why));
  }

  #resumeQuestion(
    files: questions.AskedFiles,
    accountId: string,
    held: readonly Submission[],
    why: Exclude<ResumeReason, 'by-person'>,
  ): Question {
    switch (why) {
      case 'duplicate':
        return questions.aboutDuplicates(files, this.#parts.separators());
      case 'since-copy':
        return questions.aboutSinceCopy(files, this.#parts.separators());
      case 'beyond-spending-limit':
        return this.#beyondQuestion(files, accountId, held);
    }
  }

  #beyondQuestion(files: questions.AskedFiles, accountId: string, held: readonly Submission[]): Question {
    const { estimate } = this.#parts.submissions.costOf(accountId, held);
    return questions.aboutBeyondLimit(files, estimate, this.#limit(accountId), this.#parts.separators());
  }

  /**
   * Those of a drop that may go with the person's yes: to the account that they saw, as it pays now, and for no more than
   * they were told. What would go beyond their spending limit is asked about by main itself.
   */
  async toApprove(
    shown: CallInputs['submissions.approve'],
  ): Promise<Result<{ readonly ids: readonly number[]; readonly beyondLimit: boolean }>> {
    const { accountId } = shown;
    const { submissions } = this.#parts;
    const isUnapproved = ({ accountId: of, state }: Submission): boolean =>
      of === accountId && state.kind === 'paused' && state.why.kind === 'unapproved';
    const held = this.#submissions(shown.ids).filter(isUnapproved);
    const [first] = held;
    if (first === undefined) return success({ ids: [], beyondLimit: false });
    const { estimate, isBeyondLimit } = submissions.costOf(accountId, held);
    if (!paysAsShown(this.#accountOf(accountId), shown) || !costsNoMoreThanShown(estimate?.cost ?? null, shown.cost)) {
      submissions.tellAgain(accountId);
      return failure({ code: 'not-as-shown' });
    }
    const ids = held.map(({ id }) => id);
    if (!isBeyondLimit) return success({ ids, beyondLimit: false });
    const files = this.#asked(held, first);
    const question = this.#beyondQuestion(files, accountId, held);
    const asked = await this.#confirm(first, files.account, question, notSent);
    return asked.ok ? success({ ids, beyondLimit: true }) : asked;
  }

  /** The files of `tried` that may be retried. */
  async toRetry(tried: readonly TriedAgain[]): Promise<Result<readonly number[]>> {
    const ids = tried.map(({ id }) => id);
    const files = new Map(tried.map((each) => [each.id, each]));
    const fileOf = ({ id }: Submission): TriedAgain => files.get(id) ?? { id, file: 'unknown', size: null };
    const startsAnew = (submission: Submission): boolean => (fileOf(submission).startsAnew ?? null) !== null;
    const mayBePaid = (submission: Submission): boolean =>
      isPerhapsChargedInVain(submission.state) ||
      submission.state.kind === 'delayed' ||
      fileOf(submission).hasChargedParts === true;
    return this.#approve(
      this.#submissions(ids),
      (submission) => isAskedToRetry(submission, fileOf(submission)),
      (about, _accountId, held) => {
        const retried = {
          changed: held.filter((each) => ['changed', 'unknown'].includes(fileOf(each).file)).length,
          startsOver: held.filter(startsAnew).length,
          mayBePaid: held.filter(mayBePaid).length,
        };
        return questions.aboutRetry(about, retried, this.#parts.separators());
      },
      { sizeOf: ({ id }) => files.get(id)?.size ?? undefined, startsAnew },
    );
  }

  /** Those of `ids` that are sent again because the user says that they did not arrive: they may be paid for twice. */
  toSendAgain(ids: readonly number[]): Promise<Result<readonly number[]>> {
    const submissions = this.#submissions(ids);
    return this.#approve(
      submissions,
      () => true,
      (files) => questions.aboutUncertain(files, this.#parts.separators()),
    );
  }

  /** Before the person's spending limit is raised or taken away. */
  async toSet(accountId: string, { spendingLimit: to }: Pick<QueueSettings, 'spendingLimit'>): Promise<Result<null>> {
    const { spendingLimit: from } = this.#parts.submissions.settings(accountId);
    // Of another token, fewer base units may be more money.
    if (from === null || (to !== null && to.token === from.token && BigInt(to.amount) <= BigInt(from.amount))) {
      return success(null);
    }
    const account = this.#accountOf(accountId);
    const asked = { from: this.#amountOf(accountId, from), to: to && this.#amountOf(accountId, to) };
    const question = questions.aboutHigherLimit(asked, account, this.#parts.separators());
    return this.#confirm({ accountId }, account, question, declined);
  }

  /**
   * Those that may go on: with a yes the ones that it was asked about, and the others as they are by then. One that has come to
   * be a matter of the question meanwhile does not: nobody said yes to that.
   */
  async #approve(
    submissions: readonly Submission[],
    isAskedAbout: (submission: Submission) => boolean,
    question: (files: questions.AskedFiles, accountId: string, held: readonly Submission[]) => Question,
    { sizeOf = () => undefined, startsAnew = () => false }: ApprovalOptions = {},
  ): Promise<Result<readonly number[]>> {
    const ids = submissions.map(({ id }) => id);
    const held = submissions.filter(isAskedAbout);
    const [first] = held;
    if (first === undefined) return success(ids);
    // Whoever says yes says it to what one account pays.
    const { accountId } = first;
    if (held.some((each) => each.accountId !== accountId)) return failure({ code: 'several-accounts' });
    const files = this.#asked(held, first, sizeOf(first), startsAnew(first));
    const asked = await this.#confirm(first, files.account, question(files, accountId, held), notSent);
    if (!asked.ok) return asked;
    const others = this.#submissions(ids).filter((each) => !isAskedAbout(each));
    return success([...new Set([...held, ...others].map(({ id }) => id))]);
  }

  /** A yes is for what the question named: the account may have moved, or another of its credentials pays, since it was asked. */
  async #confirm(
    { accountId }: Pick<Submission, 'accountId'>,
    asked: questions.PayingAccount,
    question: Question,
    refusal: Failure,
  ): Promise<Result<null>> {
    const answer = await this.#parts.consent.ask(question, refusal);
    // The practice account's service may have come up meanwhile: it goes nowhere else.
    const isSame = asked.address === null || paysAsShown(this.#accountOf(accountId), asked);
    return answer.ok && !isSame ? failure({ code: 'changed-meanwhile' }) : answer;
  }

  #submissions(ids: readonly number[]): Submission[] {
    return [...new Set(ids)].flatMap((id) => this.#parts.submissions.find(id) ?? []);
  }

  #asked(
    submissions: readonly Submission[],
    { id, accountId }: Submission,
    size?: number,
    startsAnew = false,
  ): questions.AskedFiles {
    const price = submissions.length > 1 ? null : this.#parts.submissions.price(id, size, startsAnew);
    const list = submissions.map((submission) => ({
      name: submission.name,
      folder: this.#parts.submissions.folderOf(submission.id),
    }));
    return { list, price, account: this.#accountOf(accountId) };
  }

  #accountOf(accountId: string): questions.PayingAccount {
    return this.#parts.account(accountId) ?? { name: '', address: null, submitBy: null };
  }

  #limit(accountId: string): questions.AskedLimit | null {
    return this.#parts.submissions.held(accountId).limit;
  }

  /** A limit as it is shown: in its token, where that is one that is known here. */
  #amountOf(accountId: string, { amount, token }: SpendingLimit): Cost {
    const { limit, unit } = this.#parts.submissions.held(accountId);
    const known = [unit, limit?.limit ?? null].find((one) => one !== null && (token === null || one.token === token));
    return { amount, token: token ?? known?.token ?? null, decimals: known?.decimals ?? null };
  }
}

type Payer = Pick<questions.PayingAccount, 'address' | 'submitBy'>;

/** True if an account is at the address that was shown, and pays with what was shown. */
function paysAsShown(now: Payer, shown: Payer): boolean {
  return now.address === shown.address && isDeepStrictEqual(now.submitBy, shown.submitBy);
}

/** Amounts of two tokens cannot be compared. An approval of an unknown cost (null) covers no known amount. */
function costsNoMoreThanShown(now: Cost | null, shown: CallInputs['submissions.approve']['cost']): boolean {
  if (now === null || shown === null) return now === null && shown === null;
  return now.token === shown.token && /^\d+$/.test(shown.amount) && BigInt(now.amount) <= BigInt(shown.amount);
}
