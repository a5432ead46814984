import type { Vouched, VouchedCheck } from '../../bridge/receipts.ts';
import type { CannotTell, HandCheck, SettlementNote } from '../../submissions/submission-state.ts';

type Open = Extract<SettlementNote, { kind: 'open' }>;
type Found = Extract<SettlementNote, { kind: 'found-by-hash' | 'found-by-size' }>;

export function settlementWords(note: SettlementNote): string {
  switch (note.kind) {
    case 'found-by-hash':
      return `${foundWords(note)} has the ${hashNames[note.hash]} of this file (${note.dataHash}), and no other file of this account matches it.`;
    case 'found-by-size':
      return `${foundWords(note)} has no hash, but it is the only one of this size (${note.size} bytes, the service says “${note.amountData}”), this token and this time, and no other file can be it.`;
    case 'not-listed': {
      const end = note.again ? ' It was sent again.' : '';
      return `The service does not have it: its complete list (${note.records} submissions) was read on ${note.first} and again on ${note.second}, well after the connection ended. Every submission in it belongs to another file, has another size, or is older.${end}`;
    }
    case 'open':
      return `Not settled yet. ${openWords[note.why]}${hashWords(note)}`;
    case 'went-through':
      return `You said on ${note.at} that it went through as ${note.submissionId}. ${checkWords[note.check]}`;
    case 'did-not':
      return `You said on ${note.at} that it did not go through. It was sent again.`;
  }
}

const hashNames = { keccak256: 'Keccak-256', blake2b256: 'BLAKE2b-256' } as const;

function foundWords({ at, submissionId, createdAt }: Found): string {
  const registered = createdAt === null ? '' : `, registered at ${createdAt},`;
  return `Found in the service’s records on ${at}: submission ${submissionId}${registered}`;
}

function hashWords({ why, hashKind }: Open): string {
  if (why !== 'hash-unknown' || hashKind === null) return '';
  return hashKind === 'unknown'
    ? ' The same is true of the last known submission of this account: the service encrypts what it receives.'
    : ` The last known submission of this account has a ${hashNames[hashKind]}, which can be checked.`;
}

const openWords: { readonly [Why in CannotTell]: string } = {
  'no-records': 'The service’s records could not be read with this account.',
  'records-unreadable':
    'The service’s records are denied to this account, cannot be understood, or could not be reached for a long time.',
  'list-incomplete': 'The service’s list of submissions may be incomplete, or not yet show the latest ones.',
  'hash-unknown': 'A record that may be this file has a kind of hash that cannot be checked here.',
  'hash-missing': 'A record that may be this one has no hash yet.',
  indistinguishable: 'Several submissions or files have the same contents, or the same size and time.',
  'same-bytes-before': 'The service has the same contents from an earlier submission.',
  'listing-unproven': 'This account’s submissions have not been seen in the service’s list yet.',
};

const checkWords: { readonly [Check in HandCheck]: string } = {
  confirmed: 'The service’s record does not contradict this file.',
  'hash-unknown': 'The service’s record has a kind of hash that can’t be checked here.',
  'no-hash': 'The service’s record has no hash to compare this file with.',
  unchecked: 'The service’s record could not be read with this account.',
};

/** That a receipt rests on a person's word. `at` is when it was given, as the reader writes it. */
export function vouchedWords({ check }: Vouched, at: string): string {
  return `The user who submitted the file confirmed on ${at} that it has this id: ${vouchedCheckWords[check]}.`;
}

const vouchedCheckWords: { readonly [Check in VouchedCheck]: string } = {
  unchecked: 'the service’s record could not be read at that time',
  'no-hash': 'the service’s record had no hash to compare the file with',
  'hash-unknown': 'the service’s record has a kind of hash that can’t be compared with the file',
};
