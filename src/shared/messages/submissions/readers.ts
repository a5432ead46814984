import type { RowReaders } from '../../bridge/submissions.ts';

/** Who can read it, once it went out encrypted. */
export function readersWords(readers: RowReaders): string {
  if (readers.kind === 'passphrase') return 'Only who has the passphrase';
  return readers.count === 1 ? 'Only who has the key it is encrypted for' : `Only who has one of ${readers.count} keys`;
}
