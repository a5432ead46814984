import { expect, test } from 'vitest';
import type { NewVersion } from '../bridge/updates.ts';
import { updateNoticeWords, updateWords } from './updates.ts';

const release: NewVersion = { version: '2.0.0', notes: '', size: null };
const feed = 'https://updates.example/';

test('who has to do it themselves is told where the new version is', () => {
  expect(updateWords({ kind: 'available', release, byHand: 'package-manager' }, feed)).toContain(feed);
});

test('a failure says what was not done, that nothing changed, why, and what to do', () => {
  expect(updateWords({ kind: 'failed', during: 'download', code: 'no-room', release }, feed)).toBe(
    'Dropslip 2.0.0 was not downloaded. Nothing has changed. The disk is full. Free some space, then try again.',
  );
});

test('only what waits for the person is told of without being asked for', () => {
  expect(updateNoticeWords({ kind: 'available', release, byHand: null })).toBe('Dropslip 2.0.0 is available.');
  expect(updateNoticeWords({ kind: 'ready', release })).toContain('can be installed');
  expect(updateNoticeWords({ kind: 'failed', during: 'check', code: 'unreachable', release: null })).toBeNull();
});
