import { expect, test, vi } from 'vitest';
import { britishTime } from '../../ui/british-time.fixture.ts';
import { type Answer, answerSentence } from './answer-sentence.ts';
import { recordOf, submissionOf } from './answers.fixture.ts';

vi.mock(import('../../../shared/time.ts'), async (original) => britishTime(await original(), 'Europe/Berlin'));

const record = recordOf();
const { id } = record;
const cost = { amount: '21004500000000', token: 'ethereum', decimals: 18 };
const answer: Answer = {
  submissionId: id,
  record,
  name: 'contract.pdf',
  submission: null,
  cost,
  account: null,
  isFresh: true,
};

test('what is confirmed is said in a few words, with its block, its cost, its id and the zone of its time', () => {
  expect(answerSentence(answer)).toBe(
    `contract.pdf: Confirmed — submitted on 12 November 2026 at 14:03 UTC+1 (in block 0x12ab, ≈ 2.4 kB, cost 0.0000210045 ethereum). Submission id ${id}`,
  );
});

test.each<[Partial<Answer>, string]>([
  [
    { record: recordOf({ phase: 'pending' }), cost: null, isFresh: false },
    'contract.pdf: Submitted on 12 November 2026 at 14:03 UTC+1, not yet in a block (≈ 2.4 kB). The service could not be asked right now; this is the last known state.',
  ],
  [
    { record: null, submission: submissionOf({ kind: 'confirmed', submissionId: id, at: '2026-07-01T10:00:00Z' }) },
    'contract.pdf: Seen confirmed on 1 July 2026 at 12:00 UTC+2 (2.4 kB).',
  ],
  [
    { account: 'Work', name: null, cost: null, record: recordOf({ phase: 'pending', amountData: null }) },
    'Submitted on 12 November 2026 at 14:03 UTC+1, not yet in a block. It belongs to the account Work.',
  ],
])('%j is one text', (changes, text) => {
  expect(answerSentence({ ...answer, ...changes })).toBe(`${text} Submission id ${id}`);
});
