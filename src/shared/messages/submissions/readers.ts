import type { RowReaders } from '../../bridge/submissions.ts';

export function readersWords(readers: RowReaders): string {
  if (readers.kind === 'passphrase') return 'Only people with the passphrase';
  return readers.count === 1 ? 'Only people with the key' : `Only people with one of ${readers.count} keys`;
}
