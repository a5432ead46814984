import { expect, test } from 'vitest';
import { amountWords, appNotes, lastsWords, sharedCredits, tokenTitle } from './balance-words.ts';

test('amounts are exact, and in base units while nobody has said the decimals', () => {
  const huge = (2n ** 256n - 1n).toString();
  expect(amountWords(huge, { name: 'ETH', decimals: 18 }).replace(/[,.]/g, '')).toBe(`${huge} ETH`);
  expect(amountWords('1500', { name: null, decimals: null })).toBe('1,500 base units');
  expect(amountWords('1', { name: null, decimals: null })).toBe('1 base unit');
  expect(tokenTitle({ name: null, credits: null, tokenAddress: `0x${'ab'.repeat(20)}` })).toBe(
    'Unknown token 0xabab…abab',
  );
});

test.each([
  [1_000n, 3_000n, 'Your credits last about 10 days at the rate of the last 30 days.'],
  [1_000n, 30_000n, 'Your credits last about 1 day at the rate of the last 30 days.'],
  [1_000n, 31_000n, 'Your credits last less than a day at the rate of the last 30 days.'],
  [6_000n, 3_000n, 'Your credits last about 2 months at the rate of the last 30 days.'],
  [10n ** 30n, 1n, 'Your credits last for years at the rate of the last 30 days.'],
  [1_000n, 0n, null],
  [0n, 1_000n, null],
])('%s credits at %s in 30 days', (balance, spent, words) => {
  expect(lastsWords({ balance, spent, since: null }, 0)).toBe(words);
});

test.each([
  ['2026-05-31T12:00:00Z', 'Your credits last about 10 days at the rate of the last day.'],
  ['2026-05-29T11:00:00Z', 'Your credits last about 30 days at the rate of the last 3 days.'],
  ['2026-06-02T00:00:00Z', 'Your credits last about 10 days at the rate of the last day.'],
])('the rate of an account whose first submission was at %s', (since, words) => {
  const now = Date.parse('2026-06-01T00:00:00Z');
  expect(lastsWords({ balance: 1_000n, spent: 100n, since }, now)).toBe(words);
});

const purse = {
  key: 'credits',
  tokenDetailsId: 'credits',
  userId: null,
  tokenAddress: 'credits',
  name: 'credits',
  decimals: 0,
  decimalsFrom: 'service',
  locked: null,
  extra: {},
  warnBelow: null,
  isLow: false,
} as const;

test.each([
  ['app-then-main', '5', 130n],
  ['main', '5', 100n],
  ['app', '5', 0n],
  ['app', '0', 100n],
  [null, '5', 0n],
] as const)(
  'beside an app that pays from %s and has used %s, submissions can use %s credits',
  (paysFrom, used, credits) => {
    const main = { ...purse, balance: '100', used: '7', credits: { kind: 'main', allocated: null } } as const;
    const app = { kind: 'app', name: null, paysFrom, usedOfMain: null, encrypts: false } as const;
    expect(sharedCredits([main, { ...purse, balance: '30', used, credits: app }])).toBe(credits);
  },
);

test('an app is called by its name, else by the start of its id', () => {
  const app = { kind: 'app', name: 'Archive', paysFrom: 'app', usedOfMain: null, encrypts: true } as const;
  const token = { name: 'credits', tokenAddress: 'credits/3f2b' };
  expect(tokenTitle({ ...token, credits: app })).toBe('Archive');
  expect(tokenTitle({ ...token, credits: { ...app, name: null } })).toBe('App 3f2b');
  expect(appNotes(app)).toEqual([
    'Its submissions are paid from its own credits.',
    'The service encrypts what this app submits.',
  ]);
});
