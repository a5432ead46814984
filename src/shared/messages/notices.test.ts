import { expect, test } from 'vitest';
import { separatorsOf } from '../amounts.ts';
import type { Notice, NoticeOf } from '../notice.ts';
import { noticeWords } from './notices.ts';

const [english, german] = [separatorsOf('en'), separatorsOf('de')];
const tokenAddress = `0x${'ab'.repeat(20)}`;
const alpha = { name: 'alpha', decimals: 6, tokenAddress };

/** One of each code: what is missing here does not compile. */
const each: { readonly [Code in Notice['code']]: NoticeOf<Code> } = {
  'practice-failed': { code: 'practice-failed' },
  'link-refused': { code: 'link-refused' },
  'window-reopened': { code: 'window-reopened' },
  'update-not-installed': { code: 'update-not-installed' },
  'disk-not-flushing': { code: 'disk-not-flushing' },
  'queue-resumed': { code: 'queue-resumed' },
  'deposits-saved': { code: 'deposits-saved' },
  'disk-full': { code: 'disk-full', detail: 'database or disk is full' },
  'copy-failed': { code: 'copy-failed' },
  'copy-disk-full': { code: 'copy-disk-full' },
  'older-data-found': { code: 'older-data-found' },
  'data-replaced': { code: 'data-replaced', by: 'copy', setAside: 'dropslip.db.damaged' },
  'credits-added': { code: 'credits-added', credits: '104857600' },
  'download-failed': { code: 'download-failed', fileName: 'receipt.pdf', why: 'full' },
  'low-balance': { code: 'low-balance', token: alpha, balance: '1500000' },
  'credentials-for-session': {
    code: 'credentials-for-session',
    accountName: 'Work',
    reason: { code: 'keychain-missing', values: { system: 'other' } },
  },
  'credentials-forgotten': {
    code: 'credentials-forgotten',
    accountName: 'Work',
    kinds: ['api-key', 'access-token'],
  },
  'left-in-keychain': { code: 'left-in-keychain', accountName: 'Work', entries: ['one', 'two'] },
};

test.each(Object.values(each))('$code is said in whole sentences', (notice) => {
  const { tone, text } = noticeWords(notice, english);
  expect(text).toMatch(/^\S.*[^.]\.$/);
  const isGood = ['queue-resumed', 'deposits-saved', 'credits-added', 'link-refused', 'window-reopened'].includes(
    notice.code,
  );
  expect(tone).toBe(isGood ? 'info' : 'warning');
});

test.each<[Notice, string]>([
  [
    each['disk-full'],
    'The disk is full or cannot be written to (database or disk is full). Free some space and leave Dropslip open. Nothing new is sent until then, and receipts wait in memory.',
  ],
  [
    { ...each['data-replaced'], by: 'new' },
    'Dropslip has started with new data. Files you submitted before are not recognized if you drop them again. The damaged data file was kept as dropslip.db.damaged.',
  ],
  [
    each['download-failed'],
    '“receipt.pdf” was not saved: the disk of your Downloads folder is full. Free some space, then try again.',
  ],
  [
    { ...each['download-failed'], why: 'read-only' },
    '“receipt.pdf” was not saved: Dropslip has no permission to write to your Downloads folder. Change its permissions, or choose another folder under Preferences, then try again.',
  ],
  [each['low-balance'], 'Low balance: 1.5 alpha is left, less than the amount you set.'],
  [
    { ...each['low-balance'], balance: '1234567500000' },
    'Low balance: 1,234,567.5 alpha is left, less than the amount you set.',
  ],
  [
    { ...each['low-balance'], token: { name: null, decimals: null, tokenAddress } },
    'Low balance: 1,500,000 base units of 0xabab…abab are left, less than the amount you set.',
  ],
  [
    each['credentials-forgotten'],
    '“Work” has a new address, so its API key and access token were removed. Enter it again for the new address.',
  ],
  [
    { ...each['credentials-forgotten'], kinds: ['access-token'] },
    '“Work” has a new address, so its access token was removed. Enter it again for the new address.',
  ],
  [
    each['left-in-keychain'],
    '“Work” was removed, but the keychain could not be reached. Remove these “Dropslip” entries from the keychain yourself: one; two.',
  ],
])('what it names stands in the sentence: %j', (notice, text) => {
  expect(noticeWords(notice, english).text).toBe(text);
});

test('a balance is written as the language writes numbers', () => {
  const notice = { ...each['low-balance'], balance: '1234567500000' };
  expect(noticeWords(notice, german).text).toContain('1.234.567,5 alpha');
});
