import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { BatchCost, CostEstimate, QueueSummary } from '../../../shared/bridge/submissions.ts';
import { publicWords } from '../../../shared/messages/questions/account-questions.ts';
import { type BatchCounts, batchStatuses, noFiles } from '../../../shared/submissions/batch-status.ts';
import { noSummary } from '../../../shared/submissions/empty-queue.ts';
import { britishTime } from '../../ui/british-time.fixture.ts';
import {
  approvalSpoken,
  approvalWords,
  beyondLimitWords,
  costWords,
  summaryWords,
  waitingText,
} from './batch-words.ts';

vi.mock(import('../../../shared/time.ts'), async (original) => britishTime(await original(), 'UTC'));

const now = Date.parse('2026-05-04T12:00:00Z');

function summary(counts: Partial<BatchCounts>, more: Partial<QueueSummary> = {}): QueueSummary {
  return {
    ...noSummary,
    counts: { ...noFiles, ...counts },
    bytes: { all: 4096, gone: 1024, submitted: 512, byStatus: noFiles },
    ...more,
  };
}

const words = (given: QueueSummary) => summaryWords(given, { now, readsRecords: true });
const facts = (given: QueueSummary) => words(given).facts.map(({ text }) => text);

test('a running batch tells files, bytes, rate and time left', () => {
  const running = summary({ toGo: 88, confirmed: 12 }, { bytesPerSecond: 512.4, secondsLeft: 6 });
  expect(words(running)).toMatchObject({
    headline: '12 of 100 files submitted',
    bar: 25,
  });
  expect(facts(running)).toEqual(['1 kB of 4.1 kB', '512 bytes/s', 'about 6 s left']);
});

test('a rate and a time that nobody knows are left out', () => {
  expect(facts(summary({ toGo: 2 }))).toEqual(['1 kB of 4.1 kB']);
});

test('the bar is not full while an answer is still to come', () => {
  const bytes = { all: 9, gone: 9, submitted: 0, byStatus: { ...noFiles, sending: 9 } };
  expect(words(summary({ sending: 1 }, { bytes })).bar).toBe(99);
});

test('a batch that is over tells the bytes of what holds a receipt, and of nothing else', () => {
  expect(facts(summary({ confirmed: 2 }))).toEqual(['512 bytes']);
  expect(facts(summary({ confirmed: 2, cancelled: 1 }))).toEqual(['1 cancelled', '512 bytes submitted']);
  expect(facts(summary({ rejected: 1 }))).toEqual([]);
});

test('a bar of what was cancelled is not drawn', () => {
  expect(words(summary({ cancelled: 3 })).bar).toBeNull();
});

const large = { all: 4_000_000, gone: 1_000, submitted: 1_000, byStatus: { ...noFiles, confirmed: 1_000 } };

test('while nothing moves the bar tells the files, however large those are that wait', () => {
  expect(words(summary({ confirmed: 120, undecided: 30 }, { bytes: large })).bar).toBe(80);
  expect(words(summary({ confirmed: 15, paused: 5 }, { bytes: large })).bar).toBe(75);
  const unreachable = { kind: 'unreachable', failure: null } as const;
  const held = summary({ confirmed: 15, toGo: 5 }, { bytes: large, waitingFor: unreachable });
  expect(words(held).bar).toBe(75);
  expect(facts(held)).toEqual(['1 kB submitted']);
});

test('a batch of empty files is measured by its files', () => {
  const bytes = { all: 0, gone: 0, submitted: 0, byStatus: noFiles };
  expect(words(summary({ toGo: 88, confirmed: 12 }, { bytes })).bar).toBe(12);
});

test('a long wait is told as the time of its end', () => {
  expect(facts(summary({ toGo: 1 }, { secondsLeft: 7_500 }))).toContain('done at about 14:05');
});

test('what is wrong with the account is said once, above the screens, and all else that the queue waits for in the strip', () => {
  const trouble = { kind: 'credential-missing', credential: 'api-key', blocks: true } as const;
  expect(waitingText({ kind: 'account', trouble }, 0)).toBe('');
  expect(waitingText({ kind: 'account', trouble: null }, 0)).toContain('not ready yet');
  expect(waitingText({ kind: 'disk' }, 0)).toContain('The disk is full');
});

const eth = { token: 'ethereum', decimals: 18 };
const none: BatchCost = { ...eth, known: '0', estimated: '0' };
/** Nothing of it has a cost that is still to be told. */
const over = { counts: noFiles };
const unit = 10n ** 14n;
const of = (tenThousandths: bigint): string => String(tenThousandths * unit);

const told = (...costs: readonly Partial<BatchCost>[]): readonly string[] =>
  costWords({ ...over, costs: costs.map((cost) => ({ ...none, ...cost })), estimate: null, filesWithoutCost: 0 }, true)
    .totals;

test('the cost of a batch is shown to the last digit once all of it is known', () => {
  expect(told({ known: '3100000000000001' })).toEqual(['Cost 0.003100000000000001 ethereum']);
});

test('one sentence has the total and the part that is spent, and no number twice', () => {
  expect(told({ known: of(31n), estimated: of(103n) })).toEqual(['About 0.0134 ethereum in all, 0.0031 spent so far']);
  expect(told({ estimated: of(103n) })).toEqual(['About 0.0103 ethereum in all']);
});

test('a total that only files of one size have told is the most that it can be', () => {
  expect(told({ known: '110000000000000', estimated: '176000000000000', accuracy: 'at-most' })).toEqual([
    'At most 0.000286 ethereum in all, 0.00011 spent so far',
  ]);
});

test('several tokens are added up apart', () => {
  expect(told({ known: of(31n) }, { token: 'usd', decimals: 0, known: '7' })).toEqual([
    'Cost 0.0031 ethereum',
    'Cost 7 usd',
  ]);
});

test('nothing is said where nothing was paid, nor is to be', () => {
  expect(told({})).toEqual([]);
});

const estimate = (covered: boolean | null): CostEstimate => ({
  cost: { ...eth, amount: '5' },
  balance: covered === null ? null : '1',
  covered,
});
const notes = (given: CostEstimate | null, filesWithoutCost = 0) =>
  costWords({ ...over, costs: [], estimate: given, filesWithoutCost }, true).notes;

test('the money sentence says when the balance is enough, and a warning when it is not', () => {
  const covered = costWords(
    { ...over, costs: [{ ...none, known: of(1n), estimated: '5' }], estimate: estimate(true), filesWithoutCost: 0 },
    true,
  );
  expect(covered.totals[0]).toMatch(/spent so far, covered by the balance$/);
  expect(covered.notes).toEqual([]);
  expect(notes(estimate(false))).toMatchObject([{ tone: 'warn' }]);
  expect(notes(estimate(null))).toEqual([]);
});

test('files whose cost no record tells are counted', () => {
  expect(notes(null, 1)).toMatchObject([{ text: 'The service does not say what 1 file cost.' }]);
  expect(notes(null, 1200)).toMatchObject([{ text: 'The service does not say what 1,200 files cost.' }]);
});

const unknownFor = (readsRecords: boolean) =>
  batchStatuses.filter(
    (status) =>
      costWords({ counts: { ...noFiles, [status]: 1 }, costs: [], estimate: null, filesWithoutCost: 0 }, readsRecords)
        .notes[0]?.text === 'The cost is not known yet.',
  );

test('“not known yet” is said from the beginning while a cost is to come', () => {
  expect(unknownFor(true)).toEqual(['toGo', 'sending', 'checking', 'submitted', 'paused']);
  const sending = { counts: { ...noFiles, sending: 1 }, filesWithoutCost: 0 };
  expect(costWords({ ...sending, costs: [{ ...none, known: '5' }], estimate: null }, true).notes).toEqual([]);
  expect(costWords({ ...sending, costs: [], estimate: estimate(null) }, true).notes).toEqual([]);
});

test('“not known yet” is not said to an account that can never learn costs, nor of a known cost of zero', () => {
  expect(unknownFor(false)).toEqual([]);
  const free = { counts: { ...noFiles, submitted: 1 }, costs: [none], estimate: null, filesWithoutCost: 0 };
  expect(costWords(free, true)).toEqual({ totals: [], notes: [] });
});

test('an estimate never promises less than it was given', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 40n }), (amount) => {
      const [total] = told({ token: null, decimals: 0, estimated: String(amount) });
      const shown = BigInt(total?.replace(/\D/g, '') ?? '0');
      expect(shown >= amount && shown <= amount + amount / 100n).toBe(true);
    }),
  );
});

const token = { ending: 'zb7a', expiresAt: null };
const work = {
  kind: 'service',
  name: 'Work',
  submitBy: { variant: 'api-key' },
  credentials: { apiKey: token, accessToken: token },
} as const;
const withoutToken = { ...work, credentials: { apiKey: token, accessToken: null } };
const ether = { token: 'ethereum', decimals: 18 };
const cost = { amount: '30934567890123456', ...ether };
const unapproved = {
  rows: 1_450,
  files: 1_450,
  submissions: 1_450,
  bytes: 37_958_451,
  estimate: { cost, balance: '1', covered: null },
  adding: false,
  ahead: 0,
  isBeyondLimit: false,
};
const limit = {
  limit: { amount: '20000000000000000', ...ether },
  spent: { amount: '1000000000000000', ...ether },
  isOtherToken: false,
};

test('a drop says how many files, about what they cost and who pays', () => {
  const words = approvalWords(unapproved, null, work);
  expect(words.facts.join(' · ')).toBe('1,450 files · about 0.031 ethereum · paid by Work');
  expect(words.notes).toEqual([{ text: '38 MB, paid with the API key.', tone: 'plain' }]);
  expect(words.submit).toBe('Submit');
});

test('what takes more or fewer submissions than it has files says how many', () => {
  const film = { ...unapproved, rows: 1, files: 1, submissions: 5_001 };
  expect(approvalWords(film, null, work)).toMatchObject({
    facts: ['1 file in 5,001 submissions', 'about 0.031 ethereum', 'paid by Work'],
    submitOne: null,
  });
  const { facts } = approvalWords({ ...unapproved, rows: 1, files: 214, submissions: 1 }, null, work);
  expect(facts[0]).toBe('214 files in 1 submission');
  expect(beyondLimitWords(film, null).text).toBe('1 file in 5,001 submissions waits for your approval.');
});

test('an account that asks a token to pay names it', () => {
  const { notes } = approvalWords(unapproved, null, {
    ...work,
    submitBy: { variant: 'access-token', token: 'usd-coin' },
  });
  expect(notes[0]?.text).toBe('38 MB, paid with usd-coin.');
});

test('a price that only files of one size have told is said to be the most that it can be', () => {
  const words = approvalWords(
    { ...unapproved, estimate: { cost, balance: null, covered: null, accuracy: 'at-most' } },
    null,
    work,
  );
  expect(words.facts[1]).toBe('at most 0.031 ethereum');
  expect(words.notes.map(({ text }) => text)).toContain(
    'It may be much less: so far, the cost is known for one file size only.',
  );
  const beyond = {
    ...unapproved,
    estimate: { cost, balance: null, covered: null, accuracy: 'at-most' },
    isBeyondLimit: true,
  } as const;
  expect(approvalWords(beyond, limit, work).notes.at(-1)?.text).toMatch(
    /^With them this drop may cost more than its limit/,
  );
});

test('without a price one of many files is offered to learn it by, beside all of them', () => {
  const unknown = { ...unapproved, estimate: null };
  const words = approvalWords(unknown, null, work);
  expect(words.facts).toEqual(['1,450 files', 'cost unknown', 'paid by Work']);
  expect(words).toMatchObject({ submitOne: 'Submit one to learn the cost', submit: 'Submit all' });
  expect(approvalWords({ ...unknown, rows: 1, files: 1, submissions: 1 }, null, work)).toMatchObject({
    submitOne: null,
    submit: 'Submit',
  });
  expect(approvalWords(unapproved, null, work)).toMatchObject({ submitOne: null, submit: 'Submit' });
});

test('while the cost of one that went ahead is awaited, the others say so, and no second one is offered', () => {
  const words = approvalWords({ ...unapproved, estimate: null, ahead: 1 }, null, work);
  expect(words).toMatchObject({ submitOne: null, submit: 'Submit all' });
  expect(words.notes.at(-1)?.text).toBe('1 file submitted first: the cost is shown here once it is in a block.');
});

test('an account that can’t see costs is promised none, and no file is sent to learn them', () => {
  const words = approvalWords({ ...unapproved, estimate: null, ahead: 1 }, null, withoutToken);
  expect(words).toMatchObject({ submitOne: null, submit: 'Submit' });
  expect(words.facts[1]).toBe('cost unknown');
  expect(words.notes.at(-1)?.text).toBe('This account can’t see costs. Add an access token to see them.');
});

test.each([
  [true, 'The balance covers it.', 'plain'],
  [false, 'The balance does not cover it: top it up, or submit fewer files.', 'warn'],
] as const)('whether the balance is enough is said (%s)', (covered, text, tone) => {
  const { notes } = approvalWords({ ...unapproved, estimate: { cost, balance: '1', covered } }, null, work);
  expect(notes).toContainEqual({ text, tone });
});

test('beyond the limit of a drop the bar has the cost and the limit, and each of them once', () => {
  const words = approvalWords({ ...unapproved, isBeyondLimit: true }, limit, work);
  expect(words.notes.at(-1)).toEqual({
    text: 'With them this drop costs more than its limit of 0.02 ethereum.',
    tone: 'warn',
  });
  expect(words.submit).toBe('Submit…');
});

test('files that go unencrypted from a paid account say that anybody can read them', () => {
  const note = { text: publicWords, tone: 'plain' };
  expect(approvalWords(unapproved, null, work, true).notes).toContainEqual(note);
  expect(approvalWords(unapproved, null, work, false).notes).not.toContainEqual(note);
  expect(approvalWords(unapproved, null, { ...work, kind: 'practice' }, true).notes).not.toContainEqual(note);
});

test('the practice account says that nothing real is spent', () => {
  const { notes } = approvalWords(unapproved, null, { ...work, kind: 'practice' });
  expect(notes).toContainEqual({ text: 'Nothing real is spent.', tone: 'plain' });
});

test('while more is added the number is one so far', () => {
  expect(approvalWords({ ...unapproved, adding: true }, null, work).facts[0]).toBe('1,450 files so far');
});

test('who hears it hears all of it', () => {
  expect(approvalSpoken(approvalWords(unapproved, null, work))).toBe(
    'Waiting for your approval: 1,450 files, about 0.031 ethereum, paid by Work. 38 MB, paid with the API key.',
  );
});

test('files that the limit holds back name the limit, and their cost on the button alone', () => {
  const held = {
    rows: 12,
    files: 12,
    submissions: 12,
    bytes: 1_200,
    estimate: { cost: { ...cost, amount: '300000000000000' }, balance: null, covered: null },
  };
  expect(beyondLimitWords(held, limit)).toEqual({
    text: '12 files wait for your approval. With them this drop costs more than its limit of 0.02 ethereum.',
    submit: 'Submit 12 files for about 0.0003 ethereum…',
  });
  expect(beyondLimitWords({ ...held, rows: 1, files: 1, submissions: 1, estimate: null }, limit)).toEqual({
    text: '1 file waits for your approval. The cost is unknown, and this drop has a limit of 0.02 ethereum.',
    submit: 'Submit 1 file…',
  });
});

test('a limit of another token is told as it is, and never compared with what is paid now', () => {
  const other = { ...limit, isOtherToken: true };
  const { notes, submit } = approvalWords({ ...unapproved, isBeyondLimit: true }, other, work);
  const text = 'A different token pays than the one of your spending limit of 0.02 ethereum.';
  expect(notes.at(-1)).toEqual({ text, tone: 'warn' });
  expect(submit).toBe('Submit…');
  expect(beyondLimitWords(unapproved, other).text).toContain(`1,450 files wait for your approval. ${text}`);
});
