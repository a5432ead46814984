import { expect, test } from 'vitest';
import { separatorsOf } from '../../amounts.ts';
import type { Cost } from '../../submissions/cost.ts';
import type { SubmissionState } from '../../submissions/submission-state.ts';
import {
  aboutBeyondLimit,
  aboutHigherLimit,
  aboutSending,
  duplicateReasons,
  type PayingAccount,
} from './payment-questions.ts';

const separators = separatorsOf('en-GB');
const account: PayingAccount = { name: 'Work', address: 'https://service.example', submitBy: { variant: 'api-key' } };
const unknownBalance = { balance: null, covered: null };
const ether = (amount: string): Cost => ({ amount, token: 'ethereum', decimals: 18 });

test('neither without a limit nor with a higher one is it promised that nothing is asked: a number of files still may be', () => {
  for (const to of [null, ether('30000000000000000')]) {
    const { text } = aboutHigherLimit({ from: ether('20000000000000000'), to }, account, separators);
    expect(text).not.toContain('without asking');
    expect(text).toContain('“Ask me first” still asks you');
  }
});

test('what files cost about is rounded as in the window that led there', () => {
  const files = { list: [{ name: 'a', folder: null }], price: null, account };
  const { text } = aboutBeyondLimit(files, { ...unknownBalance, cost: ether('115001500000000') }, null, separators);
  expect(text).toContain('This file costs about 0.000116 ethereum.');
});

test('a price that only files of one size have told is the most that they can cost there too', () => {
  const files = { list: [{ name: 'a', folder: null }], price: null, account };
  const { text } = aboutBeyondLimit(
    files,
    { ...unknownBalance, cost: ether('115001500000000'), accuracy: 'at-most' },
    null,
    separators,
  );
  expect(text).toContain('This file costs at most 0.000116 ethereum.');
});

test('every question about one file says “at most” where the price is the most that it can be', () => {
  const price = { cost: ether('286000000000000'), accuracy: 'at-most' } as const;
  const { text } = aboutSending({ list: [{ name: 'a', folder: null }], price, account }, ['duplicate'], separators);
  expect(text).toContain('you pay twice, at most 0.000286 ethereum more,');
});

test('the question about contents of another desk says if that desk has submitted or only claimed them', () => {
  const of = { localId: 0, name: 'a', submissionId: 'x', at: '2026-05-03T10:00:00Z' };
  const held = (more: object): SubmissionState => ({
    kind: 'paused',
    why: { kind: 'duplicate', of: { ...of, ...more } },
  });
  const textOf = (...states: readonly SubmissionState[]): string =>
    aboutSending(
      { list: states.map(() => ({ name: 'a', folder: null })), price: null, account },
      duplicateReasons(states),
      separators,
    ).text;
  const submitted = held({ desk: 'Front office' });
  expect(textOf(submitted)).toMatch(/^Another desk of your team has submitted the same contents\. If .* you pay twice/);
  const claimed = held({ desk: 'Front office', submissionId: null });
  expect(textOf(claimed)).toMatch(/may be submitting them right now\. If .* you pay twice/);
  expect(textOf(held({}), held({ desk: '' }))).toMatch(/^The same contents were submitted or added before\. If/);
  expect(duplicateReasons([claimed, submitted, claimed])).toEqual(['claimed-elsewhere', 'submitted-elsewhere']);
});

test('the approval beyond a limit has the cost, the balance, the limit and the part of it that is spent, each once', () => {
  const limit = { limit: ether('100000000000000'), spent: ether('20000000000000'), isOtherToken: false };
  const files = { list: [{ name: 'a', folder: null }], price: null, account };
  const estimate = { cost: ether('115001500000000'), balance: '1', covered: false };
  const { text } = aboutBeyondLimit(files, estimate, limit, separators);
  expect(text).toContain(
    'This file costs about 0.000116 ethereum, more than the balance covers. Your spending limit for this drop is 0.0001 ethereum, and 0.00002 ethereum of it is spent.',
  );
});
