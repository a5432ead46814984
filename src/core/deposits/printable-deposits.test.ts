import { expect, test } from 'vitest';
import type { Deposit } from '../../shared/bridge/deposits.ts';
import { printableDeposits } from './calls.ts';

const deposit: Deposit = {
  id: 1,
  accountId: 'a',
  tokenAddress: '0xabc',
  token: { name: '<b>usd\u202e & "coin"', decimals: 6 },
  amount: '1234500001',
  chainId: '1',
  createdAt: '2026-05-03T14:05:00.000Z',
  state: { kind: 'registered', at: '2026-05-03T14:05:01.000Z', answer: 'ok' },
  attempts: [],
  balanceBefore: null,
};
const made = { issuedAt: '2026-05-04T08:00:00.000Z', appVersion: '1.2.3', timeZone: 'UTC' };
const account = { name: '</title><script>', kind: 'service', address: 'https://example.org' } as const;

test('deposits are printed one row each, and no name is taken for markup', () => {
  const page = printableDeposits([deposit], account, made);
  const [heads, row, ...others] = [...page.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, cells = '']) =>
    [...cells.matchAll(/<th scope="col">(.*?)<\/th>|<bdi>(.*?)<\/bdi>/g)].map(([, head, text]) => head ?? text),
  );
  expect(heads).toEqual(['Time', 'Amount', 'Chain', 'State']);
  expect(row).toEqual([
    '2026-05-03 14:05:00 UTC (2026-05-03 14:05:00 +00:00)',
    '1,234.500001 &lt;b&gt;usd\ufffd &amp; &quot;coin&quot;',
    ...['0xabc', 'Ethereum (chain 1)', 'Registered', 'The service accepted it.'],
  ]);
  expect(others).toEqual([]);
  expect(page).toContain('<title>&lt;/title&gt;&lt;script&gt;: deposits</title>');
  expect(page).toContain('<dt>Service</dt><dd class="code"><bdi>https://example.org</bdi></dd>');
  expect(page).not.toContain('<script');
});
