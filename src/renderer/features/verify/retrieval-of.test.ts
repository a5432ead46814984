import { expect, test } from 'vitest';
import type { Receipt } from '../../../shared/bridge/receipts.ts';
import { retrievalOf } from './retrieval-of.ts';

const digest = (of: string): string => `0x${of.repeat(32)}`;
const bytes = (of: string, size: number) => ({ size, keccak256: null, blake2b256: digest(of), sha256: digest(of) });

const composed: Receipt = {
  format: 'dropslip-receipt',
  version: 3,
  appVersion: '1.0.0',
  issuedAt: '2026-01-01T00:00:00Z',
  account: { name: 'Work', kind: 'service', address: 'https://service.example' },
  submission: { id: 'whole', addedAt: '2026-01-01T00:00:00Z', submittedAt: null, confirmedAt: null, vouched: null },
  file: { name: 'photo.jpg', ...bytes('aa', 200) },
  record: null,
  content: 'file',
  manifest: bytes('bb', 100),
  parts: [],
  encryption: null,
  seal: digest('00'),
};

test('getting back by a receipt says what went out in the place of the file', () => {
  expect(retrievalOf({ kind: 'receipt', receipt: composed })).toMatchObject({
    submissionId: 'whole',
    digests: { sha256: digest('aa') },
    sent: { as: 'manifest', bytes: bytes('bb', 100) },
  });
});
