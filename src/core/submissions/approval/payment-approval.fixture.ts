import { separatorsOf } from '../../../shared/amounts.ts';
import type { SubmitBy } from '../../../shared/bridge/accounts.ts';
import type { Question } from '../../../shared/bridge/ipc.ts';
import type { CostEstimate, HeldCosts } from '../../../shared/bridge/submissions.ts';
import type { PayingAccount } from '../../../shared/messages/questions/payment-questions.ts';
import type { QueueSettings, SpendingLimit } from '../../../shared/submissions/queue-settings.ts';
import type { SubmissionState } from '../../../shared/submissions/submission-state.ts';
import { Consent } from '../../consent.ts';
import { Costs } from '../cost/costs.ts';
import { QueueSettingsStore } from '../cost/queue-settings.ts';
import { fake } from '../fake.fixture.ts';
import { submission } from '../journal/submission.fixture.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import { SubmissionCache } from '../journal/submission-cache.ts';
import { Publisher } from '../progress/publisher.ts';
import type { TriedAgain } from '../queue/commands.ts';
import { Submissions } from '../submissions.ts';
import { PaymentApproval } from './payment-approval.ts';

const estimate: CostEstimate = { cost: { amount: '5', token: 'ETH', decimals: 2 }, balance: null, covered: null };

/** Base units. */
const costEach = 5;

const apiKey: SubmitBy = { variant: 'api-key' };

type Asking = {
  readonly answer?: boolean;
  /** Called while the question is open. */
  readonly whileAsked?: () => void;
  readonly spendingLimit?: SpendingLimit | null;
  readonly names?: readonly string[];
  readonly folders?: readonly string[];
  readonly submitBy?: SubmitBy;
  /** The account's changes since the question. */
  readonly account?: () => Partial<PayingAccount>;
  /** Real submissions instead of those with `states`. */
  readonly submissions?: Submissions;
};

/** For tests: records questions about payments, and gives the same answer to all. */
export function asked(
  states: readonly SubmissionState[],
  {
    answer = true,
    whileAsked = () => undefined,
    spendingLimit = null,
    names = [],
    folders = [],
    submitBy = apiKey,
    account = () => ({}),
    submissions: real,
  }: Asking = {},
) {
  const all = new Map<number, StoredSubmission>(
    states.map((state, index) => [
      index + 1,
      { ...submission(index + 1, 10, state), name: names[index] ?? `${index + 1}.pdf` },
    ]),
  );
  const limit = spendingLimit === null ? null : { ...estimate.cost, amount: spendingLimit.amount };
  const held: HeldCosts = {
    unapproved: null,
    beyondLimit: null,
    limit: limit && { limit, spent: { ...limit, amount: '30' }, isOtherToken: false },
    unit: estimate.cost,
  };
  const questions: Question[] = [];
  const settings: QueueSettings = { atOnce: 'automatic', spendingLimit, askBeyondFiles: null };
  const progressResent = { count: 0 };
  const consent = new Consent(async (question) => {
    questions.push(question);
    whileAsked();
    return answer;
  });
  const invented = fake(Submissions, {
    cache: fake(SubmissionCache, { get: (id) => all.get(id) ?? null }),
    folderOf: (id) => folders[id - 1] ?? '/given',
    price: (_id, size = 125) => ({ cost: { amount: `${size}`, token: 'ETH', decimals: 2 } }),
    settings: fake(QueueSettingsStore, { of: () => settings }),
    costs: fake(Costs, { of: () => held }),
    costOf: (_accountId, files) => ({
      estimate: { ...estimate, cost: { ...estimate.cost, amount: `${costEach * files.length}` } },
      isBeyondLimit: spendingLimit !== null && costEach * files.length > Number(spendingLimit.amount),
    }),
    publisher: fake(Publisher, {
      moved: () => {
        progressResent.count += 1;
      },
    }),
  });
  const payingAccount = (id: string) => ({
    ...{ name: `Account ${id}`, address: `https://${id}.example`, submitBy },
    ...account(),
  });
  const approval = new PaymentApproval(real ?? invented, payingAccount, consent, () => separatorsOf('en'));
  return { approval, questions, all, progressResent };
}

const reason = { code: 'internal' } as const;
const at = '2026-05-03T12:00:00.000Z';
export const duplicate: SubmissionState = {
  kind: 'paused',
  why: { kind: 'duplicate', of: { localId: 7, name: 'first.pdf', submissionId: 'a', at: '2026-05-03T10:00:00Z' } },
};
export const sinceCopy: SubmissionState = { kind: 'paused', why: { kind: 'since-copy' } };
export const unapproved: SubmissionState = { kind: 'paused', why: { kind: 'unapproved' } };
export const beyond: SubmissionState = { kind: 'paused', why: { kind: 'beyond-spending-limit' } };
export const paused: SubmissionState = { kind: 'paused', why: { kind: 'by-user' } };
export const cancelled: SubmissionState = { kind: 'cancelled' };
export const delayed: SubmissionState = { kind: 'delayed', submissionId: 'a', at, reason };
export const rejected: SubmissionState = { kind: 'rejected', reason };
export const retrying: SubmissionState = { kind: 'retrying', until: '2026-05-03T10:00:00Z', reason };
export const cannotTell: SubmissionState = {
  kind: 'unsettled',
  since: '2026-05-03T10:00:00Z',
  reason,
  check: { kind: 'cannot-tell', why: 'no-records' },
};
export const checking: SubmissionState = { ...cannotTell, check: { kind: 'checking', until: '2026-05-03T10:02:00Z' } };
/** The line of a file without its own name. */
export const file = (number: number): string => `File “${number}.pdf”, in “/given”`;
export const of = '\nTo https://a.example\nAccount “Account a”';
/** Includes the given files. */
export const tried = (...which: number[]): TriedAgain[] => which.map((id) => ({ id, file: 'same', size: 125 }));
export const ids = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
