import { expect, test } from 'vitest';
import { separatorsOf } from '../../amounts/amounts.ts';
import type { Cost } from '../../submissions/cost.ts';
import { aboutBeyondLimit, aboutHigherLimit, type PayingAccount } from './payment-questions.ts';

const separators = separatorsOf('en-GB');
const account: PayingAccount = { name: 'Work', address: 'https://service.example', submitBy: { variant: 'api-key' } };
const ether = (amount: string): Cost => ({ amount, token: 'ethereum', decimals: 18 });

test('neither without a limit nor with a higher one is it promised that nothing is asked: a number of files still may be', () => {
  for (const to of [null, ether('30000000000000000')]) {
    const { text } = aboutHigherLimit({ from: ether('20000000000000000'), to }, account, separators);
    expect(text).not.toContain('without asking');
    expect(text).toContain('“Ask me first” still decides');
  }
});

test('what files cost about is rounded as in the window that led there, above and in the details', () => {
  const files = { list: [{ name: 'a', folder: null }], price: null, account };
  const { text, details } = aboutBeyondLimit(files, { cost: ether('115001500000000') }, null, separators);
  expect(text).toContain('This file costs about 0.000116 ethereum.');
  expect(details).toContain('Cost, about: 116,000,000,000,000 base units');
});

test('a price that only files of one size have told is the most that they can cost there too', () => {
  const files = { list: [{ name: 'a', folder: null }], price: null, account };
  const { text } = aboutBeyondLimit(files, { cost: ether('115001500000000'), atMost: true }, null, separators);
  expect(text).toContain('This file costs at most 0.000116 ethereum.');
});
